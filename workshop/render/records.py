"""What is on a table and how it is seen: plain records in metres and degrees, written into the answers as they are.

The table is the plane z = 0; x goes to the right, y away from the viewer. A card that is turned by 0 has its upper edge away from him.
"""

from dataclasses import dataclass, field

CARD = (0.063, 0.088)  #: Width and height of a card.
THICK = 0.0004  #: Thickness of a card.


@dataclass(frozen=True)
class Place:
    """A card on the table."""

    label: str  #: Canonical notation.
    x: float  #: Middle of the card.
    y: float  #: Middle of the card.
    turn: float  #: Degrees, counter-clockwise as seen from above.
    zone: str  #: hand, opposite, centre or take.
    stack: int  #: Cards of one number lie on each other.
    order: int = 0  #: 0 = bottom of the stack.
    layer: int = 0  #: Cards below it, in the table's order of laying.


@dataclass(frozen=True)
class Thing:
    """Something that is no card."""

    kind: str  #: mug, pencil, eraser, paper, bowl, phone or pile (the stock, face down).
    x: float  #: Middle.
    y: float  #: Middle.
    turn: float = 0.0  #: Degrees.
    colour: tuple[float, float, float] = (0.5, 0.5, 0.5)  #: Linear red, green, blue, 0 to 1.


@dataclass(frozen=True)
class Lamp:
    """One source of light."""

    kind: str  #: area (a soft lamp or the sky in a window) or sun.
    place: tuple[float, float, float]  #: Where it stands; for a sun only the direction to it counts.
    power: float  #: Watts, or for a sun watts per square metre.
    size: float  #: Edge of an area in metres, or angle of a sun's disc in degrees.
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)  #: Linear red, green, blue, 0 to 1.


@dataclass(frozen=True)
class Eye:
    """The camera: it looks at a point of the table."""

    target: tuple[float, float]  #: The point, x and y.
    distance: float  #: Metres from it.
    tilt: float  #: Degrees from straight down.
    swing: float  #: Degrees around the table; 0 = from the viewer's side.
    roll: float  #: Degrees around its own axis.
    field: float  #: Horizontal angle of view in degrees.


@dataclass(frozen=True)
class Table:
    """A whole picture before it is taken."""

    name: str  #: Of the files.
    layout: str  #: puzzle, table, sides or spread.
    surface: str  #: Material of the table, see `materials`.
    size: tuple[int, int]  #: Width and height of the picture in pixels.
    cards: tuple[Place, ...]  #: The cards, lowest first.
    things: tuple[Thing, ...]  #: Everything else.
    lamps: tuple[Lamp, ...]  #: The lights.
    sky: tuple[float, tuple[float, float, float]]  #: Strength and colour of the light from all around.
    eye: Eye  #: The camera.
    exposure: float = 0.0  #: Stops.
    seed: int = 0  #: Chance of surface, noise and what was not said.
    samples: int = 8  #: Paths traced a pixel.
    notes: dict[str, str] = field(default_factory=dict)
