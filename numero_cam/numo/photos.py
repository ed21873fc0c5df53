"""Reads photos of NUMO cards: the rows of cards, whether they are melds, and their points by both scorings, in words and as a caption."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.annotate.caption import Caption
from numero_cam.annotate.card_roles import CardRoles
from numero_cam.annotate.card_style import set_style
from numero_cam.annotate.overlay import Pixels, draw_overlay
from numero_cam.app.corrections import CorrectionError
from numero_cam.app.decks import known_decks
from numero_cam.base.errors import PositionError, ReadingError
from numero_cam.base.records import Frame, TableCard, TableState, value_of
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.numo import NUMO_CARDS
from numero_cam.numo.questions import MeldQuestion, MeldVerdict, asked_cards, check_meld, load_table
from numero_cam.numo.rules.cards import NumoCardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import card_texts, label_from_text
from numero_cam.numo.words import cards_line, is_meld_line, kind_words
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.table.layout import group_into_rows
from numero_cam.table.photo_reader import Reader
from numero_cam.text.readings import cards_json, milliseconds_json
from numero_cam.text.words import count

MAX_CARD_DIGITS = 4  #: Maximum number of digits of a card's number in a photo.


@dataclass(frozen=True)
class NumoRow:
    """Cards that lie beside each other."""

    cards: tuple[TableCard, ...]  #: The cards from left to right.
    text: str  #: The known cards as people write them.
    verdict: MeldVerdict | None  #: Whether they are a meld; None where a card of the row is unknown.

    @property
    def unknown(self) -> tuple[int, ...]:
        """Numbers in the photo of the unknown cards."""
        return tuple(card.n for card in self.cards if card.card is None)

    @property
    def is_meld(self) -> bool:
        """Whether all cards are known, and are a meld."""
        return self.verdict is not None and bool(self.verdict.kinds)

    @property
    def words(self) -> str:
        """The known cards in words; empty where none is known."""
        return cards_line(self.verdict.cards) if self.verdict else self.text

    @property
    def points(self) -> int:
        """Points of the row as a meld; 0 where it is no meld or has unknown cards."""
        return sum(card.number for card in self.verdict.cards) if self.verdict and self.is_meld else 0


@dataclass(frozen=True)
class NumoPhoto:
    """A photo of NUMO cards."""

    frame: Frame  #: The picture as shown.
    state: TableState  #: The table state that was read in it.
    rows: tuple[NumoRow, ...]  #: The cards by rows.
    left: int  #: Sum of the numbers of all known cards, which they cost a player who still holds them.

    @property
    def unknown(self) -> tuple[int, ...]:
        """Numbers in the photo of all unknown cards."""
        return tuple(n for row in self.rows for n in row.unknown)

    @property
    def points(self) -> int:
        """Points of all melds."""
        return sum(row.points for row in self.rows)

    def picture(self) -> Pixels:
        """Draw what was read, the melds and their points into the photo: ``(height, width, 3)`` uint8 RGB, see ``annotate.overlay``."""
        melds = tuple(frozenset(card.n for card in row.cards) for row in self.rows if row.is_meld)
        return draw_overlay(self.frame.pixels, _by_numbers(self.state), CardRoles(None, melds), _caption(self), builds=False)

    @property
    def all_melds(self) -> bool:
        """Whether every row is a meld without unknown cards."""
        return all(row.is_meld for row in self.rows)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numo check PHOTO --json`` and ``numo score PHOTO --json`` print."""
        return {
            "image": self.state.name,
            "width": self.state.width,
            "height": self.state.height,
            **({"deck": self.state.deck} if self.state.deck else {}),
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


def check_lines(photo: NumoPhoto) -> list[str]:
    """Return lines about each row: the kinds of meld that it is, or why it is no meld of each kind."""
    lines = []
    for number, row in enumerate(photo.rows, start=1):
        verdict = row.verdict
        if verdict is None:
            unknown, seen = ", ".join(map(str, row.unknown)), row.text or tr("no card known")
            lines.append(tr("Row {row}: {cards}: not judged, card {unknown} is not known.", row=number, cards=seen, unknown=unknown))
        else:
            lines.append(tr("Row {row}: {sentence}", row=number, sentence=is_meld_line(row.words, verdict.kinds)))
            if not verdict.kinds:
                lines += [f"  {kind_words(kind)}: {reason}" for kind, reason in verdict.reasons]
    return lines


def score_lines(photo: NumoPhoto) -> list[str]:
    """Return lines with the sums of all cards as melds and as leftovers, and a line for each row."""
    lines = [
        tr("Melds of whoever went out: {points}.", points=count(photo.points, "point")),
        tr("Cards left in a hand: {points}.", points=count(-photo.left, "point")),
    ]
    for number, row in enumerate(photo.rows, start=1):
        cards = row.words or tr("no card known")
        lines.append(
            tr("Row {row}: {cards}: {points}", row=number, cards=cards, points=count(row.points, "point"))
            if row.is_meld
            else tr("Row {row}: {cards}: no meld", row=number, cards=cards)
        )
    return lines


def _caption(photo: NumoPhoto) -> Caption:
    """Return the caption of a photo of melds or leftovers; melds are marked with the letters of sets, in the order of the rows."""
    melds = [row for row in photo.rows if row.is_meld]
    letters = iter(set_style(place).letter for place in range(len(melds)))
    notes = [
        f"{next(letters)}: {row.words}, {and_list(map(kind_words, row.verdict.kinds))}, {count(row.points, 'point')}"
        if row.verdict and row.is_meld
        else _no_meld(row)
        for row in photo.rows
    ]
    title = f"{count(len(melds), 'meld')}, {count(photo.points, 'point')}"
    cost = tr("Left in a hand these cards cost {points}.", points=count(photo.left, "point"))
    return Caption(title, cost, notes=(*notes, *(f"{problem}." for problem in photo.state.problems)))


def _no_meld(row: NumoRow) -> str:
    """Return the note of a row that is no meld, or that has unknown cards."""
    if row.unknown:
        numbers = ", ".join(map(str, row.unknown))
        unknown = ngettext("card {numbers} not known", "cards {numbers} not known", len(row.unknown), numbers=numbers)
        return f"{row.words}: {unknown}" if row.words else unknown
    return tr("{cards}: no meld", cards=row.words)


def open_numo_reader(deck: str | None) -> tuple[Reader, tuple[str, ...]]:
    """Load the models that read NUMO's cards, and return them with a line for each learned deck that was left out.

    `deck` is the name of a learned one, ``none``, or ``auto`` to choose it by the cards of each photo; None for ``auto``.
    """
    known = known_decks(deck, NUMO_CARDS)
    return Reader.load(decks=known.decks, models=NUMO_CARDS.models), known.left_out


def parse_numo_corrections(corrections: Sequence[str]) -> dict[int, str | None]:
    """Read ``3=7`` (card 3 of the photo is a 7), ``3=7.2``, ``3=7-troll-winter`` and ``5=none`` (no card lies there).

    Returns:
        For each number of a card its label, a number alone if no season is given, or None for no card.
    """
    said: dict[int, str | None] = {}
    for text in corrections:
        place, _, card = (part.strip() for part in text.partition("="))
        if not (place.isascii() and place.isdigit() and len(place) <= MAX_CARD_DIGITS and card):
            raise CorrectionError(tr("{text!r}: write the number of a card in the photo and what it is, such as 3=7, or 3=none", text=text))
        if int(place) in said:
            raise CorrectionError(tr("card {number} is corrected twice", number=int(place)))
        try:
            said[int(place)] = None if card.lower() == "none" else _label(card)
        except NumoCardError as error:
            raise CorrectionError(f"{text!r}: {error}") from error
    return said


def _label(text: str) -> str:
    """Return the label of a named card; a number without a season stays a number."""
    label = label_from_text(text, CharacterTable.default())
    return str(int(text)) if text.isdecimal() else label


def read_numo_photo(photo: str, asked: MeldQuestion, reader: Reader, corrections: Mapping[int, str | None]) -> NumoPhoto:
    """Read a photo of NUMO cards that lie open in rows; raise ``ReadingError`` where fewer than half are surely read.

    Args:
        photo: A file.
        asked: Level and rules by which melds are judged.
        reader: Of NUMO's cards, see `open_numo_reader`.
        corrections: Labels by the numbers of cards; None for no card.
    """
    asked.kinds()
    frame = read_photo(photo)
    state = reader.read(frame, corrections=corrections)
    known = [card for card in state.cards if card.card is not None]
    sure_cards = sum(card.confidence >= DOUBTFUL_BELOW for card in known)
    if 2 * sure_cards < len(state.cards) or not known:  # cards of another game are sometimes read, but not surely
        raise ReadingError(_refusal(state, sure_cards))
    table = load_table(asked.cards)
    try:
        texts = dict(zip((card.n for card in known), card_texts([str(card.card) for card in known], table), strict=True))
        # All rows together, because the text of a card depends on the other cards of its number.
        total = sum(card.number for card in asked_cards(" ".join(texts.values()), asked)[0])
    except NumoCardError as error:
        raise PositionError(f"{state.name}: {error}") from error
    places = group_into_rows([card.reading.corners for card in state.cards])
    rows = tuple(_row([state.cards[k] for k in place], texts, asked) for place in places)
    return NumoPhoto(frame, state, rows, total)


def _row(cards: Sequence[TableCard], texts: dict[int, str], asked: MeldQuestion) -> NumoRow:
    """Return the row of some cards, judged if all of them are known; `texts` has the text of each known card by its number."""
    text = " ".join(texts[card.n] for card in cards if card.n in texts)
    whole = all(card.n in texts for card in cards)
    return NumoRow(tuple(cards), text, check_meld(text, asked) if whole else None)


def _by_numbers(state: TableState) -> TableState:
    """Return the table state with the numbers alone as labels, to be drawn; the season is seen in the picture itself."""
    cards = [replace(c, reading=replace(c.reading, label=c.card and value_of(c.card))) for c in state.cards]
    return replace(state, cards=tuple(cards))


def _refusal(state: TableState, sure_cards: int) -> str:
    """Return why a photo does not count as one of NUMO cards; `sure_cards` is the number of surely read cards."""
    if not state.cards:
        return tr("{photo}: no card was found in this photo; lay the cards open in rows, in good light", photo=state.name)
    few = tr("{sure} of {cards} cards are surely read as cards of NUMO", sure=sure_cards, cards=len(state.cards))
    return tr("{photo}: {few}; these may be cards of another game: numero-cam read reads Numero's", photo=state.name, few=few)
