"""The table at first: what hardly is a card does not keep a deal from being seen."""

import pytest

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.watching import Begun, Setting, Watching
from numero_cam.games.shared.sight import Place, SeenCard, Sight

CENTRE, NEAR, FAR = Place("centre"), Place("row", 0), Place("row", 1)
LYING = {
    "6b": CENTRE,
    "4g": CENTRE,
    **dict.fromkeys(("3r", "4r", "10b", "2g", "8o"), NEAR),
    **dict.fromkeys(("1r", "9g", "15b", "7o", "5g"), FAR),
}


def begun(*more: SeenCard, looks: int = 3) -> bool:
    watching = Watching(Setting(Options.level("1"), ("Ann", "Ben")))
    cards = tuple(SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(LYING.items()))
    events = [event for look in range(looks) for event in watching.see(Sight(look / 5, (*cards, *more)))]
    return any(isinstance(event, Begun) for event in events)


def ghost(place: Place, *faces: tuple[str, float]) -> SeenCard:
    return SeenCard(99, ((place, 1.0),), faces, 0.2, 0.4)


def test_a_deal_is_seen() -> None:
    assert begun()


@pytest.mark.parametrize("place", [CENTRE, NEAR, FAR])
def test_what_nobody_can_read_is_no_card(place: Place) -> None:
    assert begun(ghost(place, ("8r", 0.3), ("3b", 0.2)))


@pytest.mark.parametrize("place", [CENTRE, NEAR, FAR])
def test_a_card_too_many_is_no_deal(place: Place) -> None:
    assert not begun(ghost(place, ("11g", 0.999)))
