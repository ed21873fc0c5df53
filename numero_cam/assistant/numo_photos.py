"""Photos of NUMO cards: which melds lie there, whether each is one, and what they are worth by both scorings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numero_cam.assistant.numo import Asked, Verdict, cards_of, check, load_table
from numero_cam.base.errors import PositionError, ReadingError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.games.numo.cards import CardError
from numero_cam.games.numo.photo import written_cards
from numero_cam.observe.once import SURE
from numero_cam.observe.rows import rows_of
from numero_cam.pipeline import NUMO, Reader
from numero_cam.tell.readings_json import cards_json, milliseconds_json


@dataclass(frozen=True)
class Row:
    """Cards that lie beside each other.

    Attributes:
        cards: As they were found, from left to right.
        text: Those that are known, as people write them.
        verdict: Whether they are a meld; None where a card of the row is not known.
    """

    cards: tuple[TableCard, ...]
    text: str
    verdict: Verdict | None

    @property
    def unknown(self) -> tuple[int, ...]:
        """The numbers that the cards which are not known have in the photo."""
        return tuple(card.n for card in self.cards if card.card is None)

    @property
    def points(self) -> int:
        """The sum of its meld; 0 where it is none, or not known."""
        found = self.verdict
        return sum(card.number for card in found.cards) if found and found.kinds else 0


@dataclass(frozen=True)
class NumoPhoto:
    """A photo of NUMO cards.

    Attributes:
        frame: The picture as shown.
        state: What was read in it.
        rows: The cards by rows.
        left: The sum of all cards that are known: what they cost whoever still holds them.
    """

    frame: Frame
    state: TableState
    rows: tuple[Row, ...]
    left: int

    @property
    def unknown(self) -> tuple[int, ...]:
        """The numbers of the cards that are not known."""
        return tuple(n for row in self.rows for n in row.unknown)

    @property
    def texts(self) -> tuple[str, ...]:
        """The known cards of each row."""
        return tuple(row.text for row in self.rows)

    @property
    def verdicts(self) -> tuple[Verdict | None, ...]:
        """Of each row, see there."""
        return tuple(row.verdict for row in self.rows)

    @property
    def points(self) -> int:
        """The sum of the melds."""
        return sum(row.points for row in self.rows)

    @property
    def all_melds(self) -> bool:
        """Whether each row is surely a meld."""
        return all(row.verdict is not None and row.verdict.kinds for row in self.rows)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numo check PHOTO --json`` and ``numo score PHOTO --json`` print."""
        return {
            "image": self.state.name,
            "width": self.state.width,
            "height": self.state.height,
            "rows": [
                {
                    "cards": [card.n for card in row.cards],
                    "text": row.text,
                    "unknown": list(row.unknown),
                    "check": row.verdict.to_dict() if row.verdict else None,
                    "points": row.points,
                }
                for row in self.rows
            ],
            "melds": self.points,
            "leftovers": -self.left,
            "complete": not self.unknown,
            "problems": list(self.state.problems),
            "milliseconds": milliseconds_json(self.state.milliseconds),
            "cards": cards_json(self.state),
        }


def open_numo_reader(config: ReaderConfig | None = None) -> Reader:
    """Load the models that read NUMO's cards.

    Raises:
        ModelError: A model cannot be used.
    """
    return Reader.load(config, shared=True, eyes=NUMO)


def look(photo: str | Path | Frame, asked: Asked, reader: Reader | None = None) -> NumoPhoto:
    """Read a photo of NUMO cards that lie open in rows.

    Args:
        photo: A file, or a picture that is loaded.
        asked: How melds are judged.
        reader: One that is open.

    Raises:
        PictureError: The photo cannot be read.
        ReadingError: No card of NUMO lies there.
        PositionError: A number is there more often than the pack has it.
        ConfigError: The file of characters cannot be used.
        OptionsError: No such level or rule.
    """
    asked.kinds()
    frame = photo if isinstance(photo, Frame) else read_photo(photo)
    state = (reader or open_numo_reader()).read(frame)
    known = [card for card in state.cards if card.card is not None]
    sure = sum(card.confidence >= SURE for card in known)
    if 2 * sure < len(state.cards) or not known:  # Cards of another game are read here and there, but not surely.
        raise ReadingError(_why_none(state, sure))
    table = load_table(asked.cards)
    try:
        texts = dict(zip((card.n for card in known), written_cards([str(card.card) for card in known], table), strict=True))
        # Together: what a card is called depends on those beside it.
        total = sum(card.number for card in cards_of(" ".join(texts.values()), asked)[0])
    except CardError as error:
        message = f"{state.name}: {error}"
        raise PositionError(message) from error
    places = rows_of([card.reading.corners for card in state.cards])
    rows = tuple(_row([state.cards[k] for k in place], texts, asked) for place in places)
    return NumoPhoto(frame, state, rows, total)


def _row(cards: Sequence[TableCard], texts: dict[int, str], asked: Asked) -> Row:
    text = " ".join(texts[card.n] for card in cards if card.n in texts)
    whole = all(card.n in texts for card in cards)
    return Row(tuple(cards), text, check(text, asked) if whole else None)


def _why_none(state: TableState, sure: int) -> str:
    if not state.cards:
        return f"{state.name}: no card was found in this photo; lay the cards open in rows, in good light"
    few = f"{sure} of {len(state.cards)} cards are surely read as cards of NUMO"
    return f"{state.name}: {few}; these may be cards of another game: numero-cam read reads Numero's"
