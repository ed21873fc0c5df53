"""Cards of the project's own deck laid on a plain table, seen by a camera that looks aslant, and what the shipped models see there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.base.records import Detection
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH, read_art
from numero_cam.printing.paper import Drawing, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from numero_cam.vision import outlines
from numero_cam.vision.candidates import VisionContext, find_covers, quads_above
from numero_cam.vision.detector import Detector
from numero_cam.vision.faces import Face, FaceReader, IndexReader
from numero_cam.vision.outlines import CardOutline
from numero_cam.vision.plane import TablePlane, refine_by_plane
from numero_cam.vision.rectify import Pyramid

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]
Place = tuple[float, float, float]  #: A card's middle on the table in millimetres, and how far it is turned, degrees.

SIZE = (960, 720)
TABLE = (52, 92, 70)
_TABLE_MM = np.array([[-240, -180], [240, -180], [240, 180], [-240, 180]], np.float32)
_SEEN = np.array([[60, 20], [900, 20], [945, 700], [15, 700]], np.float32)
_DPI = 56  #: Faces are drawn nearly as large as they are seen, so that none is shrunk much.
_AROUND = 15  #: Pixels around a card in which its shadow falls.
_CARD = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (CARD_WIDTH / 2, CARD_HEIGHT / 2)


@cache
def _art() -> dict[str, Drawing]:
    return read_art()


@cache
def _face(label: str) -> Picture:
    """A face with an opaque fourth channel, drawn fine and made small."""
    page = page_pixels(PaperPage(CARD_WIDTH, CARD_HEIGHT, (PlacedDrawing(_art()[label], 0, 0),)), _DPI * 4)
    small = cv2.resize(page, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.dstack([small, np.full(small.shape[:2], 255, np.uint8)])


def quad_of(place: Place) -> Quad:
    """Where a card is seen, ``(4, 2)`` pixels, clockwise from its own top-left."""
    x, y, degrees = place
    a = np.radians(degrees)
    turned = _CARD @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y]
    return geometry.transform(geometry.homography(_TABLE_MM, _SEEN), turned).astype(np.float32)


def spots_of(quads: Sequence[Quad]) -> list[NDArray[np.float32]]:
    """For each card, the lowest first, a pixel at which it is seen: of a grid on it the one farthest from the cards that lie on it."""
    grid = np.stack(np.meshgrid(*[np.linspace(0.1, 0.9, 9)] * 2), axis=-1).reshape(-1, 2)
    out = []
    for i, quad in enumerate(quads):
        points = geometry.transform(geometry.homography(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad), grid)
        off = np.full(len(points), np.inf)
        for other in quads[i + 1 :]:
            off = np.minimum(off, [-cv2.pointPolygonTest(other, point, measureDist=True) for point in points.tolist()])
        free = np.where(np.isinf(off), -np.abs(grid - 0.5).sum(axis=1), off)
        out.append(points[int(free.argmax())].astype(np.float32))
    return out


def photo(cards: Sequence[tuple[str, Place]]) -> Picture:
    """A photo of the table, ``(720, 960, 3)`` uint8 RGB; later cards lie on earlier ones."""
    picture = np.full((SIZE[1], SIZE[0], 3), TABLE, np.float32)
    for label, place in cards:
        face, quad = _face(label), quad_of(place)
        low = np.floor(quad.min(axis=0)).astype(int) - _AROUND
        wide, high = (np.ceil(quad.max(axis=0)).astype(int) + _AROUND - low).tolist()
        corners = np.array([[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]], np.float32) - 0.5
        onto = geometry.homography(corners, quad - low)
        laid = cv2.warpPerspective(face, onto, (wide, high), flags=cv2.INTER_LINEAR).astype(np.float32)
        share = laid[..., 3:] / 255
        shadow = cv2.blur(share, (_AROUND, _AROUND))[..., None]
        part = picture[low[1] : low[1] + high, low[0] : low[0] + wide]
        part[:] = share * laid[..., :3] * 0.9 + (1 - share) * part * (1 - 0.35 * shadow)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Models:
    """The shipped models."""

    detector: Detector  #: Finds outlines.
    outline: Network  #: The loaded model ``outline``.
    reader: FaceReader  #: Reads faces.

    @classmethod
    def load(cls) -> "Models":
        networks = {name: Network.load(name, threads=2) for name in ("detector", "outline", "face", "index")}
        return cls(Detector(networks["detector"]), networks["outline"], FaceReader(networks["face"], IndexReader(networks["index"])))


@dataclass(frozen=True)
class Scene:
    """A photo of cards, and what is seen of them when each is known to lie there."""

    models: Models  #: By which it is seen.
    pyramid: Pyramid  #: The photo.
    labels: list[str]  #: True ones.
    quads: list[Quad]  #: True outlines.
    found: list[Detection]  #: What the detector tells.
    plane: TablePlane  #: The table.
    cards: list[CardOutline]  #: Outlines as the network mends the true ones.
    faces: list[Face]  #: Of each.

    @property
    def context(self) -> VisionContext:
        """The networks and the photo."""
        return VisionContext(self.models.outline, self.models.reader, self.pyramid)

    @classmethod
    def see(cls, models: Models, laid: Sequence[tuple[str, Place]]) -> "Scene":
        """Lays cards, the lowest first, and looks at them."""
        pyramid = Pyramid(photo(laid))
        quads = [quad_of(place) for _, place in laid]
        once = outlines.refine(models.outline, pyramid, quads, spots_of(quads))
        refined = outlines.refine(models.outline, pyramid, [card.quad for card in once], spots_of(quads))
        cards, plane = refine_by_plane(models.outline, pyramid, refined, [1.0] * len(quads))
        assert plane is not None
        mended = [card.quad for card in cards]
        faces = models.reader.read(pyramid, mended, quads_above(find_covers(cards), mended))
        return cls(models, pyramid, [label for label, _ in laid], quads, models.detector.find(pyramid), plane, cards, faces)
