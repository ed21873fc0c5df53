"""What a page is told: of a state the newest only, everything else in its order, and a page that does not take it is let go."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from numero_cam.web.open_pages import MAX_MESSAGES, NEWEST_ONLY_TYPES, ROLES_WITH_CAMERA, ROLES_WITH_HINTS, OpenPage
from numero_cam.web.protocol import ROLES, Role, pack_picture


def told(does: Callable[[OpenPage], None], role: Role = "keeper") -> list[Any]:
    """What a page gets that takes its messages after all of this."""

    async def run() -> list[Any]:
        page = OpenPage(1, role)
        does(page)
        messages = await asyncio.wait_for(page.next_messages(), 10)
        return [json.loads(one.frame) if isinstance(one.frame, str) else one.frame for one in messages]

    return asyncio.run(run())


def test_of_a_state_the_newest_is_told_and_of_everything_else_all_in_its_order() -> None:
    def does(page: OpenPage) -> None:
        for number in range(3):
            for kind in ("table", "log", "game", "toast"):
                page.send({"type": kind, "number": number})
        page.send({"type": "table", "number": 9})

    assert [(one["type"], one["number"]) for one in told(does)] == [
        *[(kind, number) for number in range(3) for kind in ("log", "toast")],
        ("game", 2),
        ("table", 9),  # the newest state is told last
    ]


@pytest.mark.parametrize("kind", sorted(NEWEST_ONLY_TYPES - {"picture"}))
def test_these_tell_a_state(kind: str) -> None:
    def does(page: OpenPage) -> None:
        page.send({"type": kind, "a": 1})
        page.send({"type": kind, "a": 2})

    assert told(does) == [{"type": kind, "a": 2}]


def test_a_picture_goes_out_as_bytes_and_only_the_newest() -> None:
    def does(page: OpenPage) -> None:
        for number in (7, 8):
            page.send({"type": "picture", "number": number, "jpeg": b"j", "size": (640, 480)})

    assert told(does) == [pack_picture(8, b"j", (640, 480))]


def test_what_was_told_is_not_told_again_and_a_page_waits_for_more() -> None:
    async def run() -> None:
        page = OpenPage(1, "watcher")
        page.send({"type": "log"})
        page.send({"type": "game"})
        assert len(await page.next_messages()) == 2
        waits = asyncio.ensure_future(page.next_messages())
        await asyncio.sleep(0)
        assert not waits.done()
        page.send({"type": "ask"})
        assert [json.loads(one.frame) for one in await asyncio.wait_for(waits, 10)] == [{"type": "ask"}]

    asyncio.run(run())


@pytest.mark.parametrize(("waiting", "lost"), [(200, ""), (201, "this page takes its messages too slowly")])
def test_200_messages_may_wait_for_a_page(waiting: int, lost: str) -> None:
    async def run() -> str:
        page = OpenPage(1, "watcher")
        for number in range(waiting):
            page.send({"type": "log", "number": number})
            page.send({"type": "table", "number": number})  # these never grow
        return page.close_reason

    assert asyncio.run(run()) == lost


def test_the_first_reason_why_a_page_is_let_go_is_the_one_it_hears() -> None:
    async def run() -> str:
        page = OpenPage(1, "watcher")
        assert page.close_reason == ""
        page.close("one")
        page.close("two")
        assert await asyncio.wait_for(page.next_messages(), 10) == []
        return page.close_reason

    assert asyncio.run(run()) == "one"


def test_a_new_page_has_no_camera_no_hints_and_no_wrong_messages() -> None:
    page = OpenPage(3, "player")
    assert (page.id, page.player, page.level, page.camera, page.bad_messages, page.close_reason) == (3, "", "none", -1, 0, "")


def test_a_page_that_sends_at_a_bearable_rate_stays() -> None:
    page = OpenPage(1, "keeper")
    for number in range(20 * MAX_MESSAGES):
        page.count_message(number * 10.0 / (MAX_MESSAGES / 2))
    assert page.close_reason == ""


def test_messages_of_a_page_are_counted_over_ten_seconds() -> None:
    """200 of them; the count begins anew when ten seconds are over, not before."""
    for later, lost in ((10.0, True), (10.5, False)):
        page = OpenPage(1, "keeper")
        for _ in range(200):
            page.count_message(100.0)
        assert page.close_reason == ""
        page.count_message(100.0 + later)
        assert bool(page.close_reason) is lost
    assert MAX_MESSAGES == 200


@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_change_hear_hints_and_give_pictures_as_promised(role: Role) -> None:
    assert OpenPage(1, role).may_change is (role == "keeper")
    assert (role in ROLES_WITH_HINTS) is (role in ("keeper", "player"))
    assert (role in ROLES_WITH_CAMERA) is (role in ("camera", "keeper"))
