"""The readings of a photo as a table for terminals."""

from rich.table import Table
from rich.text import Text

from numero_cam.base.records import TableCard, TableState
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.build import computed_value
from numero_cam.table.doubts import DOUBTFUL_BELOW, find_doubt
from numero_cam.text.card_text import card_text
from numero_cam.text.readings import perhaps_words, zone_words
from numero_cam.text.words import nth


def readings_table(state: TableState) -> Table:
    """Return a table with a row for each card: number, face, zone, place in its stack, confidence and note."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("n", justify="right")
    for name in (tr("card"), tr("in words"), tr("where"), tr("lies")):
        table.add_column(name)
    table.add_column(tr("sure"), justify="right")
    table.add_column(tr("note"))
    for card in state.cards:
        label = card.reading.label
        sure = "-" if label is None else f"{card.reading.confidence:.1%}"
        words = card_text(parse_card(label)) if label else Text(tr("unknown"), style="bold")
        table.add_row(str(card.n), Text(label or "?"), words, zone_words(card.zone), _stack_words(state, card), sure, _note(state, card))
    return table


def _stack_words(state: TableState, card: TableCard) -> str:
    """Return the place of a card in its stack, from the lowest: `second card of the build 12`; empty for a card alone."""
    stack = sorted((other for other in state.cards if other.stack == card.stack), key=lambda other: other.order)
    if len(stack) == 1:
        return ""
    labels = [other.reading.label for other in stack]
    value = computed_value(tuple(parse_card(label) for label in labels if label)) if all(labels) else None
    if card.zone != "centre":
        return tr("{nth} card of a fan", nth=nth(card.order))
    told = tr("{nth} card of a build") if value is None else tr("{nth} card of the build {value}")
    return told.format(nth=nth(card.order), value=value)


def _note(state: TableState, card: TableCard) -> str:
    """Return the note of a card: the reason of a doubt, and what the card may be."""
    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL_BELOW
    maybe = perhaps_words(find_doubt(state, card).alternatives) if doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)
