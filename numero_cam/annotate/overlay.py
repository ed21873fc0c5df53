"""A photo with what was read drawn into it, as one would print it: outlines, labels beside the cards, and the take beside the photo.

Of outlines only what is in view is drawn; labels lie on no corner number. Colours are never the only sign (``overlay_look``).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import drawing
from numero_cam.annotate.caption import Caption
from numero_cam.annotate.card_roles import Roles
from numero_cam.annotate.card_style import INK, PLAIN, TAKER, UNKNOWN, Look, set_look
from numero_cam.annotate.drawing import Part, Points, bottom_first, parts_in_view, points_on, quads_above
from numero_cam.annotate.panel import Plate, add_panel, build_plate, card_plate, draw_edge
from numero_cam.base import geometry
from numero_cam.base.records import TableCard, TableState
from numero_cam.games.numero.rules import Build, parse_card
from numero_cam.table.table_position import DOUBTFUL


@dataclass(frozen=True)
class Stacked:
    """Cards of the centre that lie on each other.

    Attributes:
        places: Of its cards in the table's cards.
        value: As it is written, ``12``; empty where a card is not known or there is none.
    """

    places: frozenset[int]
    value: str

    @property
    def words(self) -> str:
        """``build = 12``."""
        return f"build = {self.value or '?'}"


def builds_of(state: TableState) -> list[Stacked]:
    """The builds, in the order of their first card."""
    stacks: defaultdict[int, list[int]] = defaultdict(list)
    for place, card in enumerate(state.cards):
        if card.zone == "centre":
            stacks[card.stack].append(place)
    return [Stacked(frozenset(stack), _value(state, stack)) for stack in stacks.values() if len(stack) > 1]


def _value(state: TableState, stack: list[int]) -> str:
    cards = [state.cards[place] for place in stack]
    labels = [card.reading.label for card in sorted(cards, key=lambda card: card.order)]
    known = [parse_card(label) for label in labels if label is not None]
    value = Build(tuple(known)).value if len(known) == len(labels) else None
    return "" if value is None else str(value).replace("-", "−")


CELLS = 6
"""Cells of the grid to the height of a label."""
MOST, MOST_OF_ALL, LEAST = 40, 2000, 6
"""Candidates of one label at most, of all labels together, and of one label where there are very many."""
NO_CARD = -1

_INDEX_WIDE, _INDEX_HIGH = 0.3, 0.27
"""The corner of a card with its number, in widths and heights of the card: as printed on packs of number cards and playing cards."""
_OWN_FACE, _OTHER_FACE, _AT_OTHER, _ALONG_FACE = 6.0, 14.0, 1.5, 3.0
"""What it costs to lie on the own card, on another card, as near to another card as to the own, and what a leader costs that crosses
another card's face: in label heights that a label would rather be farther away. A matter of taste, as the next two."""
_TO_MIDDLE, _BELOW = 0.25, 0.4
"""What it costs to be a label height away from the middle of what is seen of the card, and to be below that."""
_ON_INDEX = 1000.0


@dataclass(frozen=True)
class Ground:
    """The picture on the grid.

    Attributes:
        cell: Pixels of a cell.
        owner: ``(rows, columns)`` int32, the card seen there, ``NO_CARD`` for none.
        index: ``(rows, columns)`` bool, where a corner with a card's number is seen.
    """

    cell: float
    owner: NDArray[np.int32]
    index: NDArray[np.bool_]


@dataclass(frozen=True)
class Wanted:
    """A label to be placed.

    Attributes:
        width: Pixels.
        height: Pixels.
        cards: Places of the cards that it names in the table's cards.
        parts: What is in view of their outlines.
    """

    width: float
    height: float
    cards: frozenset[int]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Candidates:
    """Places of one label.

    Attributes:
        boxes: ``(K, 4)`` left, top, right, bottom in pixels.
        costs: ``(K,)`` of each place alone, in label heights.
        leaders: ``(K, 2, 2)`` from the edge of the label to the outline; equal ends where the label touches it.
    """

    boxes: NDArray[np.float64]
    costs: NDArray[np.float64]
    leaders: NDArray[np.float64]


def make_ground(quads: Sequence[Points], order: Sequence[int], size: tuple[int, int], cell: float) -> Ground:
    """Lays the cards on the grid, the bottom one first.

    Args:
        quads: Outlines ``(4, 2)``, from the card's own top-left.
        order: Their places from the bottom to the top.
        size: Width and height of the picture.
        cell: Pixels of a cell.
    """
    shape = max(1, round(size[1] / cell)), max(1, round(size[0] / cell))
    owner = np.full(shape, NO_CARD, np.int32)
    index = np.zeros(shape, np.uint8)
    for i in order:
        cv2.fillConvexPoly(owner, np.round(quads[i] / cell).astype(np.int32), i)
        cv2.fillConvexPoly(index, np.round(quads[i] / cell).astype(np.int32), 0)
        for corner in _corners(quads[i]):
            cv2.fillConvexPoly(index, np.round(corner / cell).astype(np.int32), 1)
    return Ground(cell, owner, index.astype(bool))


