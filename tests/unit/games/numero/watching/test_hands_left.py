"""What is left in hidden hands at the end: players show it, and it says how many cards the last draws had."""

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, parse_game
from numero_cam.games.numero.engine.operations import Drawn, HandShown, Passed
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.tournament import player_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.copies import game_with_copies
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.game_commands import UndoEntry
from numero_cam.games.numero.watching.hands_left import ASK_AFTER_SECONDS, SHOWN_SECONDS, HandsLeft, game_with_counts
from numero_cam.games.numero.watching.track_cards import TrackCards
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from tests.simulated_table import CLEAR, Film, hidden_game, sights_of

if TYPE_CHECKING:
    from numero_cam.games.numero.engine.log_entry import LogEntry

SHOWN = replace(CLEAR, seconds=0.2, stock=True, shown=True)


def game_of(number: int, lost: int = 0, by: By = "points") -> Game:
    """Return a random game in which all hands but one are left; of its pack some cards are lost."""
    options = Options.level("2", players=2 + number % 2, by=by)
    for again in count():
        rng = random.Random(f"left {number} {again}")  # noqa: S311 - a seeded game
        game = Game(options)
        game.deal(rng.sample(options.pack(), len(options.pack()) - lost))
        game = play_game(game, [player_of("random", rng.randrange(1000)) for _ in range(options.players)])
        hands = sum(bool(seat.hand) for seat in game.state.seats)
        if hands == options.players - 1 and not sights_of(game, "open", CLEAR, number).unordered:
            return game
    raise AssertionError


def watched(game: Game, film: Film) -> tuple[GameWatcher, list[str]]:
    """Watch a film with hidden hands; return the watcher, and the problems that it told."""
    watching, said = GameWatcher(GameSetup(game.options, game.names, "hidden")), list(film.said)
    events: list[LogEntry] = []
    for sight in film.sights:
        events += watching.see(sight)
        while said and said[0][0] <= sight.t:
            events += watching.execute(parse_command(said.pop(0)[1]))
    return watching, [event.text for event in events if event.kind == "problem"]


@cache
def watched_once(number: int, lost: int, by: By, *, shown: bool) -> tuple[Game, Film, GameWatcher, list[str]]:
    game = game_of(number, lost, by)
    film = sights_of(game, "hidden", replace(SHOWN, shown=shown), number)
    return game, film, *watched(game, film)


def watched_whole(number: int, by: By = "points", *, shown: bool = False) -> tuple[Game, Film, GameWatcher]:
    """Return a game, its film and a watcher of its own that has seen it; watched once for all tests that go on from there."""
    game, film, watching, _ = watched_once(number, 0, by, shown=shown)
    return game, film, deepcopy(watching)


#: Games of two and three players, with the whole pack and with cards that are lost.
@pytest.mark.parametrize(("number", "lost"), [(0, 0), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((1, 5), (2, 5), (3, 0)))])
def test_what_is_shown_makes_the_scores_those_of_the_game(number: int, lost: int) -> None:
    game, _, watching, problems = watched_once(number, lost, "points", shown=True)
    found = watching.game
    assert found.state.phase is Phase.OVER
    assert [seat.score for seat in found.state.seats] == [seat.score for seat in game.state.seats]
    assert [sorted(map(str, seat.hand)) for seat in found.state.seats] == [sorted(map(str, seat.hand)) for seat in game.state.seats]
    assert not any("is not known" in text for text in problems)


@pytest.mark.slow
def test_a_hand_that_nobody_shows_is_asked_for_once_and_only_where_points_are_printed() -> None:
    cases: tuple[tuple[By, int], ...] = (("points", 1), ("cards", 0))
    for by, asked in cases:
        _, film, watching = watched_whole(1, by)
        end = film.sights[-1]
        watching.finish(end.t)
        later = [replace(end, t=end.t + 0.2 * k) for k in range(1, int(ASK_AFTER_SECONDS / 0.2) * 3)]
        told = [event.text for sight in later for event in watching.see(sight) if event.kind == "problem"]
        assert [("is not known" in text, "lay it open" in text) for text in told] == [(True, True)] * asked


