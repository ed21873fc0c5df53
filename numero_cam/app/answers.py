"""Solves typed positions: one, many as lines, all cards by one number, a spread take. Loads no model, so that it starts at once."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict, Unpack

from numero_cam.base.bounded_reader import decode_text, parse_json
from numero_cam.base.errors import PositionError
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import NotationError, Position, PrintedPoints, Problem, parse_position
from numero_cam.games.numero.rules.choices import By, ChildLevel, FractionsInPlay, ScoringName, ScoringSteps, Values
from numero_cam.games.numero.solve import ChildPlay, FullTakes, Play, Settings, Solution, best_plays, child_play, solve, takes_of_all
from numero_cam.text.plays import play_json, say_play, solution_json
from numero_cam.text.words import formula, step_text

if TYPE_CHECKING:
    from numero_cam.games.numero.players.advisor import Effort, PlayOutlook
    from numero_cam.games.numero.players.view import GameFacts
    from numero_cam.games.numero.solve.arrange import Arrangement, Spread


@dataclass(frozen=True)
class Question:
    """What is asked of a position: which takes, by which rules, and for how long."""

    settings: Settings = field(default_factory=Settings)  #: What counts as best, and what is allowed.
    top: int = 1  #: How many takes are wanted, 1 or more; ignored where ``every`` is set.
    every: bool = False  #: Whether all equally best takes that are really different are wanted.
    child: ChildLevel | None = None  #: The guide's level of a player whose take is wanted too; None for nobody.
    effort: "Effort | None" = None  #: How long the advice thinks; None where no advice is wanted.
    limit: float = 60.0  #: Seconds after which the search stops with the best so far, 0 or more.
    packs: int = 1  #: How many packs are mixed, 1 or more: each holds each card once.
    told: "GameFacts | None" = None  #: What is known of the game, for the advice; None where nothing is.


@dataclass(frozen=True)
class Child:
    """The take that a child finds."""

    level: ChildLevel  #: The guide's level of the player.
    found: ChildPlay  #: The take, and whether the search for it was complete.


@dataclass(frozen=True)
class Answer:
    """A position with its solution."""

    position: Position  #: What was solved.
    settings: Settings  #: What counts as best.
    solution: Solution  #: The best takes, and whether they are proven.
    milliseconds: float  #: Time of the search.
    problems: tuple[Problem, ...]  #: Problems of the position that a real game cannot have.
    count: int | None = None  #: How many equally best takes there are; None where not all were asked for.
    child: Child | None = None  #: What a child finds; None where that was not asked for.
    advice: "Sequence[PlayOutlook] | None" = None  #: All plays with what may follow them, the best first; None where nobody asked for it.

    @property
    def plays(self) -> tuple[Play, ...]:
        """The takes, the best first."""
        return self.solution.plays

    @property
    def proven(self) -> bool:
        """Whether no better take exists."""
        return self.solution.proven

    def __str__(self) -> str:
        """Return a line for each take."""
        return str(self.solution)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --json`` prints."""
        found = solution_json(
            self.position, self.settings, self.solution, milliseconds=self.milliseconds, say=say_play, problems=self.problems
        )
        if self.count is not None:
            found["count"] = self.count
        if self.child is not None:
            play = self.child.found.play
            found["child"] = None if play is None else play_json(play, say_play(play))
        if self.advice is not None:
            from numero_cam.text.advice import advice_json

            found["advice"] = advice_json(self.advice, by=self.settings.by)
        return found


def answer(position: Position, question: Question) -> Answer:
    """Solve one position and measure how long that took.

    Raises:
        SettingsError: If the question cannot be asked, such as a limit that is no time.
    """
    settings, limit = question.settings, question.limit
    start = time.perf_counter()
    counted: int | None = None
    if question.every:
        best = best_plays(position, settings, limit_seconds=limit)
        solution, counted = Solution(best.plays, best.proven, best.stopped_by), best.count
    else:
        solution = solve(position, settings, top=question.top, limit_seconds=limit)
    milliseconds = (time.perf_counter() - start) * 1000
    child = None
    if question.child:
        child = Child(question.child, child_play(position, settings, level=question.child, limit_seconds=limit))
    advice = _advice(position, question, solution) if question.effort else None
    return Answer(position, settings, solution, milliseconds, position.problems(packs=question.packs), counted, child, advice)


