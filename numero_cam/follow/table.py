"""The table in time: pictures go in, sights come out. Where each card lies and what each look at it says; nothing is read under a hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.follow import bump
from numero_cam.follow.asking import Asking, joined
from numero_cam.follow.explain import LEAST_BACK, Explained, Look, grown, share
from numero_cam.follow.ground import THREE, Ground, Mask, small_of
from numero_cam.follow.same_card import BACK, SAME_LOOKS, Thing, Things, in_order, looks_alike
from numero_cam.follow.telling import Teller
from numero_cam.follow.zones import Zones
from numero_cam.games.shared.sight import Sight
from numero_cam.identify.parts import Box, KnownTable, PartCard, Parts, margined

MOST_WAIT = 2.0
"""Seconds after which a table that is never still at the start is read nevertheless."""
START_STILL = 0.97
"""Share of the picture that must be still at the start."""
MARGIN = 1.5
"""What is read about a changed place, in card widths."""
USUAL_WIDTH = 0.07
"""Width of a card as a share of the picture's longer side, as long as none was read."""
MOST_LOOKS, SURE, UNSURE = 3, 0.999, 0.97
"""A card whose face is less sure than the second number is looked at twice, one below the third so many times."""
LOOK_AGAIN = 0.5
"""Seconds between two looks at a still card: earlier ones tell nothing new."""
MOST_AGAIN = 3
"""So many cards are looked at again at once."""
DARK = 10.0
"""Mean level below which a picture shows nothing."""
BLURRED = 0.3
"""A picture whose edges are weaker than this share of those of the table before it shows nothing."""
OBJECT_AFTER = 8.0
"""Seconds after which what lies still over the table, and is no hand, is part of it."""
ALL_CHANGED, LOST_AFTER = 0.7, 2.0
"""Where more of the places that can be followed changed and none can be followed for so many seconds, the table is read as a new one."""
SHOWS_AS_MUCH = 0.8
"""A look at a card of which less is visible than in its best look, by this factor, tells nothing new."""
MOVED_AWAY = 0.5
"""A thing is taken to be a card that came elsewhere if so much of its place changed."""


class PartsReader(Protocol):
    """Reads parts of a picture; ``pipeline.Reader`` does."""

    def read_parts(self, frame: Frame, boxes: Sequence[Box], known: KnownTable) -> Parts:
        """See ``pipeline.Reader.read_parts``."""
        ...


class Obstruction(Protocol):
    """Sees hands, arms and things over a table."""

    def over(self, small: NDArray[np.uint8]) -> Mask:
        """Where they are, ``(H, W)`` uint8 0 or 1, in a small picture ``(H, W, 3)`` uint8 RGB."""
        ...


