"""What is kept of a learner: puzzles of own games in a Leitner box, solved puzzles of the day, and how each game went.

Each function gives a new record, so that what is kept is replaced as a whole or stays as it is.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Any

from numero_cam.app.own_puzzles import own_puzzles, puzzle_of
from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, plain_text, whole_number
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.games.numero.puzzles.day import day_level
from numero_cam.games.numero.puzzles.levels import parse_level
from numero_cam.games.numero.rules.choices import By, values_of
from numero_cam.games.shared.leitner import WAITS, Slot, answered

VERSION = 1  #: Of the text.
MAX_CARDS = 300  #: Maximum number of puzzles in the box; a full one takes no more until one is learned.
MAX_DAYS = 40_000  #: Maximum number of solved puzzles of the day.
MAX_GAMES = 5_000  #: Maximum number of games; the oldest give way.
MAX_PUZZLE = 5_000  #: Maximum length of a puzzle's text, in characters.
MAX_NUMBER = 100_000  #: Maximum of points or cards of a turn.
KEY_LENGTH = 16  #: Length of a game's key, in characters.
DAY_LEVEL = "silver:10"  #: How hard the puzzle of the day is until somebody chooses.


@dataclass(frozen=True)
class KeptPuzzle:
    """A puzzle in the box."""

    puzzle: str  #: Its text, which `own_puzzles.puzzle_of` reads.
    slot: Slot  #: Where it lies.
    game: str = ""  #: Key of the game of which it was made; empty where an earlier version did not note it.


@dataclass(frozen=True)
class SolvedDay:
    """A puzzle of the day that was solved."""

    day: date  #: Whose puzzle it was.
    level: str  #: How hard, such as `silver:10`.


@dataclass(frozen=True)
class LearnedGame:
    """How the learner played a game."""

    key: str  #: What tells it from others: the same for the same deal, or the number of a kept game.
    day: date  #: When it was played.
    by: By  #: What it was played for.
    accuracy: float | None  #: How accurately, 0..100; None where there was no choice.
    brought: float  #: Points or cards of a turn, on average.
    edition: str = ""  #: What a mend of the game changes, see `edition_of`; empty where no mend counts.


@dataclass(frozen=True)
class Learner:
    """A learner's record."""

    cards: tuple[KeptPuzzle, ...] = ()  #: Puzzles of own games that are not learned yet.
    days: tuple[SolvedDay, ...] = ()  #: In the order in which they were solved.
    games: tuple[LearnedGame, ...] = ()  #: In the order in which they were played.
    level: str = DAY_LEVEL  #: How hard the puzzle of the day is on the person's page at a table.

    def due(self, today: date) -> list[KeptPuzzle]:
        """Return the puzzles that are asked now, those of the lowest box first."""
        return sorted((card for card in self.cards if card.slot.is_due(today)), key=lambda card: (card.slot.box, card.slot.since))

    def with_game(self, game: Game, analysis: GameAnalysis, player: int, today: date, key: str = "") -> "Learner":
        """Return the record with a game that was analysed to its end, and with its puzzles; a game that is there changes nothing.

        `key` is the number of a kept game: one that was mended since takes the place of what it was, with puzzles that nobody answered.
        Empty for a game that is the same for the same deal.
        """
        edition, key, brought = edition_of(game_text(game)) if key else "", key or game_key(game), analysis.brought(player)
        before = next((each for each in self.games if each.key == key), None)
        if not analysis.complete or brought is None or (before is not None and before.edition in ("", edition)):
            return self
        found, day = own_puzzles(game, analysis, player), today if before is None else before.day
        learned = LearnedGame(key, day, analysis.by, analysis.accuracy(player), brought, edition)
        games = (*self.games, learned) if before is None else tuple(learned if each is before else each for each in self.games)
        cards = [card for card in self.cards if card.game != key or card.slot.box > 0 or card.puzzle in found]
        known = {card.puzzle for card in cards}
        new = [KeptPuzzle(puzzle, Slot(0, today), key) for puzzle in found if puzzle not in known]
        return replace(self, cards=(*cards, *new)[: max(MAX_CARDS, len(cards))], games=games[-MAX_GAMES:])

    def answered(self, puzzle: str, today: date, *, solved: bool) -> "Learner":
        """Return the record after an answer to a puzzle that is asked; an answer to another one, as in a second window, changes nothing."""
        asked = [card for card in self.due(today) if card.puzzle == puzzle]
        slots = ((card, answered(card.slot, today, solved=solved) if card in asked else card.slot) for card in self.cards)
        return replace(self, cards=tuple(replace(card, slot=slot) for card, slot in slots if slot is not None))

    def with_day(self, day: date, level: str) -> "Learner":
        """Return the record with a puzzle of the day that was solved."""
        solved = SolvedDay(day, level)
        return self if solved in self.days or len(self.days) >= MAX_DAYS else replace(self, days=(*self.days, solved))

    def with_level(self, level: str) -> "Learner":
        """Return the record with another level of the puzzle of the day. Raises a `LevelError` for one that has none."""
        return replace(self, level=day_level(level).name)

    def with_record(self, other: "Learner") -> "Learner":
        """Return the record with all that another one holds, such as one that was saved; of a puzzle in both, the later answer.

        The level is its own; that of the other where nobody chose it here.
        """
        cards = {card.puzzle: card for card in sorted((*self.cards, *other.cards), key=lambda card: card.slot.since)}
        days = dict.fromkeys((*self.days, *other.days))
        games = {each.key: each for each in sorted((*other.games, *self.games), key=lambda each: each.day)}
        kept = tuple(cards.values())[:MAX_CARDS], tuple(days)[:MAX_DAYS], tuple(games.values())[-MAX_GAMES:]
        return Learner(*kept, level=other.level if self.level == DAY_LEVEL else self.level)


