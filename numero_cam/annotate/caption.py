"""What stands beside an annotated photo, as a record: the take with its arithmetic and points, or why there is none.

For people who look at a picture: nothing here speaks of commands and options.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from numero_cam.base.records import TableState
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.solve.arrange import Arrangement
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.numero_table import Gaps, TablePosition, TableTake
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.text.check_list import why_line
from numero_cam.text.plays import no_take_line, reason_words
from numero_cam.text.words import card_words, count, formula, step_text

_PRINTED = (
    (re.compile(r"(?<![\w/])x(?=[2-5]\b)"), "×"),
    (re.compile(r"(?<![\w/])/(?=[2-5]\b)"), "÷"),
    (re.compile(r"(?<![\w/])-(?=[2-5]\b)"), "−"),
    (re.compile(r"\bsqrt\b"), "√"),
    (re.compile(r"\bcbrt\b"), "∛"),
    (re.compile(r"\bN2\b"), "N²"),
    (re.compile(r"\bN3\b"), "N³"),
)
"""Wild cards as they are typed, and their signs as they are printed on cards."""
_ZONES = {
    "centre": tr("in the centre"),
    "hand": tr("in the hand"),
    "opposite": tr("in the hand opposite"),
    "take": tr("in the take"),
    None: "beside",
}

_NO_CARD = tr("No card was found")


def printed(text: str) -> str:
    """A text with the signs that are printed on cards: ``×3`` for ``x3``, ``√`` for ``sqrt``."""
    for typed, sign in _PRINTED:
        text = typed.sub(sign, text)
    return text


@dataclass(frozen=True)
class SetWords:
    """One set of a take in words.

    Attributes:
        arithmetic: ``(14 + 13 − 3) × 1/2 = 12``.
        cards: What it holds.
        steps: Its calculations where there are several.
    """

    arithmetic: str
    cards: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Caption:
    """What stands beside a photo.

    Attributes:
        title: The main thing.
        below: What belongs to the title.
        sets: Of the take, in the order of the play.
        points: Points and what they are for, item by item.
        total: All points and by which scoring; None where there are none.
        notes: What the reader must know besides, a sentence each.
    """

    title: str
    below: str = ""
    sets: tuple[SetWords, ...] = ()
    points: tuple[tuple[int, str], ...] = ()
    total: tuple[int, str] | None = None
    notes: tuple[str, ...] = ()


def read_caption(state: TableState) -> Caption:
    """What is said of a photo that was only read: how many cards lie where, and which need a look."""
    zones = [card.zone for card in state.cards]
    where = ", ".join(f"{zones.count(zone)} {words}" for zone, words in _ZONES.items() if zone in zones)
    doubtful = [card.n for card in state.cards if card.reading.label is None or card.reading.confidence < DOUBTFUL_BELOW]
    title = count(len(state.cards), "card") if state.cards else _NO_CARD
    return Caption(title, where, notes=(*_looks(state, doubtful), *map(_sentence, state.problems)))


def solve_caption(
    state: TableState,
    table: TablePosition,
    solution: Solution,
    settings: Settings,
    *,
    gaps: Gaps | None = None,
    problems: Sequence[str] = (),
) -> Caption:
    """What is said of a photo that was solved.

    Args:
        state: All cards of the photo.
        table: The position that lies there.
        solution: What was found for it; its first play is told.
        settings: What counts as best.
        gaps: What must be known before a take can be looked for, and is not.
        problems: What cannot be in a real game.
    """
    notes = [*_looks(state, table.look_at), *map(_sentence, (*state.problems, *problems))]
    if table.left_out:
        notes.append(tr("{cards} left out: a card of the same build is not known.", cards=_cards(table.left_out)))
    if solution.plays:
        if not table.complete:
            notes.append(tr("The answer holds for the known cards only."))
        if not solution.proven:
            notes.append(tr("The search was stopped: a better take may exist."))
        return _take(solution.plays[0], settings, tuple(notes))
    if gaps and gaps.cards:
        return Caption(_NO_CARD, notes=tuple(notes))
    if gaps and gaps.take:
        return Caption(tr("This looks like a take that is laid out"), tr("No other take is looked for."), notes=tuple(notes))
    if gaps:
        return Caption(tr("Whether a take is possible is not known"), notes=(*_gaps(gaps), *notes))
    known_only = solution.proven and not table.complete
    return Caption(tr("No take is possible with the known cards.") if known_only else no_take_line(solution), notes=tuple(notes))


def score_caption(
    state: TableState, take: TableTake, arrangement: Arrangement, settings: Settings, problems: Sequence[str] = ()
) -> Caption:
    """What is said of a photo in which a take lies spread.

    Args:
        state: All cards of the photo.
        take: The take, as far as it is known.
        arrangement: Its sets, or why there are none.
        settings: What counts.
        problems: What hampers reading, and what cannot be in a real game.
    """
    notes = (*_looks(state, take.look_at), *map(_sentence, problems))
    if not state.cards:
        return Caption(_NO_CARD, notes=notes)
    if not take.cards and not take.unknown:
        return Caption(tr("No take was found"), notes=(tr("A take is a single row or fan, alone in the photo."), *notes))
    if take.unknown:
        return Caption(tr("The points are not counted"), tr("A card of the take is not known."), notes=notes)
    if arrangement.play is None:
        return Caption(why_line(arrangement), notes=notes)
    open_points = tuple(
        tr("Not judged: {amount} for {reason_words}.", amount=count(item.points, "point"), reason_words=reason_words(item))
        for item in arrangement.unjudged
    )
    return _take(arrangement.play, settings, (*open_points, *notes))


def _gaps(gaps: Gaps) -> tuple[str, ...]:
    """What is missing, a sentence each."""
    hand = tr("No hand was found at the {gaps.seat} side", gaps=gaps)
    other = tr("; a row lies at the {list} side", list=" and at the ".join(gaps.seats)) if gaps.seats else ""
    return (*([f"{hand}{other}."] if gaps.hand else []), *([tr("No card was found in the centre.")] if gaps.centre else []))


def _take(play: Play, settings: Settings, notes: tuple[str, ...]) -> Caption:
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}{', clears the centre' if play.clears else ''}"
    return Caption(
        title=tr("Take with the {card}", card=card_words(play.taker)),
        below=brings,
        sets=tuple(_set(group, play) for group in play.sets),
        points=tuple((item.points, reason_words(item)) for item in play.breakdown),
        total=(play.points, tr("by the {settings.scoring} scoring", settings=settings)),
        notes=notes,
    )


def _set(group: CardSet, play: Play) -> SetWords:
    made = f" = {play.taker.value}" if group.calculations else ""
    steps = tuple(step_text(step) for step in group.calculations)
    return SetWords(f"{formula(group.way)}{made}", ", ".join(map(_item, group.cards)), steps if len(steps) > 1 else ())


def _item(item: Card | Build) -> str:
    """A card or a build: number cards in words, wild cards by the signs on them."""
    if isinstance(item, Build):
        value = "" if item.value is None else f" = {item.value}"
        return tr("build of {list}{value}", list=" and ".join(map(_item, item.cards)), value=value)
    return printed(str(item)) if item.is_wild else card_words(item)


def _looks(state: TableState, look_at: Collection[int]) -> list[str]:
    """One sentence for the cards that are not known, one for those that are not sure."""
    unknown = [card.n for card in state.cards if card.n in look_at and card.reading.label is None]
    unsure = [card.n for card in state.cards if card.n in look_at and card.reading.label is not None]
    lines = [tr("{cards} not known: look at {it}.", cards=_cards(unknown), it=_it(unknown))] if unknown else []
    return [*lines, *([tr("{cards} not sure: look at {it}.", cards=_cards(unsure), it=_it(unsure))] if unsure else [])]


def _cards(numbers: Sequence[int]) -> str:
    return (
        tr("Card {numbers} is", numbers=numbers[0])
        if len(numbers) == 1
        else tr("Cards {list} and {numbers} are", list=", ".join(map(str, numbers[:-1])), numbers=numbers[-1])
    )


def _it(numbers: Sequence[int]) -> str:
    return "it" if len(numbers) == 1 else "them"


def _sentence(line: str) -> str:
    return f"{line[:1].upper()}{line[1:]}{'' if line.endswith('.') else '.'}"
