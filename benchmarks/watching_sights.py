"""How many games come back whole from noisy sights of their tables, without pictures: benchmarks/results/watching_sights.json.

The games are the engine's own, of all levels, with two to four players; `tests/simulated_table.py` turns them into sights, with noise
drawn anew for each.

In the rows of two packs three or four players play 60 turns, with cards that are mixed from two packs.

A film of the paused or troubled kind begins with the deal, in the middle of the game with the game so far, or in the middle without it.
In the paused kind players lay plays half and pause, and each table lies clear for half a second; in the troubled kind arms rest on the
table, cards are pushed together and misread for seconds, and plays follow at once, too; with ghosts, cards that were taken from under
others are seen still. A loss is unnamed if a play is not told, and no
problem, question or refusal from its beginning until ten seconds after its end; a wild card that is discarded and used in one turn is told
with the play that uses it. In films of these kinds draws are not compared, because nobody can tell
a card that was drawn under an arm from one that was dealt there. In which order a player discards several wild cards in one turn is not
compared: every order is the same game. In the quiet kind people take eight seconds between two plays: problems that are told in games
which come back whole are told without cause, and counted by the hour.

Under an arm, things happen of which no sight shows enough. `untellable` finds games of which another legal game has the same sights; they
count like all others in `whole`, and `whole_of_the_others` says what comes of the rest.

In the rows `frame_open` and `frame_hidden` whole games are played with another pack than the one that was named, or with nothing named: a
child's small pack, a pack with lost cards, a lower or a higher level, two packs. The stock lies in view. Counted are games with the right
winner and scores, those that came to their end, and the questions about cards and stock.

    python benchmarks/watching_sights.py [--games N] [--first N] [--processes N]
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import count, groupby, pairwise
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import TypeVar

from machine import ROOT, about

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Challenged, Drawn, Move, Passed
from numero_cam.games.numero.engine.options import LEVELS as LEVELS_OF_PACKS
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.tournament import one_game, player_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.copies import plain, with_copies
from numero_cam.games.shared.statistics import share_interval
from tests.simulated_table import CLEAR, GHOSTS, NOISY, PAUSED, QUIET, TROUBLED, Eyes, Film, Happened, hidden_game, key_of, sights_of

LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")
SEATS = (("random", "random"), ("greedy", "random"), ("random", "random", "random"), ("random", "greedy", "random", "random"))
SEATS_OF_PACKS = SEATS[2:]
GAMES = 200
TURNS_OF_PACKS = 60  #: Number of turns of a game of several packs.
TROUBLED_OPERATIONS = 40  #: Number of operations of a game of these kinds; later ones show nothing new.
SECONDS_AN_HOUR = 3600
NAMED_WITHIN_SECONDS = 10.0  #: A problem names a lost play if it is told at most so long after the play.
BEGUN_LATE = (PAUSED, TROUBLED, GHOSTS)  #: Films of these kinds are short, and some begin late.
LATE_STARTS = 2  #: Of five such films so many begin late.
#: Name, hands, eyes and number of packs of each row.
ROWS: tuple[tuple[str, Hands, Eyes, int], ...] = (
    ("open_paused", "open", PAUSED, 1),
    ("hidden_paused", "hidden", PAUSED, 1),
    ("open_troubled", "open", TROUBLED, 1),
    ("hidden_troubled", "hidden", TROUBLED, 1),
    ("open_ghosts", "open", GHOSTS, 1),
    ("open", "open", NOISY, 1),
    ("hidden", "hidden", NOISY, 1),
    ("open_clear", "open", CLEAR, 1),
    ("hidden_clear", "hidden", CLEAR, 1),
    ("open_quiet", "open", QUIET, 1),
    ("hidden_quiet", "hidden", QUIET, 1),
    ("open_packs", "open", NOISY, 2),
    ("hidden_packs", "hidden", NOISY, 2),
)

FRAMES: tuple[tuple[str, Hands], ...] = (("frame_open", "open"), ("frame_hidden", "hidden"))  #: Name and hands of each row of such games.
FRAMED = replace(PAUSED, sights=8, seconds=0.2, halved=0.02, stock=True, shown=True)  #: How these are seen.
MAX_LOST = 7  #: Maximum number of lost cards of a pack.

_Play = TypeVar("_Play")


@dataclass
class Row:
    """What was measured of many games."""

    games: int = 0
    whole: int = 0
    plays: int = 0
    right: int = 0
    undone: int = 0
    told: int = 0
    told_in_whole: int = 0
    hours_of_whole: float = 0.0
    early: int = 0
    unnamed: int = 0
    unbegun: int = 0
    untellable: int = 0
    untellable_whole: int = 0
    sights: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    by_players: Counter[tuple[int, bool]] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    bad_games: list[int] = field(default_factory=list)

    def add(self, other: "Row") -> None:
        """Add what was measured of other games."""
        for name in (one.name for one in fields(self) if one.name != "worst"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.worst = max(self.worst, other.worst)

    def told_as(self) -> dict[str, object]:
        """Return the row for the results."""
        low, high = share_interval(self.whole, self.games)
        self.delays.sort()
        return {
            "games": self.games,
            "whole": round(self.whole / self.games, 4),
            "whole_95_percent": [round(low, 4), round(high, 4)],
            "plays": self.plays,
            "plays_right": round(self.right / self.plays, 5),
            "first_wrong_play_by_kind": dict(self.wrong.most_common()),
            "taken_back_a_game": round(self.undone / self.games, 3),
            "problems_told_a_game": round(self.told / self.games, 3),
            "problems_told_an_hour_of_whole_games": round(self.told_in_whole / max(self.hours_of_whole, 0.01), 2),
            "games_with_an_unnamed_loss": self.unnamed,
            "games_that_no_sights_can_tell": self.untellable,
            "whole_by_players": {
                players: f"{self.by_players[players, True]} of {self.by_players[players, True] + self.by_players[players, False]}"
                for players in sorted({players for players, _ in self.by_players})
            },
            "whole_of_the_others": round((self.whole - self.untellable_whole) / max(1, self.games - self.untellable), 4),
            "games_that_did_not_begin": self.unbegun,
            "games_not_whole": sorted(self.bad_games),
            "said_before_the_hand_left": self.early,
            "delay_seconds_median": round(self.delays[len(self.delays) // 2], 2) if self.delays else None,
            "delay_seconds_95_percent": round(self.delays[int(0.95 * len(self.delays))], 2) if self.delays else None,
            "milliseconds_a_sight": round(1000 * self.seconds / self.sights, 3),
            "milliseconds_worst_sight": round(1000 * self.worst, 1),
        }


def game_of(number: int, packs: int = 1) -> Game:
    """Return a game all whose builds can be laid in an order that makes their value, as players lay them.

    Of several packs equal cards are told apart, and the game ends with its 60th turn.
    """
    all_seats = SEATS if packs == 1 else SEATS_OF_PACKS
    seats = all_seats[number % len(all_seats)]
    by = "points" if number % 3 == 0 else "cards"
    options = with_copies(Options.level(LEVELS[number % len(LEVELS)], by=by, players=len(seats), packs=packs))
    games = (one_game(options, seats, f"sights {number} {again}") for again in count())
    if packs > 1:
        games = (game.replayed(sum(state.turn <= TURNS_OF_PACKS for state in game.states) - 1) for game in games)
    return next(game for game in games if not sights_of(game, "open", CLEAR, number).unordered)


def film_of(number: int, hands: Hands, eyes: Eyes, packs: int = 1) -> tuple[Film, GameSetup]:
    """Return a film of a game, and what is known before it.

    With paused and troubled eyes every fifth film begins late with the game so far, and every fifth without.
    """
    game = game_of(number, packs)
    if eyes not in BEGUN_LATE:
        return sights_of(game, hands, eyes, number), GameSetup(plain(game.options), game.names, hands)
    game = game.replayed(min(len(game.operations), TROUBLED_OPERATIONS))
    film, setup = sights_of(game, hands, eyes, number), GameSetup(game.options, game.names, hands)
    if number % 5 < LATE_STARTS:
        begun = len(game.operations) // 4
        while begun and not _may_begin(game, begun):
            begun -= 1
        told = [happened for happened in film.truth if happened.turn < game.states[begun].turn]
        since = told[-1].settled if told else 0.0
        film.sights = [sight for sight in film.sights if sight.t > since]
        film.truth = film.truth[len(told) :]
        film.said = [said for said in film.said if said[0] >= since]
        start = game.replayed(begun) if hands == "open" else hidden_game(game.replayed(begun))
        setup = GameSetup(game.options, game.names, hands, start if number % 5 == 0 else None)
    return film, setup


def _may_begin(game: Game, count: int) -> bool:
    """Return whether a film may begin after so many operations: before a play, and with no challenge of a build that it does not show."""
    state, (before, after) = game.states[count], game.operations[count - 1 : count + 1]
    return state.phase is Phase.PLAY and not state.began and not isinstance(before, Challenged) and not isinstance(after, Challenged)


def frame_of(number: int) -> tuple[Game, Options, str]:
    """Return a game whose pack is another one than was named, the options that were named, and what is different."""
    rng = random.Random(f"frame {number}")  # noqa: S311 - a benchmark
    named = Options.level(("all", "3")[number % 2], by="points", players=2 + number % 5 // 3)
    kinds = ("small", "lost", "lower", "higher", "two packs", "small with fractions")
    kind = kinds[number // 2 % len(kinds)]
    if kind.startswith("small"):
        wilds = LEVELS_OF_PACKS["fractions" if "fractions" in kind else "3"][1]
        options = replace(named, numbers=rng.randint(5 + (named.players > 2), 8), wilds=tuple(rng.sample(wilds, rng.randint(2, 5))))
    elif kind in ("lower", "higher"):
        level = rng.choice(("1-10", "1", "2") if kind == "lower" else ("unit-fractions", "proper-fractions", "fractions", "all"))
        options = Options.level(level, by="points", players=named.players)
    else:
        options = with_copies(replace(named, packs=2 if kind == "two packs" else 1))
    cards = rng.sample(options.pack(), len(options.pack()) - (rng.randint(1, MAX_LOST) if kind == "lost" else 0))
    for again in count():
        game = Game(options)
        game.deal(rng.sample(cards, len(cards)))
        game = play_game(game, [player_of(("greedy", "random")[(seat + again) % 2], again) for seat in range(options.players)])
        if kind == "two packs":
            game = game.replayed(sum(state.turn <= TURNS_OF_PACKS for state in game.states) - 1)
        if not sights_of(game, "open", CLEAR, number).unordered:
            return game, named, kind
    raise AssertionError


def measure_frame(asked: tuple[int, Hands]) -> tuple[int, str, bool, bool, int]:
    """Watch one such game: its number, what is different, whether scores and winner are right, whether it came to its end, questions."""
    number, hands = asked
    game, named, kind = frame_of(number)
    film = sights_of(game, hands, FRAMED, number)
    watching, asks = GameWatcher(GameSetup(named, game.names, hands)), 0
    said = list(film.said)
    for sight in film.sights:
        events = list(watching.see(sight))
        while said and said[0][0] <= sight.t:
            events += watching.execute(parse_command(said.pop(0)[1]))
        asks += sum(event.kind == "question" and bool(event.answers or all(isinstance(one, Drawn) for one, _ in event.others))
                    and bool(event.answers or event.others) for event in events)  # fmt: skip
    watching.finish(film.sights[-1].t)
    scores = [[seat.score for seat in one.state.seats] for one in (game, watching.game)]
    return number, kind, scores[0] == scores[1], watching.game.state.phase is game.state.phase, asks


def frame_row(pool: Pool, hands: Hands, numbers: Sequence[int]) -> dict[str, object]:
    """Return the row of games with another pack than was named."""
    rows = list(pool.imap(measure_frame, [(number, hands) for number in numbers]))
    right = Counter(kind for _, kind, is_right, _, _ in rows if is_right)
    return {
        "games": len(rows),
        "winner_and_scores_right": round(sum(right.values()) / len(rows), 4),
        "came_to_the_same_end": round(sum(ended for _, _, _, ended, _ in rows) / len(rows), 4),
        "questions_a_game": round(sum(asks for *_, asks in rows) / len(rows), 3),
        "right_by_pack": {kind: f"{right[kind]} of {n}" for kind, n in Counter(kind for _, kind, *_ in rows).items()},
        "games_not_right": [number for number, _, is_right, _, _ in rows if not is_right],
    }


def untellable(film: Film, hands: Hands, pack: Sequence[Card]) -> list[str]:
    """Return the plays of a film that no sights can tell, because another legal game has exactly these sights.

    Either a play moves a card whose face no sight shows, or that each look reads as another card, and a card with the same number is shown
    nowhere (in the second case: the card that the looks name). Or two players with hidden hands discarded number cards, or one discarded
    a card and the other laid one on it, and both cards were first seen in the same sight, when an arm went. In the game in which the two
    cards are exchanged, everything is seen as it is. Or a build was taken before any sight showed its newest card lie there: then that may
    have been discarded, and taken together with the others. Or a wild card was discarded under an arm and used in the same turn. Or
    a player with a hidden hand shows a card and the one of its number that took it, and neither was seen in the middle.
    """
    plays = []
    for happened, later in pairwise(film.truth):
        wild_moved = happened.cards if happened.key[1] == "discard" and happened.key[0] == later.key[0] else frozenset()
        if happened.turn == later.turn and wild_moved <= later.cards - film.seen_lying and wild_moved:
            plays.append(f"{happened.text}, or only the play after it")
    for n, happened in enumerate(film.truth):
        for card in happened.cards:
            seen_as = film.seen_as(card)
            alike = [
                other
                for other in pack
                if not other.looks_like(card) and other not in film.looks and other.is_number and other.value == card.value
            ]
            if seen_as != str(card) and any(seen_as in (None, str(other)) for other in alike):
                plays.append(happened.text)
                break
        first, others = _laid(happened)
        if first is not None and others and first not in film.seen_lying:
            plays.append(f"{happened.text}, or discard {first}")
        for later in film.truth[n + 1 :] if hands == "hidden" and not others else ():
            if first is not None and _may_have_been_taken_by(first, later, film):
                plays.append(f"{happened.text}, or the card that took it")
            other, lies_on = _laid(later)
            together = other is not None and film.first_seen.get(first, -1.0) == film.first_seen.get(other)
            if first is not None and together and happened.key[0] != later.key[0] and lies_on <= {first}:
                plays.append(f"{happened.text}, or {other}")
    return plays


def _may_have_been_taken_by(laid: Card, take: Happened, film: Film) -> bool:
    """Return whether a card of the same number took a laid card, and no sight shows either in the middle: each may have taken the other."""
    pair = take.cards if take.key[1] == "take" else frozenset[Card]()
    return laid in pair and len(pair) == 2 and len({card.value for card in pair}) == 1 and not pair & film.seen_lying


def _laid(happened: Happened) -> tuple[Card | None, frozenset[Card]]:
    """Return the number card of the hand that a play laid in the middle, and the cards with which it lies there."""
    match happened.key:
        case (_, "discard", _) if len(happened.cards) == 1 and all(card.is_number for card in happened.cards):
            return next(iter(happened.cards)), frozenset()
        case (_, "build", Card() as named, *_):
            card = next(one for one in happened.cards if one.looks_like(named))
            return card, happened.cards - {card}
    return None, frozenset()


def measure(number: int, hands: Hands, eyes: Eyes, packs: int = 1) -> Row:
    """Watch one game and return what came of it."""
    row = Row()
    film, setup = film_of(number, hands, eyes, packs)
    watching = GameWatcher(setup)
    started = setup.start.operations[1:] if setup.start else ()
    stand = [LogEntry("operation", operation=one) for one in started if isinstance(one, Move)]  # they are told anew with another pack
    problems: list[float] = []
    said = list(film.said)
    for sight in film.sights:
        began = time.perf_counter()
        events = list(watching.see(sight))
        while said and said[0][0] <= sight.t:
            events += watching.execute(parse_command(said.pop(0)[1]))
        took = time.perf_counter() - began
        row.seconds, row.worst = row.seconds + took, max(row.worst, took)
        for event in events:
            _count(event, stand, problems, row)
    for event in watching.finish(film.sights[-1].t):
        _count(event, stand, problems, row)
    row.games, row.sights = row.games + 1, row.sights + len(film.sights)
    row.unbegun = int(not watching.game.operations)
    _compare(film, stand[len(started) :], problems, row, draws=hands == "open" and eyes not in BEGUN_LATE)
    row.untellable = int(bool(untellable(film, hands, with_copies(setup.options).pack())))
    row.untellable_whole = row.whole * row.untellable
    row.by_players[len(setup.names), bool(row.whole)] += 1
    if not row.whole:
        row.bad_games.append(number)
    return row


def _measure(asked: tuple[int, Hands, Eyes, int]) -> Row:
    return measure(*asked)


def _count(event: LogEntry, stand: list[LogEntry], problems: list[float], row: Row) -> None:
    if event.kind == "operation":
        stand.append(event)
        problems += [event.t] * (event.perhaps is not None)
    elif event.kind == "undo":
        stand.pop()
        row.undone += 1
    elif event.kind in ("problem", "refusal", "referee") or (event.kind == "question" and event.others):
        problems.append(event.t)
        row.told += 1


def _compare(film: Film, stand: list[LogEntry], problems: list[float], row: Row, *, draws: bool) -> None:
    apart = (Passed,) if draws else (Passed, Drawn)
    seen = [(key_of(event.operation), event.t) for event in stand if not isinstance(event.operation, apart)]
    truth = [happened for happened in film.truth if draws or happened.key[1] != "draw"]
    row.plays += len(truth)
    seen = sorted_discards(seen, lambda one: one[0])
    truth = sorted_discards(truth, lambda one: one.key)
    told = Counter(key for key, _ in seen)
    row.right += sum((told & Counter(happened.key for happened in truth)).values())
    if [key for key, _ in seen] == [happened.key for happened in truth]:
        row.whole, row.told_in_whole = row.whole + 1, row.told
        row.hours_of_whole = (film.sights[-1].t - film.sights[0].t) / SECONDS_AN_HOUR
        delays = [t - happened.settled for (_, t), happened in zip(seen, truth, strict=True)]
        row.delays += delays
        row.early += sum(delay < -0.01 for delay in delays)
        return
    row.unnamed += int(_has_unnamed_loss(truth, told, problems))
    first = next((happened for (key, _), happened in zip(seen, truth, strict=False) if key != happened.key), None)
    row.wrong[str(first.key[1]) if first else "the end"] += 1


def sorted_discards(plays: Sequence[_Play], key_of_play: Callable[[_Play], tuple[object, ...]]) -> list[_Play]:
    """Return plays with the wild cards that a player discards one after the other in a fixed order: every order is the same game."""
    ordered: list[_Play] = []
    for _, run in groupby(plays, lambda play: _discarder_of_wild(key_of_play(play))):
        several = list(run)
        is_run = _discarder_of_wild(key_of_play(several[0])) is not None
        ordered += sorted(several, key=lambda play: str(key_of_play(play))) if is_run else several
    return ordered


def _discarder_of_wild(key: tuple[object, ...]) -> object:
    """Return the player who discards a wild card; None where a play is another one."""
    match key:
        case (player, "discard", frozenset() as cards) if all(isinstance(card, Card) and card.is_wild for card in cards):
            return player
    return None


def _has_unnamed_loss(truth: list[Happened], told: Counter[tuple[object, ...]], problems: list[float]) -> bool:
    """Return whether a play other than a draw was not told, and no problem was told from its beginning until some time after it."""
    left = told.copy()
    before = 0.0
    for happened in truth:
        is_named = any(before <= t <= happened.settled + NAMED_WITHIN_SECONDS for t in problems)
        if left[happened.key]:
            left[happened.key] -= 1
        elif happened.key[1] != "draw" and not is_named and not _is_told_within_another(happened, truth, told):
            return True
        before = happened.settled
    return False


def _is_told_within_another(happened: Happened, truth: list[Happened], told: Counter[tuple[object, ...]]) -> bool:
    """Return whether a wild card was discarded that a later play of the same turn uses, and that play was told: the game is the same."""
    wild = happened.key[1] == "discard" and all(card.is_wild for card in happened.cards)
    return wild and any(later.turn == happened.turn and happened.cards <= later.cards and told[later.key] for later in truth)


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="how many noisy and troubled games of each kind; half as many clear ones")
    parser.add_argument("--first", type=int, default=0, help="number of the first game: other games than those that weights were chosen on")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", help="part of a row's name; all other rows stay as they are")
    asked = parser.parse_args()
    file = ROOT / "benchmarks" / "results" / "watching_sights.json"
    rows: dict[str, object] = json.loads(file.read_text())["rows"] if asked.only else {}
    with get_context("fork").Pool(asked.processes) as pool:
        for name, hands, eyes, packs in ROWS:
            if asked.only and asked.only not in name:
                continue
            row = Row()
            games = asked.games // 2 if eyes is CLEAR else asked.games
            for one in pool.imap(_measure, [(number, hands, eyes, packs) for number in range(asked.first, asked.first + games)]):
                row.add(one)
            rows[name] = {"commit": about()["commit"], "first": asked.first, **row.told_as()}
            print(name, json.dumps(rows[name]), flush=True)
        for name, hands in FRAMES:
            if not asked.only or asked.only in name:
                told = frame_row(pool, hands, range(asked.first, asked.first + asked.games))
                rows[name] = {"commit": about()["commit"], "first": asked.first, **told}
                print(name, json.dumps(rows[name]), flush=True)
    results = {**about(), "noise": vars(NOISY), "pauses": vars(PAUSED), "trouble": vars(TROUBLED), "ghosts": vars(GHOSTS), "rows": rows}
    file.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