def _corners(quad: Points) -> list[Points]:
    """The four corners of a card, each ``(4, 2)``. All of them: some packs have an index in each, and a reading may be upside down."""
    found = []
    for k in range(4):
        across, along = (quad[(k + 1) % 4] - quad[k]), (quad[(k + 3) % 4] - quad[k])
        wide, high = (_INDEX_WIDE, _INDEX_HIGH) if k % 2 == 0 else (_INDEX_HIGH, _INDEX_WIDE)
        found.append(np.array([quad[k], quad[k] + wide * across, quad[k] + wide * across + high * along, quad[k] + high * along]))
    return found


def candidates(ground: Ground, wanted: Sequence[Wanted]) -> list[Candidates]:
    """The cheapest places of each label that are not nearly the same.

    Args:
        ground: The picture.
        wanted: The labels.

    Returns:
        For each label up to ``MOST`` places, one at least.
    """
    most = int(np.clip(MOST_OF_ALL // max(1, len(wanted)), LEAST, MOST))
    reached = [_distance(ground, label.parts) for label in wanted]
    return [_of_label(ground, label, reached[k], _nearest_other(wanted, reached, k), most) for k, label in enumerate(wanted)]


def _nearest_other(wanted: Sequence[Wanted], reached: Sequence[NDArray[np.float32]], k: int) -> NDArray[np.float32]:
    """Cells to the nearest outline of a card that a label does not name."""
    others = [far for j, far in enumerate(reached) if not wanted[j].cards & wanted[k].cards]
    return np.min(others, axis=0) if others else np.full_like(reached[k], np.inf)


def _distance(ground: Ground, parts: Sequence[Part]) -> NDArray[np.float32]:
    """Cells from each cell to the nearest of these pieces of outlines."""
    away = np.full(ground.owner.shape, 255, np.uint8)
    for start, end in parts:
        ends = [tuple(np.round(point / ground.cell).astype(int).tolist()) for point in (start, end)]
        cv2.line(away, ends[0], ends[1], 0)
    if away.all():  # Nothing of it is in view.
        return np.zeros(away.shape, np.float32)
    return np.asarray(cv2.distanceTransform(away, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), np.float32)


def _of_label(ground: Ground, label: Wanted, far: NDArray[np.float32], other: NDArray[np.float32], most: int) -> Candidates:
    rows, columns = ground.owner.shape
    high, wide = min(rows, int(np.ceil(label.height / ground.cell))), min(columns, int(np.ceil(label.width / ground.cell)))
    own = np.isin(ground.owner, list(label.cards))
    faces = _share(own, high, wide), _share((ground.owner != NO_CARD) & ~own, high, wide)
    away, away_other = _least(far, high, wide), _least(other, high, wide)
    costs = away / CELLS + _OWN_FACE * faces[0] + _OTHER_FACE * faces[1] + _AT_OTHER * (away_other < away + 2)
    costs += _to_middle(own, costs.shape, high, wide)
    costs += _ON_INDEX * _share(ground.index, high, wide)
    tops, lefts = _cheapest(costs, high, wide, most)
    boxes = np.stack([lefts, tops, lefts + wide, tops + high], axis=1) * ground.cell
    boxes[:, 2:] = boxes[:, :2] + (label.width, label.height)
    leaders = _leaders(boxes, points_on(label.parts, ground.cell))
    return Candidates(boxes, costs[tops, lefts] + _crossing(ground, leaders, label.cards), leaders)


def _to_middle(own: NDArray[np.bool_], places: tuple[int, ...], high: int, wide: int) -> NDArray[np.float64]:
    """What it costs to lie off the middle of what is seen, in label heights, for each place."""
    rows, columns = np.nonzero(own)
    if not len(rows):
        return np.zeros(places)
    down = np.arange(places[0])[:, None] + high / 2 - rows.mean()
    across = np.arange(places[1])[None] + wide / 2 - columns.mean()
    return np.asarray(_TO_MIDDLE * np.hypot(down, across) / CELLS + _BELOW * (down > 0))


def _share(what: NDArray[np.bool_], high: int, wide: int) -> NDArray[np.float64]:
    """What share of the box of this size that begins in each cell is marked; one value for each place inside the picture."""
    sums = np.pad(what.astype(np.float64).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    return np.asarray((sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]) / (high * wide))


def _least(what: NDArray[np.float32], high: int, wide: int) -> NDArray[np.float64]:
    """The least value in the box of this size that begins in each cell."""
    finite = np.minimum(what, 1e6).astype(np.float32)
    found = cv2.erode(finite, np.ones((high, wide), np.uint8), anchor=(0, 0))
    return found[: len(what) - high + 1, : what.shape[1] - wide + 1].astype(np.float64)


def _cheapest(costs: NDArray[np.float64], high: int, wide: int, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cheapest places, at least half a label from each other."""
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
    """From each box the shortest line to the outline, ``(K, 2, 2)``."""
    if not len(outline):
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        return np.stack([middles, middles], axis=1)
    edges = np.clip(outline[None], boxes[:, None, :2], boxes[:, None, 2:])
    nearest = np.linalg.norm(edges - outline[None], axis=2).argmin(axis=1)
    return np.stack([edges[np.arange(len(boxes)), nearest], outline[nearest]], axis=1)


def _crossing(ground: Ground, leaders: NDArray[np.float64], cards: frozenset[int]) -> NDArray[np.float64]:
    """What the leaders cost that run over faces of other cards and over corner numbers, ``(K,)``."""
    steps = np.linspace(0, 1, 16)[None, :, None]
    points = leaders[:, :1] + (leaders[:, 1:] - leaders[:, :1]) * steps
    rows, columns = ground.owner.shape
    at = np.clip(np.round(points / ground.cell).astype(int), 0, (columns - 1, rows - 1))
    owner, index = ground.owner[at[..., 1], at[..., 0]], ground.index[at[..., 1], at[..., 0]]
    other = (owner != NO_CARD) & ~np.isin(owner, list(cards))
    length = np.linalg.norm(leaders[:, 1] - leaders[:, 0], axis=1) / (CELLS * ground.cell)
    return np.asarray(_ALONG_FACE * length * (other.mean(axis=1) + index.mean(axis=1)))


_OVERLAP, _LEADER_OVER_LABEL, _LEADERS_CROSS = 500.0, 8.0, 5.0
"""What it costs when two labels overlap, a leader runs over a label, and two leaders cross, in label heights."""
_SWEEPS = 30


@dataclass(frozen=True)
class Place:
    """Where a label lies.

    Attributes:
        box: ``(4,)`` left, top, right, bottom in pixels.
        leader: ``(2, 2)`` from the label to the outline that it names.
    """

    box: NDArray[np.float64]
    leader: NDArray[np.float64]


def choose_places(labels: Sequence[Candidates], gap: float) -> list[Place]:
    """Chooses a place for each label.

    Args:
        labels: The candidates of each.
        gap: Pixels between two labels.
    """
    if not labels:
        return []
    starts = np.cumsum([0, *(len(label.boxes) for label in labels)])
    boxes = np.concatenate([label.boxes for label in labels])
    leaders = np.concatenate([label.leaders for label in labels])
    alone = np.concatenate([label.costs for label in labels])
    together = _together(boxes, leaders, gap)
    chosen: dict[int, int] = {}
    by_need = sorted(range(len(labels)), key=lambda k: (-float(np.sort(labels[k].costs)[:3].mean()), k))
    for _ in range(_SWEEPS):
        before = dict(chosen)
        for k in by_need:
            others = [place for j, place in chosen.items() if j != k]
            own = slice(starts[k], starts[k + 1])
            chosen[k] = int(starts[k] + (alone[own] + together[own][:, others].sum(axis=1)).argmin())
        if chosen == before:
            break
    return [Place(boxes[chosen[k]], leaders[chosen[k]]) for k in range(len(labels))]


def _together(boxes: NDArray[np.float64], leaders: NDArray[np.float64], gap: float) -> NDArray[np.float32]:
    """What any two candidates cost beside each other, ``(M, M)``."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    costs = _OVERLAP * (high - low > -gap).all(axis=2).astype(np.float32)
    over = _over(leaders, boxes)
    costs += _LEADER_OVER_LABEL * (over | over.T)
    return costs + _LEADERS_CROSS * _cross(leaders)


def _over(leaders: NDArray[np.float64], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which leaders run over which boxes, ``(M, M)`` (Kay and Kajiya 1986: between the sides of a box)."""
    start, way = leaders[:, 0], leaders[:, 1] - leaders[:, 0]
    way = np.where(np.abs(way) < 1e-6, 1e-6, way)
    one = (boxes[None, :, :2] - start[:, None]) / way[:, None]
    other = (boxes[None, :, 2:] - start[:, None]) / way[:, None]
    enter = np.minimum(one, other).max(axis=2).clip(min=0)
    leave = np.maximum(one, other).min(axis=2).clip(max=1)
    return np.asarray(enter < leave)


def _cross(leaders: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which leaders cross which, ``(M, M)``."""
    start, end = leaders[:, 0], leaders[:, 1]

    def side(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """On which side of each leader each point lies, ``(M, M)``."""
        way, off = (end - start)[:, None], points[None] - start[:, None]
        return np.asarray(way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0])

    parted = side(start) * side(end) < 0
    return np.asarray(parted & parted.T)


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
    drawing.line(scene.picture, (start, end), INK, 2.2 * scene.line)
    drawing.line(scene.picture, (start, end), plate.colour, scene.line)
    for radius, colour in ((2.6, INK), (1.8, plate.colour)):
        drawing.fill(scene.picture, drawing.badge(drawing.Shape.CIRCLE, (float(end[0]), float(end[1])), radius * scene.line), colour)
