"""Which plays a sequence of sights decides."""

from dataclasses import replace
from typing import Generic, TypeVar

import pytest

from numero_cam.games.numero.engine import Options, game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching import GameSetup, GameWatcher, Hands
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.track_cards import TrackCards
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

CENTRE = TablePlace("centre")
ANN = TablePlace("row", 0)
BEN = TablePlace("row", 1)
HANDS = {ANN: "4r 5g 6b 7o 10b", BEN: "1r 2g 3b 8o 9r"}


Key = TypeVar("Key")


class WatchedCards(Generic[Key]):
    """Cards by what a test calls them; ten sights a second go to a watcher."""

    def __init__(self, setup: GameSetup) -> None:
        self.watching = GameWatcher(setup)
        self.t = 0.0
        self.cards: dict[Key, SeenCard] = {}

    def look(self, times: int, *busy: TablePlace) -> list[LogEntry]:
        events: list[LogEntry] = []
        for _ in range(times):
            self.t += 0.1
            cards = [replace(card, faces=() if card.place in busy else card.faces) for card in self.cards.values()]
            events += self.watching.see(Sight(self.t, tuple(cards), busy=frozenset(busy)))
        return events


class SightTable(WatchedCards[str]):
    """Two players at a table."""

    def __init__(self, hands: Hands = "open") -> None:
        super().__init__(GameSetup(Options.level("2"), ("Ann", "Ben"), hands))
        for place, cards in {CENTRE: "6r 4b", **(HANDS if hands == "open" else {})}.items():
            for card in cards.split():
                self.lay(card, place)
        self.look(3)

    def lay(self, card: str, place: TablePlace, on: str = "") -> None:
        number = self.cards[card].id if card in self.cards else len(self.cards) + 100
        below = frozenset({self.cards[on].id}) if on else frozenset()
        self.cards[card] = SeenCard(number, ((place, 1.0),), ((card, 0.98),), below=below)

    def take_away(self, *cards: str) -> None:
        for card in cards:
            del self.cards[card]


def decided_lines(events: list[LogEntry]) -> list[str]:
    return [event.text for event in events if event.kind == "operation"]


def test_the_game_begins_once_when_the_deal_is_read() -> None:
    table = SightTable()
    assert {str(card) for card in table.watching.game.state.centre} == {"6r", "4b"}
    watching = GameWatcher(GameSetup(Options.level("2"), ("Ann", "Ben")))
    events = [event for n in range(3) for event in watching.see(Sight(n / 10, tuple(table.cards.values())))]
    assert [event.kind for event in events] == ["deal"]


def test_nothing_is_decided_under_a_hand() -> None:
    table = SightTable()
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(10, CENTRE, ANN)) == []
    assert decided_lines(table.look(3)) == ["1 Ann: discard 7o"]


class LeanedOn(SightTable):
    """A table over whose places arms rest, beside the cards."""

    def lean(self, times: int, *places: TablePlace, unclear: str = "") -> list[LogEntry]:
        hidden = frozenset(self.cards[card].id for card in unclear.split())
        events: list[LogEntry] = []
        for _ in range(times):
            self.t += 0.1
            events += self.watching.see(Sight(self.t, tuple(self.cards.values()), hidden, frozenset(places)))
        return events


def test_an_arm_that_rests_beside_the_cards_delays_no_play() -> None:
    table = LeanedOn()
    table.lean(15, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.lean(5, CENTRE, ANN)) == ["1 Ann: discard 7o"]


def test_a_hand_that_has_come_onto_another_card_is_at_work() -> None:
    table = LeanedOn()
    table.lean(15, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.lean(5, CENTRE, ANN, unclear="4r")) == []


def test_a_discard_that_lay_beside_a_resting_arm_stays_one_when_the_next_player_lays_it_on_another_card() -> None:
    table = LeanedOn()
    events = table.lean(15, CENTRE, ANN)
    table.lay("7o", CENTRE)
    events += [*table.lean(12, CENTRE, ANN), *table.look(2, TablePlace("stock"), CENTRE)]
    table.lay("9g", ANN)
    events += [*table.lean(12, CENTRE, ANN), *table.look(2, CENTRE, BEN)]
    table.lay("7o", CENTRE, on="6r")
    events += [*table.lean(30, BEN), *table.look(2, CENTRE, BEN)]
    assert [(event.kind, event.text) for event in events] == [("operation", "1 Ann: discard 7o"), ("operation", "1 Ann: draw 9g")]


def test_beside_a_resting_arm_a_take_is_told_when_nothing_stirs_any_more() -> None:
    table = LeanedOn()
    table.lean(15, CENTRE, ANN)
    table.take_away("6b", "6r")
    assert decided_lines(table.lean(8, CENTRE, ANN)) == []
    assert decided_lines(table.lean(6, CENTRE, ANN)) == ["1 Ann: take 6b: 6r"]


