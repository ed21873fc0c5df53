"""An HTTP server of a test, in a thread."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import HTTPServer


@contextlib.contextmanager
def running(server: HTTPServer) -> Iterator[str]:
    """Run a server, and give its address. It ends also where the test fails: one whose socket is closed while it runs never rests again."""
    with server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