class TableInTime:
    """Follows the cards of one table through the pictures of a camera or a film.

    The same pictures give the same sights, however fast the machine is.

    Args:
        reader: Reads parts of pictures.
        players: How many play, 2-4.
        near: Which of them sits at the lower edge of the picture, from 0 in the order of play.
        obstruction: Sees hands; None where what no card explains is all that is known of them.

    Attributes:
        notice: What is wrong with the picture just now, a line for the user; empty where all is well.
    """

    def __init__(self, reader: PartsReader, *, players: int = 2, near: int = 0, obstruction: Obstruction | None = None) -> None:
        self.notice = ""
        self._reader = reader
        self._players, self._near = players, near
        self._obstruction = obstruction
        self._ground: Ground | None = None
        self._begun = False
        self._since = 0.0

    def look(self, timed: TimedFrame) -> Sight | None:
        """Looks at the next picture.

        Args:
            timed: The picture; its second is not before that of the last one.

        Returns:
            What is seen, where there is anything new to say: something settled, came, went, got busy or free.
        """
        small, t = small_of(timed.frame.pixels), timed.t
        if self._ground is None or self._ground.now.shape != small.shape:
            self._ground, self._begun, self._since = Ground(small, t), False, t
            return None
        if not self._begun:
            return self._wait(timed.frame, small, t)
        self.notice = self._trouble(small)
        if self.notice:
            return None
        self._ground.take(small, t)
        if self._ground.changed.any():
            self._asking.disturbed(self._ground.moving)
            self._follow_camera(timed.frame, t)
            self._read(timed.frame, small, t)
            self._let_lie(small, t)
        else:
            self._suspected_since = None
            self._read(timed.frame, small, t)
        return self._teller.tell(self._ground, t)

    # The start

    def _wait(self, frame: Frame, small: NDArray[np.uint8], t: float) -> Sight | None:
        """Reads the whole table as soon as it is still, or after a while."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        if small.mean() < DARK:
            self.notice = "the picture is black; is the camera covered, or the light off?"
            self._since = t
            return None
        self.notice = ""
        ground.take(small, t)
        if ground.still(t).mean() < START_STILL and t - self._since < MOST_WAIT:
            return None
        self._begin(frame, t)
        return self._teller.tell(ground, t)

    def _begin(self, frame: Frame, t: float) -> None:
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        self._begun, self._suspected_since = True, None
        shape = ground.now.shape[0], ground.now.shape[1]
        self._size = frame.width, frame.height
        self._scale = shape[1] / frame.width
        self._things = Things(shape, self._scale)
        self._asking = Asking(shape)
        self._vacated = np.zeros(shape, np.uint8)
        ground.settle(np.ones(shape, np.uint8))
        parts = self._reader.read_parts(frame, (), KnownTable())
        self._plane = parts.plane
        self._zones = Zones.of(self._size, self._players, self._near, self._plane)
        self._teller = Teller(self._things, self._zones)
        for k in in_order(parts.cards):
            self._put(parts.cards[k], t)
        self._zones.learn_rows([self._zones.pose(thing.quad)[:2] for thing in self._things if thing.lies_open])
        backs = [thing for thing in self._things if not thing.lies_open]
        if backs:
            min(backs, key=lambda thing: self._zones.outwards(*self._zones.pose(thing.quad)[:2])).stock = True
        ground.learn_empty(self._bare())
        self._find_points()

    def _put(self, card: PartCard, t: float) -> None:
        """A card of a table that was never seen before; those face down that meet are one pile."""
        if card.back >= BACK:
            if card.score < LEAST_BACK or not card.fits:
                return
            mask = grown(self._things.mask_of(card.quad))
            pile = next((thing for thing in self._things if not thing.lies_open and (thing.mask & mask).any()), None)
            if pile is not None:
                pile.mask |= self._things.mask_of(card.quad)
                self._things.lay()
                return
        self._teller.looked_at(self._things.come(card, t), card)

    def _bare(self) -> Mask:
        """Where no thing lies."""
        return np.asarray(1 - grown((self._things.owner > 0).astype(np.uint8)), np.uint8)

    def _find_points(self) -> None:
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        grey = bump.grey_of(ground.settled)
        self._points = bump.places(grey)
        self._edges = float(np.abs(cv2.Laplacian(grey, cv2.CV_16S)).mean())

    # The camera and the light

    def _trouble(self, small: NDArray[np.uint8]) -> str:
        if float(small.mean()) < DARK:
            return "the picture is black; is the camera covered, or the light off?"
        # Noise and compression make edges too, so a picture is compared as the table is kept: smoothed.
        edges = float(np.abs(cv2.Laplacian(bump.grey_of(cv2.blur(small, (3, 3))), cv2.CV_16S)).mean())
        if edges < BLURRED * self._edges:
            return "the picture is blurred; is the camera moving, or something before it?"
        return ""

    def _follow_camera(self, frame: Frame, t: float) -> None:
        """Finds out whether the camera was moved, and moves all that is known with it."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        changed = bump.share_changed(self._points, ground.changed)
        if changed < bump.SUSPECTED:
            self._suspected_since = None
            return
        if self._suspected_since is None:
            self._suspected_since = t
        if bump.share_changed(self._points, ground.moving) > bump.SUSPECTED / 2:
            return
        matrix = bump.find_shift(bump.grey_of(ground.settled), bump.grey_of(ground.now), self._points)
        if matrix is not None:
            small_to_full = np.array([[1 / self._scale, 0, 0.5 / self._scale - 0.5], [0, 1 / self._scale, 0.5 / self._scale - 0.5], [0, 0, 1]])
            ground.shift(matrix)
            self._moved_by(small_to_full @ matrix @ np.linalg.inv(small_to_full))
        elif changed >= ALL_CHANGED and t - self._suspected_since >= LOST_AFTER and ground.still(t).mean() > START_STILL:
            self._find_again(frame, t)

    def _moved_by(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: ``(3, 3)`` in pixels of the picture."""
        self._things.shift(matrix)
        self._vacated[:] = 0
        if self._plane is not None:
            onto = matrix @ self._plane.onto
            self._plane = replace(self._plane, onto=onto / onto[2, 2])
        self._zones.lay(self._plane)
        self._teller.laid_anew()
        self._suspected_since = None
        self._find_points()
        for thing in self._things:
            thing.looks = min(thing.looks, MOST_LOOKS - 1)

    def _find_again(self, frame: Frame, t: float) -> None:
        """The picture is another one: reads the whole table, and knows its cards again by their faces."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        parts = self._reader.read_parts(frame, (), KnownTable())
        self._plane = parts.plane or self._plane
        self._zones.lay(self._plane)
        before = list(self._things)
        for thing in before:
            self._things.go(thing, t)
        for k in in_order(parts.cards):
            card = parts.cards[k]
            like = self._things.returning(card, t)
            if like is None and card.back >= BACK:
                like = next((thing for thing in before if thing.stock and not any(thing is other for other in self._things)), None)
            self._teller.looked_at(self._things.come(card, t, like), card)
        ground.settle(np.ones_like(self._vacated))
        ground.empty_known[:] = 0
        ground.learn_empty(self._bare())
        self._vacated[:] = 0
        self._teller.laid_anew()
        self._suspected_since = None
        self._find_points()

    # Reading

    def _read(self, frame: Frame, small: NDArray[np.uint8], t: float) -> None:
        """Reads what is worth it, and takes over what is explained."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        asked = self._asking.boxes(ground, t)
        boxes = [self._whole(box) for box in asked]
        boxes += self._worth_another_look(t)
        if not boxes:
            return
        boxes = joined([margined(box, self._margin(), self._size) for box in boxes])
        parts = self._reader.read_parts(frame, boxes if self._plane is not None else (), self._known(boxes))
        if self._plane is None and parts.plane is not None:
            self._plane = parts.plane
            self._zones.lay(self._plane)
            self._teller.laid_anew()
        where = np.zeros_like(self._vacated)
        for left, top, right, bottom in boxes if self._plane is not None else [(0, 0, *self._size)]:
            where[int(top * self._scale) : round(bottom * self._scale), int(left * self._scale) : round(right * self._scale)] = 1
        over = self._obstruction.over(small) if self._obstruction is not None else None
        look = Look(ground, self._things, parts.cards, where=where, over=over, vacated=self._vacated, t=t)
        self._take_over(look.explain(), t)

    def _whole(self, box: Box) -> Box:
        """A box of the small picture in pixels of the picture."""
        left, top, right, bottom = (round(side / self._scale) for side in box)
        return left, top, right, bottom

    def _margin(self) -> int:
        sides = [min(geometry.edge_lengths(thing.quad)) for thing in self._things]
        return round(MARGIN * (float(np.median(sides)) if sides else USUAL_WIDTH * max(self._size)))

    def _known(self, boxes: Sequence[Box]) -> KnownTable:
        def outside(thing: Thing) -> bool:
            x, y = thing.quad.mean(axis=0)
            return not any(left <= x < right and top <= y < bottom for left, top, right, bottom in boxes)

        return KnownTable(self._plane, tuple(thing.face for thing in self._things if thing.lies_open and outside(thing)))

    def _worth_another_look(self, t: float) -> list[Box]:
        """Places of cards that are clear and whose face is not sure yet."""
        out: list[Box] = []
        for thing in self._things:
            enough = MOST_LOOKS if thing.sure < UNSURE else 2 if thing.sure < SURE else 1
            if thing.looks >= enough or t - thing.looked_at < LOOK_AGAIN or not self._is_quiet(thing):
                continue
            left, top = np.floor(thing.quad.min(axis=0)).astype(int).tolist()
            right, bottom = np.ceil(thing.quad.max(axis=0)).astype(int).tolist()
            out.append((left, top, right, bottom))
            thing.looked_at = t
        return out[:MOST_AGAIN]

    def _is_quiet(self, thing: Thing) -> bool:
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        near = grown(thing.mask)
        return thing.lies_open and self._things.visible(thing) > 0.5 and not (near & (ground.changed | ground.moving)).any()

    def _take_over(self, found: Explained, t: float) -> None:
        """Makes what was explained the table as it is known."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        for thing in found.gone:
            self._things.go(thing, t)
        for k in _lowest_first(found.come):
            card = found.come[k]
            if card.back >= BACK:
                self._put(card, t)
                continue
            like = self._things.returning(card, t) or self._moved_here(card)
            self._teller.looked_at(self._things.come(card, t, like), card)
        for card, thing in found.seen:
            self._seen_again(card, thing, t)
        for card, thing in found.pushed:
            self._pushed(card, thing, t)
        if found.clear.any():
            self._vacated &= 1 - found.clear
            ground.settle(found.clear)
            ground.learn_empty(found.clear & self._bare())
            self._find_points()
        if found.come or found.gone:
            self._teller.changed()

    def _moved_here(self, card: PartCard) -> Thing | None:
        """A thing that is not clear in its place, or covered, and looks like a card that came elsewhere."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        for thing in self._things:
            if not thing.lies_open or looks_alike(card, thing.card) < SAME_LOOKS:
                continue
            seen = self._things.seen(thing)
            if share(seen, thing.mask) < MOVED_AWAY / 2 or share(ground.changed, seen) >= MOVED_AWAY:
                self._vacated |= grown(thing.mask)
                return thing
        return None

    def _seen_again(self, card: PartCard, thing: Thing, t: float) -> None:
        """A card was looked at again where it lies: that tells something only where it shows as much of itself as before."""
        shows = thing.lies_open and card.back < BACK and card.visible >= SHOWS_AS_MUCH * thing.card.visible
        if shows and thing.looks < MOST_LOOKS:
            thing.looks, thing.looked_at = thing.looks + 1, t
            self._teller.looked_at(thing, card)

    def _pushed(self, card: PartCard, thing: Thing, t: float) -> None:
        """A card lies a little otherwise, or a pile has a new uppermost card."""
        if not thing.lies_open:
            thing.mask |= self._things.mask_of(card.quad)
            thing.quad = card.quad
            self._things.lay()
        elif card.back < BACK:
            best = card if card.visible >= thing.card.visible else thing.card
            self._things.place(thing, replace(best, quad=card.quad))
            self._seen_again(card, thing, t)
        self._teller.changed()

    def _let_lie(self, small: NDArray[np.uint8], t: float) -> None:
        """What lies still over the table for long is a part of it, as a cup; a hand that is known to be one is not."""
        ground = self._ground
        assert ground is not None  # noqa: S101 - for the type checker
        still = ground.still(t)
        shown = ground.changed & ground.shows_empty() & still & (self._things.owner == 0)
        thin = 1 - grown(np.asarray(cv2.morphologyEx(ground.changed, cv2.MORPH_OPEN, THREE), np.uint8), 1)
        shown |= ground.changed & still & thin & (self._things.owner == 0)
        long = ground.changed & (ground.moved_at <= t - OBJECT_AFTER).astype(np.uint8)
        if long.any() and self._obstruction is not None:
            long &= 1 - grown(self._obstruction.over(small))
        if shown.any() or long.any():
            ground.settle((shown | long).astype(np.uint8))


def _lowest_first(cards: Sequence[PartCard]) -> list[int]:
    """The order in which cards of one look came to lie: their places in the look are not those among the new ones."""
    return sorted(range(len(cards)), key=lambda k: (-cards[k].visible, k), reverse=True)



