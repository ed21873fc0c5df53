"""Cards that are picked up after a take was told: the take has them, too, where all are one take."""

import pytest

from numero_cam.games.numero.engine import Options, game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from tests.simulated_table import CLEAR, sights_of
from tests.unit.games.numero.watching.test_corrections import random_game
from tests.unit.games.numero.watching.test_game_watcher import ANN, BEN, CENTRE, WatchedCards, decided_lines

STOCK = TablePlace("stock")


class TwoSixes(WatchedCards[str]):
    """Ann may take one six or both, and the eight with her wild card."""

    def __init__(self, centre: str = "6r 8b") -> None:
        super().__init__(GameSetup(Options.level("3"), ("Ann", "Ben"), "open"))
        for place, cards in {CENTRE: centre, ANN: "6o -2 9b 7o 10b", BEN: "1r 2g 3b 8o 9r"}.items():
            for card in cards.split():
                self.lay(card, place)
        self.look(3)

    def lay(self, card: str, place: TablePlace) -> None:
        self.cards[card] = SeenCard(len(self.cards) + 100 + round(10 * self.t), ((place, 1.0),), ((card, 0.98),))

    def take(self, *cards: str) -> list[LogEntry]:
        events = self.look(2, CENTRE, ANN)
        for card in cards:
            del self.cards[card]
        return [*events, *self.look(6)]


@pytest.fixture
def table() -> TwoSixes:
    table = TwoSixes()
    assert decided_lines(table.take("6o", "6r")) == ["1 Ann: take 6o: 6r"]
    return table


def test_cards_picked_up_late_are_part_of_the_take_and_it_is_noted(table: TwoSixes) -> None:
    told = table.take("8b", "-2")
    assert decided_lines(told) == ["1 Ann: take 6o: 6r; 8b -2"]
    assert [event.kind for event in told if event.kind != "operation"] == ["change", "undo"]
    assert "problem" not in [event.kind for event in table.look(30)]


@pytest.mark.parametrize("sights", [1, 2, 3, 4, 5, 8])
def test_a_card_that_is_seen_a_moment_longer_than_the_others_went_with_them(sights: int) -> None:
    table = TwoSixes()
    table.look(2, CENTRE, ANN)
    for card in ("6o", "6r", "-2"):
        del table.cards[card]
    table.look(sights)
    del table.cards["8b"]
    table.look(25)
    assert "take 6o: 6r; 8b -2" in game_text(table.watching.game)


@pytest.mark.parametrize("drawn_first", [True, False])
def test_the_same_where_the_player_draws_meanwhile(drawn_first: bool) -> None:
    table = TwoSixes()
    table.look(2, CENTRE, ANN)
    for card in ("6o", "6r", "-2"):
        del table.cards[card]
    table.look(3)
    for card in ("11r", "11b"):
        table.lay(card, ANN)
    table.look(10 * drawn_first)
    del table.cards["8b"]
    table.look(25)
    assert "take 6o: 6r; 8b -2\n1 Ann: draw 11r 11b" in game_text(table.watching.game)


def test_the_draw_comes_after_it(table: TwoSixes) -> None:
    table.take("8b", "-2")
    table.look(1, STOCK)
    for card in ("11r", "11b"):
        table.lay(card, ANN)
    assert decided_lines(table.look(8)) == ["1 Ann: draw 11r 11b"]


@pytest.mark.parametrize("gone", ["8b", "-2", "8b 7o"])
def test_cards_that_make_no_take_together_are_asked_for(table: TwoSixes, gone: str) -> None:
    told = [*table.take(*gone.split()), *table.look(30)]
    assert "1 Ann: take 6o: 6r; 8b -2" not in decided_lines(told)
    assert "undo" not in [event.kind for event in told]
    assert "problem" in [event.kind for event in told]


def test_a_card_that_is_not_seen_for_a_moment_long_after_the_hand_left_is_not_taken() -> None:
    table = TwoSixes("6r 6b")
    assert decided_lines(table.take("6o", "6r")) == ["1 Ann: take 6o: 6r"]
    table.look(20)
    missed = table.cards.pop("6b")
    told = table.look(6)
    table.cards["6b"] = missed
    assert "undo" not in [event.kind for event in [*told, *table.look(10)]]


def test_a_missed_card_of_another_player_holds_nothing_up(table: TwoSixes) -> None:
    del table.cards["9r"]
    assert decided_lines(table.take("8b", "-2")) == ["1 Ann: take 6o: 6r; 8b -2"]


def test_what_a_person_took_back_is_not_told_again(table: TwoSixes) -> None:
    table.take("8b", "-2")
    for card, place in (("8b", CENTRE), ("-2", ANN), ("6o", ANN), ("6r", CENTRE)):
        table.lay(card, place)
    table.watching.execute(parse_command("back 1"))
    table.look(10)
    table.take("6o", "6r")
    assert "take 6o: 6r; 8b -2" not in " ".join(decided_lines([*table.take("8b", "-2"), *table.look(30)]))


@pytest.mark.parametrize("number", [9, 23])
def test_who_collects_the_rest_at_the_end_takes_no_more(number: int) -> None:
    """Of the last take of these games all that is left in the centre would be a part, too."""
    game = random_game(number)
    film = sights_of(game, "open", CLEAR, number)
    watching = GameWatcher(GameSetup(game.options, game.names, "open"))
    for sight in film.sights:
        watching.see(sight)
    until = film.sights[-1].t
    for n in range(40):
        rest = tuple(card for card in film.sights[-1].cards if card.place.zone != "centre")
        watching.see(Sight(until + 0.2 * (n + 1), rest))
    assert watching.game.operations[-1] == game.operations[-1]


def test_nothing_is_told_while_a_hand_is_over_the_table(table: TwoSixes) -> None:
    table.look(2, CENTRE, ANN)
    for card in ("8b", "-2"):
        del table.cards[card]
    assert decided_lines(table.look(6, CENTRE)) == []


def test_a_take_that_a_person_said_stays() -> None:
    table = TwoSixes()
    table.watching.execute(parse_command("add 1 Ann: take 6o: 6r"))
    table.take("6o", "6r")
    assert "undo" not in [event.kind for event in table.take("8b", "-2")]
