"""Makes the caption of an annotated photo: the take with its arithmetic and points, or why there is none.

It is for people who look at a picture, so it names no commands and options.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from numero_cam.base.records import TableState
from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.solve.arrange import Arrangement
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.text.check_list import why_line
from numero_cam.text.plays import SCORINGS, no_take_line, reason_words
from numero_cam.text.readings import SIDES, Gaps, TablePosition, TableTake
from numero_cam.text.words import card_words, count, formula, step_text

#: Patterns of typed signs of wild cards, and the signs that are printed on cards.
_PRINTED_SIGNS = (
    (re.compile(r"(?<![\w/])x(?=[2-5]\b)"), "×"),
    (re.compile(r"(?<![\w/])/(?=[2-5]\b)"), "÷"),
    (re.compile(r"(?<![\w/])-(?=[2-5]\b)"), "−"),
    (re.compile(r"\bsqrt\b"), "√"),
    (re.compile(r"\bcbrt\b"), "∛"),
    (re.compile(r"\bN2\b"), "N²"),
    (re.compile(r"\bN3\b"), "N³"),
)
_ZONE_WORDS = {
    "centre": tr("in the middle"),
    "hand": tr("in the hand"),
    "opposite": tr("in the hand opposite"),
    "take": tr("in the take"),
    None: tr("beside"),
}

_NO_CARD = tr("No card was found")


def with_printed_signs(text: str) -> str:
    """Return a text with the signs that are printed on cards: ``×3`` for ``x3``, ``√`` for ``sqrt``."""
    for typed, sign in _PRINTED_SIGNS:
        text = typed.sub(sign, text)
    return text


@dataclass(frozen=True)
class SetWords:
    """One set of a take in words."""

    arithmetic: str  #: Its formula, such as ``(14 + 13 − 3) × 1/2 = 12``.
    cards: str  #: Its cards.
    steps: tuple[str, ...] = ()  #: Its single calculations; empty where there are fewer than two.


@dataclass(frozen=True)
class Caption:
    """The text beside a photo."""

    title: str  #: Title.
    below: str = ""  #: Subtitle.
    sets: tuple[SetWords, ...] = ()  #: Sets of the take, in the order of the play.
    points: tuple[tuple[int, str], ...] = ()  #: For each score item its points and its reason.
    total: tuple[int, str] | None = None  #: All points and the name of the scoring; None without a take.
    notes: tuple[str, ...] = ()  #: Further sentences for the reader.


def read_caption(state: TableState) -> Caption:
    """Return the caption of a photo that was only read: the number of cards in each zone, and the cards to look at."""
    zones = [card.zone for card in state.cards]
    where = ", ".join(f"{zones.count(zone)} {words}" for zone, words in _ZONE_WORDS.items() if zone in zones)
    doubtful = [card.n for card in state.cards if card.reading.label is None or card.reading.confidence < DOUBTFUL_BELOW]
    title = count(len(state.cards), "card") if state.cards else _NO_CARD
    return Caption(title, where, notes=(*_look_at_sentences(state, doubtful), *map(_sentence, state.problems)))


def solve_caption(
    state: TableState,
    table: TablePosition,
    solution: Solution,
    settings: Settings,
    *,
    gaps: Gaps | None = None,
    problems: Sequence[str] = (),
) -> Caption:
    """Return the caption of a photo that was solved.

    Args:
        state: All cards of the photo.
        table: The position in the photo.
        solution: The answer of the solver, whose first play is shown.
        settings: Settings of the solver.
        gaps: Missing parts of the position for which no take was searched; None for none.
        problems: Problems that a real game cannot have, a line each.
    """
    notes = [*_look_at_sentences(state, table.look_at), *map(_sentence, (*state.problems, *problems))]
    if table.left_out:
        notes.append(
            ngettext(
                "Card {cards} is left out: a card of the same build is not known.",
                "Cards {cards} are left out: a card of the same build is not known.",
                len(table.left_out),
                cards=and_list(table.left_out),
            )
        )
    if solution.plays:
        if not table.complete:
            notes.append(tr("The answer holds for the known cards only."))
        if not solution.proven:
            notes.append(tr("The search was stopped: a better take may exist."))
        return _take_caption(solution.plays[0], settings, tuple(notes))
    if gaps and gaps.cards:
        return Caption(_NO_CARD, notes=tuple(notes))
    if gaps and gaps.take:
        return Caption(tr("This looks like a take that is laid out"), tr("No other take is looked for."), notes=tuple(notes))
    if gaps:
        return Caption(tr("Whether a take is possible is not known"), notes=(*_gap_sentences(gaps), *notes))
    known_only = solution.proven and not table.complete
    return Caption(tr("No take is possible with the known cards.") if known_only else no_take_line(solution), notes=tuple(notes))


def score_caption(
    state: TableState, take: TableTake, arrangement: Arrangement, settings: Settings, problems: Sequence[str] = ()
) -> Caption:
    """Return the caption of a photo of a take that lies spread on the table."""
    notes = (*_look_at_sentences(state, take.look_at), *map(_sentence, problems))
    if not state.cards:
        return Caption(_NO_CARD, notes=notes)
    if not take.cards and not take.unknown:
        return Caption(tr("No take was found"), notes=(tr("A take is a single row or fan, alone in the photo."), *notes))
    if take.unknown:
        return Caption(tr("The points are not counted"), tr("A card of the take is not known."), notes=notes)
    if arrangement.play is None:
        return Caption(why_line(arrangement), notes=notes)
    open_points = tuple(
        tr("Not judged: {points} for {reason}.", points=count(item.points, "point"), reason=reason_words(item))
        for item in arrangement.unjudged
    )
    return _take_caption(arrangement.play, settings, (*open_points, *notes))


def _gap_sentences(gaps: Gaps) -> tuple[str, ...]:
    """Return a sentence for each missing part of the position: the hand, the centre."""
    template = (
        tr("No hand was found at the {seat} side; a row lies at the {sides} side.")
        if gaps.seats
        else tr("No hand was found at the {seat} side.")
    )
    hand = template.format(seat=SIDES[gaps.seat], sides=tr(" and at the ").join(SIDES[seat] for seat in gaps.seats))
    return (*([hand] if gaps.hand else []), *([tr("No card was found in the middle.")] if gaps.centre else []))


def _take_caption(play: Play, settings: Settings, notes: tuple[str, ...]) -> Caption:
    """Return the caption of a play: its take, its sets, and its points item by item."""
    brings = tr("{cards}, {points}, clears the middle") if play.clears else "{cards}, {points}"
    return Caption(
        title=tr("Take with the {card}", card=card_words(play.taker)),
        below=brings.format(cards=count(play.cards, "card"), points=count(play.points, "point")),
        sets=tuple(_set_words(group, play) for group in play.sets),
        points=tuple((item.points, reason_words(item)) for item in play.breakdown),
        total=(play.points, SCORINGS[settings.scoring]),
        notes=notes,
    )


def _set_words(group: CardSet, play: Play) -> SetWords:
    """Return a set of a take in words."""
    made = f" = {play.taker.value}" if group.calculations else ""
    steps = tuple(step_text(step) for step in group.calculations)
    return SetWords(f"{formula(group.way)}{made}", ", ".join(map(_item_words, group.cards)), steps if len(steps) > 1 else ())


def _item_words(item: Card | Build) -> str:
    """Return a card or a build in words, with wild cards by their printed signs."""
    if isinstance(item, Build):
        cards = tr(" and ").join(map(_item_words, item.cards))
        return tr("build of {cards}", cards=cards) if item.value is None else tr("build of {cards} = {item.value}", cards=cards, item=item)
    return with_printed_signs(str(item)) if item.is_wild else card_words(item)


def _look_at_sentences(state: TableState, look_at: Collection[int]) -> list[str]:
    """Return a sentence for the unknown cards to look at, and one for the doubtful ones."""
    unknown = [card.n for card in state.cards if card.n in look_at and card.reading.label is None]
    unsure = [card.n for card in state.cards if card.n in look_at and card.reading.label is not None]
    lines = []
    if unknown:
        lines.append(
            ngettext(
                "Card {cards} is not known: look at it.",
                "Cards {cards} are not known: look at them.",
                len(unknown),
                cards=and_list(unknown),
            )
        )
    if unsure:
        lines.append(
            ngettext(
                "Card {cards} is not sure: look at it.", "Cards {cards} are not sure: look at them.", len(unsure), cards=and_list(unsure)
            )
        )
    return lines


def _sentence(line: str) -> str:
    """Return a line as a sentence, with a capital letter and a full stop."""
    return f"{line[:1].upper()}{line[1:]}{'' if line.endswith('.') else '.'}"
