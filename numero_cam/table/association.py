"""Associates the cards that were read in one frame with tracks: which are new, removed, moved or in place, and what is a hand.

Masks are ``(H, W)`` uint8, 0 or 1, of the small image, whose pixels are called small pixels; see ``background``.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import value_of
from numero_cam.table.background import CARD_MARGIN, KERNEL_3X3, Background, Mask, dilate
from numero_cam.table.obstruction import MIN_HIDDEN
from numero_cam.table.tracks import (
    HIDDEN_SHARE,
    MIN_FACE_DOWN,
    OTHER_CARD_SIMILARITY,
    Quad,
    Track,
    Tracks,
    bottom_to_top,
    face_similarity,
    match_in_place,
)
from numero_cam.vision.candidates import PartCard

MAX_TOUCHING_PIXELS = 6  #: A card is obstructed if this many unexplained small pixels touch it ...
MAX_RESTLESS_SHARE = 0.05  #: ... or if a larger share of it is not still.
MAX_UNCHANGED_SHARE = 0.15  #: A place of which a smaller share changed looks as before.
SAME_AREA_SHARE = 0.7  #: A card and a track of which each covers more than this share of the other lie in one place.
MOVED_MAX_IOU = 0.93  #: A card moved if its outline has a smaller IoU with the one before ...
MOVED_CHANGED_SHARE = 0.05  #: ... and at least this share of both changed.
SURE_NEW_CONFIDENCE = 0.9  #: Confidence from which one read is enough for a new card; otherwise a second read must confirm it.
CONFIRMED_IOU = 0.7  #: Minimum IoU of the outlines of these two reads.
UNCHANGED_NEW_CONFIDENCE = 0.95  #: Minimum confidence of a new card that is found where nothing changed.
RESTING_SECONDS = 1.5  #: Time after which what has not moved beside a new card is no hand at work.
MIN_HAND_SHARE = 0.5  #: A card is not gone where at least this share of what changed at its place is a hand.
#: Minimum score of the outline of a card that lies face down, or that is found where nothing changed: no face confirms it.
MIN_OUTLINE_SCORE = 0.5


@dataclass
class TableChanges:
    """How the cards read in some parts of one frame differ from the tracks."""

    in_place: list[tuple[PartCard, Track]] = field(default_factory=list)  #: Cards that lie where their tracks lie, with these.
    #: Cards that were pushed a little, with their tracks; and cards that were put on a face-down pile, with the pile.
    moved: list[tuple[PartCard, Track]] = field(default_factory=list)
    #: Where cards lie that went along under one that was pushed, ``(4, 2)`` pixels each, with their tracks.
    carried: list[tuple[Quad, Track]] = field(default_factory=list)
    added: list[PartCard] = field(default_factory=list)  #: New cards, the lowest first.
    #: New cards with the tracks that lay in their places before: these lie below, or were taken while something covered them.
    replacing: list[tuple[PartCard, Track]] = field(default_factory=list)
    removed: list[Track] = field(default_factory=list)  #: Tracks whose cards are not there any more.
    unconfirmed: list[PartCard] = field(default_factory=list)  #: New cards that must be read there once more.
    #: Mask of the small pixels that show the table, where no card is known.
    bare: Mask = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    #: Mask of the new cards that are not added yet: a hand touches them, or they must be read once more.
    waiting: Mask = field(default_factory=lambda: np.zeros((0, 0), np.uint8))


def covered_share(whole: Mask, by: Mask) -> float:
    """Return the share of one mask that another mask covers, 0..1."""
    return int(np.count_nonzero(by & whole)) / max(1, int(np.count_nonzero(whole)))


class FrameUpdate:
    """The cards that were read in some parts of a frame, matched with the tracks.

    Args:
        background: The layers of the table.
        tracks: The known cards.
        cards: The cards that were read.
        where: Mask of the small pixels that were read.
        unconfirmed: New cards that earlier reads were not sure of.
        hands: Returns the probability of a hand at each small pixel; asked only where cards may be gone.
        t: The time, seconds.
    """

    def __init__(
        self,
        background: Background,
        tracks: Tracks,
        cards: Sequence[PartCard],
        *,
        where: Mask,
        unconfirmed: Sequence[PartCard],
        hands: Callable[[], NDArray[np.float32]],
        t: float,
    ) -> None:
        self._background, self._tracks, self._cards = background, tracks, cards
        self._still, self._unconfirmed, self._hands = background.still_mask(t), unconfirmed, hands
        # Mask of the pixels that moved in the last seconds: only there is a hand at work.
        self._at_work = np.asarray(background.moved_at > t - RESTING_SECONDS, np.uint8)
        self._masks = [tracks.rasterize(card.quad) for card in cards]
        self._read_tracks = [track for track in tracks if covered_share(track.mask, where) > 0.5]
        self._all = list(tracks)
        self._layers, self._explained = background.explain()
        self._matched = match_in_place(cards, self._all)
        self._before: dict[int, Track] = {}  # the track that lay where another card is read now, by its index
        self._match_piles()
        self._match_misread()

    def _match_piles(self) -> None:
        """Match each unmatched card that lies face down with the face-down pile that it touches most."""
        for k, card in enumerate(self._cards):
            if card.back < MIN_FACE_DOWN or k in self._matched:
                continue
            overlaps = [(covered_share(dilate(self._masks[k]), track.mask), track) for track in self._all if not track.face_up]
            best = max(overlaps, key=lambda each: each[0], default=None)
            if best and best[0] > 0:
                self._matched[k] = best[1]

    def _match_misread(self) -> None:
        """Match each card that lies in the place of a track where nothing changed, whatever face was read, if it is not another card."""
        matched = {track.id for track in self._matched.values()}
        for k, (card, mask) in enumerate(zip(self._cards, self._masks, strict=True)):
            lying = None if k in self._matched else self._lying_at(mask, matched)
            if lying is None:
                continue
            if self._is_another(card, lying):
                self._before[k] = lying
            elif self._changed_share(mask) < MAX_UNCHANGED_SHARE:
                self._matched[k] = lying
                matched.add(lying.id)

    def _lying_at(self, mask: Mask, matched: Collection[int]) -> Track | None:
        """Return the uppermost track whose place is this mask; those with the numbers ``matched`` are left out."""
        return next(
            (
                track
                for track in reversed(self._all)
                if track.id not in matched
                and covered_share(mask, track.mask) > SAME_AREA_SHARE
                and covered_share(track.mask, mask) > SAME_AREA_SHARE
            ),
            None,
        )

    def _is_another(self, card: PartCard, track: Track) -> bool:
        """Return whether a card surely is not that of the track in whose place it lies: it came while something covered both.

        Both faces are read surely, and the track's look is gone, or its whole place was covered since it was read. Colours alone are
        misread in other light: they count only with the look.
        """
        if not track.face_up or card.back >= MIN_FACE_DOWN or not (self._is_sure(card) and self._is_sure(track.card)):
            return False
        kept, below, other = (int(np.count_nonzero(mask)) for mask in self._layers[track.layer])
        if below + other > max(kept, MAX_TOUCHING_PIXELS):
            return True
        covered = np.asarray(self._background.moved_at > track.read_at, np.uint8)
        return value_of(card.face.best) != value_of(track.face.best) and covered_share(track.mask, covered) > SAME_AREA_SHARE

    def changes(self) -> TableChanges:
        """Return how the cards that were read differ from the tracks."""
        new = [k for k in range(len(self._cards)) if k not in self._matched and self._may_be_new(k)]
        bared, missing = self._gone(new)
        own_areas, unknown = self._own_areas(new), np.asarray(1 - self._background.known, np.uint8)
        gone = [track.mask for track in (*bared, *missing)]
        unexplained = self._unexplained([*(self._masks[k] for k in new), *gone, *own_areas.values(), unknown])
        # A hand is broad; what is thin is the edge of a card that lay a little otherwise, or its shadow.
        hands = np.asarray(cv2.morphologyEx(unexplained, cv2.MORPH_OPEN, KERNEL_3X3), np.uint8)
        out = TableChanges(waiting=np.zeros_like(unknown))
        # A new card lies there, whatever rests beside it. A card that was known may be under that.
        clear = [k for k in bottom_to_top(self._cards) if k in new and self._is_clear(self._masks[k], hands & self._at_work)]
        added = [k for k in clear if self._is_confirmed(self._cards[k])]
        out.unconfirmed = [self._cards[k] for k in clear if k not in added]
        out.added = [self._cards[k] for k in added]
        out.replacing = [(self._cards[k], self._before[k]) for k in added if k in self._before]
        out.removed = bared + self._not_under_hands([track for track in missing if self._is_clear(track.mask, hands)])
        for k, area in own_areas.items():
            if self._is_clear(area, hands):
                (out.moved if self._has_moved(k) else out.in_place).append((self._cards[k], self._matched[k]))
        left = np.zeros_like(unknown)
        for track in (*out.removed, *(track for _, track in out.moved)):
            left |= track.mask
        carried = {track.id: quad for track in out.removed if (quad := self._carried(track)) is not None}
        out.carried = [(carried[track.id], track) for track in out.removed if track.id in carried]
        out.removed = [track for track in out.removed if track.id not in carried]
        uncertain = dilate(unexplained, CARD_MARGIN + 1) | (1 - self._still)
        out.bare = np.asarray(dilate(left) & (1 - uncertain) | self._clear_parts(unknown, hands) & self._still, np.uint8)
        for k in set(new) - set(added):
            out.waiting |= self._masks[k]
        return out

    def _is_confirmed(self, card: PartCard) -> bool:
        """Return whether a new card reads surely or was read in its place before: one unsure read may be of any object."""
        if self._is_sure(card):
            return True
        return any(
            geometry.iou(card.quad, other.quad) >= CONFIRMED_IOU and face_similarity(card, other) >= OTHER_CARD_SIMILARITY
            for other in self._unconfirmed
        )

    @staticmethod
    def _is_sure(card: PartCard) -> bool:
        """Return whether a card is read surely."""
        return max(card.back, card.face.value_confidence) >= SURE_NEW_CONFIDENCE

    def _own_areas(self, new: list[int]) -> dict[int, Mask]:
        """Return for each matched card, by index, where it lies and lay, less what new cards cover."""
        covered = np.zeros_like(self._still)
        for k in new:
            covered |= self._masks[k]
        return {k: np.asarray((self._masks[k] | track.mask) & (1 - covered), np.uint8) for k, track in self._matched.items()}

    def _carried(self, track: Track) -> Quad | None:
        """Return where a card lies that was hardly in view and went along under a pushed one; None for any other card."""
        if self._tracks.visible_share(track) >= HIDDEN_SHARE:
            return None
        pushed = (k for k, upper in self._matched.items() if self._has_moved(k) and track.id in self._tracks.ids_below(upper))
        k = next(pushed, None)
        if k is None:
            return None
        push = geometry.homography(self._matched[k].quad, self._cards[k].quad)
        return np.asarray(geometry.transform(push, track.quad), np.float32)

    def _has_moved(self, k: int) -> bool:
        """Return whether the matched card ``k`` has another outline than its track, and the picture changed there."""
        card, track = self._cards[k], self._matched[k]
        changed = self._changed_share(self._masks[k] | track.mask)
        return geometry.iou(card.quad, track.quad) < MOVED_MAX_IOU and changed >= MOVED_CHANGED_SHARE

    def _gone(self, new: list[int]) -> tuple[list[Track], list[Track]]:
        """Return the tracks that left their places: ``bared``, which mostly show layers below; ``missing``, which show something unknown.

        ``new`` are the indices of the new cards. Tracks are judged from the top down: one that stays hides those below it.
        """
        matched = {track.id: self._masks[k] for k, track in self._matched.items()}
        read = {track.id for track in self._read_tracks}
        covered = self._background.things_explain()
        for k in new:
            covered |= dilate(self._masks[k])
        bared, missing = list[Track](), list[Track]()
        for track in reversed(self._all):
            if track.id in read and track.id not in matched:
                visible = (self._still & track.mask & (1 - covered))[track.layer.box]
                kept, below, other = (int(np.count_nonzero(visible & mask)) for mask in self._layers[track.layer])
                if below + other > max(kept, MAX_TOUCHING_PIXELS):
                    (bared if below > kept + other else missing).append(track)
                    continue
            covered |= matched.get(track.id, track.mask)
        return bared, missing

    def _not_under_hands(self, missing: list[Track]) -> list[Track]:
        """Return the missing tracks whose places do not show mostly a hand: it may lie on several cards, and touch nothing beside them."""
        if not missing:
            return []
        hands = np.asarray(self._hands() > MIN_HIDDEN, np.uint8) & (1 - self._explained)
        changed = [self._tracks.visible_mask(track) & self._background.changed for track in missing]
        return [track for track, where in zip(missing, changed, strict=True) if covered_share(where, hands) < MIN_HAND_SHARE]

    def _changed_share(self, mask: Mask) -> float:
        """Return the share of a mask that changed, 0..1."""
        return covered_share(mask, self._background.changed)

    def _may_be_new(self, k: int) -> bool:
        """Return whether the unmatched card ``k`` may be new: something changed there, or it is read surely where no track is uppermost."""
        card, mask = self._cards[k], self._masks[k]
        if k in self._before:
            return True
        if card.back >= MIN_FACE_DOWN and (card.score < MIN_OUTLINE_SCORE or not card.fits_plane):
            return False
        if self._changed_share(mask & (1 - self._covered_by_others(k))) >= MAX_UNCHANGED_SHARE:
            return True
        if not card.fits_plane or card.face.value_confidence < UNCHANGED_NEW_CONFIDENCE or card.score < MIN_OUTLINE_SCORE:
            return False
        return covered_share(mask, (self._tracks.owner > 0).astype(np.uint8)) < MAX_UNCHANGED_SHARE

    def _covered_by_others(self, k: int) -> Mask:
        """Return the mask of the cards that lie on the card with this index."""
        covered = np.zeros_like(self._masks[k])
        for other, card in zip(self._masks, self._cards, strict=True):
            if k in card.covers:
                covered |= other
        return covered

    def _unexplained(self, explained: list[Mask]) -> Mask:
        """Return the mask of what changed, looks as no layer, is no change of light, and lies in none of these masks with their margin."""
        out = self._background.changed & (1 - self._explained)
        # In another light the table is the same one; a hand that moves is no light, whatever it is like.
        out &= self._background.changed_edges() | (1 - self._still)
        for mask in explained:
            out &= 1 - dilate(mask)
        return np.asarray(out, np.uint8)

    def _clear_parts(self, mask: Mask, hands: Mask) -> Mask:
        """Return the connected parts of a mask that no hand touches: an arm may rest over the place that a card has left."""
        out = np.zeros_like(mask)
        count, labels = cv2.connectedComponents(mask)
        for k in range(1, count):
            part = np.asarray(labels == k, np.uint8)
            if self._is_clear(part, hands):
                out |= part
        return out

    def _is_clear(self, mask: Mask, hands: Mask) -> bool:
        """Return whether no hand touches an area and nothing moves there."""
        touching = int((dilate(mask, CARD_MARGIN + 2) & hands).sum())
        return touching < MAX_TOUCHING_PIXELS and covered_share(mask, 1 - self._still) <= MAX_RESTLESS_SHARE
