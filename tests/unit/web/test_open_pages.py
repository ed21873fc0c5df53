"""What one page may send, and what it is told."""

import pytest

from numero_cam.web.open_pages import MAX_MESSAGES, MESSAGE_SECONDS, OpenPage


@pytest.mark.parametrize(("more", "lost"), [(0, False), (1, True)])
def test_a_page_that_sends_too_many_messages_is_let_go(more: int, lost: bool) -> None:
    page = OpenPage(1, "watcher")
    for number in range(MAX_MESSAGES + more):
        page.count_message(5.0 + MESSAGE_SECONDS * number / (MAX_MESSAGES + more))
    assert bool(page.close_reason) is lost


def test_a_page_that_sends_at_a_bearable_rate_stays() -> None:
    page = OpenPage(1, "keeper")
    for number in range(20 * MAX_MESSAGES):
        page.count_message(number * MESSAGE_SECONDS / (MAX_MESSAGES / 2))
    assert page.close_reason == ""
