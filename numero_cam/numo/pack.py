"""A pack of NUMO: the program's own cards printed, and a user's pack learned from photos."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from numero_cam.app.card_spec import PackKind
from numero_cam.app.prints import DeckPrint, PrintedDeck, write_cards
from numero_cam.base.errors import DeckError, PositionError
from numero_cam.catalogue import tr
from numero_cam.numo.questions import load_table
from numero_cam.numo.rules.cards import ALL_CARDS, NumoCardError
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import label_from_text, pack_labels
from numero_cam.numo.rules.notation import parse_named
from numero_cam.printing.deck_art import BACK, CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.lettering import text_outlines
from numero_cam.printing.paper import Colour, Drawing, FilledArea, Ring, TextLine, box, disc

_ELVIN_HEAD = "m o50,38,15; m p36,36 20,26 36,44; m p64,36 80,26 64,44; p o44,37,2.5; p o56,37,2.5"
_GOBLIN_HEAD = (
    "m o50,52,24; m p30,46 2,28 28,62; m p70,46 98,28 72,62; p o41,49,5; p o59,49,5; d o41,49,2.5; d o59,49,2.5; d p36,64 64,64 50,72"
)

#: Drawings by character or dwelling. A drawing is parts separated by ``;``: an ink (m main, d dark, p paper), then a disc ``oX,Y,RADIUS``
#: or a polygon ``pX,Y X,Y ...`` without a space before its first number, in hundredths of the square's side from its top left.
FIGURES = {
    "male elvin": f"d p30,96 40,54 60,54 70,96; {_ELVIN_HEAD}; d p35,31 65,31 50,2",
    "fairie queen": "m p48,50 10,24 16,68; m p52,50 90,24 84,68; m p50,44 26,96 74,96; d o50,34,12; d p38,24 38,8 44,17 50,6 56,17 62,8 "
    "62,24",
    "dwarf": "m p28,96 32,62 68,62 72,96; m o50,38,16; d p32,42 68,42 50,84; d p28,30 72,30 50,4",
    "goblin": _GOBLIN_HEAD,
    "troll": "m p12,96 22,46 78,46 88,96; m o50,30,20; d p38,24 46,24 46,30 38,30; d p54,24 62,24 62,30 54,30; p p42,42 46,34 50,42; "
    "p p52,42 56,34 60,42; d p86,16 96,16 90,92 82,92",
    "unicorn": "m p18,92 26,46 52,28 66,34 84,54 76,64 60,56 62,92; d p56,30 72,0 66,35; d p28,48 44,24 38,60; p o60,42,3",
    "mermaid": "d p36,18 34,52 44,34; m o50,20,12; m p42,32 58,32 62,60 38,60; m p39,58 61,58 56,84 46,84; d p50,80 26,98 74,98",
    "kraken": "m o50,32,22; m p30,44 6,88 18,94 42,50; m p42,50 30,98 42,98 50,52; m p50,52 58,98 70,98 58,50; m p58,50 82,94 94,88 70,44; "
    "p o42,32,5; p o58,32,5; d o42,32,2.5; d o58,32,2.5",
    "sea serpent": "m o24,66,19; p o24,72,10; m o58,66,19; p o58,72,10; m p72,66 76,24 92,22 98,36 86,40 84,66; p o88,30,3; d p0,82 "
    "100,82 100,92 0,92",
    "sea serpents cave": "m p4,94 20,30 50,8 80,30 96,94; d p28,94 34,56 50,42 66,56 72,94; p o43,68,4; p o57,68,4",
    "female elvin": f"m p50,50 24,96 76,96; {_ELVIN_HEAD}; d p35,32 50,12 65,32; d p34,36 30,74 42,50; d p66,36 70,74 58,50",
    "halfling": "m p32,84 36,52 64,52 68,84; m o50,38,16; d o38,26,8; d o50,21,9; d o62,26,8; d o36,90,9; d o64,90,9",
    "wizard": "m p22,98 42,56 58,56 78,98; m o50,46,13; d p30,36 70,36 56,0; d p18,42 82,42 82,35 18,35; p p40,50 60,50 50,82; "
    "d p88,30 93,30 93,98 88,98; d o90,24,7",
    "king goblin": f"{_GOBLIN_HEAD}; d p30,30 28,6 40,18 50,2 60,18 72,6 70,30",
    "ogre": "m o50,50,32; d p28,30 14,2 42,20; d p72,30 86,2 58,20; p o40,44,5; p o60,44,5; d o40,44,2.5; d o60,44,2.5; "
    "d p32,62 68,62 62,74 38,74; p p38,68 42,54 46,68; p p54,68 58,54 62,68",
    "valkyrie": "m p26,98 40,60 60,60 74,98; m o50,46,16; d p33,42 67,42 60,22 40,22; d p34,38 6,8 38,26; d p66,38 94,8 62,26; d p84,40 "
    "88,40 88,98 84,98",
    "griffin": "m p8,84 20,50 60,46 78,66 72,94 62,94 60,76 30,78 26,96 14,96; m o72,38,13; d p82,34 98,42 82,47; d p38,54 20,6 66,46; "
    "p o75,35,3",
    "werewolf": "m p28,52 20,8 42,28 58,28 80,8 72,52 58,82 42,82; d o50,74,7; p p34,42 46,47 37,52; p p66,42 54,47 63,52",
    "dragon": "m p4,88 30,58 58,58 70,28 92,24 98,40 80,44 74,76 50,86; d p38,60 14,10 46,30 62,6 62,58; p o85,33,3; d p94,44 100,58 86,50",
    "dragons lair": "m p2,96 24,20 40,42 58,6 98,96; d o50,74,22; d p28,74 72,74 72,96 28,96; p p38,72 43,60 48,72; p p52,72 57,60 62,72",
}

#: The form of each season, so that eyes that see colours alike tell them too: leaf, sun, acorn, snow star.
SEASONS = {
    "spring": "m p50,0 78,26 82,58 62,84 54,86 54,100 46,100 46,86 38,84 18,58 22,26",
    "summer": "m p50,0 58,20 75,7 74,28 95,26 81,42 100,50 81,58 95,74 74,72 75,93 58,80 50,100 42,80 25,93 26,72 5,74 19,58 0,50 19,42 "
    "5,26 26,28 "
    "25,7 42,20; p o50,50,17",
    "autumn": "m p14,44 14,28 30,16 46,12 46,0 54,0 54,12 70,16 86,28 86,44; m p20,52 80,52 72,80 50,100 28,80",
    "winter": "m p45,0 55,0 55,34 84,17 89,26 60,50 89,74 84,83 55,66 55,100 45,100 45,66 16,83 11,74 40,50 11,26 16,17 45,34",
}


def draw_figure(text: str, place: tuple[float, float], side: float, tones: dict[str, Colour]) -> tuple[FilledArea, ...]:
    """Return the filled areas of a drawing of ``FIGURES`` or ``SEASONS`` in a square on paper, in millimetres.

    Args:
        text: The drawing, in the form that is described at ``FIGURES``.
        place: Left and top of the square, millimetres.
        side: Side of the square, millimetres.
        tones: The colours of ``m``, ``d`` and ``p``.
    """
    areas = []
    for part in text.split(";"):
        tone, form = part.split(maxsplit=1)
        numbers = np.array(form[1:].replace(",", " ").split(), np.float64) * side / 100
        if form[0] == "o":
            areas.append(disc(place[0] + numbers[0], place[1] + numbers[1], float(numbers[2]), tones[tone]))
        else:
            areas.append(FilledArea(tones[tone], ((numbers.reshape(-1, 2) + place).astype(np.float32),)))
    return tuple(areas)


TURNABLE = frozenset("01689")  #: Digits that are digits upside down too; a number of these alone has a bar under it.
_INKS: dict[str, Colour] = {"spring": (22, 128, 58), "summer": (206, 150, 10), "autumn": (126, 72, 34), "winter": (30, 88, 176)}


@dataclass(frozen=True)
class Style:
    """How cards look; the defaults are those of printed cards."""

    font: Path | None = None  #: Of numbers and words; the program's own where None.
    paper: Colour = (252, 249, 240)  #: Ground of the card.
    inks: dict[str, Colour] = field(default_factory=lambda: dict(_INKS))  #: By season.
    digits: Colour | None = None  #: The ink of the numbers; that of the season where None.
    number: float = 21.0  #: Height of the large number, millimetres.
    index: float = 7.0  #: Height of the numbers in the corners, millimetres.
    drawing: float = 24.0  #: Side of the drawing, millimetres.
    pale: float = 0.16  #: Share of the season's ink in the colour of the form behind the number, 0..1; the rest is paper.
    line: float = 0.8  #: Width of the frame, millimetres.
    shift: tuple[float, float] = (0.0, 0.0)  #: Offset of number and drawing from their places, right and down, millimetres.


@dataclass(frozen=True)
class _Place:
    """The middle of a line of text, its height, and its maximum width, millimetres."""

    middle: tuple[float, float]  #: x and y of its middle.
    height: float  #: Height of the text.
    widest: float  #: Maximum width.


def numo_card(number: int, face: str, season: str, style: Style | None = None) -> Drawing:
    """Return the drawing of a card of 63 x 88 millimetres.

    Args:
        number: Number on the card.
        face: Character or dwelling, one of ``FIGURES``.
        season: One of ``SEASONS``.
        style: Fonts, colours and sizes; None for those of printed cards.
    """
    style = style or Style()
    ink = style.inks[season]
    digits = style.digits or ink
    tones: dict[str, Colour] = {"m": ink, "d": _mixed(ink, (20, 20, 24), 0.55), "p": style.paper}
    ghost = {"m": _mixed(style.paper, ink, style.pale), "p": style.paper}
    x, y = CARD_WIDTH / 2 + style.shift[0], 33 + style.shift[1]
    side = style.drawing
    corner = _numeral(number, style.font, _Place((11.0, 9.2), style.index, 11.5), digits)
    return Drawing(
        (
            box(0, 0, CARD_WIDTH, CARD_HEIGHT, style.paper),
            _frame(ink, style.line),
            *draw_figure(SEASONS[season], (x - 19, y - 19), 38, ghost),
            *draw_figure(SEASONS[season], (CARD_WIDTH - 15.5, 5), 10, tones),
            *corner,
            *(_turned(fill) for fill in corner),
            *_numeral(number, style.font, _Place((x, y), style.number, 44.0), digits),
            *draw_figure(FIGURES[face], (x - side / 2, 79 - side), side, tones),
            _written(printed_name(face), style.font, _Place((CARD_WIDTH / 2 - 2, 82.0), 3.0, 32.0), tones["d"]),
        )
    )


def numo_back(style: Style | None = None) -> Drawing:
    """Return the drawing of the back: the forms of the seasons in rows, without a number."""
    style = style or Style()
    ground: Colour = (44, 40, 66)
    fills: list[FilledArea] = [box(0, 0, CARD_WIDTH, CARD_HEIGHT, ground)]
    names = tuple(SEASONS)
    for row in range(8):
        for column in range(6):
            season = names[(row + column) % 4]
            tones = {"m": _mixed(ground, style.inks[season], 0.75), "p": ground}
            fills += draw_figure(SEASONS[season], (2.5 + column * 10, 4 + row * 10.3), 7.5, tones)
    return Drawing(tuple(fills))


def printed_name(face: str) -> str:
    """Return a face as it is written on the card: ``Dragon's Lair``."""
    return face.title().replace("Serpents C", "Serpent's C").replace("Dragons L", "Dragon's L")