def game_key(game: Game) -> str:
    """Return what tells a game from others: a digest of its deal and its players."""
    return edition_of(game_text(game.replayed(1)))


def edition_of(text: str) -> str:
    """Return what tells the text of a game from another: a digest."""
    return sha256(text.encode()).hexdigest()[:KEY_LENGTH]


def learner_text(learner: Learner) -> str:
    """Return a record as text, which `parse_learner` reads."""
    cards = [[card.puzzle, card.slot.box, card.slot.since.isoformat(), card.game] for card in learner.cards]
    days = [[solved.day.isoformat(), solved.level] for solved in learner.days]
    games = [[each.key, each.day.isoformat(), each.by, each.accuracy, each.brought, each.edition] for each in learner.games]
    return json.dumps({"numero_learner": VERSION, "level": learner.level, "cards": cards, "days": days, "games": games})


def parse_learner(text: str) -> Learner:
    """Return the record of a text; an empty one for an empty text.

    Raises a `StoreError` where something in it is no record; nothing of it is thrown away.
    """
    if not text:
        return Learner()
    try:
        found = parse_json(text, tr("what was kept"), ValueError)
        whole_number(found["numero_learner"], VERSION, VERSION)
        cards = tuple(map(_parse_card, list_of(found["cards"], MAX_CARDS)))
        days = tuple(map(_parse_day, list_of(found["days"], MAX_DAYS)))
        games = tuple(map(_parse_game, list_of(found["games"], MAX_GAMES)))
        level = day_level(plain_text(found.get("level", DAY_LEVEL), KEY_LENGTH)).name  # an earlier version noted none
    except (ValueError, TypeError, KeyError, NumeroCamError) as error:
        raise StoreError(tr("Your puzzles and progress cannot be read. They stay as they are until they are deleted.")) from error
    return Learner(cards, days, games, level)


def parse_day(text: object) -> date:
    """Return the day of a text such as `2026-11-29`. Raises a `ValueError` for any other."""
    return date.fromisoformat(plain_text(text, len("2026-11-29")))


def _parse_card(row: Any) -> KeptPuzzle:  # noqa: ANN401 - any JSON
    puzzle, box, since, game = row if len(row) > 3 else (*row, "")  # an earlier version noted no game
    if not isinstance(puzzle, str) or len(puzzle) > MAX_PUZZLE:
        raise TypeError(puzzle)
    puzzle_of(puzzle)
    return KeptPuzzle(puzzle, Slot(whole_number(box, 0, len(WAITS) - 1), parse_day(since)), plain_text(game, KEY_LENGTH))


def _parse_day(row: Any) -> SolvedDay:  # noqa: ANN401 - any JSON
    day, level = row
    return SolvedDay(parse_day(day), parse_level(plain_text(level, KEY_LENGTH)).name)


def _parse_game(row: Sequence[Any]) -> LearnedGame:
    key, day, by, accuracy, brought, edition = row if len(row) > 5 else (*row, "")  # an earlier version noted no edition
    if by not in values_of(By):
        raise ValueError(by)
    return LearnedGame(
        plain_text(key, KEY_LENGTH),
        parse_day(day),
        by,
        None if accuracy is None else finite_number(accuracy, 0, 100),
        finite_number(brought, -MAX_NUMBER, MAX_NUMBER),
        plain_text(edition, KEY_LENGTH),
    )
