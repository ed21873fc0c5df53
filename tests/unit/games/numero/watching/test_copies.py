"""Games of several packs, in which equal cards are told apart: nothing is lost on the way in and out."""

from collections import Counter

import pytest

from numero_cam.games.numero.engine import Game, Options, game_text, parse_game
from numero_cam.games.numero.engine.operations import Found
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.rules.calculation import Lone, Total
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.copies import (
    game_with_copies,
    operation_with_copies,
    plain_game,
    plain_operation,
    seen_before_won,
    with_copies,
)
from numero_cam.games.shared.sight import SeenCard, TablePlace
from tests.simulated_table import hidden_game
from tests.tables import texts
from tests.unit.games.numero.watching.test_game_watcher import ANN, BEN, CENTRE, WatchedCards, decided_lines

KINDS = [(level, by, packs) for level, packs in (("1-10", 3), ("2", 2), ("all", 2)) for by in ("points", "cards")]


def random_game(level: str, by: str, packs: int, *, apart: bool = False) -> Game:
    options = Options.level(level, by=by, packs=packs, players=3)
    return one_game(with_copies(options) if apart else options, ("random", "greedy", "random"), f"{level} {by} {packs}")


@pytest.mark.parametrize(("level", "by", "packs"), KINDS)
def test_a_game_whose_equal_cards_are_told_apart_is_the_same_game(level: str, by: str, packs: int) -> None:
    game = random_game(level, by, packs)
    apart = game_with_copies(game)
    for state in apart.states[1:]:
        cards = list(state.cards())
        assert len(set(cards)) == len(cards) == packs * len(Options.level(level).pack())
    assert plain_game(apart) == game
    assert plain_game(apart).states == game.states


@pytest.mark.parametrize(("level", "by", "packs"), KINDS)
def test_a_game_played_with_cards_told_apart_is_a_game_that_can_be_written(level: str, by: str, packs: int) -> None:
    apart = random_game(level, by, packs, apart=True)
    for game in (apart, *([hidden_game(apart)] if by == "cards" else [])):  # who sees no hand knows no answer to a challenge
        written = plain_game(game)
        assert parse_game(game_text(written)) == written
        assert [seat.score for seat in written.state.seats] == [seat.score for seat in apart.state.seats]
        for count in range(0, len(game.operations), 9):
            assert plain_game(game.replayed(count)) == written.replayed(count)
        again = game_with_copies(written)
        assert plain_game(again) == written


def test_one_pack_is_left_as_it_is() -> None:
    game = random_game("2", "points", 1)
    assert game_with_copies(game) is game
    assert plain_game(game) is game
    assert with_copies(game.options) is game.options


def played(centre: str, hand: str) -> Game:
    """Return a game of two packs with these cards in the middle and in the first hand."""
    game = Game(with_copies(Options.level("3", packs=2)), ("Ann", "Ben"))
    start = Found(0, parse_cards(centre), (parse_cards(hand), ()), (0, 5))
    game.do(operation_with_copies(game.state, start))
    return game


def test_a_wild_card_of_the_hand_is_said_to_be_one_where_an_equal_one_lies_in_the_middle() -> None:
    game = played("4r x2", "8b x2 1r 3r 5r")
    lying, own = game.state.centre[1], game.state.seat.hand[1]
    assert str(lying) == str(own) == "x2"
    assert lying != own
    for line in ("4r x2", "4r x2'"):
        said = plain_game(game).copy()
        operation = operation_with_copies(game.state, said.take("8b", line))
        again = game.copy()
        again.do(operation)
        cards = (*again.state.centre, *again.state.seats[0].hand)
        assert Counter(map(str, cards)) == Counter(("1r", "3r", "5r", "x2"))
        assert (lying in cards) is (line == "4r x2'")
        assert plain_operation(game.state, operation) == said.operations[-1]
    assert "take 8b: 4r x2'" in game_text(plain_game(again))


def test_a_card_found_on_the_table_is_not_the_equal_one_that_was_won() -> None:
    game = played("4r 4r", "8b x2 1r 3r 5r")
    first, second = game.state.centre
    game.take(game.state.seat.hand[0], Total((Lone(first), Lone(second))))
    won = [card for card in game.state.seats[0].won if str(card) == "8b"]
    found = Found(1, (won[0],), ((), ()), (4, 5))
    (instead,) = seen_before_won(found, game.state).centre
    assert str(instead) == "8b"
    assert instead not in won
    both = Found(1, parse_cards("4r"), ((), ()), (4, 5))  # each 4r was won, so one of them lies there again
    assert seen_before_won(both, game.state) == both


