"""A photo with what was read drawn into it, as one would print it: outlines, labels beside the cards, and the take beside the photo.

Of outlines only what is in view is drawn; labels lie on no corner number. Colours are never the only sign (``overlay_look``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import strokes
from numero_cam.annotate.builds import Stacked, builds_of
from numero_cam.annotate.caption import Caption
from numero_cam.annotate.labels import Place, choose_places
from numero_cam.annotate.look import INK, PLAIN, TAKER, UNKNOWN, Look, set_look
from numero_cam.annotate.outlines import Part, bottom_first, parts_in_view, quads_above
from numero_cam.annotate.panel import add_panel
from numero_cam.annotate.places import CELLS, Wanted, candidates, make_ground
from numero_cam.annotate.plates import Plate, build_plate, card_plate, draw_edge
from numero_cam.annotate.roles import Roles
from numero_cam.base import geometry
from numero_cam.base.records import TableCard, TableState
from numero_cam.table.table_position import DOUBTFUL

Pixels = NDArray[np.uint8]

LEAST_SIDE = 1400
"""Pixels of the longer side: smaller photos are enlarged so far, for letters in 400 pixels cannot be read."""
_MOST_ENLARGED = 4.0


@dataclass(frozen=True)
class Scene:
    """A photo as it is drawn into.

    Attributes:
        picture: ``(height, width, 3)`` uint8 RGB, its own copy, enlarged where the photo was small.
        state: What was read, in pixels of the picture.
        looks: How each card is marked, in the order of ``state.cards``.
        letters: Size of the labels' font in pixels.
        parts: What is in view of each card's outline.
    """

    picture: Pixels
    state: TableState
    looks: tuple[Look, ...]
    letters: float
    parts: tuple[tuple[Part, ...], ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def line(self) -> float:
        """Width of a plain outline in pixels."""
        return max(1.5, self.letters / 12)


def draw_overlay(
    pixels: Pixels, state: TableState, roles: Roles | None = None, caption: Caption | None = None, *, builds: bool = True
) -> Pixels:
    """Draws readings and play.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB, the photo as shown; it is not changed.
        state: What was read in it.
        roles: The cards of the play that is shown, if one is.
        caption: What stands beside the photo, or below one that is upright; nothing if not given.
        builds: Whether cards of the centre that lie on each other are builds, as NUMERO's are.

    Returns:
        uint8 RGB: the photo, enlarged where it is small, at the top left, and the panel.
    """
    scene = _scene(pixels, state, roles or Roles())
    _draw_outlines(scene)
    _draw_labels(scene, builds_of(scene.state) if builds else [])
    return add_panel(scene.picture, caption, scene.looks) if caption else scene.picture


def _scene(pixels: Pixels, state: TableState, roles: Roles) -> Scene:
    zoom = min(_MOST_ENLARGED, max(1.0, LEAST_SIDE / max(pixels.shape[:2])))
    picture = cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC) if zoom > 1 else pixels.copy()
    # The middle of the first pixel is (0, 0), also after it was made larger.
    cards = tuple(replace(c, reading=replace(c.reading, corners=(c.reading.corners + 0.5) * zoom - 0.5)) for c in state.cards)
    shown = replace(state, width=picture.shape[1], height=picture.shape[0], cards=cards)
    above = quads_above(shown)
    size = shown.width, shown.height
    parts = tuple(tuple(parts_in_view(c.reading.corners.astype(np.float64), above[i], size)) for i, c in enumerate(cards))
    looks = tuple(_look(card, roles) for card in cards)
    return Scene(np.asarray(picture, np.uint8), shown, looks, _letters(shown), parts)


def _letters(state: TableState) -> float:
    """Size of the font: a fifth of a card's short side, but so that it can be read and leaves room in the picture."""
    side = max(state.width, state.height)
    if not state.cards:
        return side / 50
    short = float(np.median([geometry.edge_lengths(card.reading.corners).min() for card in state.cards]))
    return float(np.clip(0.2 * short, side / 64, side / 40))


def _look(card: TableCard, roles: Roles) -> Look:
    if card.n == roles.taker:
        return TAKER
    place = roles.set_of(card.n)
    if place is not None:
        return set_look(place)
    return UNKNOWN if card.reading.label is None else PLAIN


def _draw_outlines(scene: Scene) -> None:
    """The outlines, the upper cards' last."""
    for i in bottom_first(scene.state):
        draw_edge(scene.picture, scene.looks[i], scene.parts[i], scene.line)


def _draw_labels(scene: Scene, builds: Sequence[Stacked]) -> None:
    """A label for each card, and one for each build."""
    plates = [
        card_plate(card, look, scene.letters, doubtful=_doubtful(card)) for card, look in zip(scene.state.cards, scene.looks, strict=True)
    ]
    wanted = [_wanted(plate, frozenset([i]), scene.parts[i]) for i, plate in enumerate(plates)]
    for build in builds:
        plates.append(build_plate(build.words, scene.letters))
        wanted.append(_wanted(plates[-1], build.places, _around(build, scene)))
    if not plates:
        return
    quads = [card.reading.corners.astype(np.float64) for card in scene.state.cards]
    ground = make_ground(quads, bottom_first(scene.state), scene.size, plates[0].height / CELLS)
    places = choose_places(candidates(ground, wanted), gap=plates[0].height / CELLS)
    for plate, place in zip(plates, places, strict=True):
        _draw_leader(scene, place, plate)
    for plate, place in zip(plates, places, strict=True):
        plate.draw(scene.picture, float(place.box[0]), float(place.box[1]))


def _doubtful(card: TableCard) -> bool:
    return card.reading.label is not None and card.reading.confidence < DOUBTFUL


def _around(build: Stacked, scene: Scene) -> tuple[Part, ...]:
    return tuple(part for i in sorted(build.places) for part in scene.parts[i])


def _wanted(plate: Plate, cards: frozenset[int], parts: tuple[Part, ...]) -> Wanted:
    return Wanted(plate.width, plate.height, cards, parts)


def _draw_leader(scene: Scene, place: Place, plate: Plate) -> None:
    """A line from the label to the outline, where they do not touch."""
    start, end = place.leader
    if np.linalg.norm(end - start) < 0.3 * plate.height:
        return
    strokes.line(scene.picture, (start, end), INK, 2.2 * scene.line)
    strokes.line(scene.picture, (start, end), plate.colour, scene.line)
    for radius, colour in ((2.6, INK), (1.8, plate.colour)):
        strokes.fill(scene.picture, strokes.badge(strokes.Shape.CIRCLE, (float(end[0]), float(end[1])), radius * scene.line), colour)