def _advice(position: Position, question: Question, solution: Solution) -> "Sequence[PlayOutlook]":
    """Return all plays of the position with what may follow them, the best first; the best take of the solution is among them."""
    from numero_cam.games.numero.players.advice import advise
    from numero_cam.games.numero.players.view import view_of_position

    rational = question.settings.values != "real"  # a game knows no irrational values
    best = solution.plays[0] if solution.plays and rational else None
    return advise(view_of_position(position, question.settings, question.told), question.effort, best)


class Choices(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments."""

    by: By
    scoring: ScoringName
    values: Values
    fractions_in_play: FractionsInPlay
    printed: PrintedPoints
    negative: bool
    scoring_steps: ScoringSteps


def best_takes(
    centre: str | Sequence[object],
    hand: str | Sequence[object],
    *,
    top: int = 1,
    limit: float = 60.0,
    packs: int = 1,
    **choices: Unpack[Choices],
) -> Answer:
    """Return the best takes of a position: `plays`, the best first, and whether they are `proven`.

    Args:
        centre: Cards and builds, as a text such as `"[8b 4r] 3g"` or one by one, as texts or `Card` and `Build`.
        hand: The same for the hand; no builds.
        top: How many takes are wanted, 1 or more.
        limit: Seconds after which the search stops with the best so far.
        packs: How many packs are mixed, 1 or more.
        choices: The fields of `Settings`, such as `by="cards"` or `scoring="guide"`.

    Raises:
        NotationError: At the first card that cannot be read.
        SettingsError: At a choice that does not exist.
    """
    position = parse_position(card_texts(centre), card_texts(hand))
    return answer(position, Question(Settings(**choices), top=top, limit=limit, packs=packs))


def card_texts(cards: str | Sequence[object]) -> str | list[str]:
    """Return cards as ``parse_position`` takes them: a text as it is, single cards as their texts."""
    return cards if isinstance(cards, str) else [str(card) for card in cards]


@dataclass(frozen=True)
class FullAnswer:
    """The number cards that take all cards of a position as one set."""

    position: Position  #: The cards; the hand holds wild cards only.
    values: str  #: Which values may occur on the way.
    found: FullTakes  #: The number cards that take all, each with its way.
    milliseconds: float  #: Time of the search.
    problems: tuple[Problem, ...]  #: Problems of the position that a real game cannot have.

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --target --json`` prints."""
        return {
            "centre": [str(item) for item in self.position.centre],
            "hand": [str(card) for card in self.position.hand],
            "values": self.values,
            "numbers": [
                {"number": take.number, "text": formula(take.group.way), "steps": list(map(step_text, take.group.calculations))}
                for take in self.found.takes
            ],
            "proven": self.found.proven,
            "problems": [problem.text for problem in self.problems],
            "milliseconds": {"solve": round(self.milliseconds, 3)},
        }


def answer_full(position: Position, numbers: Sequence[int], question: Question) -> FullAnswer:
    """Find the ways in which these numbers take every card of centre and hand as one set.

    Args:
        position: The cards; the taking card comes on top.
        numbers: Which number cards come into question, 1-15.
        question: Gives the values on the way, the limit and the packs.
    """
    start, values = time.perf_counter(), question.settings.values
    found = takes_of_all((*position.centre, *position.hand), values=values, numbers=numbers, limit_seconds=question.limit)
    milliseconds = (time.perf_counter() - start) * 1000
    return FullAnswer(position, values, found, milliseconds, position.problems(packs=question.packs))


@dataclass(frozen=True)
class ScoredTake:
    """A take that lies spread on the table, and what it is worth."""

    spread: "Spread"  #: The cards.
    settings: Settings  #: Which scoring counts.
    arrangement: "Arrangement"  #: The sets that score most, or why there are none.
    milliseconds: float  #: Time of the search.
    problems: tuple[str, ...]  #: One line each: what cannot be in a real game.

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam score --json`` prints."""
        from numero_cam.text.check_list import take_json

        return take_json(self.spread, self.settings, self.arrangement, milliseconds=self.milliseconds, problems=self.problems)


def score_spread(spread: "Spread", question: Question) -> ScoredTake:
    """Return the sets of a take that score most, and how long the search took."""
    from numero_cam.games.numero.solve.arrange import arrange

    start = time.perf_counter()
    arrangement = arrange(spread, question.settings, limit_seconds=question.limit)
    milliseconds = (time.perf_counter() - start) * 1000
    problems = tuple(str(problem) for problem in Position(spread.items, ()).problems(packs=question.packs))
    return ScoredTake(spread, question.settings, arrangement, milliseconds, problems)


STANDARD_INPUT = "-"
MAX_POSITION_BYTES = 100_000  #: Bytes of the line of a position; one of 20 cards has 300.
_EXAMPLE = '{"centre": ["7r", "8b"], "hand": ["15g", "x2"]}'


@dataclass(frozen=True)
class LineAnswer:
    """The answer to a line of a file."""

    line: int  #: Number of the line, from 1.
    answer: Answer | None  #: What was found; None where the line holds no position.
    error: str = ""  #: What is wrong with the line, empty where nothing is.

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --positions --json`` prints."""
        return {"error": self.error} if self.answer is None else self.answer.to_dict()


def answer_lines(lines: Iterable[bytes], question: Question, name: str = STANDARD_INPUT) -> Iterator[LineAnswer]:
    """Answer each line at once, up to the last that holds anything; a bad line gets its error in its place.

    Args:
        lines: JSON lines, UTF-8: ``{"centre": [...], "hand": [...]}``.
        question: What is asked of each position.
        name: Of the file, for its errors.
    """
    for place, line in enumerate(_without_blank_end(lines), start=1):
        if b"\x00" in line:
            raise PositionError(
                tr(
                    "{file}: line {line} holds a zero byte: this is no text of positions in UTF-8, but a picture, another file or UTF-16",
                    file=name,
                    line=place,
                )
            )
        try:
            position = position_of(line)
        except PositionError as error:
            yield LineAnswer(place, None, str(error))
        else:
            yield LineAnswer(place, answer(position, question))


def position_of(line: bytes) -> Position:
    """Return the position of a JSON line, ``{"centre": [...], "hand": [...]}``. Raises a `PositionError` for any other line."""
    if not line.strip():
        raise PositionError(tr("is empty; write a position such as {example}", example=_EXAMPLE))
    try:
        data = parse_json(decode_text(line, "line", ValueError), "line", ValueError)
    except ValueError as error:
        raise PositionError(tr("not a JSON object; write a position such as {example}", example=_EXAMPLE)) from error
    if not isinstance(data, dict):
        raise PositionError(tr("not a JSON object; write a position such as {example}", example=_EXAMPLE))
    centre, hand = _tokens_of_line(data, "centre"), _tokens_of_line(data, "hand")
    for name, tokens in (("centre", (centre, [])), ("hand", ([], hand))):
        try:
            parse_position(*tokens)
        except NotationError as error:
            raise PositionError(f"{name}: {error}") from error
    return parse_position(centre, hand)


def _without_blank_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines up to the last that is not blank; blank ones among them as `b""`."""
    empty = 0
    for line in lines:
        if not line.strip():
            empty += 1
            continue
        yield from [b""] * empty
        empty = 0
        yield line


def _tokens_of_line(data: dict[str, object], name: str) -> list[str]:
    """Return the texts under a key of a line's object. Raises a `PositionError` where they are missing or no list of texts."""
    tokens = data.get(name)
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise PositionError(
            tr('"{key}" must be a list of cards; write a position such as {example}', key=name, example=_EXAMPLE)
            if name in data
            else tr('"{key}" is missing; write a position such as {example}', key=name, example=_EXAMPLE)
        )
    return tokens
