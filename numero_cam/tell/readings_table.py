"""The readings of a photo as a table."""

from rich.table import Table
from rich.text import Text

from numero_cam.base.records import TableCard, TableState
from numero_cam.observe.decode import DOUBTFUL
from numero_cam.observe.doubts import doubt_of
from numero_cam.rules import parse_card
from numero_cam.tell.card_text import card_text
from numero_cam.tell.readings_words import perhaps_words, place_words


def readings_table(state: TableState) -> Table:
    """A row for each card: its number, face, place, and how sure the reading is."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("n", justify="right")
    for name in ("card", "in words", "where", "lies"):
        table.add_column(name)
    table.add_column("sure", justify="right")
    table.add_column("note")
    stacked = {card.stack for card in state.cards if card.order > 0}
    for card in state.cards:
        label = card.reading.label
        lies = f"stack {card.stack}, {_height(card.order)}" if card.stack in stacked else "alone"
        sure = "-" if label is None else f"{card.reading.confidence:.1%}"
        words = _words(label) if label else Text("unknown", style="bold")
        table.add_row(str(card.n), Text(label or "?"), words, place_words(card.zone), lies, sure, _note(state, card))
    return table


def _words(label: str) -> Text:
    card = parse_card(label)
    return card_text(card) if card.is_number else Text("wild card")


def _note(state: TableState, card: TableCard) -> str:
    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL
    maybe = perhaps_words(doubt_of(state, card).perhaps) if doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)


def _height(order: int) -> str:
    return "bottom" if order == 0 else f"{order + 1} from the bottom"