def _numeral(number: int, font: Path | None, place: _Place, ink: Colour) -> list[FilledArea]:  # with its bar, see TURNABLE
    written = _written(str(number), font, place, ink)
    if not set(str(number)) <= TURNABLE:
        return [written]
    points = np.concatenate(written.rings)
    (left, _), (right, bottom) = points.min(0), points.max(0)
    thick = max(0.9, 0.09 * place.height)
    return [written, box(float(left), float(bottom) + thick, float(right - left), thick, ink)]


def _written(text: str, font: Path | None, place: _Place, ink: Colour) -> FilledArea:
    """Return the outlines of a line of text around its middle, scaled to the place's height, or less where it would be too wide."""
    rings = text_outlines(TextLine(text, 0, 0, 10.0, ink), bold=True, font=font).rings
    points = np.concatenate(rings)
    low, high = points.min(0), points.max(0)
    scale = min(place.height / float(high[1] - low[1]), place.widest / float(high[0] - low[0]))
    return FilledArea(ink, tuple((((ring - (low + high) / 2) * scale) + place.middle).astype(np.float32) for ring in rings))


def _frame(ink: Colour, line: float) -> FilledArea:  # the border of the card, `line` millimetres wide
    def ring(inset: float) -> Ring:
        """Return the corners of a rectangle at a distance from the card's edges, millimetres."""
        right, bottom = CARD_WIDTH - inset, CARD_HEIGHT - inset
        return np.array([[inset, inset], [right, inset], [right, bottom], [inset, bottom]], np.float32)

    return FilledArea(ink, (ring(2.4), ring(2.4 + line)))