def at(table: SightTable, card: str, x: float, y: float, row: float = 0.0) -> None:
    """Lay a card in card widths from the middle; `row` is the probability that it lies in Ann's row."""
    table.lay(card, CENTRE)
    table.cards[card] = replace(table.cards[card], places=((CENTRE, 1 - row), *(((ANN, row),) if row else ())), x=x, y=y)


@pytest.mark.parametrize("row", [0.2, 0.49])
def test_a_card_of_the_middle_that_is_brought_towards_a_player_is_shown_and_so_is_what_lies_beside_it(row: float) -> None:
    table = SightTable("hidden")
    at(table, "4b", 0, 0)
    table.look(5)
    table.look(2, CENTRE, ANN)
    at(table, "4b", 0, 2.2, row)
    events = [*table.look(10), *table.look(2, ANN)]
    at(table, "4r", 1.1, 2.3, row)
    events += [*table.look(10), *table.look(2, ANN)]
    assert decided_lines(events) == []
    table.take_away("4b", "4r")
    assert decided_lines(table.look(20))[0] == "1 Ann: take 4r: 4b"


@pytest.mark.parametrize(("x", "y", "row"), [(0, 0.3, 0.3), (0, 2.2, 0.15)])
def test_a_card_that_is_pushed_or_laid_where_the_centre_is_likelier_lies_there(x: float, y: float, row: float) -> None:
    table = SightTable("hidden")
    at(table, "4b", 0, 0)
    table.look(5)
    at(table, "4b", x, y, row)
    table.look(2, CENTRE, ANN)
    at(table, "4r", x + 1.1, y, row)
    assert decided_lines(table.look(10)) == ["1 Ann: discard 4r"]


def test_a_card_that_is_laid_far_from_what_is_shown_is_no_part_of_it() -> None:
    table = SightTable("hidden")
    at(table, "4b", 0, 0)
    table.look(5)
    table.look(2, CENTRE, ANN)
    at(table, "4b", 0, 2.2, 0.3)
    table.look(5)
    at(table, "4r", 1.7, 2.2, 0.3)
    table.look(10)
    at(table, "4b", 0, 0)
    assert decided_lines(table.look(20)) == ["1 Ann: discard 4r"]


def test_what_lies_there_as_the_game_begins_and_is_read_as_no_card_is_never_played() -> None:
    watching = GameWatcher(GameSetup(Options.level("2"), ("Ann", "Ben"), "hidden"))
    cards = [SeenCard(n, ((CENTRE, 1.0),), ((face, 0.99),)) for n, face in enumerate(("6r", "4b"))]
    print_on_cloth = [SeenCard(8, ((ANN, 1.0),), (("1b", 0.5), ("1o", 0.3)))]
    events = [event for n in range(10) for event in watching.see(Sight(n / 10, (*cards, *print_on_cloth)))]
    assert [event.kind for event in events] == ["deal"]
    shown = [SeenCard(0, ((ANN, 1.0),), (("6r", 0.99),)), SeenCard(9, ((ANN, 1.0),), (("6b", 0.99),))]
    lying = [cards[1], *print_on_cloth]
    sights = [Sight(1 + n / 10, (*lying, *shown)) for n in range(1, 11)] + [Sight(2 + n / 10, tuple(lying)) for n in range(1, 11)]
    assert decided_lines([event for sight in sights for event in watching.see(sight)]) == ["1 Ann: take 6b: 6r"]


def test_a_take_whose_taking_card_lay_on_what_it_takes() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("6b", CENTRE, on="6r")
    assert decided_lines(table.look(2)) == []
    table.look(2, CENTRE)
    table.take_away("6b", "6r")
    assert decided_lines(table.look(3)) == ["1 Ann: take 6b: 6r"]


def test_a_build_may_touch_a_card_that_is_no_part_of_it() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("6b", CENTRE)
    touched = frozenset({table.cards["4b"].id, table.cards["6r"].id})
    table.cards["6b"] = replace(table.cards["6b"], below=touched)
    table.look(4)
    table.lay("12g", ANN)
    assert decided_lines(table.look(8)) == ["1 Ann: build 6b: 4b + 6b = 10", "1 Ann: draw 12g"]


def test_a_card_that_is_seen_still_after_it_was_taken_from_under_another_is_held_against_no_play() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("6b", CENTRE, on="6r")
    table.look(2)
    table.look(2, CENTRE)
    table.take_away("6b")
    table.cards["6r"] = replace(table.cards["6r"], faces=())
    table.look(2)
    table.cards["12g"] = SeenCard(200, ((ANN, 1.0),), (("12g", 0.98),))
    told = decided_lines(table.look(6))
    table.look(2, CENTRE, BEN)
    table.lay("8o", CENTRE, on="6r")
    events = table.look(40)
    assert told + decided_lines(events) == ["1 Ann: take 6b: 6r", "1 Ann: draw 12g", "2 Ben: discard 8o"]
    assert not [event for event in events if event.kind == "problem"]


