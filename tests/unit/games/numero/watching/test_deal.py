"""Which tables are recognised as a deal, and the reason that is reported for others."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.game_commands import CorrectCard, LookAgain, UndoPlay
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
    return any(event.kind == "deal" for event in events)


def ghost(place: TablePlace, *faces: tuple[str, float]) -> SeenCard:
    return SeenCard(99, ((place, 1.0),), faces, 0.2, 0.4)


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
    assert all(event.kind == "problem" for event in events)
    return [event.text for event in events if event.kind == "problem"]


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
    ("faces", "of_far", "in_near"),
    [
        ((("8o", 0.6), ("5o", 0.35)), "5o", True),
        ((("8o", 0.6), ("5o", 0.18), ("4o", 0.17)), "", True),
        ((("8o", 0.9),), "", True),
        ((("8o", 0.999),), "", False),
    ],
    ids=["the other one is the card that is left", "several are left", "the surer one is it", "both are as sure"],
)
def test_of_two_cards_that_are_likeliest_the_same_one_the_surer_one_is_it(
    faces: tuple[tuple[str, float], ...], of_far: str, *, in_near: bool
) -> None:
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    cards = [SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(DEAL.items())]
    at = list(DEAL).index("5g")
    cards[at] = SeenCard(at, ((FAR, 1.0),), faces)
    events = [event for look in range(8) for event in watching.see(Sight(look / 5, tuple(cards)))]
    assert any(event.kind == "deal" for event in events)
    near, far = watching.game.states[1].seats
    assert ({str(card) for card in near.hand}, near.unknown) == ({"3r", "4r", "10b", "2g", *(["8o"] if in_near else [])}, not in_near)
    assert ({str(card) for card in far.hand}, far.unknown) == ({"1r", "9g", "15b", "7o", *of_far.split()}, not of_far)


def dealt_one_by_one(seconds: float, hands: Hands) -> list[LogEntry]:
    """Return the events of a deal of which a card comes to the middle each so many seconds, while a hand is there, after the rows."""
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben"), hands))
    faces = sorted(DEAL.items(), key=lambda one: one[1] == CENTRE)
    cards = [SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate(faces) if hands == "open" or place == CENTRE]
    events: list[LogEntry] = []
    t = 0.0
    for count in range(len(cards) - 2, len(cards) + 1):
        for look in range(round(seconds * 10)):
            t += 0.1
            events += watching.see(Sight(t, tuple(cards[:count]), busy=frozenset({CENTRE}) if look < 2 else frozenset()))
    return events


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("seconds", [0.4, 0.7, 2.0])
def test_cards_that_are_dealt_one_by_one_are_no_plays(seconds: float, hands: Hands) -> None:
    events = dealt_one_by_one(seconds, hands)
    assert not any(event.kind == "operation" for event in events)
    begun = [event.after for event in events if event.kind == "deal"]
    assert sorted(map(str, begun[-1].centre)) == ["4g", "6b"]


def quick_discard() -> tuple[GameWatcher, list[LogEntry]]:
    """Return a watcher and its events after a glimpse of a table in mid-game and a discard that is not told yet."""
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    cards = [SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate([*DEAL.items(), ("12r", CENTRE)])]
    laid = [replace(card, places=((CENTRE, 1.0),)) if card.faces[0][0] == "3r" else card for card in cards]
    events: list[LogEntry] = []
    for look in range(8):
        moving = frozenset({CENTRE, NEAR}) if look == 4 else frozenset()
        events += watching.see(Sight(look / 10, tuple(cards if look < 4 else laid), busy=moving))
    return watching, events


def test_what_was_played_after_a_glimpse_of_the_table_is_told_when_the_table_lies_still() -> None:
    watching, events = quick_discard()
    assert not events
    assert not watching.game.operations
    watching.see(Sight(0.9, ()))  # nothing is seen for a moment
    t = 0.8
    while not events and t < 5:
        t += 0.1
        cards = tuple(
            SeenCard(n, ((CENTRE if face == "3r" else place, 1.0),), ((face, 0.999),))
            for n, (face, place) in enumerate([*DEAL.items(), ("12r", CENTRE), ("13o", NEAR)])
        )
        events += watching.see(Sight(t, cards))
    told = [event for event in events if event.kind == "operation"]
    assert [event.text for event in told][:2] == ["1 Ann: discard 3r", "1 Ann: draw 13o"]
    assert events[0].kind == "deal"


def test_what_was_played_after_a_glimpse_is_told_before_a_persons_command() -> None:
    watching, events = quick_discard()
    assert not events
    events = list(watching.execute(UndoPlay(1)))
    assert events[0].kind == "deal"
    assert [event.text for event in events if event.kind in ("operation", "undo")] == ["1 Ann: discard 3r"] * 2


def test_a_card_that_is_corrected_after_a_glimpse_of_the_table_begins_the_game_with_it() -> None:
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    cards = [SeenCard(n, ((place, 1.0),), ((face, 0.999),)) for n, (face, place) in enumerate([*DEAL.items(), ("12r", CENTRE)])]
    sights = [Sight(look / 10, tuple(cards)) for look in range(20)]
    events = [event for sight in sights[:5] for event in watching.see(sight)]
    events += watching.execute(LookAgain())
    events += watching.execute(CorrectCard(len(DEAL), parse_card("12g")))
    assert not events
    events += [event for sight in sights[5:] for event in watching.see(sight)]
    begun = next(event for event in events if event.kind == "deal")
    assert {str(card) for card in begun.after.centre} == {"6b", "4g", "12g"}


def test_a_hand_that_covers_the_table_at_first_may_be_playing() -> None:
    """Ann's 3r and a card of the middle would be missing in a deal; it is her discard, for Ben plays after it."""
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben")))
    middle = {"6b": CENTRE}
    rows = {face: place for face, place in DEAL.items() if place != CENTRE}

    def look(times: int, places: dict[str, TablePlace], *busy: TablePlace, begin: float) -> list[LogEntry]:
        cards = tuple(SeenCard([*DEAL, "12r"].index(face), ((place, 1.0),), ((face, 0.999),)) for face, place in places.items())
        return [event for n in range(times) for event in watching.see(Sight(begin + n / 10, cards, busy=frozenset(busy)))]

    covered = {face: place for face, place in {**middle, **rows}.items() if face != "3r"}
    events = look(10, covered, CENTRE, NEAR, begin=0.1)
    events += look(10, {**middle, **rows, "3r": CENTRE}, begin=1.1)
    events += look(2, {**middle, **rows, "3r": CENTRE, "12r": NEAR}, NEAR, begin=2.1)
    events += look(10, {**middle, **rows, "3r": CENTRE, "12r": NEAR}, begin=2.3)
    events += look(3, {**middle, **rows, "3r": CENTRE, "12r": NEAR}, CENTRE, FAR, begin=3.3)
    events += look(20, {**middle, **rows, "3r": CENTRE, "12r": NEAR, "1r": CENTRE}, begin=3.6)
    told: list[str] = []
    for event in events:
        told = [] if event.kind == "deal" else told[:-1] if event.kind == "undo" else told
        told += [event.text] if event.kind == "operation" else []
    assert told == ["1 Ann: discard 3r", "1 Ann: draw 12r", "2 Ben: discard 1r"]


def test_a_take_that_was_shown_before_the_game_was_taken_up_is_no_play() -> None:
    watching = GameWatcher(GameSetup(Options.level("1"), ("Ann", "Ben"), "hidden"))
    middle = lying(("6b", CENTRE), ("4g", CENTRE), ("12r", CENTRE))
    shown = lying(("6b", CENTRE), ("4g", CENTRE), ("12r", CENTRE), ("9g", NEAR), ("9b", NEAR))
    looks = [*[shown] * 10, *[middle] * 60]
    events = [event for n, cards in enumerate(looks) for event in watching.see(Sight(n / 10, cards))]
    assert [event.kind for event in events] == ["deal", "problem"]
    assert events[1].text.startswith("the game is taken up in its middle")
