"""The readings of a photo as a table."""

from rich.table import Table
from rich.text import Text

from numero_cam.base.records import TableCard, TableState
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.build import computed_value
from numero_cam.table.doubts import DOUBTFUL_BELOW, find_doubt
from numero_cam.text.card_text import card_text
from numero_cam.text.readings import perhaps_words, place_words
from numero_cam.text.words import nth


def readings_table(state: TableState) -> Table:
    """A row for each card: its number, face, place, and how sure the reading is."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("n", justify="right")
    for name in ("card", tr("in words"), "where", "lies"):
        table.add_column(name)
    table.add_column("sure", justify="right")
    table.add_column("note")
    for card in state.cards:
        label = card.reading.label
        sure = "-" if label is None else f"{card.reading.confidence:.1%}"
        words = card_text(parse_card(label)) if label else Text("unknown", style="bold")
        table.add_row(str(card.n), Text(label or "?"), words, place_words(card.zone), _lies(state, card), sure, _note(state, card))
    return table


def _lies(state: TableState, card: TableCard) -> str:
    """Return how a card lies with others: `second card of the build 12`, counted from the lowest; alone is not worth a word."""
    stack = sorted((other for other in state.cards if other.stack == card.stack), key=lambda other: other.order)
    if len(stack) == 1:
        return ""
    labels = [other.reading.label for other in stack]
    value = computed_value(tuple(parse_card(label) for label in labels if label)) if all(labels) else None
    build = "a build" if value is None else tr("the build {value}", value=value)
    return tr("{nth} card of {value}", nth=nth(card.order), value=build if card.zone == "centre" else "a fan")


def _note(state: TableState, card: TableCard) -> str:
    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL_BELOW
    maybe = perhaps_words(find_doubt(state, card).alternatives) if doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)
