"""The table at first: what hardly is a card does not keep a deal from being seen."""

import pytest

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.watching import Begun, Setting, Unexplained, Watching
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


def told(*sights: Sight) -> list[str]:
    """What is said until the end of a game that does not begin."""
    watching = Watching(Setting(Options.level("1"), ("Ann", "Ben")))
    events = [event for sight in sights for event in watching.see(sight)]
    events += watching.finish(sights[-1].t if sights else 0.0)
    assert all(isinstance(event, Unexplained) for event in events)
    return [event.text for event in events if isinstance(event, Unexplained)]


def lying(*cards: tuple[str, Place]) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(cards))


def test_it_is_said_once_what_keeps_a_game_from_beginning() -> None:
    empty = "no card lies in the centre; 2 are turned up for 2 players"
    assert told(*(Sight(t / 5, ()) for t in range(100))) == [empty]
    three = lying(("6b", CENTRE), ("4g", CENTRE), ("3r", NEAR))
    assert told(*(Sight(t / 5, three) for t in range(100))) == ["1 card lies in the row of Ann; 5 are dealt"]
    assert told() == [empty]


def test_hands_that_deal_are_waited_for() -> None:
    centre = lying(("6b", CENTRE), ("4g", CENTRE))
    sights = [Sight(t / 5, centre[: t // 20]) for t in range(60)]
    assert told(*sights) == ["no card lies in the row of Ann; 5 are dealt"]


def doubtful(place: Place, count: int) -> tuple[SeenCard, ...]:
    """Pieces of chess: each look names some card, and none surely."""
    return tuple(SeenCard(50 + n, ((place, 1.0),), (("9", 0.6), ("6b", 0.2)), 0.15) for n in range(count))


def test_things_that_are_no_cards_lie_in_nobodys_row() -> None:
    chess = (*doubtful(CENTRE, 2), *doubtful(NEAR, 3))
    assert told(*(Sight(t / 5, chess) for t in range(100))) == [
        "no card can be read on the table; a game begins when the cards lie as after the deal"
    ]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 card lies in the row of Ann, and 1 thing that cannot be read as a card; 5 are dealt"),
        (2, "1 card lies in the row of Ann, and 2 things that cannot be read as cards; 5 are dealt"),
    ],
)
def test_what_cannot_be_read_is_not_called_a_card(count: int, said: str) -> None:
    things = (SeenCard(50 + n, ((NEAR, 1.0),), ((face, 0.6),)) for n, face in enumerate(("9b", "6g")[:count]))
    cards = (*lying(("6b", CENTRE), ("4g", CENTRE), ("3r", NEAR)), *things)
    assert told(*(Sight(t / 5, cards) for t in range(100))) == [said]
