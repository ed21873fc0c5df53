"""Tracks the cards of a table, and what lies still and is none, through the frames of a camera: frames go in, sights come out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.catalogue import tr
from numero_cam.games.shared.sight import Sight
from numero_cam.table.association import MIN_OUTLINE_SCORE, RESTING_SECONDS, FrameUpdate, TableChanges, covered_share
from numero_cam.table.background import KERNEL_3X3, Background, Layer, Mask, dilate, to_small_image
from numero_cam.table.camera_motion import STILL_SHARE, CameraMotion, CameraMotionDetector, TrackedPlane, is_black
from numero_cam.table.flicker import FlickerMeter, without_flicker
from numero_cam.table.lens import ZoomStabiliser
from numero_cam.table.obstruction import MIN_HIDDEN, ObstructionDetector
from numero_cam.table.photo_reader import MIRRORED, Reader
from numero_cam.table.read_scheduler import MAX_READS, ReadScheduler
from numero_cam.table.sight_builder import SightBuilder
from numero_cam.table.tracked_table import TrackedTable
from numero_cam.table.tracked_zones import TableZones
from numero_cam.table.tracks import HIDDEN_SHARE, MIN_FACE_DOWN, SAME_CARD_SIMILARITY, Track, Tracks, bottom_to_top, face_similarity
from numero_cam.vision.candidates import KnownTable, PartCard, PartialReading, PixelBox

if TYPE_CHECKING:
    from numero_cam.vision.decks.profile import DeckProfile


SHIFT_MARGIN = 6  #: Small pixels around an object of the settled table within which it may shift and still be the same object.
OBJECT_SECONDS = 8.0  #: Time after which what lies still and is no hand becomes a part of the table.
MIN_ARM = 0.1  #: Mean probability of a hand, 0..1, from which what reaches the picture's edge counts as an arm.
SMALL_SECONDS = 1.0  #: Time after which what is much smaller than a card becomes a part of the table.
MAX_SMALL_AREA = 0.15  #: Maximum area of such an object, as a share of the median card's.
LIGHT_MARGIN = 6  #: Small pixels around changed light within which nothing else may have changed.


class HandDetector(Protocol):
    """Detects hands and arms over a table; ``obstruction.ObstructionDetector`` does."""

    def probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """Return the probability of a hand at each pixel, ``(H, W)`` float32, in a picture ``(H, W, 3)`` uint8 RGB.

        ``settled`` is the same view of the table at rest; with it more hands are found.
        """
        ...


def _labels_at_edge(labels: NDArray[np.number]) -> NDArray[np.number]:
    """Return the labels of the components that reach the edge of the image ``(H, W)``; some more than once."""
    return np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])


def _to_pixels(image: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return an image ``(H, W, 3)`` of levels as uint8."""
    return np.clip(image, 0, 255).astype(np.uint8)


