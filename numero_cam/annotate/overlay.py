"""Draws readings into a photo: outlines of cards, a label for each, and a panel with the take beside the photo.

Only the visible parts of outlines are drawn, and labels avoid the corner indices of cards. No style differs by colour alone
(``card_style``).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import drawing
from numero_cam.annotate.caption import Caption
from numero_cam.annotate.card_roles import CardRoles
from numero_cam.annotate.card_style import INK, PLAIN_STYLE, TAKER_STYLE, UNKNOWN_STYLE, CardStyle, set_style
from numero_cam.annotate.drawing import EdgeSegment, Points, bottom_first, quads_above, sample_segments, visible_segments
from numero_cam.annotate.panel import LabelPlate, add_panel, build_plate, card_plate, draw_card_edge
from numero_cam.base import geometry
from numero_cam.base.picture_header import MAX_OTHER_PIXELS
from numero_cam.base.records import TableCard, TableState
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, parse_card
from numero_cam.table.doubts import DOUBTFUL_BELOW


@dataclass(frozen=True)
class BuildStack:
    """A build: cards of the centre that lie on each other."""

    places: frozenset[int]  #: Indices of its cards in ``state.cards``.
    value: str  #: Its value as text, ``12``; empty where a card is unknown or the cards have no value.

    @property
    def words(self) -> str:
        """The text of its label: ``build = 12``."""
        return tr("build = {value}", value=self.value or "?")


def builds_of(state: TableState) -> list[BuildStack]:
    """Return the builds of a table, in the order of their first card."""
    stacks: defaultdict[int, list[int]] = defaultdict(list)
    for place, card in enumerate(state.cards):
        if card.zone == "centre":
            stacks[card.stack].append(place)
    return [BuildStack(frozenset(stack), _build_value(state, stack)) for stack in stacks.values() if len(stack) > 1]


def _build_value(state: TableState, stack: list[int]) -> str:
    """Return the value of the build of some cards, given by their indices, as text; empty where it is unknown."""
    cards = [state.cards[place] for place in stack]
    labels = [card.reading.label for card in sorted(cards, key=lambda card: card.order)]
    known = [parse_card(label) for label in labels if label is not None]
    value = Build(tuple(known)).value if len(known) == len(labels) else None
    return "" if value is None else str(value).replace("-", "−")


CELLS_PER_LABEL = 6  #: Height of a label, in cells of the grid.
MAX_CANDIDATES = 40  #: Maximum number of candidate places of one label.
MAX_ALL_CANDIDATES = 2000  #: Maximum number of candidate places of all labels together.
MIN_CANDIDATES = 6  #: Number of candidate places of one label where there are very many labels.
NO_OWNER = -1  #: Value of a cell of the grid where no card is visible.

_INDEX_WIDTH = 0.3  #: Width of the corner with a card's index, in card widths, as printed on number cards and playing cards.
_INDEX_HEIGHT = 0.27  #: Height of the corner with a card's index, in card heights.
# Costs are in label heights: a cost of 6 equals a place that is 6 label heights farther away. They were chosen by eye.
_OWN_FACE_COST = 6.0  #: Cost of covering the label's own card, times the covered share of the label.
_OTHER_FACE_COST = 14.0  #: Cost of covering another card, times the covered share of the label.
_NEAR_OTHER_COST = 1.5  #: Cost of a label that is as near to another card as to its own.
_LEADER_OVER_FACE_COST = 3.0  #: Cost of a leader that crosses another card or an index, for each label height on it.
_OFF_MIDDLE_COST = 0.25  #: Cost of each label height from the middle of the visible part of the card.
_BELOW_COST = 0.4  #: Cost of a label below that middle.
_ON_INDEX_COST = 1000.0  #: Cost of covering a card's index, times the covered share of the label.


@dataclass(frozen=True)
class OwnerGrid:
    """A coarse grid over the picture with the visible card of each cell."""

    cell: float  #: Side of a cell, in pixels.
    owner: NDArray[np.int32]  #: ``(rows, columns)`` int32, index of the visible card, ``NO_OWNER`` for none.
    index: NDArray[np.bool_]  #: ``(rows, columns)`` bool, whether the corner index of a card is visible.


@dataclass(frozen=True)
class LabelRequest:
    """A label that needs a place."""

    width: float  #: Width in pixels.
    height: float  #: Height in pixels.
    cards: frozenset[int]  #: Indices in ``state.cards`` of the cards that it names.
    parts: tuple[EdgeSegment, ...]  #: Visible segments of their outlines.


@dataclass(frozen=True)
class LabelCandidates:
    """Candidate places of one label."""

    boxes: NDArray[np.float64]  #: ``(K, 4)`` float64 left, top, right, bottom in pixels.
    costs: NDArray[np.float64]  #: ``(K,)`` float64, the cost of each place without the other labels, in label heights.
    #: ``(K, 2, 2)`` float64, lines from the label to the outline; both ends are equal where the label touches it.
    leaders: NDArray[np.float64]


def make_owner_grid(quads: Sequence[Points], order: Sequence[int], size: tuple[int, int], cell: float) -> OwnerGrid:
    """Return the grid of a picture.

    Args:
        quads: Outlines ``(4, 2)`` in pixels, from each card's own top-left corner.
        order: Indices of the cards from the bottom to the top.
        size: Width and height of the picture in pixels.
        cell: Side of a cell in pixels.
    """
    shape = max(1, round(size[1] / cell)), max(1, round(size[0] / cell))
    owner = np.full(shape, NO_OWNER, np.int32)
    index = np.zeros(shape, np.uint8)
    for i in order:
        cv2.fillConvexPoly(owner, np.round(quads[i] / cell).astype(np.int32), i)
        cv2.fillConvexPoly(index, np.round(quads[i] / cell).astype(np.int32), 0)
        for corner in _index_corners(quads[i]):
            cv2.fillConvexPoly(index, np.round(corner / cell).astype(np.int32), 1)
    return OwnerGrid(cell, owner, index.astype(bool))


def _index_corners(quad: Points) -> list[Points]:
    """Return the four corner areas of a card, each ``(4, 2)``; some packs have an index in each, and a reading may be upside down."""
    found = []
    for k in range(4):
        across, along = (quad[(k + 1) % 4] - quad[k]), (quad[(k + 3) % 4] - quad[k])
        wide, high = (_INDEX_WIDTH, _INDEX_HEIGHT) if k % 2 == 0 else (_INDEX_HEIGHT, _INDEX_WIDTH)
        found.append(np.array([quad[k], quad[k] + wide * across, quad[k] + wide * across + high * along, quad[k] + high * along]))
    return found


def label_candidates(grid: OwnerGrid, requests: Sequence[LabelRequest]) -> list[LabelCandidates]:
    """Return the cheapest places of each label that are at least half a label apart.

    Returns:
        For each label 1 to ``MAX_CANDIDATES`` places.
    """
    most = int(np.clip(MAX_ALL_CANDIDATES // max(1, len(requests)), MIN_CANDIDATES, MAX_CANDIDATES))
    reached = [_distance_to_segments(grid, label.parts) for label in requests]
    return [_candidates_of_label(grid, label, reached[k], _nearest_other(requests, reached, k), most) for k, label in enumerate(requests)]


def _nearest_other(requests: Sequence[LabelRequest], reached: Sequence[NDArray[np.float32]], k: int) -> NDArray[np.float32]:
    """Return the distance of each cell to the nearest outline of a card that label ``k`` does not name, ``(rows, columns)`` in cells."""
    others = [far for j, far in enumerate(reached) if not requests[j].cards & requests[k].cards]
    return np.min(others, axis=0) if others else np.full_like(reached[k], np.inf)


def _distance_to_segments(grid: OwnerGrid, parts: Sequence[EdgeSegment]) -> NDArray[np.float32]:
    """Return the distance of each cell to the nearest of these segments, ``(rows, columns)`` in cells."""
    away = np.full(grid.owner.shape, 255, np.uint8)
    for start, end in parts:
        ends = [tuple(np.round(point / grid.cell).astype(int).tolist()) for point in (start, end)]
        cv2.line(away, ends[0], ends[1], 0)
    if away.all():  # no segment is visible
        return np.zeros(away.shape, np.float32)
    return np.asarray(cv2.distanceTransform(away, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), np.float32)


def _candidates_of_label(
    grid: OwnerGrid, label: LabelRequest, far: NDArray[np.float32], other: NDArray[np.float32], most: int
) -> LabelCandidates:
    """Return at most `most` cheapest places of a label, by distances ``(rows, columns)`` to its own and to other outlines, in cells."""
    rows, columns = grid.owner.shape
    high, wide = min(rows, int(np.ceil(label.height / grid.cell))), min(columns, int(np.ceil(label.width / grid.cell)))
    own = np.isin(grid.owner, list(label.cards))
    faces = _box_share(own, high, wide), _box_share((grid.owner != NO_OWNER) & ~own, high, wide)
    away, away_other = _box_minimum(far, high, wide), _box_minimum(other, high, wide)
    costs = away / CELLS_PER_LABEL + _OWN_FACE_COST * faces[0] + _OTHER_FACE_COST * faces[1] + _NEAR_OTHER_COST * (away_other < away + 2)
    costs += _off_middle_costs(own, costs.shape, high, wide)
    costs += _ON_INDEX_COST * _box_share(grid.index, high, wide)
    tops, lefts = _cheapest(costs, high, wide, most)
    boxes = np.stack([lefts, tops, lefts + wide, tops + high], axis=1) * grid.cell
    boxes[:, 2:] = boxes[:, :2] + (label.width, label.height)
    leaders = _leaders(boxes, sample_segments(label.parts, grid.cell))
    return LabelCandidates(boxes, costs[tops, lefts] + _crossing_costs(grid, leaders, label.cards), leaders)


def _off_middle_costs(own: NDArray[np.bool_], places: tuple[int, ...], high: int, wide: int) -> NDArray[np.float64]:
    """Return the cost of the distance to the middle of the visible part of the card, for each place, in label heights."""
    rows, columns = np.nonzero(own)
    if not len(rows):
        return np.zeros(places)
    down = np.arange(places[0])[:, None] + high / 2 - rows.mean()
    across = np.arange(places[1])[None] + wide / 2 - columns.mean()
    return np.asarray(_OFF_MIDDLE_COST * np.hypot(down, across) / CELLS_PER_LABEL + _BELOW_COST * (down > 0))


def _box_share(what: NDArray[np.bool_], high: int, wide: int) -> NDArray[np.float64]:
    """Return for each top-left cell the share of true cells in the box of ``high`` x ``wide`` cells, for boxes inside the picture."""
    sums = np.pad(what.astype(np.float64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray((sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]) / (high * wide))


def _box_minimum(what: NDArray[np.float32], high: int, wide: int) -> NDArray[np.float64]:
    """Return for each top-left cell the minimum in the box of ``high`` x ``wide`` cells, for boxes inside the picture."""
    finite = np.minimum(what, 1e6).astype(np.float32)
    found = cv2.erode(finite, np.ones((high, wide), np.uint8), anchor=(0, 0))
    return found[: len(what) - high + 1, : what.shape[1] - wide + 1].astype(np.float64)


def _cheapest(costs: NDArray[np.float64], high: int, wide: int, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the ``most`` cheapest places, at least half a label of ``high`` x ``wide`` cells apart."""
    left, found = costs.copy(), []
    for _ in range(most):
        top, column = np.unravel_index(int(left.argmin()), left.shape)
        if not np.isfinite(left[top, column]):
            break
        found.append((top, column))
        left[max(0, top - high // 2) : top + high // 2 + 1, max(0, column - wide // 2) : column + wide // 2 + 1] = np.inf
    places = np.array(found, np.intp)
    return places[:, 0], places[:, 1]


def _leaders(boxes: NDArray[np.float64], outline: Points) -> NDArray[np.float64]:
    """Return the shortest line from each box to the outline, ``(K, 2, 2)`` float64 pixels."""
    if not len(outline):
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        return np.stack([middles, middles], axis=1)
    edges = np.clip(outline[None], boxes[:, None, :2], boxes[:, None, 2:])
    nearest = np.linalg.norm(edges - outline[None], axis=2).argmin(axis=1)
    return np.stack([edges[np.arange(len(boxes)), nearest], outline[nearest]], axis=1)


def _crossing_costs(grid: OwnerGrid, leaders: NDArray[np.float64], cards: frozenset[int]) -> NDArray[np.float64]:
    """Return the cost of each leader that crosses other cards or corner indices, ``(K,)`` float64 in label heights."""
    steps = np.linspace(0, 1, 16)[None, :, None]
    points = leaders[:, :1] + (leaders[:, 1:] - leaders[:, :1]) * steps
    rows, columns = grid.owner.shape
    at = np.clip(np.round(points / grid.cell).astype(int), 0, (columns - 1, rows - 1))
    owner, index = grid.owner[at[..., 1], at[..., 0]], grid.index[at[..., 1], at[..., 0]]
    other = (owner != NO_OWNER) & ~np.isin(owner, list(cards))
    length = np.linalg.norm(leaders[:, 1] - leaders[:, 0], axis=1) / (CELLS_PER_LABEL * grid.cell)
    return np.asarray(_LEADER_OVER_FACE_COST * length * (other.mean(axis=1) + index.mean(axis=1)))


_OVERLAP_COST = 500.0  #: Cost of two labels that overlap, in label heights.
_LEADER_OVER_LABEL_COST = 8.0  #: Cost of a leader that crosses a label, in label heights.
_LEADERS_CROSS_COST = 5.0  #: Cost of two leaders that cross, in label heights.
_MAX_SWEEPS = 30  #: Maximum number of passes in which each label moves to its cheapest place, given the places of the others.


@dataclass(frozen=True)
class LabelPlace:
    """The place of a label."""

    box: NDArray[np.float64]  #: ``(4,)`` left, top, right, bottom in pixels.
    leader: NDArray[np.float64]  #: ``(2, 2)`` from the label to the outline that it names.


def choose_label_places(labels: Sequence[LabelCandidates], gap: float) -> list[LabelPlace]:
    """Choose a place for each label so that their total cost is low (coordinate descent).

    Args:
        labels: The candidate places of each label.
        gap: Minimum distance of two labels, in pixels.

    Returns:
        One place for each label.
    """
    if not labels:
        return []
    starts = np.cumsum([0, *(len(label.boxes) for label in labels)])
    boxes = np.concatenate([label.boxes for label in labels])
    leaders = np.concatenate([label.leaders for label in labels])
    alone = np.concatenate([label.costs for label in labels])
    together = _pair_costs(boxes, leaders, gap)
    chosen: dict[int, int] = {}
    by_need = sorted(range(len(labels)), key=lambda k: (-float(np.sort(labels[k].costs)[:3].mean()), k))
    for _ in range(_MAX_SWEEPS):
        before = dict(chosen)
        for k in by_need:
            others = [place for j, place in chosen.items() if j != k]
            own = slice(starts[k], starts[k + 1])
            chosen[k] = int(starts[k] + (alone[own] + together[own][:, others].sum(axis=1)).argmin())
        if chosen == before:
            break
    return [LabelPlace(boxes[chosen[k]], leaders[chosen[k]]) for k in range(len(labels))]


def _pair_costs(boxes: NDArray[np.float64], leaders: NDArray[np.float64], gap: float) -> NDArray[np.float32]:
    """Return the cost of each pair of candidates, ``(M, M)`` float32 in label heights."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    costs = _OVERLAP_COST * (high - low > -gap).all(axis=2).astype(np.float32)
    over = _leaders_over_boxes(leaders, boxes)
    costs += _LEADER_OVER_LABEL_COST * (over | over.T)
    return costs + _LEADERS_CROSS_COST * _crossing_leaders(leaders)


def _leaders_over_boxes(leaders: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which leaders cross which boxes, ``(M, M)`` bool, by the slab method (Kay and Kajiya 1986)."""
    start, way = leaders[:, 0], leaders[:, 1] - leaders[:, 0]
    way = np.where(np.abs(way) < 1e-6, 1e-6, way)
    one = (boxes[None, :, :2] - start[:, None]) / way[:, None]
    other = (boxes[None, :, 2:] - start[:, None]) / way[:, None]
    enter = np.minimum(one, other).max(axis=2).clip(min=0)
    leave = np.maximum(one, other).min(axis=2).clip(max=1)
    return np.asarray(enter < leave)


def _crossing_leaders(leaders: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which leaders cross each other, ``(M, M)`` bool."""
    start, end = leaders[:, 0], leaders[:, 1]

    def side(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a number whose sign is the side of each leader on which each point lies, ``(M, M)``."""
        way, off = (end - start)[:, None], points[None] - start[:, None]
        return np.asarray(way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0])

    parted = side(start) * side(end) < 0
    return np.asarray(parted & parted.T)


Pixels = NDArray[np.uint8]

MIN_SIDE = 1400  #: Minimum length of the longer side, in pixels. Smaller photos are enlarged, so that the labels can be read.
_MAX_ENLARGEMENT = 4.0  #: Maximum factor of the enlargement.


@dataclass(frozen=True)
class OverlayScene:
    """A photo with everything that is needed to draw into it."""

    picture: Pixels  #: ``(height, width, 3)`` uint8 RGB, a copy of the photo, enlarged if the photo is small.
    state: TableState  #: The table state, in pixels of the picture.
    styles: tuple[CardStyle, ...]  #: Style of each card, in the order of ``state.cards``.
    font_size: float  #: Size of the labels' font in pixels.
    parts: tuple[tuple[EdgeSegment, ...], ...]  #: Visible segments of each card's outline.

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, pixels."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def line_width(self) -> float:
        """Width of a plain outline in pixels."""
        return max(1.5, self.font_size / 12)


def draw_overlay(
    pixels: Pixels, state: TableState, roles: CardRoles | None = None, caption: Caption | None = None, *, builds: bool = True
) -> Pixels:
    """Draw readings and a play into a photo.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB, the photo as shown; it is not changed.
        state: The table state of the photo.
        roles: The roles of the cards in the play that is shown; None for no play.
        caption: The text of the panel beside the photo, or below an upright one; None for no panel.
        builds: Whether cards of the centre that lie on each other are builds, as in NUMERO.

    Returns:
        uint8 RGB: the photo at the top left, enlarged if it is small and made smaller if it is very large, and the panel.
    """
    scene = _make_scene(pixels, state, roles or CardRoles())
    _draw_outlines(scene)
    _draw_labels(scene, builds_of(scene.state) if builds else [])
    return add_panel(scene.picture, caption, scene.styles) if caption else scene.picture


def _make_scene(pixels: Pixels, state: TableState, roles: CardRoles) -> OverlayScene:
    """Return the scene of a photo, enlarged to ``MIN_SIDE`` if it is smaller, and of at most `MAX_OTHER_PIXELS`."""
    height, width = pixels.shape[:2]
    zoom = min(_MAX_ENLARGEMENT, max(1.0, MIN_SIDE / max(height, width)), float(np.sqrt(MAX_OTHER_PIXELS / (height * width))))
    way = cv2.INTER_CUBIC if zoom > 1 else cv2.INTER_AREA
    picture = pixels.copy() if zoom == 1 else cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=way)
    # (0, 0) is the middle of the first pixel in both pictures.
    cards = tuple(replace(c, reading=replace(c.reading, corners=(c.reading.corners + 0.5) * zoom - 0.5)) for c in state.cards)
    shown = replace(state, width=picture.shape[1], height=picture.shape[0], cards=cards)
    above = quads_above(shown)
    size = shown.width, shown.height
    parts = tuple(tuple(visible_segments(c.reading.corners.astype(np.float64), above[i], size)) for i, c in enumerate(cards))
    styles = tuple(_style_of_card(card, roles) for card in cards)
    return OverlayScene(np.asarray(picture, np.uint8), shown, styles, _font_size(shown), parts)


def _font_size(state: TableState) -> float:
    """Return the font size of labels in pixels: a fifth of a card's short side, within limits by the size of the picture."""
    side = max(state.width, state.height)
    if not state.cards:
        return side / 50
    short = float(np.median([geometry.edge_lengths(card.reading.corners).min() for card in state.cards]))
    return float(np.clip(0.2 * short, side / 64, side / 40))


def _style_of_card(card: TableCard, roles: CardRoles) -> CardStyle:
    """Return the style of a card: of the taker, of its set, of an unknown card or of any other one."""
    if card.n == roles.taker:
        return TAKER_STYLE
    place = roles.set_of(card.n)
    if place is not None:
        return set_style(place)
    return UNKNOWN_STYLE if card.reading.label is None else PLAIN_STYLE


def _draw_outlines(scene: OverlayScene) -> None:
    """Draw the outlines of all cards, from the bottom to the top."""
    for i in bottom_first(scene.state):
        draw_card_edge(scene.picture, scene.styles[i], scene.parts[i], scene.line_width)


def _draw_labels(scene: OverlayScene, builds: Sequence[BuildStack]) -> None:
    """Choose places for a label of each card and of each build, and draw the labels with their leaders."""
    plates = [
        card_plate(card, style, scene.font_size, doubtful=card.reading.label is not None and card.reading.confidence < DOUBTFUL_BELOW)
        for card, style in zip(scene.state.cards, scene.styles, strict=True)
    ]
    requests = [LabelRequest(plate.width, plate.height, frozenset([i]), scene.parts[i]) for i, plate in enumerate(plates)]
    for build in builds:
        plates.append(build_plate(build.words, scene.font_size))
        parts = tuple(part for i in sorted(build.places) for part in scene.parts[i])
        requests.append(LabelRequest(plates[-1].width, plates[-1].height, build.places, parts))
    if not plates:
        return
    quads = [card.reading.corners.astype(np.float64) for card in scene.state.cards]
    grid = make_owner_grid(quads, bottom_first(scene.state), scene.size, plates[0].height / CELLS_PER_LABEL)
    places = choose_label_places(label_candidates(grid, requests), gap=plates[0].height / CELLS_PER_LABEL)
    for plate, place in zip(plates, places, strict=True):
        _draw_leader(scene, place, plate)
    for plate, place in zip(plates, places, strict=True):
        plate.draw(scene.picture, float(place.box[0]), float(place.box[1]))


def _draw_leader(scene: OverlayScene, place: LabelPlace, plate: LabelPlate) -> None:
    """Draw a line from a label to the outline that it names, unless they are close."""
    start, end = place.leader
    if np.linalg.norm(end - start) < 0.3 * plate.height:
        return
    drawing.draw_line(scene.picture, (start, end), INK, 2.2 * scene.line_width)
    drawing.draw_line(scene.picture, (start, end), plate.colour, scene.line_width)
    for radius, colour in ((2.6, INK), (1.8, plate.colour)):
        disc = drawing.badge_polygon(drawing.BadgeShape.CIRCLE, (float(end[0]), float(end[1])), radius * scene.line_width)
        drawing.fill_polygon(scene.picture, disc, colour)
