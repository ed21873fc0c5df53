"""Paper as it comes back: printed too small or askew, on both sides, in grey toner; torn, or with a corner folded over.

``held`` has other toner, other ink that shines through and other torn edges than ``tuned``.
"""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.classroom.slip_prints import SlipContent
from numero_cam.printing.paper import Drawing
from workshop.slips.fill import Marks, Picture, filled, printed
from workshop.slips.hands import DOTS, Rng, Tool, World

Floats = NDArray[np.float32]


def grey_toner(rng: Rng, picture: Picture, world: World) -> Picture:
    """Print whose black is grey: in bands across the page, or in blotches where the drum is worn."""
    height, width = picture.shape[:2]
    if world == "tuned":
        wave = np.sin(np.linspace(0, rng.uniform(3, 12) * np.pi, height) + rng.uniform(0, 6))
        lack = np.broadcast_to((0.3 + 0.15 * wave)[:, None], (height, width))
    else:
        rough = rng.normal(0, 1, (height // 80 + 2, width // 80 + 2)).astype(np.float32)
        lack = 0.32 + 0.12 * np.clip(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float64), -1.5, 1.5)
    ink = (255 - picture.astype(np.float32)) * (1 - np.clip(lack, 0, 0.6))[..., None]
    return np.asarray(255 - ink, np.uint8)


def shining_through(rng: Rng, picture: Picture, other: Picture, world: World) -> Picture:
    """A page with the print of its other side, mirrored, as thin paper lets it shine through."""
    back = cv2.resize(other, (picture.shape[1], picture.shape[0]))[:, ::-1].astype(np.float32)
    back = np.roll(back, rng.integers(-30, 30, 2).tolist(), axis=(0, 1))
    if world == "tuned":
        back = np.asarray(cv2.GaussianBlur(back, (0, 0), float(rng.uniform(2, 6))), np.float32)
    else:
        back = np.asarray(cv2.blur(back, (7, 3)), np.float32)
    return np.asarray(picture * (1 - rng.uniform(0.06, 0.16) * (1 - back / 255)), np.uint8)


def printed_small(rng: Rng, picture: Picture) -> Picture:
    """Print at 93 to 97 % in the middle of its paper."""
    factor = rng.uniform(0.93, 0.97)
    return _moved(picture, np.array([[factor, 0.0], [0.0, factor]]))


def printed_askew(rng: Rng, picture: Picture) -> Picture:
    """Print that the paper feed turned and sheared a little."""
    turn, shear = np.radians(rng.uniform(-2.5, 2.5)), rng.uniform(-0.01, 0.01)
    factor = 0.95  # nothing is cut off
    return _moved(picture, factor * np.array([[np.cos(turn), -np.sin(turn) + shear], [np.sin(turn), np.cos(turn)]]))


def _moved(picture: Picture, matrix: NDArray[np.float64]) -> Picture:
    middle = np.array([picture.shape[1], picture.shape[0]]) / 2
    whole = np.column_stack([matrix, middle - matrix @ middle])
    white, size = (255, 255, 255), (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, whole, size, flags=cv2.INTER_AREA, borderValue=white), np.uint8)


def torn_corner(rng: Rng, picture: Picture, world: World) -> Picture:
    """A slip without one of its corners: a straight tear, or a jagged one; the desk is seen there."""
    (corner, along, up), out = _corner(rng, picture), picture.copy()
    ways = [corner + along, corner + up]
    steps = np.linspace(0, 1, 2 if world == "tuned" else 14)[:, None]
    edge = ways[0] * (1 - steps) + ways[1] * steps
    edge[1:-1] += rng.normal(0, 0.8 * DOTS, edge[1:-1].shape)
    desk = rng.choice(np.array([[150, 110, 75], [90, 90, 95], [60, 45, 35]])).tolist()
    cv2.fillPoly(out, [np.round(np.vstack([edge, corner])).astype(np.int32)], desk, cv2.LINE_AA)
    return out


def folded_corner(rng: Rng, picture: Picture, world: World) -> Picture:
    """A slip with one of its corners folded over, so that its back lies on the print."""
    (corner, along, up), out = _corner(rng, picture), picture.copy()
    one, other = corner + along, corner + up
    line = (other - one) / np.linalg.norm(other - one)
    over = 2 * (one + line * ((corner - one) @ line)) - corner
    desk = rng.choice(np.array([[150, 110, 75], [90, 90, 95], [60, 45, 35]])).tolist()
    cv2.fillPoly(out, [np.round([corner, one, other]).astype(np.int32)], desk, cv2.LINE_AA)
    back = rng.uniform(225, 250)
    cv2.fillPoly(out, [np.round([one, over, other]).astype(np.int32)], (back, back, back), cv2.LINE_AA)
    if world == "held":  # the fold throws a shadow
        cv2.polylines(out, [np.round([one, over, other]).astype(np.int32)], isClosed=False, color=(150, 150, 150), thickness=3)
    return out


def _corner(rng: Rng, picture: Picture) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return one of the corners of a picture, and how far a tear reaches from it along each of its edges, pixels."""
    height, width = picture.shape[:2]
    right, lower = rng.integers(2, size=2).tolist()
    reach = rng.uniform(10, 32, 2) * DOTS
    along, up = np.array([-reach[0] if right else reach[0], 0.0]), np.array([0.0, -reach[1] if lower else reach[1]])
    return np.array([right * width, lower * height], np.float64), along, up


#: What may happen to the paper of a filled slip of a world, by name.
WEAR: Mapping[str, Callable[[Rng, Picture, World], Picture]] = {
    "small": lambda rng, picture, _: printed_small(rng, picture),
    "askew": lambda rng, picture, _: printed_askew(rng, picture),
    "torn": torn_corner,
    "folded": folded_corner,
}
#: How the paper of a slip may be: as it was printed, and what became of it.
PAPERS = ("plain", "toner", "both sides", *WEAR)


def page(
    rng: Rng, slip: SlipContent, marks: Marks, art: Mapping[str, Drawing], *, paper: str, back: SlipContent, tool: Tool, world: World
) -> Picture:
    """A slip with marks on its paper, one of ``PAPERS`` or a name that leaves it plain; `back`: its other side; `art` of ``read_art``."""
    picture = printed(slip, art)
    if paper == "toner":
        picture = grey_toner(rng, picture, world)
    if paper == "both sides":
        picture = shining_through(rng, picture, printed(back, art), world)
    picture = filled(rng, picture, slip, marks, tool=tool, world=world)
    return WEAR[paper](rng, picture, world) if paper in WEAR else picture