def test_a_play_and_the_draw_in_one_sight() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    table.lay("12g", ANN)
    assert decided_lines(table.look(4)) == ["1 Ann: discard 7o", "1 Ann: draw 12g"]


def test_a_pushed_card_and_a_hand_that_points_are_no_play() -> None:
    table = SightTable()
    table.look(3, CENTRE)
    table.cards["6r"] = replace(table.cards["6r"], x=0.7, turn=12.0)
    assert table.look(5) == []


def test_a_wild_card_that_stays_behind_when_a_hidden_hand_turns_its_take_over_is_no_discard() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("-4", CENTRE, on="6r")
    told = decided_lines(table.look(3))
    told += decided_lines(table.look(2, CENTRE))
    table.lay("-4", CENTRE)
    table.lay("6r", ANN)
    told += decided_lines(table.look(20))
    table.lay("-4", ANN)
    table.lay("2g", ANN)
    told += decided_lines(table.look(4))
    table.look(2, ANN)
    table.take_away("6r", "-4", "2g")
    told += decided_lines(table.look(4))
    assert told == ["1 Ann: take 2g: 6r -4"]


def test_a_hidden_take_waits_until_it_is_turned_over() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("6r", ANN)
    table.lay("6b", ANN)
    assert decided_lines(table.look(8)) == []
    table.look(2, ANN)
    table.take_away("6r", "6b")
    assert decided_lines(table.look(3)) == ["1 Ann: take 6b: 6r"]


@pytest.mark.parametrize("pause", [0, 4, 12])
def test_a_hidden_take_that_is_turned_over_card_by_card_has_them_all(pause: int) -> None:
    """A pause makes a snapshot of a table on which cards are missed that no play explains yet."""
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("2r", CENTRE, on="4b")
    assert decided_lines(table.look(16)) == ["1 Ann: build 2r: 4b + 2r = 6"]
    table.look(2, TablePlace("stock"))
    table.look(6)
    table.look(2, CENTRE)
    table.lay("9g", CENTRE)
    events = [*table.look(16), *table.look(2, TablePlace("stock")), *table.look(6), *table.look(2, CENTRE, ANN)]
    for card in ("6o", "6r", "4b", "2r"):
        table.lay(card, ANN)
    events += table.look(8)
    for card in ("6o", "4b", "2r", "6r"):
        events += table.look(2, ANN)
        table.take_away(card)
        events += table.look(pause)
    events += table.look(20)
    assert [line for line in decided_lines(events) if "draw" not in line] == ["2 Ben: discard 9g", "3 Ann: take 6o: 6r; [4b 2r]"]
    assert not [event for event in events if event.kind in ("problem", "undo")]


def test_what_no_play_explains_is_reported_and_the_game_goes_on() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    table.take_away("4b")
    events = table.look(40)
    assert [event.text for event in events if event.kind == "problem"] == [
        "the 4b is gone from the middle; no play explains that: say what was played, or put it back"
    ]
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(4)) == ["1 Ann: discard 7o"]


def test_of_many_things_that_no_play_explains_three_are_named_at_once() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    for card in ("11g", "12g", "13g", "14g"):
        table.lay(card, CENTRE)
    first, *_ = [event.text for event in table.look(40) if event.kind == "problem"]
    assert sum(card in first for card in ("11g", "12g", "13g", "14g")) == 3


def test_a_card_that_came_and_went_is_no_problem_before_its_play_may_be_over() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    table.lay("12g", CENTRE)
    table.look(24)
    table.take_away("12g")
    assert table.look(20) == []
    events = table.look(10)
    assert [event.text for event in events if event.kind == "problem"] == [
        "the 12g lay in the middle and is gone; no play explains that: say what was played, or put it back"
    ]


def test_a_card_that_is_later_read_otherwise_corrects_the_draw() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    table.look(3)
    table.lay("12g", ANN)
    assert decided_lines(table.look(4)) == ["1 Ann: draw 12g"]
    table.cards["12g"] = replace(table.cards["12g"], faces=(("12b", 0.99),))
    events = table.look(40)
    assert [event.text for event in events if event.kind == "undo"] == ["1 Ann: draw 12g"]
    assert decided_lines(events) == ["1 Ann: draw 12b"]


