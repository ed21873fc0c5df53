"""What is on a table and how it is seen: plain records in metres and degrees, written into the answers as they are.

The table is the plane z = 0; x goes to the right, y away from the viewer. A card that is turned by 0 has its upper edge away from him.
"""

from dataclasses import dataclass, field

CARD = (0.063, 0.088)
"""Width and height of a card."""
THICK = 0.0004
"""Thickness of a card."""


@dataclass(frozen=True)
class Place:
    """A card on the table.

    Attributes:
        label: Canonical notation.
        x: Middle of the card.
        y: Middle of the card.
        turn: Degrees, counter-clockwise as seen from above.
        zone: hand, opposite, centre or take.
        stack: Cards of one number lie on each other.
        order: 0 = bottom of the stack.
        layer: Cards below it, in the table's order of laying.
    """

    label: str
    x: float
    y: float
    turn: float
    zone: str
    stack: int
    order: int = 0
    layer: int = 0


@dataclass(frozen=True)
class Thing:
    """Something that is no card.

    Attributes:
        kind: mug, pencil, eraser, paper, bowl, phone or pile (the stock, face down).
        x: Middle.
        y: Middle.
        turn: Degrees.
        colour: Linear red, green, blue, 0 to 1.
    """

    kind: str
    x: float
    y: float
    turn: float = 0.0
    colour: tuple[float, float, float] = (0.5, 0.5, 0.5)


@dataclass(frozen=True)
class Lamp:
    """One source of light.

    Attributes:
        kind: area (a soft lamp or the sky in a window) or sun.
        place: Where it stands; for a sun only the direction to it counts.
        power: Watts, or for a sun watts per square metre.
        size: Edge of an area in metres, or angle of a sun's disc in degrees.
        colour: Linear red, green, blue, 0 to 1.
    """

    kind: str
    place: tuple[float, float, float]
    power: float
    size: float
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Eye:
    """The camera: it looks at a point of the table.

    Attributes:
        target: The point, x and y.
        distance: Metres from it.
        tilt: Degrees from straight down.
        swing: Degrees around the table; 0 = from the viewer's side.
        roll: Degrees around its own axis.
        field: Horizontal angle of view in degrees.
    """

    target: tuple[float, float]
    distance: float
    tilt: float
    swing: float
    roll: float
    field: float


@dataclass(frozen=True)
class Table:
    """A whole picture before it is taken.

    Attributes:
        name: Of the files.
        layout: puzzle, table, sides or spread.
        surface: Material of the table, see `materials`.
        size: Width and height of the picture in pixels.
        cards: The cards, lowest first.
        things: Everything else.
        lamps: The lights.
        sky: Strength and colour of the light from all around.
        eye: The camera.
        exposure: Stops.
        seed: Chance of surface, noise and what was not said.
        samples: Paths traced a pixel.
    """

    name: str
    layout: str
    surface: str
    size: tuple[int, int]
    cards: tuple[Place, ...]
    things: tuple[Thing, ...]
    lamps: tuple[Lamp, ...]
    sky: tuple[float, tuple[float, float, float]]
    eye: Eye
    exposure: float = 0.0
    seed: int = 0
    samples: int = 8
    notes: dict[str, str] = field(default_factory=dict)
