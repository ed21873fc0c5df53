"""What the servers of the table take of a message, a question and a wait, by the numbers of docs/live-protocol.md."""

import pytest

pytest.importorskip("uvicorn", reason="the extra live is not installed")

from numero_cam.web import connection_limits, listener
from numero_cam.web.protocol import MAX_PICTURE_BYTES


def test_the_settings_of_the_server() -> None:
    limits = connection_limits.uvicorn_limits()
    assert limits["ws_max_size"] == MAX_PICTURE_BYTES + 1024 == 1_501_024  # a picture is refused in words
    assert limits["h11_max_incomplete_event_size"] == 16_384  # the head of a question
    assert (limits["ws_max_queue"], limits["timeout_keep_alive"], limits["timeout_graceful_shutdown"]) == (4, 5, 5)
    assert (limits["ws_ping_interval"], limits["ws_per_message_deflate"], limits["server_header"]) == (None, False, False)
    assert connection_limits.REQUEST_SECONDS == 10.0
    assert (listener.HANDSHAKE_SECONDS, listener.CLOSING_SECONDS, listener.EXHAUSTED_RETRY_SECONDS) == (5.0, 5.0, 1.0)
