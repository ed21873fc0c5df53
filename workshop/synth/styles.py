"""A design and its parts: plain records of choices that were made, with no drawing in them.

Lengths are shares of the card's width unless said otherwise; angles are degrees.
"""

from dataclasses import dataclass

from workshop.synth.inks import Colour


@dataclass(frozen=True)
class GroundStyle:
    """What lies under the numeral."""

    #: paper, field, band, shape, ghost (a pale shape), inverse (a paper shape on a coloured card), half, header, stripe, corners, gradient
    #: or emboss (a pressed disc, as tiles have).
    name: str = "paper"
    shape: str = "ellipse"  #: Form of the shape, see `inks.shape`; `mark` = the mark of the card's colour.
    angle: float = 0.0  #: Direction of the band, the half or the gradient.
    size: float = 0.7  #: Width of the band, of the shape, of the stripe.
    offset: float = 0.5  #: Where a band or a half lies, share of the height.
    tint: float = 0.0  #: Share of the card's colour in its paper.
    pale: float = 0.0  #: Share of the paper in the colour of a band, a half, a header, a stripe or corners.
    frame: str = "none"  #: none, line, double, thick, dashed or paper (a rim of paper around a coloured card).
    frame_inset: float = 0.05  #: Distance of the frame from the edge.
    frame_width: float = 0.015  #: Thickness of the frame.
    pattern: str = "none"  #: none, dots, stripes, grid, waves, triangles, confetti, rays, rings, clouds or hatch.
    pattern_strength: float = 0.12  #: Share of ink in the pattern.
    seed: int = 0  #: Chance of the pattern.


@dataclass(frozen=True)
class IndexStyle:
    """The small print in the corners."""

    layout: str = "tl_br"  #: none, tl, tl_tr, tl_br, tr_bl, all, or ends (middle of the top and the bottom edge).
    turn: bool = True  #: The lower ones stand on their head.
    height: float = 0.09  #: Height of a digit, share of the card's height.
    margin: float = 0.06  #: Distance from the edge.
    mark: str = "none"  #: none, shape (the colour's mark below the index) or badge (a disc behind it).
    own_font: bool = False  #: Set in the design's index font, else a small copy of the main print.


@dataclass(frozen=True)
class NumberStyle:
    """The faces of number cards."""

    #: centre, twin (a second numeral on its head below), pips (dots in the middle) or art (a picture in the middle); the last two leave the
    #: number to the corners.
    place: str = "centre"
    height: float = 0.36  #: Height of the numeral, share of the card's height.
    middle: float = 0.5  #: Its middle, share of the height from above.
    across: float = 0.5  #: Its middle, share of the width from the left.
    widest: float = 0.72  #: Widest that it may be.
    stretch: float = 1.0  #: Factor of its width.
    slant: float = 0.0  #: Shear, as italics have.
    tilt: float = 0.0  #: Turn of the numeral.
    effect: str = "fill"  #: fill, outline, halo, shadow or inline.
    line: float = 0.05  #: Thickness of lines of the effect, share of the numeral's height.
    nine: str = "underline"  #: How 6 and 9 are told apart: underline, dot, word or none.
    below: tuple[str, ...] = ()  #: Small print under the numeral, in order: word, dots, track (a line of 15 dots), brand, mark, colour.
    above: tuple[str, ...] = ()  #: The same over it.
    small: float = 0.05  #: Height of small print, share of the height.
    badge: str = "none"  #: Shape of the points badge; none = no badge on 1 and 15.
    badge_place: str = "bottom"  #: Where the badge lies: tr, bl, bottom or top.
    dot: bool = False  #: A small white dot for the number of the pack.
    marks: tuple[str, str, str, str] = ("ellipse", "rectangle", "triangle", "diamond")  #: Shapes that stand for red, blue, green, orange.
    brand: str = ""  #: Name of the game in small print.
    capitals: bool = True  #: Words in capitals.