def test_a_challenge_by_command() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE, on="6r")
    table.look(10)
    assert decided_lines(list(table.watching.execute(parse_command("challenge Ben")))) == ["1 Ben: challenge [6r 4r]"]
    refused = table.watching.execute(parse_command("hello"))
    assert [event.kind for event in refused] == ["refusal"]


def test_a_challenge_that_may_mean_two_builds_names_the_older_one() -> None:
    table = SightTable("hidden")
    for card, on in (("4r", "6r"), ("1g", ""), ("3r", "4b")):
        table.look(2, CENTRE)
        table.lay(card, CENTRE, on=on)
        table.look(10)
    challenge, problem = table.watching.execute(parse_command("challenge Ben shown"))
    assert challenge.text == "3 Ben: challenge [4b 3r] shown"
    assert [(play_text(other), share) for other, share in challenge.others] == [("challenge [6r 4r] shown", 0.5)]
    assert problem.text == "perhaps an older build was meant: 3 Ben: challenge [6r 4r] shown"


def test_only_a_challenge_that_the_rules_allow_needs_a_referee() -> None:
    """With hidden hands nobody at the table may be able to say whether the answer was shown."""
    table = SightTable("hidden")

    def challenged(line: str) -> list[tuple[str, bool]]:
        events = table.watching.execute(parse_command(line))
        return [(event.text, event.kind == "referee") for event in events if event.kind in ("refusal", "referee")]

    assert [referee for _, referee in challenged("challenge Ben")] == [False]  # before the deal
    table.look(2, CENTRE)
    assert challenged("challenge Ben") == [("there is no build of another player to challenge", False)]
    table.lay("4r", CENTRE, on="6r")
    table.look(10)
    assert challenged("challenge Ann") == [("there is no build of another player to challenge", False)]  # her own
    ((why, referee),) = challenged("challenge Ben")
    assert referee
    assert "nobody knows the hand" in why
    assert challenged("challenge Ben bluff") == []
    assert challenged("challenge Ben")[0][1] is False  # it was challenged already


def test_a_play_of_what_is_no_card_is_taken_back() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("9o", CENTRE)
    assert decided_lines(table.look(10)) == ["1 Ann: discard 9o"]
    events = [*table.watching.execute(parse_command(f"card {table.cards['9o'].id} none")), *table.look(20)]
    assert [event.text for event in events if event.kind == "undo"] == ["1 Ann: discard 9o"]
    assert not [event for event in events if event.kind in ("operation", "problem")]
    table.look(2, CENTRE)
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(10)) == ["1 Ann: discard 7o"]


@pytest.mark.parametrize(
    ("line", "laid", "on", "gone"),
    [("1 Ann: discard 7o", "7o", "", ""), ("1 Ann: build 4r: 6r + 4r = 10", "4r", "6r", ""), ("1 Ann: take 6b: 6r", "", "", "6b 6r")],
)
def test_a_play_that_a_person_took_back_comes_again_only_when_a_person_says_so(line: str, laid: str, on: str, gone: str) -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    if laid:
        table.lay(laid, CENTRE, on=on)
    table.take_away(*gone.split())
    assert decided_lines(table.look(10)) == [line]
    table.watching.execute(parse_command("back 1"))
    assert line not in decided_lines(table.look(80))
    table.watching.execute(parse_command("back 1"))
    table.watching.execute(parse_command(f"add {line}"))
    assert not [event for event in table.look(80) if event.kind == "undo"]
    assert line in game_text(table.watching.game).splitlines()


def test_what_a_person_said_stands_although_cards_are_read_otherwise() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE)
    assert decided_lines(table.look(4)) == ["1 Ann: discard 4r"]
    table.watching.execute(parse_command("play 1 Ann: build 4r: 6r + 4b + 4r"))
    table.look(20)
    table.cards["10b"] = replace(table.cards["10b"], faces=(("10g", 0.99),))
    assert [event for event in table.look(40) if event.kind == "deal"]
    table.cards["4b"] = replace(table.cards["4b"], faces=(("12g", 0.99),))  # with it the build would be too large
    assert not [event for event in table.look(80) if event.kind == "undo"]
    assert "1 Ann: build 4r: 6r + 4b + 4r = 14" in game_text(table.watching.game).splitlines()


@pytest.mark.parametrize(("face", "named"), [("10r", True), ("12r", False)])
def test_a_take_with_a_card_that_no_track_was_read_as_is_named(face: str, named: bool) -> None:
    evidence = TableEvidence(Options.level("3").pack())
    other = "12r" if face == "10r" else "10r"
    evidence.update(Sight(1.0, (SeenCard(1, ((CENTRE, 1.0),), ((face, 0.8), (other, 0.1))),)))
    twelve = parse_card("12r")
    told = TrackCards().take(Taken(0, twelve, ()), evidence, [twelve])
    assert bool(told) is named
