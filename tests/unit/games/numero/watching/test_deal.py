"""Which tables are recognised as a deal, and the reason that is reported for others."""

import pytest

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.watching import GameBegun, GameSetup, GameWatcher, Unexplained
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

CENTRE = TablePlace("centre")
NEAR = TablePlace("row", 0)
FAR = TablePlace("row", 1)
DEAL = {
    "6b": CENTRE,
    "4g": CENTRE,
    **dict.fromkeys(("3r", "4r", "10b", "2g", "8o"), NEAR),
    **dict.fromkeys(("1r", "9g", "15b", "7o", "5g"), FAR),
}


def begins(*more: SeenCard, looks: int = 3) -> bool:
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    cards = tuple(SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(DEAL.items()))
    events = [event for look in range(looks) for event in watching.see(Sight(look / 5, (*cards, *more)))]
    return any(isinstance(event, GameBegun) for event in events)


def ghost(place: TablePlace, *faces: tuple[str, float]) -> SeenCard:
    return SeenCard(99, ((place, 1.0),), faces, 0.2, 0.4)


def test_a_deal_is_recognised() -> None:
    assert begins()


@pytest.mark.parametrize("place", [CENTRE, NEAR, FAR])
def test_an_unreadable_detection_is_no_card(place: TablePlace) -> None:
    assert begins(ghost(place, ("8r", 0.3), ("3b", 0.2)))


@pytest.mark.parametrize("place", [CENTRE, NEAR, FAR])
def test_one_card_too_many_is_no_deal(place: TablePlace) -> None:
    assert not begins(ghost(place, ("11g", 0.999)))


def reports(*sights: Sight) -> list[str]:
    """Return the lines that are reported until the end of a game that does not begin."""
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    events = [event for sight in sights for event in watching.see(sight)]
    events += watching.finish(sights[-1].t if sights else 0.0)
    assert all(isinstance(event, Unexplained) for event in events)
    return [event.text for event in events if isinstance(event, Unexplained)]


def lying(*cards: tuple[str, TablePlace]) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(cards))


def test_the_reason_for_no_deal_is_reported_once() -> None:
    empty = "no card lies in the middle; 2 are turned up for 2 players"
    assert reports(*(Sight(t / 5, ()) for t in range(100))) == [empty]
    three = lying(("6b", CENTRE), ("4g", CENTRE), ("3r", NEAR))
    assert reports(*(Sight(t / 5, three) for t in range(100))) == ["1 card lies in the row of Ann; 5 are dealt"]
    assert reports() == [empty]


def test_no_reason_is_reported_while_cards_are_dealt() -> None:
    centre = lying(("6b", CENTRE), ("4g", CENTRE))
    sights = [Sight(t / 5, centre[: t // 20]) for t in range(60)]
    assert reports(*sights) == ["no card lies in the row of Ann; 5 are dealt"]


def doubtful(place: TablePlace, count: int) -> tuple[SeenCard, ...]:
    """Return detections of chess pieces: each look names some card with a low probability."""
    return tuple(SeenCard(50 + n, ((place, 1.0),), (("9", 0.6), ("6b", 0.2)), 0.15) for n in range(count))


def test_detections_that_are_no_cards_are_in_no_row() -> None:
    chess = (*doubtful(CENTRE, 2), *doubtful(NEAR, 3))
    assert reports(*(Sight(t / 5, chess) for t in range(100))) == [
        "no card can be read on the table; a game begins when the cards lie as after the deal"
    ]


@pytest.mark.parametrize(
    ("count", "line"),
    [
        (1, "1 card lies in the row of Ann, and 1 thing that cannot be read as a card; 5 are dealt"),
        (2, "1 card lies in the row of Ann, and 2 things that cannot be read as cards; 5 are dealt"),
    ],
)
def test_an_unreadable_detection_is_not_called_a_card(count: int, line: str) -> None:
    unreadable = (SeenCard(50 + n, ((NEAR, 1.0),), ((face, 0.6),)) for n, face in enumerate(("9b", "6g")[:count]))
    cards = (*lying(("6b", CENTRE), ("4g", CENTRE), ("3r", NEAR)), *unreadable)
    assert reports(*(Sight(t / 5, cards) for t in range(100))) == [line]


@pytest.mark.parametrize(
    ("others", "known"),
    [((("5o", 0.35),), {"5o"}), ((("5o", 0.18), ("4o", 0.17)), set())],
    ids=["and the other one is the card that is left", "and the other one stays unknown where several are left"],
)
def test_of_two_cards_that_are_likeliest_the_same_one_the_surer_one_is_it(others: tuple[tuple[str, float], ...], known: set[str]) -> None:
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    cards = [SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(DEAL.items())]
    at = list(DEAL).index("5g")
    cards[at] = SeenCard(at, ((FAR, 1.0),), (("8o", 0.6), *others))
    events = [event for look in range(8) for event in watching.see(Sight(look / 5, tuple(cards)))]
    assert any(isinstance(event, GameBegun) for event in events)
    near, far = watching.game.states[1].seats
    assert ({str(card) for card in near.hand}, near.unknown) == ({"3r", "4r", "10b", "2g", "8o"}, 0)
    read = {face for face, place in DEAL.items() if place == FAR} - {"5g"}
    assert ({str(card) for card in far.hand}, far.unknown) == (read | known, 1 - len(known))