@dataclass(frozen=True)
class WildStyle:
    """The faces of wild cards."""

    ground: GroundStyle = GroundStyle()  #: Their ground.
    index: IndexStyle = IndexStyle()  #: Their corners.
    colouring: str = "single"  #: single, quarters or rainbow (the four colours of the deck).
    height: float = 0.26  #: Height of a digit of the main print, share of the card's height.
    middle: float = 0.45  #: Middle of the main print, share of the height from above.
    minus: str = "−"  #: Sign of subtraction.
    times: str = "×"  #: Sign of multiplication.
    divide: str = "÷"  #: Sign of division.
    drawn: bool = False  #: The signs are drawn as bars and dots, else taken from the font.
    weight: float = 0.12  #: Thickness of drawn signs, share of a digit's height.
    layout: str = "inline"  #: inline, stacked (sign over number) or disc (sign in a disc).
    letter: str = "N"  #: Letter of powers and roots; empty = bare root.
    caret: bool = False  #: Powers as N^2.
    fraction: str = "stacked"  #: stacked, slanted, inline, percent or decimal as the main print.
    mixed: bool = True  #: 3/2 and 5/2 as mixed numbers.
    small: tuple[str, ...] = ("percent", "decimal")  #: The other spellings in small print: percent, decimal, fraction.
    small_place: str = "below"  #: below, above, sides or none.
    word: str = "WILD"  #: WILD or what stands for it; may be empty.
    word_place: str = "below"  #: below, above or foot.
    points: str = "10"  #: The points printed in the badge; empty = no badge.
    badge: str = "pill"  #: Shape of the badge.
    badge_place: str = "tr"  #: Where it lies: tr, bl, bottom or top.
    filled: bool = False  #: The badge is a filled shape, else a ring.
    spoken: bool = False  #: The card's name in small print, as in `minus three`.
    emblem: bool = False  #: The marks of the four colours in a row below.


@dataclass(frozen=True)
class PlayingStyle:
    """The faces of playing cards."""

    red: Colour = (205, 22, 32)  #: Colour of hearts and diamonds.
    black: Colour = (20, 20, 22)  #: Colour of spades and clubs.
    four: tuple[Colour, ...] = ()  #: Colours of spades, hearts, diamonds, clubs where the deck has four; empty = two colours.
    corners: int = 2  #: 2 or 4 corner indices.
    index: float = 0.09  #: Height of an index digit, share of the card's height.
    squeeze: float = 0.85  #: Width factor of the index digits.
    inner: str = "pips"  #: pips, suit (one large suit sign), number (a large number) or plain.
    columns: bool = False  #: An eight has two columns of four pips; in most packs two columns of three and two pips between them.
    pip: float = 0.19  #: Width of a pip.
    ace: float = 0.3  #: Width of the ace's sign.
    ornate: bool = False  #: The ace is decorated.
    one: str = "A"  #: What stands on the ace: A or 1.
    suits: int = 0  #: Seed of the shapes of the suit signs.
    suit_font: str = ""  #: Font whose suit signs are printed; empty = they are drawn.
    frame: bool = False  #: A thin frame around the pips.


@dataclass(frozen=True)
class BackStyle:
    """The back of the deck."""

    #: solid, plain, lattice, stripes, dots, checker, rings, rays, scales, logo, medallion, zigzag, photo, letters or shapes (those of the
    #: number cards).
    kind: str = "lattice"
    colour: Colour = (30, 60, 140)  #: Its main colour.
    second: Colour = (240, 240, 240)  #: Its second colour.
    rim: float = 0.05  #: Width of the paper rim.
    pitch: float = 0.08  #: Distance of the pattern's parts.
    angle: float = 45.0  #: Its direction.
    words: str = ""  #: The name in the middle; may be empty.
    shapes: tuple[str, str, str, str] = ("ellipse", "rounded", "hexagon", "diamond")  #: Forms of the kind `shapes`.
    tones: tuple[Colour, ...] = ()  #: Their colours; empty = all in the second colour.
    seed: int = 0  #: Chance of its details.


@dataclass(frozen=True)
class Design:
    """Every choice that a deck's faces and back are drawn from."""

    kind: str  #: numbers, playing or tiles: what the deck is; every design can draw every label.
    seed: int  #: Chance of details that differ from card to card.
    aspect: float  #: Width over height.
    radius: float  #: Radius of the corners, share of the width.
    paper: Colour  #: Colour of the stock.
    colours: tuple[Colour, Colour, Colour, Colour]  #: Red, blue, green, orange.
    other: Colour  #: Colour of a number card of none of the four.
    wild_colour: Colour  #: Colour of the wild cards.
    main: str  #: Name of the font of numerals.
    index_font: str  #: Of corners, where these have one of their own.
    wild_font: str  #: Of wild cards.
    small: str  #: Of small print.
    ground: GroundStyle  #: Ground of number cards.
    index: IndexStyle  #: Corners of number cards.
    number: NumberStyle  #: Number cards.
    wild: WildStyle  #: Wild cards.
    playing: PlayingStyle  #: Playing cards.
    back: BackStyle  #: The back.

    @property
    def playing_cards(self) -> bool:
        """Whether its cards are playing cards, so that its labels are `1s` to `10c`."""
        return self.kind == "playing"
