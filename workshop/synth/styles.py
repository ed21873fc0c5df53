"""A design and its parts: plain records of choices that were made, with no drawing in them.

Lengths are shares of the card's width unless said otherwise; angles are degrees.
"""

from dataclasses import asdict, dataclass
from typing import Any

from workshop.synth.inks import Colour


@dataclass(frozen=True)
class GroundStyle:
    """What lies under the numeral.

    Attributes:
        name: paper, field, band, shape, ghost (a pale shape), inverse (a paper shape on a coloured card), half, header,
            stripe, corners, gradient or emboss (a pressed disc, as tiles have).
        shape: Form of the shape, see `inks.shape`; `mark` = the mark of the card's colour.
        angle: Direction of the band, the half or the gradient.
        size: Width of the band, of the shape, of the stripe.
        offset: Where a band or a half lies, share of the height.
        tint: Share of the card's colour in its paper.
        pale: Share of the paper in the colour of a band, a half, a header, a stripe or corners.
        frame: none, line, double, thick, dashed or paper (a rim of paper around a coloured card).
        frame_inset: Distance of the frame from the edge.
        frame_width: Thickness of the frame.
        pattern: none, dots, stripes, grid, waves, triangles, confetti, rays, rings, clouds or hatch.
        pattern_strength: Share of ink in the pattern.
        seed: Chance of the pattern.
    """

    name: str = "paper"
    shape: str = "ellipse"
    angle: float = 0.0
    size: float = 0.7
    offset: float = 0.5
    tint: float = 0.0
    pale: float = 0.0
    frame: str = "none"
    frame_inset: float = 0.05
    frame_width: float = 0.015
    pattern: str = "none"
    pattern_strength: float = 0.12
    seed: int = 0


@dataclass(frozen=True)
class IndexStyle:
    """The small print in the corners.

    Attributes:
        layout: none, tl, tl_tr, tl_br, tr_bl, all, or ends (middle of the top and the bottom edge).
        turn: The lower ones stand on their head.
        height: Height of a digit, share of the card's height.
        margin: Distance from the edge.
        mark: none, shape (the colour's mark below the index) or badge (a disc behind it).
        own_font: Set in the design's index font, else a small copy of the main print.
    """

    layout: str = "tl_br"
    turn: bool = True
    height: float = 0.09
    margin: float = 0.06
    mark: str = "none"
    own_font: bool = False


@dataclass(frozen=True)
class NumberStyle:
    """The faces of number cards.

    Attributes:
        place: centre, twin (a second numeral on its head below), pips (dots in the middle) or art (a picture in the middle); the
            last two leave the number to the corners.
        height: Height of the numeral, share of the card's height.
        middle: Its middle, share of the height from above.
        across: Its middle, share of the width from the left.
        widest: Widest that it may be.
        stretch: Factor of its width.
        slant: Shear, as italics have.
        tilt: Turn of the numeral.
        effect: fill, outline, halo, shadow or inline.
        line: Thickness of lines of the effect, share of the numeral's height.
        nine: How 6 and 9 are told apart: underline, dot, word or none.
        below: Small print under the numeral, in order: word, dots, track (a line of 15 dots), brand, mark, colour.
        above: The same over it.
        small: Height of small print, share of the height.
        badge: Shape of the points badge; none = no badge on 1 and 15.
        badge_place: Where the badge lies: tr, bl, bottom or top.
        dot: A small white dot for the number of the pack.
        marks: Shapes that stand for red, blue, green, orange.
        brand: Name of the game in small print.
        capitals: Words in capitals.
    """

    place: str = "centre"
    height: float = 0.36
    middle: float = 0.5
    across: float = 0.5
    widest: float = 0.72
    stretch: float = 1.0
    slant: float = 0.0
    tilt: float = 0.0
    effect: str = "fill"
    line: float = 0.05
    nine: str = "underline"
    below: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    small: float = 0.05
    badge: str = "none"
    badge_place: str = "bottom"
    dot: bool = False
    marks: tuple[str, str, str, str] = ("ellipse", "rectangle", "triangle", "diamond")
    brand: str = ""
    capitals: bool = True


@dataclass(frozen=True)
class WildStyle:
    """The faces of wild cards.

    Attributes:
        ground: Their ground.
        index: Their corners.
        colouring: single, quarters or rainbow (the four colours of the deck).
        height: Height of a digit of the main print, share of the card's height.
        middle: Middle of the main print, share of the height from above.
        minus: Sign of subtraction.
        times: Sign of multiplication.
        divide: Sign of division.
        drawn: The signs are drawn as bars and dots, else taken from the font.
        weight: Thickness of drawn signs, share of a digit's height.
        layout: inline, stacked (sign over number) or disc (sign in a disc).
        letter: Letter of powers and roots; empty = bare root.
        caret: Powers as N^2.
        fraction: stacked, slanted, inline, percent or decimal as the main print.
        mixed: 3/2 and 5/2 as mixed numbers.
        small: The other spellings in small print: percent, decimal, fraction.
        small_place: below, above, sides or none.
        word: WILD or what stands for it; may be empty.
        word_place: below, above or foot.
        points: The points printed in the badge; empty = no badge.
        badge: Shape of the badge.
        badge_place: Where it lies: tr, bl, bottom or top.
        filled: The badge is a filled shape, else a ring.
        spoken: The card's name in small print, as in `minus three`.
        emblem: The marks of the four colours in a row below.
    """

    ground: GroundStyle = GroundStyle()
    index: IndexStyle = IndexStyle()
    colouring: str = "single"
    height: float = 0.26
    middle: float = 0.45
    minus: str = "−"
    times: str = "×"
    divide: str = "÷"
    drawn: bool = False
    weight: float = 0.12
    layout: str = "inline"
    letter: str = "N"
    caret: bool = False
    fraction: str = "stacked"
    mixed: bool = True
    small: tuple[str, ...] = ("percent", "decimal")
    small_place: str = "below"
    word: str = "WILD"
    word_place: str = "below"
    points: str = "10"
    badge: str = "pill"
    badge_place: str = "tr"
    filled: bool = False
    spoken: bool = False
    emblem: bool = False