class TwoPacks(WatchedCards[int]):
    """A table with cards of two packs, at which every card is a track."""

    def __init__(self, packs: int = 2) -> None:
        super().__init__(GameSetup(Options.level("2", packs=packs), ("Ann", "Ben")))
        for place, cards in {CENTRE: "6r 6r", ANN: "4r 4r 9b 7o 10b", BEN: "1r 2g 5r 8o 6g"}.items():
            for card in cards.split():
                self.lay(card, place)

    def lay(self, card: str, place: TablePlace, *, on: int | None = None, number: int | None = None) -> int:
        """Lay a card, or the one of a number; return its number."""
        number = len(self.cards) + 100 if number is None else number
        below = frozenset[int]() if on is None else frozenset({on})
        self.cards[number] = SeenCard(number, ((place, 1.0),), ((card, 0.98),), below=below, x=float(number * 2))
        return number

    def numbers(self, card: str, place: TablePlace) -> list[int]:
        """Return the numbers of the tracks of a card at a place."""
        return [number for number, seen in self.cards.items() if seen.place == place and seen.faces[0][0] == card]


def test_equal_cards_of_middle_and_hands_are_dealt_played_and_taken() -> None:
    table = TwoPacks()
    assert table.look(4)[0].kind == "deal"
    table.look(2, CENTRE, ANN)
    (first, second) = table.numbers("4r", ANN)
    six, other_six = table.numbers("6r", CENTRE)
    table.lay("4r", CENTRE, on=six, number=second)  # the second one of the hand, on one of the two sixes
    assert decided_lines(table.look(10)) == ["1 Ann: build 4r: 6r + 4r = 10"]
    table.look(1, TablePlace("stock"))
    table.lay("9b", ANN)
    assert decided_lines(table.look(4)) == ["1 Ann: draw 9b"]
    table.look(2, CENTRE, BEN)
    (taker,) = table.numbers("6g", BEN)
    del table.cards[taker], table.cards[other_six]
    assert decided_lines(table.look(6)) == ["2 Ben: take 6g: 6r"]
    assert texts(table.watching.game.state.centre) == "[6r 4r]"
    assert table.watching.game.state.problems() == ()
    assert first in table.cards


def test_people_name_equal_cards_as_they_are_printed() -> None:
    table = TwoPacks()
    table.look(4)
    for line in ("add Ann: build 4r: 6r + 4r = 10", "add Ann: draw 9b", "add Ben: take 6g: 6r"):
        assert decided_lines(list(table.watching.execute(parse_command(line))))
    assert texts(table.watching.game.state.centre) == "[6r 4r]"
    assert parse_game(game_text(table.watching.game)) == table.watching.game


def test_a_game_of_two_packs_goes_on_from_its_text() -> None:
    table = TwoPacks()
    table.look(4)
    table.watching.execute(parse_command("add Ann: discard 4r"))
    start = parse_game(game_text(table.watching.game))
    again = GameWatcher(GameSetup(start.options, start.names, "open", start))
    assert again.game == start
    table.watching = again
    table.lay("4r", CENTRE, number=table.numbers("4r", ANN)[0])
    table.look(3)
    table.lay("9g", ANN)
    assert decided_lines(table.look(4)) == ["1 Ann: draw 9g"]


def test_a_card_is_corrected_to_one_of_which_there_are_two() -> None:
    table = TwoPacks()
    table.look(4)
    (wrong,) = table.numbers("8o", BEN)
    table.watching.execute(parse_command(f"card {wrong} 5r"))
    assert texts(table.watching.game.state.seats[1].hand) == "1r 2g 5r 5r 6g"
    assert table.watching.game.state.problems() == ()


def test_two_packs_in_a_game_of_one_are_named_once() -> None:
    table = TwoPacks(packs=1)
    asked = [event.text for event in table.look(40) if event.kind == "question" and event.answers]
    assert len(asked) == 1
    assert "is seen 2 times: are 2 packs mixed?" in asked[0]
    assert table.watching.game.options.packs == 2
    assert texts(table.watching.game.state.seats[0].hand) == "4r 9b 7o 10b 4r"
    assert not [event for event in TwoPacks().look(40) if event.kind in ("problem", "question")]
