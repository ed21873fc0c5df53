"""Makes the puzzles of a level's week: best takes, two sets, fractions, all numbers that take everything, the missing card."""

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from numero_cam.catalogue import tr
from numero_cam.classroom.skills import Skill, common_skills, needed_skills
from numero_cam.classroom.slips import COVERED_FACE, SlipPuzzle, fits_slip
from numero_cam.games.numero.puzzles import Band, Level, LevelError, PuzzleRequest, generate_puzzles, parse_level, puzzle_from
from numero_cam.games.numero.puzzles.making import deal_cards
from numero_cam.games.numero.rules import Card, Kind, Position
from numero_cam.games.numero.rules.cards import NUMBER_CARDS
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.games.numero.solve import FullTake, Play, takers_of_all, takes_of_all
from numero_cam.text.plays import set_text
from numero_cam.text.puzzles import signs_of
from numero_cam.text.words import all_called, count

CENTRE_CARDS = 6  #: Number of cards in the centre of a puzzle that asks for a take.
CHOICES = 5  #: Number of cards of the hand among which the right ones are to be found.
#: Maximum number of puzzles, for each that is wanted, among which those nearest to a level's hardness are looked for; few cards have few
#: hardnesses.
MAX_PUZZLES_TRIED = 100
EQUAL_HARDNESS = 5  #: Puzzles are equally hard whose hardnesses, 1 to 100, are less than this apart.
HARDEST = 100  #: Highest hardness.
MAX_DEALS = 3000  #: Maximum number of deals among which a puzzle of a kind is looked for; where there is none, the best take is asked.
MAX_ANSWERS = 3  #: Maximum number of cards that take everything, so that not all of the hand do.
#: Kinds of the puzzles of successive weeks of Silver, repeated through the year.
_SILVER_COURSE = (PuzzleKind.BEST, PuzzleKind.TAKES_ALL, PuzzleKind.BEST, PuzzleKind.MISSING, PuzzleKind.TWO_SETS)
#: The same for Gold.
_GOLD_COURSE = (PuzzleKind.BEST, PuzzleKind.TAKES_ALL, PuzzleKind.TWO_SETS, PuzzleKind.FRACTION, PuzzleKind.BEST, PuzzleKind.MISSING)


def kind_of_week(level: Level) -> PuzzleKind:
    """Return the kind of puzzle of a level's week in the course of the year; `BEST` for a card set, which has no week."""
    name, _, week = level.name.partition(":")
    if not week:
        return PuzzleKind.BEST
    course = _SILVER_COURSE if name == "silver" else _GOLD_COURSE
    kind = course[(int(week) - 1) % len(course)]
    return PuzzleKind.BEST if kind is PuzzleKind.FRACTION and not _has_fractions(level) else kind


def week_puzzle(name: str, seed: int | str, by: By, kind: PuzzleKind | None = None) -> SlipPuzzle:
    """Return one puzzle of a level that has room on a slip; see ``week_puzzles``."""
    return week_puzzles(name, seed, by, kind)[0]


def week_puzzles(
    name: str, seed: int | str, by: By, kind: PuzzleKind | None = None, count: int = 1, *, versions: int = 1
) -> tuple[SlipPuzzle, ...]:
    """Return different puzzles of a level that have room on a slip, of one kind, and equally hard: less than ``EQUAL_HARDNESS`` apart.

    They are the first of the level's hardness; where the puzzles tried do not have so many, the nearest ones. Those of the first version
    come first; a puzzle needs the same skills as those at its place in the other versions.

    Args:
        name: Name of the level: ``silver:12``, ``gold:30``, or a card set such as ``3``.
        seed: Seed of the cards: the same seed, kind and number of puzzles, the same puzzles.
        by: What the best take has most of.
        kind: Kind of the puzzles; None for that of the week in the course of the year.
        count: Number of puzzles of each version.
        versions: Number of versions, so that neighbours have other puzzles.
    """
    level = parse_level(name)
    kind = kind or kind_of_week(level)
    if kind is PuzzleKind.FRACTION and not _has_fractions(level):
        raise LevelError(tr("level {level} has no fraction card; choose another kind of puzzle, or another level", level=level.name))
    rng = random.Random(f"{seed} {kind}")  # noqa: S311 - puzzles that can be made again, no secret
    if kind is PuzzleKind.TAKES_ALL:
        made = _takes_all_puzzles(level, rng, by)
    elif kind is PuzzleKind.MISSING:
        made = _missing_puzzles(level, rng, by)
    else:
        made = _take_puzzles(level, seed, by, kind, MAX_PUZZLES_TRIED * count * versions)
    found = _equally_hard(made, level.band if kind.asks_for_take else Band(), count, versions)
    if found is None and kind is not PuzzleKind.BEST:
        return week_puzzles(name, seed, by, PuzzleKind.BEST, count, versions=versions)
    if found is None:
        number = count * versions
        raise LevelError(tr("level {level} has no {count} puzzles that are equally hard; take fewer", level=level.name, count=number))
    return found


