"""The readings of a photo as a table, and the lines that say which of them need a look."""

from collections.abc import Collection

from rich.table import Table
from rich.text import Text

from numero_cam.base.records import TableCard, TableState
from numero_cam.observe.decode import DOUBTFUL, TablePosition
from numero_cam.rules import parse_card
from numero_cam.tell.card_text import card_text

_ZONES = {"hand": "hand", "opposite": "opposite hand", "centre": "centre", "take": "take", None: "beside"}


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
        table.add_row(str(card.n), Text(label or "?"), words, _ZONES.get(card.zone, str(card.zone)), lies, sure, _note(card))
    return table


def look_lines(state: TableState, table: TablePosition) -> list[str]:
    """Which cards to look at, why, and how to mend them; no line where all is known for sure."""
    lines = doubt_lines(state, table.look_at)
    if table.left_out:
        names = ", ".join(str(n) for n in table.left_out)
        lines.append(f"Left out too, because a card of the same build is not known: card {names}.")
    if not table.complete:
        lines.append("The answer holds for the known cards only.")
    return lines


def doubt_lines(state: TableState, look_at: Collection[int]) -> list[str]:
    """Why each of these cards needs a look, and how to mend it."""
    return [_look_line(card) for card in state.cards if card.n in look_at]


def _words(label: str) -> Text:
    card = parse_card(label)
    return card_text(card) if card.is_number else Text("wild card")


def _note(card: TableCard) -> str:
    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL
    others = [f"{label} ({share:.0%})" for label, share in reading.alternatives[:2] if label != reading.label and share >= 0.005]
    maybe = f"perhaps {' or '.join(others)}" if others and doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)


def _look_line(card: TableCard) -> str:
    reading = card.reading
    what = "is not known" if reading.label is None else f"is read as {reading.label} but only {reading.confidence:.0%} sure"
    others = [label for label, _ in reading.alternatives if label != reading.label]
    note = f" ({_note(card)})" if _note(card) else ""
    mend = f"--correct {card.n}={others[0] if others else '7r'}, say, or --correct {card.n}=none where no card lies"
    return f"Look at card {card.n} ({_ZONES.get(card.zone, card.zone)}): it {what}{note}. Mend it with {mend}."


def _height(order: int) -> str:
    return "bottom" if order == 0 else f"{order + 1} from the bottom"