class StillObjects:
    """Finds what changed, lies still, and is neither a card nor a hand.

    Args:
        background: The layers of the table.
        tracks: The cards.
        hands: Detects hands; None where only time and edges tell them from objects.
    """

    def __init__(self, background: Background, tracks: Tracks, hands: HandDetector | None) -> None:
        self._background, self._tracks, self._hands = background, tracks, hands

    def known_objects(self) -> Mask:
        """Return the mask of the objects of the settled table that look like hands, as a telephone, and of the changes that touch them."""
        if self._hands is None:
            return np.zeros_like(self._background.changed)
        like_hands = self._hands.probabilities(_to_pixels(self._background.settled)) > MIN_HIDDEN
        near = dilate(np.asarray(like_hands, np.uint8), SHIFT_MARGIN)
        _, labels = cv2.connectedComponents(self._background.changed)
        return np.asarray((near > 0) | np.isin(labels, np.setdiff1d(labels[near > 0], [0])), np.uint8)

    def absorb(self, t: float) -> None:
        """Make changed light, small objects and what lies still for long at time ``t`` part of the settled table; lift things that went."""
        background, still = self._background, self._background.still_mask(t)
        if (left := background.changed_things() & still).any():
            background.lift(np.asarray(left & (1 - self.hands_alone()), np.uint8))
        changed = background.changed
        bare = np.asarray(self._tracks.owner == 0, np.uint8)
        thin = 1 - dilate(np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, KERNEL_3X3), np.uint8), 1)
        edges = changed & background.shows_table() & still & bare
        light = changed & background.known & still & (1 - background.changed_edges())
        # The even middle of a hand looks like light; it is light only where nothing else changed near it.
        light &= 1 - dilate(changed & (1 - light), LIGHT_MARGIN)
        if edges.any():
            background.learn(edges)
        lying = np.asarray((thin & changed & still & bare) | light | self._small_objects(bare, t) | self._objects_put_down(t), np.uint8)
        if lying.any():
            background.put_down(lying)

    def _objects_put_down(self, t: float) -> Mask:
        """Return the mask of what has lain still for `OBJECT_SECONDS` and is no hand.

        What is connected is one thing, whose mean probability decides. Arms come from outside the picture, so less is enough there.
        """
        changed = self._background.changed
        still = changed & (self._background.moved_at <= t - OBJECT_SECONDS).astype(np.uint8)
        if not still.any():
            return still
        hands = self.hands_now()
        count, labels = cv2.connectedComponents(dilate(np.asarray(changed | (hands > MIN_HIDDEN), np.uint8), 1))
        own = labels[changed > 0]
        mean = np.bincount(own, hands[changed > 0], count) / np.maximum(np.bincount(own, minlength=count), 1)
        at_edge = np.zeros(count, bool)
        at_edge[_labels_at_edge(labels)] = True
        without_network = self._hands is None
        is_hand = (at_edge & (without_network | (mean >= MIN_ARM))) | (mean >= MIN_HIDDEN)
        return np.asarray(still & ~is_hand[labels], np.uint8)

    def _small_objects(self, bare: Mask, t: float) -> Mask:
        """Return the mask of what lies still beside all cards and is much smaller than a card, as a crumb or the rest of a shadow."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(self._background.changed)
        areas = [np.count_nonzero(track.mask) for track in self._tracks]
        max_area = MAX_SMALL_AREA * float(np.median(areas)) if areas else 0.0
        small = np.array([k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] < max_area])
        still = self._background.moved_at <= t - SMALL_SECONDS
        return np.asarray(np.isin(labels, small) & still & (bare > 0), np.uint8)

    def lone_objects(self, t: float) -> Mask:
        """Return the mask of what lies still beside the cards that show their faces, and is no hand nor connected with the picture's edge.

        Arms come from there. It stays out of the settled table, because it may be a card, or a pile that was pushed, that cannot be read
        yet. ``t`` is the time, seconds.
        """
        changed = self._background.changed
        still = changed & (self._background.moved_at <= t - RESTING_SECONDS).astype(np.uint8)
        if not still.any():
            return still
        _, labels = cv2.connectedComponents(dilate(changed, 1))
        beside = np.isin(self._tracks.owner, [0, *(track.id for track in self._tracks if not track.face_up)])
        lone = np.asarray(still & beside & ~np.isin(labels, _labels_at_edge(labels)), np.uint8)
        return lone & (1 - dilate(np.asarray(self.hands_now() > MIN_HIDDEN, np.uint8))) if lone.any() else lone

    def hands_alone(self) -> Mask:
        """Return the mask of the hands in the current frame beside all cards, whatever was known of the table."""
        if self._hands is None:
            return np.zeros_like(self._background.changed)
        hands = self._hands.probabilities(_to_pixels(self._background.current)) > MIN_HIDDEN
        return np.asarray(dilate(np.asarray(hands, np.uint8)) & (self._tracks.owner == 0), np.uint8)

    def hands_now(self) -> NDArray[np.float32]:
        """Return the probability of a hand at each pixel of the current frame, ``(H, W)``; 0 without a detector."""
        if self._hands is None:
            return np.zeros(self._background.changed.shape, np.float32)
        return self._hands.probabilities(_to_pixels(self._background.current), _to_pixels(self._background.settled))


MIN_REREAD_VISIBILITY = 0.8  #: Reads of a card that show less than this share of what its best read showed are not passed on.
CONFIRM_SECONDS = 2.0  #: Time within which a second read can confirm a new card.
CARRY_SECONDS = 4.0  #: Time for which a hand carries a card from one place to another, at most.
LEFT_CHANGED_SHARE = 0.5  #: A card is taken to have moved to where one like it was read if at least this share of its old place changed.


class PartsReader(Protocol):
    """Reads parts of a picture; ``photo_reader.Reader`` does."""

    def read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        """Read the cards in boxes of a picture, or in all of it where none are given; ``known`` is what earlier pictures showed."""
        ...


class CardTracker:
    """Tracks the cards of a table that is known. Reads the whole table when it is made.

    Args:
        reader: Reads parts of pictures.
        background: The layers of the table, with the first frame.
        hands: Detects hands, so that they do not become a part of the table where they rest for long; or None.
        players: Number of players, and the index of the one at the lower edge.
        first: The first frame.
    """

    def __init__(
        self,
        reader: PartsReader,
        background: Background,
        hands: HandDetector | None,
        players: tuple[int, int],
        first: TimedFrame,
    ) -> None:
        size = first.frame.width, first.frame.height
        height, width = background.current.shape[:2]
        self._scale = width / size[0]
        self._reader, self._background = reader, background
        self.packs = 1  #: Number of packs that are mixed.
        self._tracks = Tracks((height, width), self._scale)
        self._scheduler = ReadScheduler(background, self._tracks, size, self._scale)
        self._objects = StillObjects(background, self._tracks, hands)
        self._camera = CameraMotionDetector()
        self._unconfirmed: list[tuple[PartCard, float]] = []  # cards that need a second read, each with the time of the first
        self._deck: tuple[DeckProfile | None, tuple[str, ...]] = (None, ())  # and the messages about it
        parts = self._read_parts(first.frame, (), KnownTable())
        self.mirrored = parts.mirrored  #: Whether the first frame is mirrored; then its cards are not what they read.
        self._plane = TrackedPlane(size, parts.plane)
        self._plane.refine(parts.cards)
        self._zones = TableZones.for_players(size, *players, self._plane.plane)
        self._sights = SightBuilder(self._tracks, self._zones)
        for k in bottom_to_top(parts.cards):
            self._add_unknown(parts.cards[k], first.t)
        self._zones.learn_rows([self._zones.pose(track.quad)[:2] for track in self._tracks if track.face_up])
        piles = [track for track in self._tracks if not track.face_up]
        if piles:
            min(piles, key=lambda pile: self._zones.max_depth(*self._zones.pose(pile.quad)[:2])).is_stock = True
        self._learn_all()

    def is_blurred(self, small: NDArray[np.uint8]) -> bool:
        """Return whether a small image ``(H, W, 3)`` uint8 RGB is blurred beside the settled table."""
        return self._camera.is_blurred(small)

    @property
    def followed_points(self) -> NDArray[np.float32]:
        """Points of the settled table by which motion of the camera is measured, ``(N, 2)`` small pixels."""
        return self._camera.points

    def is_unsettled(self, t: float) -> bool:
        """Return whether the camera moves, or something covers most of the table."""
        return self._camera.is_unsettled(t)

    def update(self, timed: TimedFrame, small: NDArray[np.uint8]) -> Sight | None:
        """Track the cards in the next frame.

        Args:
            timed: The frame.
            small: The same in small, ``(H, W, 3)`` uint8 RGB.

        Returns:
            The sight; None where nothing is new.
        """
        background, t = self._background, timed.t
        background.update(small, t)
        if background.changed.any():
            self._scheduler.forget_moving()
            motion = self._camera.detect(background, t)
            if motion is CameraMotion.LOST:
                self._reidentify(timed)
            elif isinstance(motion, np.ndarray):
                self._warp(motion)
        self._read_due_parts(timed)
        if background.changed.any():
            self._objects.absorb(t)
        return self.sight(t)

    def sight(self, t: float) -> Sight | None:
        """Return the present sight; None where nothing is new since the last one."""
        return self._sights.build(self._background, t, self._objects.lone_objects(t))

    def tracked_table(self) -> TrackedTable:
        """Return all that is known of the table."""
        deck, problems = self._deck
        return TrackedTable(self._sights.cards(), self._zones.seats, deck.name if deck else None, deck.copies if deck else 1, problems)

    def _read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        """Read parts of a frame, and keep the deck by which they were read."""
        parts = self._reader.read_parts(frame, boxes, known)
        self._deck = parts.deck, parts.problems
        return parts

    def _add_unknown(self, card: PartCard, t: float) -> None:
        """Add a card that was never seen; face-down cards that touch are one pile."""
        if card.back >= MIN_FACE_DOWN:
            if card.score < MIN_OUTLINE_SCORE or not card.fits_plane:
                return
            mask = dilate(self._tracks.rasterize(card.quad))
            pile = next((track for track in self._tracks if not track.face_up and (track.mask & mask).any()), None)
            if pile is not None:
                self._tracks.extend_pile(pile, card)
                return
        self._sights.add_read(self._tracks.add(card, t), card)

    def _learn(self, where: Mask) -> None:
        """Take the current frame for the settled table where the mask is 1."""
        self._background.learn(where)
        self._camera.set_reference(self._background.settled)

    def _learn_all(self) -> None:
        """Take the whole frame for the looks of all that lies there."""
        self._background.learn_all(self._tracks.layers(), self._objects.hands_alone())
        self._camera.set_reference(self._background.settled)

    def _update_zones(self) -> None:
        """Compute the zones from the plane again."""
        self._zones.set_plane(self._plane.plane)
        self._sights.zones_changed()

    def _warp(self, matrix: NDArray[np.float64]) -> None:
        """Move all that is known as the camera moved: ``(3, 3)`` homography in small pixels."""
        offset = 0.5 / self._scale - 0.5
        enlarge = np.array([[1 / self._scale, 0, offset], [0, 1 / self._scale, offset], [0, 0, 1]])
        in_picture = enlarge @ matrix @ np.linalg.inv(enlarge)
        self._tracks.warp(in_picture)
        for track, layer in zip(self._tracks, self._background.warp(matrix, [dilate(track.mask) for track in self._tracks]), strict=True):
            track.layer = layer
        self._plane.warp(in_picture)
        self._update_zones()
        # What is higher than the table shifts otherwise than it does.
        self._learn(self._background.changed & self._objects.known_objects() & self._background.shown())

    def _reidentify(self, timed: TimedFrame) -> None:
        """Read the whole table in another view, and find the known cards by their faces."""
        parts = self._read_parts(timed.frame, (), KnownTable())
        self._plane = TrackedPlane(self._plane.size, parts.plane or self._plane.plane)
        self._plane.refine(parts.cards)
        stock = next((track for track in self._tracks if track.is_stock), None)
        for track in list(self._tracks):
            self._tracks.remove(track, timed.t)
        self._update_zones()
        for k in bottom_to_top(parts.cards):
            card = parts.cards[k]
            known = self._unambiguous(self._tracks.removed_like(card, timed.t))
            if card.back >= MIN_FACE_DOWN:
                known, stock = stock, None
            self._sights.add_read(self._tracks.add(card, timed.t, known), card)
        self._learn_all()

    def _read_due_parts(self, timed: TimedFrame) -> None:
        """Read the parts that are due, and update the tracks by the cards in them."""
        t, boxes = timed.t, self._scheduler.next_boxes(timed.t)
        if not boxes:
            return
        whole: PixelBox = (0, 0, *self._plane.size)
        if self._plane.plane is None:
            boxes = [whole]
        parts = self._read_parts(timed.frame, boxes if boxes != [whole] else (), self._known_outside(boxes))
        if self._plane.plane is None and parts.plane is not None:
            self._plane.plane = parts.plane
            self._update_zones()
        self._unconfirmed = [(card, since) for card, since in self._unconfirmed if t - since <= CONFIRM_SECONDS]
        update = FrameUpdate(
            self._background,
            self._tracks,
            parts.cards,
            where=self._scheduler.to_mask(boxes),
            unconfirmed=[card for card, _ in self._unconfirmed],
            hands=self._objects.hands_now,
            t=t,
        )
        self._apply(update.changes(), t)

    def _known_outside(self, boxes: Sequence[PixelBox]) -> KnownTable:
        """Return the plane, and the faces of the face-up cards whose middles lie outside the boxes."""

        def outside(track: Track) -> bool:
            """Return whether the middle of a card lies in none of the boxes."""
            x, y = track.quad.mean(axis=0)
            return not any(left <= x < right and top <= y < bottom for left, top, right, bottom in boxes)

        return KnownTable(self._plane.plane, tuple(track.face for track in self._tracks if track.face_up and outside(track)))

    def _apply(self, changes: TableChanges, t: float) -> None:
        """Update tracks, sights, looks and plane by what one read found at time ``t``."""
        # The cards of a hand lie side by side: where another one lies, the one before was taken. In the centre it may lie below.
        gone = [track for card, track in changes.replacing if self._zone(card) == "row"]
        for track in (*changes.removed, *(track for track in gone if track not in changes.removed)):
            self._tracks.remove(track, t)
        for card in changes.added:
            if card.back >= MIN_FACE_DOWN:
                self._add_unknown(card, t)
            else:
                known = self._find_known(card, t)
                self._sights.add_read(self._tracks.add(card, t, known), card)
        for card, track in changes.in_place:
            self._add_read(card, track, t)
        for card, track in changes.moved:
            self._move(card, track, t)
        for quad, track in changes.carried:
            self._tracks.relocate(track, replace(track.card, face=replace(track.card.face, quad=quad)))
        if changes.added or changes.removed or changes.carried:
            self._sights.tracks_changed()
        self._learn_looks(changes)
        self._unconfirmed += [(card, t) for card in changes.unconfirmed]
        if self._plane.refine(changes.added):
            self._update_zones()

    def _learn_looks(self, changes: TableChanges) -> None:
        """Learn the looks of the table where it was bared, of cards that are new or lie elsewhere, and of cards that were read again."""
        background, read = self._background, {track.id for _, track in changes.in_place}
        looked_at, layers = changes.bare.copy(), list[Layer]()
        for track in self._tracks:
            if not track.layer.seen.any() or (track.id in read and (dilate(track.mask) & background.changed).any()):
                looked_at[track.layer.box] |= track.layer.mask
                layers.append(track.layer)
        looked_at &= 1 - changes.waiting
        background.compose(self._tracks.layers(), looked_at)
        learnt = changes.bare & background.shown()
        for layer in layers:
            learnt |= background.shown(layer)
        self._learn(learnt & looked_at)

    def _find_known(self, card: PartCard, t: float) -> Track | None:
        """Return the track of a similar card that was removed a short while ago, or may have left its place just now.

        With several packs it may be an equal card. Then a track counts only where it is the only one, and its card was pushed, or carried
        between the centre and a row, a moment ago.
        """
        several = self._has_equal_cards()
        known = [*self._tracks.removed_like(card, t, t - CARRY_SECONDS if several else -np.inf), *self._leaving(card)]
        if several:
            zone = self._zone(card)
            known = [one for one in known if geometry.iou(card.quad, one.quad) > 0 or {zone, self._zone(one)} == {"centre", "row"}]
        return self._unambiguous(known)

    def _leaving(self, card: PartCard) -> list[Track]:
        """Return the tracks of similar cards whose places changed or are hidden: the card may have moved from there."""
        found = []
        for track in self._tracks:
            if not track.face_up or face_similarity(card, track.card) < SAME_CARD_SIMILARITY:
                continue
            visible = self._tracks.visible_mask(track)
            hidden = covered_share(track.mask, visible) < HIDDEN_SHARE
            if hidden or covered_share(visible, self._background.changed) >= LEFT_CHANGED_SHARE:
                found.append(track)
        return found

    def _has_equal_cards(self) -> bool:
        """Return whether the table may hold several cards with the same face."""
        deck, _ = self._deck
        return self.packs * (deck.copies if deck else 1) > 1

    def _zone(self, card: PartCard | Track) -> str:
        """Return the likeliest zone, ``centre`` or ``row``, of a card that lies face up."""
        places = self._zones.face_up_places(*self._zones.pose(card.quad)[:2])
        return max(places, key=lambda place: places[place]).zone

    def _unambiguous(self, known: Sequence[Track]) -> Track | None:
        """Return the first of the tracks that may be one card; with several packs None where there are more."""
        return None if not known or (len(known) > 1 and self._has_equal_cards()) else known[0]

    def _add_read(self, card: PartCard, track: Track, t: float) -> None:
        """Pass on another read of a card that lies where it lay, if it shows about as much as the best one."""
        shows = track.face_up and card.back < MIN_FACE_DOWN and card.visible >= MIN_REREAD_VISIBILITY * track.card.visible
        if shows and track.read_count < MAX_READS:
            track.read_count, track.read_at = track.read_count + 1, t
            self._sights.add_read(track, card)

    def _move(self, card: PartCard, track: Track, t: float) -> None:
        """Move a track to where its card was read at time ``t``; for a pile, put the card on it."""
        if not track.face_up:
            self._tracks.extend_pile(track, card)
        elif card.back < MIN_FACE_DOWN:
            best = card if card.visible >= track.card.visible else track.card
            self._tracks.relocate(track, replace(best, face=replace(best.face, quad=card.quad)))
            self._add_read(card, track, t)
        self._sights.tracks_changed()


MIRRORED_SECONDS = 2.0  #: Seconds after which a mirrored picture is read again: its camera may have been mended.
MAX_START_WAIT = 2.0  #: Time after which a table that never comes to rest at the start is read nevertheless, seconds.
BLACK = tr("the picture is black; is the lens covered, or the light off?")
UNSETTLED = tr("the camera moves, or much of the table is covered; the cards are told when both are still")
BLURRED = tr("the picture is blurred; is something before the lens, or is it out of focus?")


class TableTracker:
    """Tracks the cards of one table from the first frame on.

    The same frames give the same sights, however fast the machine is.

    Args:
        reader: Reads parts of pictures; ``photo_reader.Reader``, whose models share no threads with others.
        players: Number of players, 2-4.
        near: Index, in the order of play, of the player at the lower edge of the picture.
        obstruction: Detects hands that rest for long; None where a hand is known only as a change that no card explains.
    """

    def __init__(self, reader: PartsReader, *, players: int = 2, near: int = 0, obstruction: HandDetector | None = None) -> None:
        self.packs = 1
        self.notice = ""  #: What is wrong with the newest frame, a line for the user; empty where all is well.
        self._reader = reader
        self._players = players, near
        self._hands = obstruction
        self._background: Background | None = None
        self._cards: CardTracker | None = None
        self._flicker, self._lens = FlickerMeter(), ZoomStabiliser()
        self._waiting_since = 0.0

    def look(self, timed: TimedFrame) -> Sight | None:
        """Track the cards in the next frame.

        Args:
            timed: The frame; its time is not before that of the last one.

        Returns:
            The sight where anything is new: a card settled, came or went, or a place became busy or free. Otherwise None.
        """
        small = to_small_image(timed.frame.pixels)
        if self._background is None or self._background.current.shape != small.shape:
            self._background, self._cards, self._waiting_since = Background(small, timed.t), None, timed.t
            self._flicker, self._lens = FlickerMeter(), ZoomStabiliser()
            return None
        if is_black(small):
            self.notice = BLACK
            return None
        if flicker := self._flicker.update(small, timed.t):
            self.notice = flicker
            return None
        if self._cards is None:
            return self._wait_for_rest(self._background, timed, self._in_steady_light(small))
        self.notice = BLURRED if self._cards.is_blurred(small) else ""
        if self.notice:
            return None
        timed, small = self._lens.steady(timed, small, self._background, self._cards.followed_points)
        self._cards.packs = self.packs
        sight = self._cards.update(timed, self._in_steady_light(small))
        self.notice = UNSETTLED if self._cards.is_unsettled(timed.t) else ""
        return sight

    def _in_steady_light(self, small: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a small image ``(H, W, 3)`` without flicker."""
        if not self._flicker.flickers or self._background is None:
            return small
        return without_flicker(self._background.settled, self._background.changed, small, self._flicker.swing)

    def tracked_table(self) -> TrackedTable:
        """Return all that is known of the table; nothing before it was at rest for the first time."""
        return TrackedTable() if self._cards is None else self._cards.tracked_table()

    @property
    def still_since(self) -> float:
        """The time since which nothing has moved that is not part of the table, seconds; minus infinity where nothing else is there."""
        return -np.inf if self._background is None else self._background.still_since()

    def _wait_for_rest(self, background: Background, timed: TimedFrame, small: NDArray[np.uint8]) -> Sight | None:
        """Read the whole table as soon as it is at rest, or after ``MAX_START_WAIT``."""
        background.update(small, timed.t)
        if self.notice == MIRRORED and timed.t - self._waiting_since < MIRRORED_SECONDS:
            return None
        if self.notice:
            self._waiting_since = timed.t
        self.notice = ""
        if background.still_mask(timed.t).mean() < STILL_SHARE and timed.t - self._waiting_since < MAX_START_WAIT:
            return None
        cards = CardTracker(self._reader, background, self._hands, self._players, timed)
        if cards.mirrored:
            self.notice, self._waiting_since = MIRRORED, timed.t
            return None
        self._cards = cards
        return self._cards.sight(timed.t)


@dataclass(frozen=True)
class VisionStack:
    """The models that follow tables, loaded once."""

    reader: Reader  #: Reads pictures and parts of them.
    obstruction: ObstructionDetector  #: Detects hands over the table.
    left_out: tuple[str, ...] = ()  #: Messages for the user, one line each, about decks that could not be used.

    def follower(self, players: int = 2, near: int = 0) -> TableTracker:
        """Return the tracker of a new table.

        Args:
            players: Number of players, 2-4.
            near: Index of the player at the lower edge of the picture, in the order of play.
        """
        return TableTracker(self.reader, players=players, near=near, obstruction=self.obstruction)
