"""What one page may send, and what it is told."""

import pytest

from numero_cam.web.pages import MAX_MESSAGES, MESSAGE_SECONDS, Page


@pytest.mark.parametrize(("more", "lost"), [(0, False), (1, True)])
def test_a_page_that_sends_too_many_messages_is_let_go(more: int, lost: bool) -> None:
    page = Page(1, "watcher")
    for number in range(MAX_MESSAGES + more):
        page.heard(5.0 + MESSAGE_SECONDS * number / (MAX_MESSAGES + more))
    assert bool(page.lost) is lost


def test_a_page_that_sends_at_a_bearable_rate_stays() -> None:
    page = Page(1, "keeper")
    for number in range(20 * MAX_MESSAGES):
        page.heard(number * MESSAGE_SECONDS / (MAX_MESSAGES / 2))
    assert page.lost == ""