@dataclass(frozen=True)
class PlayingStyle:
    """The faces of playing cards.

    Attributes:
        red: Colour of hearts and diamonds.
        black: Colour of spades and clubs.
        four: Colours of spades, hearts, diamonds, clubs where the deck has four; empty = two colours.
        corners: 2 or 4 corner indices.
        index: Height of an index digit, share of the card's height.
        squeeze: Width factor of the index digits.
        inner: pips, suit (one large suit sign), number (a large number) or plain.
        columns: An eight has two columns of four pips; in most packs two columns of three and two pips between them.
        pip: Width of a pip.
        ace: Width of the ace's sign.
        ornate: The ace is decorated.
        one: What stands on the ace: A or 1.
        suits: Which drawing of the suit signs, 0 to 2.
        frame: A thin frame around the pips.
    """

    red: Colour = (205, 22, 32)
    black: Colour = (20, 20, 22)
    four: tuple[Colour, ...] = ()
    corners: int = 2
    index: float = 0.09
    squeeze: float = 0.85
    inner: str = "pips"
    columns: bool = False
    pip: float = 0.19
    ace: float = 0.3
    ornate: bool = False
    one: str = "A"
    suits: int = 0
    frame: bool = False


@dataclass(frozen=True)
class BackStyle:
    """The back of the deck.

    Attributes:
        kind: solid, plain, lattice, stripes, dots, checker, rings, rays, scales, logo, medallion, zigzag, photo, letters or
            shapes (those of the number cards).
        colour: Its main colour.
        second: Its second colour.
        rim: Width of the paper rim.
        pitch: Distance of the pattern's parts.
        angle: Its direction.
        words: The name in the middle; may be empty.
        shapes: Forms of the kind `shapes`.
        tones: Their colours; empty = all in the second colour.
        seed: Chance of its details.
    """

    kind: str = "lattice"
    colour: Colour = (30, 60, 140)
    second: Colour = (240, 240, 240)
    rim: float = 0.05
    pitch: float = 0.08
    angle: float = 45.0
    words: str = ""
    shapes: tuple[str, str, str, str] = ("ellipse", "rounded", "hexagon", "diamond")
    tones: tuple[Colour, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class Design:
    """Every choice that a deck's faces and back are drawn from.

    Attributes:
        kind: numbers, playing or tiles: what the deck is; every design can draw every label.
        seed: Chance of details that differ from card to card.
        aspect: Width over height.
        radius: Radius of the corners, share of the width.
        paper: Colour of the stock.
        colours: Red, blue, green, orange.
        other: Colour of a number card of none of the four.
        wild_colour: Colour of the wild cards.
        main: Name of the font of numerals.
        index_font: Of corners, where these have one of their own.
        wild_font: Of wild cards.
        small: Of small print.
        ground: Ground of number cards.
        index: Corners of number cards.
        number: Number cards.
        wild: Wild cards.
        playing: Playing cards.
        back: The back.
    """

    kind: str
    seed: int
    aspect: float
    radius: float
    paper: Colour
    colours: tuple[Colour, Colour, Colour, Colour]
    other: Colour
    wild_colour: Colour
    main: str
    index_font: str
    wild_font: str
    small: str
    ground: GroundStyle
    index: IndexStyle
    number: NumberStyle
    wild: WildStyle
    playing: PlayingStyle
    back: BackStyle

    @property
    def playing_cards(self) -> bool:
        """Whether its cards are playing cards, so that its labels are `1s` to `10c`."""
        return self.kind == "playing"

    def as_json(self) -> dict[str, Any]:
        """Plain lists, texts and numbers."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Design":
        """The design that `as_json` wrote, also after a way through JSON text."""
        data = _tuples(data)
        wild = {**data["wild"], "ground": GroundStyle(**data["wild"]["ground"]), "index": IndexStyle(**data["wild"]["index"])}
        return cls(
            **{
                **data,
                "ground": GroundStyle(**data["ground"]),
                "index": IndexStyle(**data["index"]),
                "number": NumberStyle(**data["number"]),
                "wild": WildStyle(**wild),
                "playing": PlayingStyle(**data["playing"]),
                "back": BackStyle(**data["back"]),
            }
        )


def _tuples(value: Any) -> Any:  # noqa: ANN401 - the shape of JSON
    if isinstance(value, dict):
        return {key: _tuples(part) for key, part in value.items()}
    return tuple(_tuples(part) for part in value) if isinstance(value, (list, tuple)) else value
