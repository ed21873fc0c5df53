"""Drawn films of a table: the project's own deck on a plain cloth, blobs for hands, lamps and a camera that may be moved."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import SeenCard, Sight
from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH, read_art
from numero_cam.printing.paper import PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from numero_cam.table.tracker import TableTracker

WIDTH, HEIGHT, RATE = 1280, 720, 15
CARD = 84  #: Width of a card, pixels.
SKIN = (196, 142, 112)


@dataclass(frozen=True)
class Lying:
    """A card of a drawn table: its middle in pixels and its turn in degrees clockwise."""

    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True)
class Scene:
    """A drawn table."""

    #: By their faces, ``back`` for one face down (``back2`` for another); the lowest first.
    cards: Mapping[str, Lying] = field(default_factory=dict)
    hand: tuple[float, float] | None = None  #: Where the middle of a hand is that comes from the lower edge; None where there is none.
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)  #: By which all colours are multiplied.
    shift: tuple[float, float] = (0.0, 0.0)  #: By which the camera was moved, pixels.
    blur: float = 0.0  #: In pixels.

    def with_card(self, face: str, x: float, y: float, turn: float = 0.0) -> "Scene":
        """With a card on top of the others, or one moved there."""
        return replace(self, cards={**{k: v for k, v in self.cards.items() if k != face}, face: Lying(x, y, turn)})

    def without(self, *faces: str) -> "Scene":
        """Without these cards."""
        return replace(self, cards={k: v for k, v in self.cards.items() if k not in faces})


@cache
def _card(face: str) -> NDArray[np.uint8]:
    art = read_art()["back" if face.startswith("back") else face]
    return page_pixels(PaperPage(CARD_WIDTH, CARD_HEIGHT, (PlacedDrawing(art, 0, 0),)), 100)


@cache
def _cloth() -> NDArray[np.float32]:
    rng = np.random.default_rng(5)
    coarse = cv2.resize(rng.normal(0, 9, (18, 32, 3)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return np.asarray(coarse + np.array([70, 104, 92], np.float32), np.float32)


def _lay(picture: NDArray[np.float32], face: str, at: Lying) -> None:
    texture = _card(face)
    high, wide = texture.shape[:2]
    angle, half = np.radians(at.turn), np.array([CARD / 2, CARD / 2 * high / wide])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turned = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (at.x, at.y)
    left, top = np.maximum(np.floor(turned.min(axis=0)).astype(int) - 2, 0).tolist()
    part = picture[top : int(turned[:, 1].max()) + 3, left : int(turned[:, 0].max()) + 3]
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (turned - (left, top)).astype(np.float32))
    size = part.shape[1], part.shape[0]
    small = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), matrix, size, flags=cv2.INTER_LINEAR)[..., None] / 255
    part[:] = part * (1 - cover) + small * cover


@lru_cache(maxsize=8)
def _laid(cards: tuple[tuple[str, Lying], ...]) -> NDArray[np.uint8]:
    picture = _cloth().copy()
    for face, at in cards:
        _lay(picture, face, at)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


@cache
def _noise(n: int) -> NDArray[np.int16]:
    return np.random.default_rng(n).normal(0, 1.5, (HEIGHT, WIDTH, 3)).round().astype(np.int16)


def draw(scene: Scene, n: int = 0) -> NDArray[np.uint8]:
    """A picture ``(720, 1280, 3)`` uint8 RGB of a scene; four numbers in turn have other noise."""
    picture = _laid(tuple(scene.cards.items())).copy()
    if scene.hand is not None:
        x, y = (round(v) for v in scene.hand)
        cv2.line(picture, (x, y), (x + 60, HEIGHT + 80), (60, 60, 120), 110, cv2.LINE_AA)
        cv2.ellipse(picture, (x, y), (70, 80), 0, 0, 360, SKIN, -1, cv2.LINE_AA)
        for k in range(4):
            cv2.line(picture, (x - 45 + 30 * k, y - 40), (x - 54 + 36 * k, y - 125), [v - 12 for v in SKIN], 24, cv2.LINE_AA)
    if scene.shift != (0.0, 0.0):
        matrix = np.array([[1, 0, scene.shift[0]], [0, 1, scene.shift[1]]], np.float32)
        picture = np.asarray(cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8)
    if scene.blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), scene.blur), np.uint8)
    if scene.light != (1.0, 1.0, 1.0):
        picture = np.clip(picture * np.array(scene.light, np.float32), 0, 255).astype(np.uint8)
    return np.asarray(cv2.add(picture, _noise(n % 4), dtype=cv2.CV_8U), np.uint8)


@dataclass
class Film:
    """A table that is watched, and the sights so far."""

    table: TableTracker
    sights: list[Sight] = field(default_factory=list)
    faces: dict[int, str] = field(default_factory=dict)
    n: int = 0

    def show(self, scene: Scene, pictures: int = 12) -> "Film":
        """Shows a scene for some pictures."""
        drawn = [draw(scene, k) for k in range(min(4, pictures))]
        return self._look(drawn[k % 4] for k in range(pictures))

    def move(self, scenes: Callable[[float], Scene], pictures: int = 8) -> "Film":
        """Shows scenes that change with a share 0..1 of the way."""
        return self._look(draw(scenes(k / max(1, pictures - 1)), k) for k in range(pictures))

    def show_picture(self, picture: NDArray[np.uint8], pictures: int) -> "Film":
        """Shows one picture for some time."""
        return self._look(picture for _ in range(pictures))

    def _look(self, drawn: Iterable[NDArray[np.uint8]]) -> "Film":
        for picture in drawn:
            sight = self.table.look(TimedFrame(Frame("film", picture), self.n / RATE, self.n))
            self.n += 1
            if sight is not None:
                self.sights.append(sight)
                for card in sight.cards:
                    if card.faces or card.back:
                        best = max(card.faces, key=lambda each: each[1], default=("", 0.0))
                        self.faces[card.id] = "back" if card.back > best[1] else best[0]
        return self

    @property
    def last(self) -> Sight:
        """The last sight."""
        return self.sights[-1]

    def lying(self) -> dict[str, SeenCard]:
        """The cards of the last sight by their faces."""
        return {self.faces[card.id]: card for card in self.last.cards}