class _Rated(NamedTuple):
    """A puzzle with what makes it as hard as another one."""

    percent: int  #: Its hardness.
    skills: frozenset[Skill]  #: What every best take needs.
    puzzle: SlipPuzzle  #: The puzzle.


def _equally_hard(made: Iterable[_Rated], band: Band, count: int, versions: int) -> tuple[SlipPuzzle, ...] | None:
    """Return the first puzzles that are equally hard, those of a band or nearest to it; None where there are not so many."""
    tried, seen = list[_Rated](), set[tuple[str, ...]]()
    for one in made:
        if (faces := _faces(one.puzzle)) in seen:
            continue
        seen.add(faces)
        tried.append(one)
        starts = range(one.percent - EQUAL_HARDNESS + 1, one.percent + 1) if band.distance_to(one.percent) == 0 else ()
        inside = [other for other in tried if starts and band.distance_to(other.percent) == 0]
        if any(len(_places(inside, _near(inside, start), count, versions)) == count for start in starts):
            break
    sets = list[tuple[int, list[tuple[int, ...]]]]()
    for start in {one.percent for one in tried}:
        near = sorted(_near(tried, start), key=lambda place: band.distance_to(tried[place].percent))
        places = _places(tried, near, count, versions)
        if len(places) == count:
            sets.append((max(band.distance_to(tried[place].percent) for own in places for place in own), sorted(places)))
    return tuple(tried[own[version]].puzzle for version in range(versions) for own in min(sets)[1]) if sets else None


def _near(tried: Sequence[_Rated], start: int) -> list[int]:  # the puzzles that are equally hard, from a hardness on
    return [at for at, one in enumerate(tried) if start <= one.percent < start + EQUAL_HARDNESS]


def _places(tried: Sequence[_Rated], chosen: Iterable[int], count: int, versions: int) -> list[tuple[int, ...]]:
    """Return up to `count` places of a slip, each with the indexes of the first chosen puzzles of the same skills, one a version."""
    waiting, places = dict[frozenset[Skill], list[int]](), list[tuple[int, ...]]()
    for at in chosen:
        alike = waiting.setdefault(tried[at].skills, [])
        alike.append(at)
        if len(alike) == versions:
            places.append(tuple(sorted(waiting.pop(tried[at].skills))))
    return places[:count]


def _has_fractions(level: Level) -> bool:
    return any(card.kind is Kind.FRACTION for card in level.cards.wilds)


def _faces(puzzle: SlipPuzzle) -> tuple[str, ...]:
    """Return what makes a puzzle another one than puzzles of its kind: its cards without colours, of the hand only where they are used."""
    cards = [*puzzle.centre, *(puzzle.hand if puzzle.kind.asks_for_take else ())]
    return tuple(sorted(COVERED_FACE if card is None else card.face for card in cards))


def _take_puzzles(level: Level, seed: int | str, by: By, kind: PuzzleKind, most: int) -> Iterator[_Rated]:
    """Yield up to `most` puzzles of a kind that asks for a take."""
    wanted = PuzzleRequest(level.set_name, level.cards, Band(), by, centre=CENTRE_CARDS)
    made = generate_puzzles(wanted, seed)
    fitting = (puzzle for puzzle in made if fits_slip(puzzle.position, puzzle.play) and _all_of_kind(kind, puzzle.best.plays))
    for puzzle in islice(fitting, most):
        yield _Rated(puzzle.hardness.percent, common_skills(puzzle.best.plays), SlipPuzzle.of(level.name, puzzle, kind))


def _all_of_kind(kind: PuzzleKind, best: tuple[Play, ...]) -> bool:
    """Return whether every best take has two sets (``TWO_SETS``) or a fraction card (``FRACTION``); True for other kinds."""
    if kind is PuzzleKind.TWO_SETS:
        return all(len(play.sets) > 1 for play in best)
    if kind is PuzzleKind.FRACTION:
        return all(
            any(step.card is not None and step.card.kind is Kind.FRACTION for one in play.sets for step in one.calculations)
            for play in best
        )
    return True