def _turned(fill: FilledArea) -> FilledArea:  # by 180 degrees around the middle of the card
    return FilledArea(fill.colour, tuple((np.array([CARD_WIDTH, CARD_HEIGHT]) - ring).astype(np.float32) for ring in fill.rings))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:  # share: of the other, 0..1
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def numo_pack(characters: Path | None = None) -> PackKind:
    """Return the functions that turn names of cards of NUMO into labels, and labels that were seen into those of the whole pack.

    They use the table of characters of a file, None for that of the program, which is assumed.
    """
    known = load_table(characters)
    return PackKind(partial(_label_of_text, table=known), lambda seen: pack_labels(seen, known), tr("7, or 7-troll-winter"))


def _label_of_text(text: str, beside: Sequence[str | None], table: CharacterTable) -> str:
    """Return the label of a card's text, given the labels of cards that were named before."""
    try:
        return label_from_text(text, table, [label for label in beside if label is not None])
    except NumoCardError as error:
        raise DeckError(str(error)) from error


def print_numo_deck(wanted: DeckPrint) -> PrintedDeck:
    """Write an own deck of NUMO, of the wanted cards or all: number, season and character of each as the table of characters says."""
    known = load_table(wanted.characters)
    try:
        cards, known = (ALL_CARDS, known) if wanted.cards is None else parse_named(wanted.cards, known)
    except NumoCardError as error:
        raise PositionError(str(error)) from error
    art = {str(card): numo_card(card.number, known.face(card), known.season(card).text) for card in cards}
    return write_cards(wanted, [str(card) for card in cards], {**art, BACK: numo_back()})
