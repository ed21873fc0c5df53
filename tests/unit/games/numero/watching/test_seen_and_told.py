"""What was surely seen and is not so in the told game is a problem with a name; a card that lies otherwise tells its play anew."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Discarded
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching import Hands
from numero_cam.games.numero.watching.game_commands import CorrectCard
from numero_cam.games.shared.sight import TablePlace
from tests.unit.games.numero.watching.test_game_watcher import ANN, BEN, CENTRE, SightTable, decided_lines
from tests.unit.games.numero.watching.test_histories import LateTable, covered

STOCK = TablePlace("stock")


def problems(events: list[LogEntry]) -> list[str]:
    return [event.text for event in events if event.kind == "problem"]


def perhaps(events: list[LogEntry]) -> list[str]:
    return [play_line(("Ann", "Ben"), event.before, event.perhaps) for event in events if event.perhaps is not None]


def laid_under_an_arm(table: SightTable, row: TablePlace, card: str, new: str, on: str = "") -> list[LogEntry]:
    """A card of a row goes under an arm that rests over the middle, and a new card comes to the row."""
    hidden = [name for name, seen in table.cards.items() if seen.id > 900]
    covered(table, 10, CENTRE, *hidden)
    table.lay(card, CENTRE, on=on)
    table.cards[card] = replace(table.cards[card], id=table.cards[card].id + 900)  # nobody followed it under the arm
    events = covered(table, 10, CENTRE, card, *hidden)
    table.lay(new, row)
    return events + covered(table, 10, CENTRE, card, *hidden)


def test_what_no_play_explains_is_told_in_quick_play_too() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    table.take_away("4b")
    events: list[LogEntry] = []
    for _ in range(4):  # a hand is over the stock or a row every second
        events += [*table.look(8), *table.look(2, STOCK)]
    assert problems(events) == ["the 4b is gone from the middle; no play explains that: say what was played, or put it back"]


def test_a_card_that_comes_back_was_not_taken_and_is_no_problem() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    away = table.cards.pop("4b")
    events = table.look(15)
    table.cards["4b"] = away
    assert [*events, *table.look(40)] == []


@pytest.mark.parametrize(("seconds", "told"), [(6, 0), (12, 1)])
def test_a_card_that_went_while_an_arm_rests_over_the_row_of_who_plays_is_a_problem_later(seconds: int, told: int) -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.take_away("4b")
    assert len(problems(covered(table, 10 * seconds, ANN))) == told


def test_a_card_that_lies_there_while_an_arm_rests_over_the_row_of_who_plays_is_a_problem_as_soon_as_ever() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    for card in ("12r", "13r"):
        table.lay(card, CENTRE)
    assert len(problems(covered(table, 70, ANN))) == 1


def test_a_hand_that_carries_a_card_over_others_makes_no_build_of_a_discard() -> None:
    table = SightTable()
    table.look(2, CENTRE)
    table.lay("7o", CENTRE)
    events = [*table.look(4), *table.look(2, CENTRE)]
    table.lay("7o", CENTRE, on="6r")
    events += table.look(12, CENTRE)
    table.lay("7o", CENTRE)
    events += table.look(12)
    assert [event.text for event in events] == ["1 Ann: discard 7o"]


def test_a_build_under_an_arm_is_told_when_the_arm_has_gone() -> None:
    table = SightTable()
    events = laid_under_an_arm(table, ANN, "4r", "12g", on="6r")
    events += laid_under_an_arm(table, BEN, "8o", "13r")
    events += covered(table, 60, CENTRE, "4r", "8o")
    assert "1 Ann: discard 4r" in decided_lines(events)
    table.look(12)
    lines = game_text(table.watching.game).splitlines()
    assert "1 Ann: build 4r: 6r + 4r = 10" in lines
    assert "2 Ben: discard 8o" in lines
    assert not [event for event in table.look(20) if event.kind in ("operation", "undo")]


def test_a_discard_that_was_pushed_against_another_card_is_told_as_a_discard_when_it_lies_apart() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE, on="6r")
    assert decided_lines(table.look(6)) == ["1 Ann: build 4r: 6r + 4r = 10"]
    table.cards["4r"] = replace(table.cards["4r"], below=frozenset())
    assert decided_lines(table.look(10)) == ["1 Ann: discard 4r"]


def test_a_discard_that_the_next_player_builds_with_stays_a_discard() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE)
    assert decided_lines(table.look(2)) == ["1 Ann: discard 4r"]
    table.look(2, CENTRE, ANN, BEN)
    table.lay("4r", CENTRE, on="4b")
    table.lay("1r", CENTRE, on="4r")
    table.cards["1r"] = replace(table.cards["1r"], faces=())  # it cannot be read yet
    events = table.look(20, ANN)
    assert not [event for event in events if event.kind == "undo"]


def test_a_build_of_which_a_card_is_covered_stays_a_build() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE, on="6r")
    table.look(6)
    table.cards["4r"] = replace(table.cards["4r"], below=frozenset())
    assert not decided_lines(covered(table, 20, TablePlace("won", 0), "6r"))


def test_a_card_that_nobody_saw_lie_in_the_middle_is_a_problem() -> None:
    table = SightTable()
    events = laid_under_an_arm(table, ANN, "7o", "12g")
    events += laid_under_an_arm(table, BEN, "8o", "13r")
    events += covered(table, 60, CENTRE, "7o", "8o")
    assert "1 Ann: discard 7o" in game_text(table.watching.game).splitlines()
    assert "nobody has seen 7o lie in the middle as that was told; if it was another play, say which" in problems(events)


@pytest.mark.parametrize(("seconds", "told"), [(4, 0), (12, 1)])
def test_an_arm_that_rests_over_the_middle_is_said_once(seconds: int, told: int) -> None:
    table = SightTable()
    lines = problems(covered(table, 10 * seconds, CENTRE))
    assert lines == ["something rests over the middle; take it away, because what is played under it is not seen"] * told


def test_with_hidden_hands_a_card_of_the_middle_is_read_otherwise_in_the_row_that_shows_it() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    for card, face in (("6r", "6g"), ("6b", "6b")):
        table.lay(card, ANN)
        table.cards[card] = replace(table.cards[card], faces=((face, 0.99),))
    events = table.look(12)
    assert [event for event in events if event.kind == "deal"]
    table.look(2, ANN)
    table.take_away("6r", "6b")
    assert decided_lines(table.look(4)) == ["1 Ann: take 6b: 6g"]


def test_cards_that_were_shown_and_turned_over_without_a_play_are_a_problem() -> None:
    table = SightTable("hidden")
    table.look(2, BEN)
    table.lay("9r", BEN)  # it is Ann's turn, and nothing has gone from the middle
    table.look(10)
    table.look(2, BEN)
    table.take_away("9r")
    assert problems(table.look(40)) == [
        "the 9r lay in the row of Ben and is gone; no play explains that: say what was played, or put it back"
    ]


def test_wild_cards_that_come_to_light_together_are_told_with_the_discard_that_ends_the_turn() -> None:
    table = SightTable("hidden")
    covered(table, 10, CENTRE)
    for card in ("-4", "-3", "-5", "9r"):
        table.lay(card, CENTRE)
    events = table.look(30)
    lines = decided_lines(events)
    assert lines == [f"1 Ann: discard {card}" for card in ("-4", "-3", "-5", "9r")]


@pytest.mark.parametrize("drawn", [False, True])
def test_a_wild_card_that_is_laid_late_belongs_to_the_build_if_nobody_drew(*, drawn: bool) -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("4r", CENTRE, on="6r")
    assert decided_lines(table.look(16)) == ["1 Ann: build 4r: 6r + 4r = 10"]
    if drawn:
        table.look(2, STOCK)
    table.look(2, CENTRE)
    table.lay("-3", CENTRE, on="4r")
    assert ("1 Ann: build 4r: (6r + 4r) -3 = 7" in decided_lines(table.look(8))) == (not drawn)


def test_a_card_that_was_never_read_surely_is_named() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("7o", CENTRE)
    table.cards["7o"] = replace(table.cards["7o"], faces=(("7o", 0.8), ("7b", 0.15)))
    events = table.look(20)
    assert decided_lines(events) == ["1 Ann: discard 7o"]
    assert perhaps(events) == ["1 Ann: discard 7b"]
    (told,) = (event for event in events if event.kind == "operation")
    assert told.sure == pytest.approx(0.8, abs=0.01)
    assert told.others[0][1] == pytest.approx(0.2, abs=0.01)
    assert problems(events) == []


def test_a_play_that_is_about_as_probable_is_named_once_with_its_probability() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("7o", CENTRE)
    table.cards["7o"] = replace(table.cards["7o"], faces=(("7o", 0.55), ("7b", 0.42)))
    (told,) = (event for event in table.look(60) if event.kind == "operation" and event.text == "1 Ann: discard 7o")
    assert [one for one, _ in told.others].count(Discarded(0, (parse_card("7b"),))) == 1
    assert told.sure + told.others[0][1] == pytest.approx(1.0, abs=0.06)


class UnsureTable(SightTable):
    """A table at which no look is sure of the 6r."""

    def lay(self, card: str, place: TablePlace, on: str = "") -> None:
        super().lay(card, place, on)
        if card == "6r":
            self.cards[card] = replace(self.cards[card], faces=(("6r", 0.8), ("6o", 0.15)))


def test_an_unsure_card_that_was_dealt_is_a_problem_of_its_take() -> None:
    """That it is another one cannot be told as another play: the other one does not lie there."""
    table = UnsureTable("hidden")
    table.look(2, CENTRE)
    for card in ("6r", "6b"):
        table.lay(card, ANN)
    events = table.look(12)
    table.look(2, ANN)
    table.take_away("6r", "6b")
    events += table.look(4)
    assert decided_lines(events) == ["1 Ann: take 6b: 6r"]
    assert perhaps(events) == []
    assert "the 6r was never read surely; it may be the 6o" in problems(events)


def test_a_look_that_was_sure_of_another_card_makes_a_card_no_surer() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("7o", CENTRE)
    card = table.cards["7o"]
    events: list[LogEntry] = []
    for look in range(20):
        table.cards["7o"] = replace(card, faces=(("7o", 0.8), ("7b", 0.15)) if look else (("7b", 0.92), ("7o", 0.07)))
        events += table.look(1)
    assert "1 Ann: discard 7o" in decided_lines(events)
    assert perhaps(events) == ["1 Ann: discard 7b"]


def test_a_take_up_in_the_middle_is_told_with_the_beginning_of_the_game() -> None:
    table = LateTable("hidden")
    table.lay("1g", CENTRE)
    assert [event.kind for event in table.look(20)] == ["deal", "problem"]


def test_a_deal_with_a_card_that_came_later_is_told_as_a_play_if_a_take_shows_that() -> None:
    """Two cards lie in the middle, as after a deal; but who takes first is Ben."""
    table = LateTable("hidden")
    del table.cards["4b"]
    events = table.look(10)
    table.look(2, CENTRE, ANN)
    table.lay("12r", CENTRE)
    events += [*table.look(10), *table.look(2, STOCK), *table.look(2, ANN), *table.look(10)]
    table.look(2, CENTRE, BEN)
    table.lay("12r", BEN)
    table.lay("12b", BEN)
    events += table.look(15)
    table.look(2, BEN)
    table.take_away("12r", "12b")
    events += table.look(30)
    plays = [line for line in decided_lines(events) if "draw" not in line]
    assert plays[-2:] == ["1 Ann: discard 12r", "2 Ben: take 12b: 12r"]


def test_a_take_under_an_arm_with_a_card_that_nobody_saw() -> None:
    table = SightTable("hidden")
    covered(table, 10, ANN)  # Ann spreads a take under it
    table.look(2, CENTRE, ANN)
    table.take_away("6r")
    covered(table, 20, ANN)
    events = table.look(20)
    assert decided_lines(events)[0] == "1 Ann: take 6b: 6r"
    assert problems(events) == ["nobody saw the card that took; it may be another 6"]
    table.look(2, CENTRE)
    table.lay("6b", CENTRE)  # Ben discards it: it was another one
    table.cards["6b"] = replace(table.cards["6b"], id=300)
    table.look(20)
    lines = game_text(table.watching.game).splitlines()
    assert "1 Ann: take 6g: 6r" in lines
    assert "2 Ben: discard 6b" in lines


@pytest.mark.parametrize(("seconds", "told"), [(1, 0), (2, 1)])
def test_cards_of_a_hidden_deal_that_come_late_may_have_been_played(seconds: int, told: int) -> None:
    table = LateTable("hidden")
    later = {"4b": table.cards.pop("4b")}
    events = table.look(seconds * 10)
    table.cards |= later
    text = "the cards of the middle came one long after the other; if one of them was played, the game began before"
    assert problems(events + table.look(5)) == [text] * told


def shown_take(table: SightTable, *cards: str) -> None:
    """Ann, whose hand is hidden, spreads a take that lies there for a second."""
    table.look(2, CENTRE, ANN)
    for card in cards:
        table.lay(card, ANN)
    table.look(10)


def test_a_card_that_is_read_as_the_one_that_it_takes_is_a_card_of_its_own() -> None:
    table = SightTable("hidden")
    shown_take(table, "6r")
    table.lay("6b", ANN)
    table.cards["6b"] = replace(table.cards["6b"], faces=(("6r", 0.7), ("6b", 0.25)))
    table.look(10)
    table.look(2, ANN)
    table.take_away("6r", "6b")
    assert decided_lines(table.look(20))[0] == "1 Ann: take 6b: 6r"


def test_a_wild_card_of_a_shown_take_need_not_have_been_read() -> None:
    table = SightTable("hidden")
    shown_take(table, "6r", "4r")  # 6 - 2
    table.take_away("6r", "4r")
    events = [*table.look(12), *table.look(2, STOCK), *table.look(10)]
    assert decided_lines(events)[0] == "1 Ann: take 4r: 6r -2"


def test_what_was_read_unsurely_comes_before_a_wild_card_that_was_not_read() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE, ANN)
    table.lay("6r", ANN)
    table.lay("4r", ANN)
    table.cards["4r"] = replace(table.cards["4r"], faces=(("4r", 0.5), ("6g", 0.45)))
    table.look(10)
    table.take_away("6r", "4r")
    events = [*table.look(12), *table.look(2, STOCK), *table.look(10)]
    assert decided_lines(events)[0] == "1 Ann: take 6g: 6r"


def test_who_draws_has_finished_the_play() -> None:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("4r", CENTRE, on="6r")
    assert not decided_lines(table.look(1))
    assert decided_lines(table.look(2, STOCK)) == ["1 Ann: build 4r: 6r + 4r = 10"]


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_a_card_belongs_to_what_it_lies_on_though_that_touches_something_else(hands: Hands) -> None:
    table = SightTable(hands)
    table.lay("4b", CENTRE, on="6r")  # pushed
    table.look(2, CENTRE, ANN)
    table.lay("6b", CENTRE, on="4b")  # 6 + 4 + 6 is more than any card
    assert decided_lines(table.look(40)) == ["1 Ann: build 6b: 4b + 6b = 10"]


def misread_card_on_another() -> LateTable:
    """Ann lays her 5g on the 6r; every look reads it as a 10g, and 6 + 10 is more than any card."""
    table = LateTable()
    misread = (("10g", 0.6), ("5g", 0.3))
    table.cards["5g"] = replace(table.cards["5g"], faces=misread)
    table.look(8)
    table.look(2, CENTRE, ANN)
    table.lay("5g", CENTRE, on="6r")
    table.cards["5g"] = replace(table.cards["5g"], faces=misread)
    assert decided_lines(table.look(40)) == ["1 Ann: discard 10g"]
    return table


def test_a_person_who_names_a_misread_card_need_not_say_what_it_lies_on() -> None:
    table = misread_card_on_another()
    events = table.watching.execute(CorrectCard(table.cards["5g"].id, parse_card("5g")))
    assert decided_lines([*events, *table.look(2)])[-1] == "1 Ann: build 5g: 6r + 5g = 11"


def test_how_a_card_lies_was_seen_whatever_it_was_called() -> None:
    table = misread_card_on_another()
    table.cards["5g"] = replace(table.cards["5g"], faces=(("5g", 0.98),))
    events = table.look(12)
    assert [event.text for event in events if event.kind == "change"] == [
        "the 10g on the table is the 5g: it is read so by now",
        "a card lies otherwise than it was told",
    ]
    assert decided_lines(events)[-1] == "1 Ann: build 5g: 6r + 5g = 11"


def test_a_play_in_progress_is_no_problem_until_something_else_happens() -> None:
    table = SightTable("hidden")
    table.look(2, CENTRE)
    table.lay("-4", CENTRE, on="6r")
    assert table.look(200) == []
    table.take_away("4b")
    (text,) = problems(table.look(40))
    assert "the -4 lies in the middle and the 4b is gone from the middle" in text