def _deals(level: Level, rng: random.Random) -> Iterator[tuple[Card, ...]]:
    """Yield up to ``MAX_DEALS`` centres of at least two number cards of different numbers; the harder the level, the more cards."""
    cards = 3 + (level.band.least >= 30) + (level.band.least >= 50)
    if not level.cards.wilds:  # numbers are only added: more cards of different numbers would go beyond the highest card
        cards = min(cards, 1 + level.cards.numbers // 5)
    request = PuzzleRequest(level.set_name, level.cards, centre=cards, hand=0)
    for _ in range(MAX_DEALS):
        dealt = tuple(card for card in deal_cards(rng, request).centre if isinstance(card, Card))
        numbers = [card.value for card in dealt if card.is_number]
        if 2 <= len(numbers) == len(set(numbers)) and (len(numbers) < cards or not level.cards.wilds):
            yield dealt


def _takes_all_puzzles(level: Level, rng: random.Random, by: By) -> Iterator[_Rated]:
    """Yield puzzles that ask for all cards of the hand that take everything."""
    for centre in _deals(level, rng):
        takes = takes_of_all(centre).takes
        if not 1 <= len(takes) <= MAX_ANSWERS:
            continue
        right = {take.number for take in takes}
        others = [number for number in range(1, level.cards.numbers + 1) if number not in right]
        if len(right) + len(others) < CHOICES or max(right) > level.cards.numbers:
            continue
        hand = _hand(sorted({*right, *rng.sample(others, CHOICES - len(right))}), centre, rng)
        answers = tuple(card for card in hand if card.value in right)
        amount, solution = len(answers), _solution_text(centre, answers, takes)
        puzzle = SlipPuzzle(level.name, centre, hand, (), by, amount, amount, solution, PuzzleKind.TAKES_ALL, answers)
        yield _Rated(max(_hardness_of_all(level, centre, card) for card in answers), needed_skills(puzzle), puzzle)


def _missing_puzzles(level: Level, rng: random.Random, by: By) -> Iterator[_Rated]:
    """Yield puzzles that ask which card of the hand is covered in the centre."""
    for centre in _deals(level, rng):
        takes = takes_of_all(centre).takes
        if not takes:
            continue
        take = rng.choice(takes)
        place = rng.choice([place for place, card in enumerate(centre) if card.is_number])
        others = [
            number
            for number in range(1, level.cards.numbers + 1)
            if take.number not in takers_of_all((*centre[:place], Card.number(number), *centre[place + 1 :]))
        ]
        if len(others) < CHOICES - 1:
            continue
        hand = _hand(sorted({int(centre[place].value), *rng.sample(others, CHOICES - 1)}), centre, rng)
        answers = tuple(card for card in hand if card.value == centre[place].value)
        shown = tuple(None if at == place else card for at, card in enumerate(centre))
        solution = _solution_text(centre, answers, (take,))
        puzzle = SlipPuzzle(level.name, shown, hand, (), by, 1, 1, solution, PuzzleKind.MISSING, answers, take.number)
        yield _Rated(_hardness_of_all(level, centre, Card.number(take.number)), needed_skills(puzzle), puzzle)


def _hardness_of_all(level: Level, centre: tuple[Card, ...], taker: Card) -> int:
    """Return how hard it is to take all of a centre with one card, in percent of the deals of the level's card set."""
    puzzle = puzzle_from(Position(centre, (taker,)), PuzzleRequest(level.set_name, level.cards))
    return puzzle.hardness.percent if puzzle else HARDEST


def _hand(numbers: list[int], centre: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:  # in random colours, none of the centre
    return tuple(rng.choice([card for card in NUMBER_CARDS if card.value == number and card not in centre]) for number in numbers)


def _solution_text(centre: tuple[Card, ...], answers: tuple[Card, ...], takes: tuple[FullTake, ...]) -> str:
    """Return the sentence of the right cards with their arithmetic, and of what makes the puzzle hard."""
    steps = [step for take in takes for step in take.group.calculations]
    why = [tr("all {cards} must be used ({signs})", cards=count(len(centre), "card"), signs=signs_of(steps))]
    why += [tr("it goes below zero")] if any(isinstance(step.result, Fraction) and step.result < 0 for step in steps) else []
    why += [tr("it has {answers}", answers=count(len(answers), "answer"))] if len(answers) > 1 else []
    sums = "; ".join(set_text(take.group) for take in takes)
    return tr("Answer: {cards} ({sums}). Hard because {why}.", cards=all_called(answers), sums=sums, why=", ".join(why))