@pytest.mark.slow
def test_cards_that_were_seen_before_and_a_take_that_lies_before_its_player_are_no_hand() -> None:
    game, film, watching = watched_whole(0)
    watching.finish(film.sights[-1].t)
    scores = [seat.score for seat in watching.game.state.seats]
    won = next(card for seat in game.state.seats for card in seat.won)
    end = film.sights[-1]
    seen = next(card for sight in film.sights for card in sight.cards if card.faces)
    lying = replace(seen, id=9_999, places=((type(seen.place)("row", 0), 1.0),), faces=((str(won), 1.0),), below=frozenset())
    for k in range(1, 100):
        watching.see(Sight(end.t + 0.2 * k, (*end.cards, lying), frozenset(), frozenset()))
    assert [seat.score for seat in watching.game.state.seats] == scores


@pytest.mark.slow
def test_what_a_person_takes_back_is_not_shown_again() -> None:
    game, film, watching = watched_whole(0, shown=True)
    while isinstance(watching.game.operations[-1], HandShown):
        watching.execute(UndoEntry())
    back = watching.game.operations
    end = film.sights[-1]
    for k in range(1, 60):
        watching.see(replace(end, t=end.t + 0.2 * k))
    assert watching.game.operations == back
    assert len(back) < len(game.operations) + 5


@pytest.mark.parametrize("number", range(4))
def test_a_count_is_mended_in_the_last_draws_and_in_nothing_else(number: int) -> None:
    game = hidden_game(game_of(number))
    draws = [k for k, one in enumerate(game.operations) if isinstance(one, Drawn)]
    player = game.operations[draws[-1]].player  # type: ignore[union-attr] # draws have players
    assert game_with_counts(game, [0] * game.options.players) is None
    for surplus in range(1, 4):
        line = game_with_counts(game, [surplus * (one == player) for one in range(game.options.players)])
        if line is None:
            continue
        found = game.at(line)
        assert [one for one in found.operations if not isinstance(one, Drawn)][: len(draws)] == [
            one for one in game.operations if not isinstance(one, Drawn)
        ][: len(draws)]
        hands = [seat.hand_size for seat in game.state.seats]
        assert [seat.hand_size for seat in found.state.seats] == [size - surplus * (one == player) for one, size in enumerate(hands)]


def laid_open(watching: GameWatcher, last: Sight, player: int, cards: tuple[Card, ...], seconds: float) -> float:
    """Let cards lie open before a player for some time, on the table of the last sight; return when it ended."""
    seen = [SeenCard(9_000 + n, ((TablePlace("row", player), 1.0),), ((str(card), 1.0),), x=500.0 + 2 * n) for n, card in enumerate(cards)]
    for k in range(1, round(seconds / 0.2) + 1):
        watching.see(Sight(last.t + 0.2 * k, (*last.cards, *seen), frozenset(), frozenset()))
    return last.t + seconds


def watched_until(game: Game, number: int, turns: int) -> tuple[GameWatcher, Film, int]:
    """Watch a game up to some turns before its end; return the watcher, what it saw, and the index of the next operation."""
    film = sights_of(game, "hidden", replace(SHOWN, shown=False), number)
    k = [k for k, one in enumerate(game.operations) if not isinstance(one, Drawn | Passed)][-turns]
    until = next(one.settled for one in film.truth if one.turn == game.states[k].turn - 1 and one.key[1] != "draw")
    film.sights = [sight for sight in film.sights if sight.t <= until + 1.0]
    film.said = [said for said in film.said if said[0] <= until + 1.0]
    return watched(game, film)[0], film, k


@pytest.mark.slow
@pytest.mark.parametrize("turns", [12, 5])
def test_a_card_that_lies_open_while_the_game_is_played_ends_nothing(turns: int) -> None:
    game = game_of(0)
    watching, film, k = watched_until(game, 0, turns)
    hands = game.states[k].seats
    player = max(range(len(hands)), key=lambda one: len(hands[one].hand))
    assert len(hands[player].hand) > 1
    before = watching.game.operations
    laid_open(watching, film.sights[-1], player, hands[player].hand[:1], 4 * SHOWN_SECONDS)
    after = watching.game
    assert after.state.phase not in (Phase.LAST, Phase.OVER)
    assert after.operations[: len(before)] == before


