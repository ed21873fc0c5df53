"""Cards that a pupil laid out and photographed, as read: what is no puzzle is refused with the reason."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from numero_cam.app.session import Session
from numero_cam.base.errors import ClassError
from numero_cam.classroom.challenges import photographed_position
from numero_cam.games.numero.rules import parse_position


def session(centre: str, hand: str, *others: str, look_at: tuple[int, ...] = ()) -> Session:
    """A session that reads these cards in any photo, and others that lie in no zone."""
    position = parse_position(centre, hand)
    table = SimpleNamespace(position=position, complete=not look_at, look_at=look_at)
    faces = [*map(str, (*position.centre, *position.hand)), *others]
    seen: Any = SimpleNamespace(table=table, cards=tuple(SimpleNamespace(card=face) for face in faces))
    return cast("Session", SimpleNamespace(read=lambda _photo: seen))


def test_the_cards_of_a_photo_are_a_position() -> None:
    found = photographed_position(b"", session=session("7r 3g", "10o x2"))
    assert found == parse_position("7r 3g", "10o x2")


@pytest.mark.parametrize(
    ("read", "why"),
    [
        (session("", ""), "no card was found in this photo"),
        (session("7r 3g", ""), "lay the hand in a row at the lower edge of the photo"),
        (session("", "7r 3g"), "lay the hand in a row at the lower edge of the photo"),
        (session("7r 3g", "10o", look_at=(2, 4)), r"not every card is known \(number 2, 4\)"),
        (session("7r 3g", "10o", "9d"), "slips cannot show this: 9 of diamonds"),
        (session("7r 3", "10o"), "slips cannot show this: 3 of unknown colour"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(read: Session, why: str) -> None:
    with pytest.raises(ClassError, match=why):
        photographed_position(b"", session=read)
