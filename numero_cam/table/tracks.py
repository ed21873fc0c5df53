"""Tracks: each card of a table keeps its number while it is pushed, turned, moved, covered and uncovered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.table.background import Layer, Mask, dilate
from numero_cam.vision.candidates import PartCard
from numero_cam.vision.faces import Face

Quad = NDArray[np.floating]  #: ``(4, 2)`` pixels of the picture, clockwise from the card's own top-left.

MIN_FACE_DOWN = 0.5  #: Probability from which a card is taken to lie face down.
MIN_IN_PLACE_IOU = 0.45  #: IoU from which a card that is read lies where a track lies.
SAME_CARD_SIMILARITY = 0.5  #: Similarity of the faces from which two reads are of one card, wherever they are.
OTHER_CARD_SIMILARITY = 0.2  #: Similarity below which two reads are of different cards even in one place.
MEMORY_SECONDS = 12.0  #: A removed card that returns within this time gets its number back.
HIDDEN_SHARE = 0.25  #: A card of which a smaller share is visible may have been moved or carried along unseen.
MIN_OVERLAP = 0.04  #: Share of a card from which it lies on another one: outlines of neighbours may cross a little.


@dataclass
class Track:
    """A card, or a pile of cards that lie face down."""

    id: int  #: Its number.
    quad: Quad  #: Where it lies; of a pile its uppermost card.
    mask: Mask = field(repr=False)  #: Its area in the small image, also where other cards cover it.
    card: PartCard = field(repr=False)  #: Its best read.
    z: int  #: Tracks with a higher z came later and lie above.
    read_count: int = 1  #: How often its face was read.
    read_at: float = 0.0  #: Time of the last read, seconds.
    is_stock: bool = False  #: Whether it is the stock.
    layer: Layer = field(init=False, repr=False)  #: Its look, also of its edge and its shadow.

    def __post_init__(self) -> None:
        """Make the layer, whose look is not known yet."""
        self.lie(self.mask)

    def lie(self, mask: Mask) -> None:
        """Lie at this mask from now on; its look elsewhere is forgotten."""
        self.mask, self.layer = mask, Layer(dilate(mask))

    @property
    def face_up(self) -> bool:
        """Whether it shows its face."""
        return self.card.back < MIN_FACE_DOWN

    @property
    def face(self) -> Face:
        """The face of its best read."""
        return self.card.face

    @property
    def confidence(self) -> float:
        """Probability of its likeliest face, or of lying face down."""
        return max(self.card.back, self.card.label_probabilities[0][1] if self.card.label_probabilities else 0.0)


def face_similarity(a: PartCard, b: PartCard) -> float:
    """Return how similar two reads are, 0..1: the sum over all faces, and the back, of the smaller probability."""
    probabilities: Mapping[str, float] = dict(b.label_probabilities)
    return min(a.back, b.back) + sum(min(p, probabilities.get(label, 0.0)) for label, p in a.label_probabilities)


class Tracks:
    """All tracks of a table.

    Args:
        shape: Height and width of the small image.
        scale: Small pixels for one pixel of the picture.
    """

    def __init__(self, shape: tuple[int, int], scale: float) -> None:
        self._shape, self._scale = shape, scale
        self._tracks: dict[int, Track] = {}
        self._removed: list[tuple[Track, float]] = []
        self._next_id = 1
        self._top_z = 0
        #: ``(H, W)`` int32: for each small pixel the number of the track that is visible there; 0 where none is.
        self.owner = np.zeros(shape, np.int32)

    def __iter__(self) -> Iterator[Track]:
        """Iterate over the tracks, the lowest first."""
        return iter(sorted(self._tracks.values(), key=lambda track: track.z))

    def layers(self) -> list[Layer]:
        """Return the layers of all cards, the lowest first."""
        return [track.layer for track in self]

    def rasterize(self, quad: Quad) -> Mask:
        """Return the mask in the small image of a quad of the picture."""
        mask = np.zeros(self._shape, np.uint8)
        small = (np.asarray(quad, np.float64) + 0.5) * self._scale - 0.5
        cv2.fillConvexPoly(mask, np.round(np.clip(small, -2000, 2000) * 16).astype(np.int32), 1, shift=4)
        return mask

    def visible_mask(self, track: Track) -> Mask:
        """Return the mask of a track where no card covers it."""
        return np.asarray(self.owner == track.id, np.uint8)

    def visible_share(self, track: Track) -> float:
        """Return the share of a track that no card covers, 0..1."""
        return int(np.count_nonzero(self.owner == track.id)) / max(1, int(np.count_nonzero(track.mask)))

    def ids_below(self, track: Track) -> frozenset[int]:
        """Return the numbers of the tracks that a track lies on."""
        min_area = MIN_OVERLAP * abs(geometry.area(track.quad))
        lower = (other for other in self._tracks.values() if other.z < track.z)
        return frozenset(other.id for other in lower if geometry.intersection_area(track.quad, other.quad) > min_area)

    def add(self, card: PartCard, t: float, known: Track | None = None) -> Track:
        """Put a card on top of all others.

        Args:
            card: As it was read.
            t: The time, seconds.
            known: The track of the same card, which moved or returned; None for a card that was never seen.

        Returns:
            Its track.
        """
        self._top_z += 1
        if known is None:
            track = Track(self._next_id, card.quad, self.rasterize(card.quad), card, self._top_z, read_at=t)
            self._next_id += 1
        else:
            track = known
            track.z, track.read_count, track.read_at = self._top_z, track.read_count + 1, t
            self._removed = [(other, since) for other, since in self._removed if other.id != track.id]
            self.relocate(track, card)
        self._tracks[track.id] = track
        self._rebuild_owner()
        return track

    def relocate(self, track: Track, card: PartCard) -> None:
        """Put a track where its card was read."""
        track.quad, track.card = card.quad, card
        track.lie(self.rasterize(card.quad))
        self._rebuild_owner()

    def extend_pile(self, pile: Track, card: PartCard) -> None:
        """Put a card that lies face down on a pile."""
        pile.lie(pile.mask | self.rasterize(card.quad))
        pile.quad = card.quad
        self._rebuild_owner()

    def remove(self, track: Track, t: float) -> None:
        """Take a track away; its number is remembered for ``MEMORY_SECONDS``."""
        del self._tracks[track.id]
        self._removed.append((track, t))
        self._rebuild_owner()

    def removed_like(self, card: PartCard, t: float, since: float = -np.inf) -> list[Track]:
        """Return the tracks, removed a short while ago, whose faces are similar to the card's, the most similar first.

        Args:
            card: As it was read.
            t: The time, seconds.
            since: Tracks that were removed before this time are left out.
        """
        self._removed = [(track, removed) for track, removed in self._removed if t - removed <= MEMORY_SECONDS]
        if card.back >= MIN_FACE_DOWN:
            return []
        scored = [(face_similarity(card, track.card), track) for track, removed in self._removed if track.face_up and removed >= since]
        return [track for similarity, track in sorted(scored, key=lambda each: -each[0]) if similarity >= SAME_CARD_SIMILARITY]

    def __contains__(self, track: Track) -> bool:
        """Return whether a track is there, and not removed."""
        return track.id in self._tracks

    def warp(self, matrix: NDArray[np.float64]) -> None:
        """Move all tracks as the camera moved: ``(3, 3)`` homography in pixels of the picture."""
        for track in self._tracks.values():
            track.quad = geometry.transform(matrix, track.quad).astype(np.float32)
            track.mask = self.rasterize(track.quad)
        self._rebuild_owner()

    def _rebuild_owner(self) -> None:
        """Compute ``owner`` from the masks of all tracks."""
        self.owner[:] = 0
        for track in self:
            self.owner[track.mask > 0] = track.id


def match_in_place(cards: Sequence[PartCard], tracks: Sequence[Track]) -> dict[int, Track]:
    """Match cards with the tracks in whose places they lie, best first; each track once.

    Args:
        cards: As they were read.
        tracks: The known ones.

    Returns:
        The track by the index of the card.
    """
    pairs = []
    for k, card in enumerate(cards):
        for track in tracks:
            if (card.back >= MIN_FACE_DOWN) == track.face_up:
                continue
            iou, similarity = geometry.iou(card.quad, track.quad), face_similarity(card, track.card)
            if iou >= MIN_IN_PLACE_IOU and similarity >= OTHER_CARD_SIMILARITY:
                pairs.append((iou * similarity, k, track))
    matches: dict[int, Track] = {}
    taken: set[int] = set()
    for _, k, track in sorted(pairs, key=lambda pair: -pair[0]):
        if k not in matches and track.id not in taken:
            matches[k] = track
            taken.add(track.id)
    return matches


def bottom_to_top(cards: Sequence[PartCard]) -> list[int]:
    """Return the indices of cards from the lowest to the uppermost, by which covers which."""
    left, order = list(range(len(cards))), list[int]()
    while left:
        free = [k for k in left if not cards[k].covers & set(left)] or left[:1]
        order += free
        left = [k for k in left if k not in free]
    return order