@pytest.mark.slow
def test_a_last_take_that_is_laid_slowly_is_not_passed() -> None:
    _, film, watching = watched_whole(0)
    last = film.sights[-1]
    while watching.game.state.phase is not Phase.LAST:  # the truth ends with a take or a pass in the last chance
        watching.execute(UndoEntry())
    state = watching.game.state
    card = next(one for one in state.stock if one.is_number)
    laid_open(watching, last, state.player, (card,), SHOWN_SECONDS / 2)
    assert watching.game.state.phase is Phase.LAST


@pytest.mark.slow
def test_won_cards_that_are_counted_before_a_player_are_no_hand_of_two_packs_either() -> None:
    game, film, watching = watched_whole(1)
    watching.finish(film.sights[-1].t)
    before = watching.game.operations
    player = next(place for place, seat in enumerate(watching.game.state.seats) if seat.unknown)
    won = next(card for card in game.state.seats[player].won if card.is_number)
    laid_open(watching, film.sights[-1], player, (won,), 3 * SHOWN_SECONDS)
    assert watching.game.operations == before


HIDDEN = "numero game 1\nplayers: Ann, Ben\nlevel: 2\npacks: 2\nhand Ann: ? ? ? ? ?\nhand Ben: ? ? ? ? ?\ncentre: 6b 4g\n\n"
ENDED = HIDDEN + "1 Ann: take 10b: 6b + 4g\n1 Ann: draw ?\n2 Ben: end\n"
HAND = ("7r", "8r", "9g", "2o", "1b")


def moves(
    game: Game, shown: Sequence[str], *, player: int = 1, seconds: float = SHOWN_SECONDS + 1, busy: bool = False
) -> Passed | HandShown | None:
    """What follows where cards lie open before a player for some time, and perhaps a hand is over the middle."""
    game = game_with_copies(game)
    evidence = TableEvidence(game.options.pack())
    cards = tuple(SeenCard(n, ((TablePlace("row", player), 1.0),), ((face, 1.0),), x=2.0 * n) for n, face in enumerate(shown))
    for k in range(round(seconds / 0.2) + 1):
        evidence.update(Sight(0.2 * k, cards, frozenset(), frozenset({TablePlace("centre")} if busy else ())))
    return HandsLeft().next_move(evidence, TrackCards(), game)


def test_a_hand_is_shown_where_it_lies_whole_still_and_alone() -> None:
    game = parse_game(ENDED)
    assert moves(game, ()) is None
    found = moves(game, HAND)
    assert isinstance(found, HandShown)
    assert (found.player, sorted(map(str, found.cards))) == (1, sorted(HAND))
    assert moves(game, HAND[:4]) is None
    assert moves(game, (*HAND, "3g")) is None
    assert moves(game, HAND, seconds=SHOWN_SECONDS - 1) is None
    assert moves(game, HAND, busy=True) is None
    assert moves(game, (*HAND[:4], "6b")) is None  # the other 6 blue, which was won, may be counted there
    assert moves(game, (*HAND[:4], "7r")) is not None  # both packs have one


def test_a_last_chance_is_passed_by_a_whole_hand_alone() -> None:
    game = hidden_game(next(game for game in map(game_of, range(50)) if _last_hand(game) is not None))
    k, count = _last_hand(game) or (0, 0)
    before = game.replayed(k)
    player = before.state.player
    cards = [str(card) for card in before.state.stock[:count]]
    assert moves(before, cards, player=player) == Passed(player)
    assert moves(before, cards[1:], player=player) is None


def _last_hand(game: Game) -> tuple[int, int] | None:
    """Return where a last chance begins with several cards in the hand, and their number."""
    return next(((k, one.seat.hand_size) for k, one in enumerate(game.states) if one.phase is Phase.LAST and one.seat.hand_size > 1), None)
