"""The cards of one table followed through the pictures of a camera or a film: frames go in, sights come out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import Sight
from numero_cam.table.association import LEAST_BACK, Explained, Look, grown, share
from numero_cam.table.background import THREE, Ground, Mask, small_of
from numero_cam.table.camera_motion import STILL, Camera, Moved, PlaneInTime, is_dark
from numero_cam.table.read_scheduler import Asking, joined, margined
from numero_cam.table.same_card import BACK, SAME_LOOKS, Thing, Things, in_order, looks_alike
from numero_cam.table.sight_builder import LyingCard, Teller
from numero_cam.table.tracked_table import TrackedTable
from numero_cam.table.tracked_zones import Zones
from numero_cam.vision.candidates import KnownTable, PartCard, PartialReading, PixelBox

if TYPE_CHECKING:
    from numero_cam.vision.decks.profile import DeckProfile

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
SHIFTED = 6
"""Places of the small picture by which a thing that lies on the table may lie elsewhere and still be the same."""
OBJECT_AFTER = 8.0
"""Seconds after which what lies still over the table, and is no hand, is part of it."""
LONE_AFTER = 1.5
"""Seconds after which what lies still beside all cards is no hand where it touches no edge of the picture, nor anything that does: arms
come from outside. It may be a card that cannot be read yet, so it is no part of the table for that."""
SMALL, SMALL_AFTER = 0.15, 1.0
"""The same after so many seconds, where it is smaller than this share of a card."""
NEAR_LIGHT = 6
"""Places of the small picture within which nothing else may have changed where only the light did."""
SHOWS_AS_MUCH = 0.8
"""A look at a card of which less is visible than in its best look, by this factor, tells nothing new."""
UNSURE_FOR = 2.0
"""Seconds for which a new card that did not read surely is remembered."""
MOVED_AWAY = 0.5
"""A thing is taken to be a card that came elsewhere if so much of its place changed."""
HARDLY_SEEN = 0.25
"""The same for a thing of which other cards leave so little in view."""


class PartsReader(Protocol):
    """Reads parts of a picture; ``photo_reader.Reader`` does."""

    def read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        """See ``photo_reader.Reader.read_parts``."""
        ...


class SeesHands(Protocol):
    """Sees hands and arms over a table; ``obstruction.Obstruction`` does."""

    def over(self, pixels: NDArray[np.uint8]) -> Mask:
        """Where they are, ``(H, W)`` uint8 0 or 1, in a small picture ``(H, W, 3)`` uint8 RGB."""
        ...


class Followed:
    """A table whose cards are known.

    Args:
        reader: Reads parts of pictures.
        ground: The small pictures.
        obstruction: Sees hands, that they do not become a part of the table where they rest for long; or None.
        players: How many play, and which of them sits at the lower edge.
    """

    def __init__(self, reader: PartsReader, ground: Ground, obstruction: SeesHands | None, players: tuple[int, int]) -> None:
        self._reader, self._ground, self._obstruction, self._players = reader, ground, obstruction, players
        self._shape = ground.now.shape[0], ground.now.shape[1]
        self._asking = Asking(self._shape)
        self._vacated = np.zeros(self._shape, np.uint8)
        self._unsure: list[tuple[PartCard, float]] = []
        self._deck: tuple[DeckProfile | None, tuple[str, ...]] = (None, ())
        self.camera = Camera()

    def begin(self, frame: Frame, t: float) -> None:
        """Reads the whole table.

        Args:
            frame: The picture.
            t: Its second.
        """
        self._scale = self._shape[1] / frame.width
        self._things = Things(self._shape, self._scale)
        parts = self._read_parts(frame, (), KnownTable())
        self._plane = PlaneInTime((frame.width, frame.height), parts.plane)
        self._plane.learn(parts.cards)
        self._zones = Zones.of(self._plane.size, *self._players, self._plane.plane)
        self._teller = Teller(self._things, self._zones)
        for k in in_order(parts.cards):
            self._put(parts.cards[k], t)
        self._zones.learn_rows([self._zones.pose(thing.quad)[:2] for thing in self._things if thing.lies_open])
        backs = [thing for thing in self._things if not thing.lies_open]
        if backs:
            min(backs, key=lambda thing: self._zones.outwards(*self._zones.pose(thing.quad)[:2])).stock = True
        self._know_all()

    def look(self, frame: Frame, small: NDArray[np.uint8], t: float) -> None:
        """Looks at the next picture, which the small pictures have taken already.

        Args:
            frame: The picture.
            small: It in small.
            t: Its second.
        """
        moved: NDArray[np.float64] | Moved = Moved.NO
        if self._ground.changed.any():
            self._asking.disturbed(self._ground.moving)
            moved = self.camera.moved(self._ground, t)
        if moved is Moved.LOST:
            self._find_again(frame, t)
        elif isinstance(moved, np.ndarray):
            self._move(moved)
        self._read(frame, t)
        if self._ground.changed.any():
            self._let_lie(small, t)

    def tell(self, t: float) -> Sight | None:
        """The sight of this second, where there is anything new to say."""
        return self._teller.tell(self._ground, t, self._lone(t))

    def lying(self) -> tuple[LyingCard, ...]:
        """What lies there, the lowest first."""
        return self._teller.lying()

    def tracked(self) -> TrackedTable:
        """All that is known of the table."""
        deck, problems = self._deck
        return TrackedTable(self.lying(), self._zones.seats, deck.name if deck else None, deck.copies if deck else 1, problems)

    def _read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        parts = self._reader.read_parts(frame, boxes, known)
        self._deck = parts.deck, parts.problems
        return parts

    def _put(self, card: PartCard, t: float) -> None:
        """A card that was never seen before; those face down that meet are one pile."""
        if card.back >= BACK:
            if card.score < LEAST_BACK or not card.fits_plane:
                return
            mask = grown(self._things.mask_of(card.quad))
            pile = next((thing for thing in self._things if not thing.lies_open and (thing.mask & mask).any()), None)
            if pile is not None:
                self._add_to(pile, card)
                return
        self._teller.looked_at(self._things.come(card, t), card)

    def _add_to(self, pile: Thing, card: PartCard) -> None:
        pile.mask |= self._things.mask_of(card.quad)
        pile.quad = card.quad
        self._things.lay()

    def _bare(self) -> Mask:
        """Where no thing lies."""
        return np.asarray(1 - grown((self._things.owner > 0).astype(np.uint8)), np.uint8)

    def _know_all(self) -> None:
        """Takes the whole picture for the table as it is known."""
        self._ground.settle(np.ones(self._shape, np.uint8))
        self._ground.empty_known[:] = 0
        self._ground.learn_empty(self._bare())
        self._vacated[:] = 0
        self.camera.know(self._ground.settled)

    def _lay_anew(self) -> None:
        """The table is known better, or lies elsewhere in the picture."""
        self._zones.lay(self._plane.plane)
        self._teller.laid_anew()

    def _move(self, matrix: NDArray[np.float64]) -> None:
        """The camera was moved: ``(3, 3)`` in the small picture. All that is known moves with it."""
        half = 0.5 / self._scale - 0.5
        enlarged = np.array([[1 / self._scale, 0, half], [0, 1 / self._scale, half], [0, 0, 1]])
        whole = enlarged @ matrix @ np.linalg.inv(enlarged)
        self._ground.shift(matrix)
        self._things.shift(whole)
        self._plane.shift(whole)
        self._vacated[:] = 0
        self._lay_anew()
        # What is higher than the table shifts otherwise than it does.
        self._ground.settle(self._ground.changed & self._about_known_objects() & self._bare())
        self.camera.know(self._ground.settled)

    def _about_known_objects(self) -> Mask:
        """Where a thing of the settled table looks like something over it, a telephone or a cup, and what changed about it."""
        if self._obstruction is None:
            return np.zeros(self._shape, np.uint8)
        near = grown(self._obstruction.over(np.clip(self._ground.settled, 0, 255).astype(np.uint8)), SHIFTED)
        _, parts = cv2.connectedComponents(self._ground.changed)
        return np.asarray((near > 0) | np.isin(parts, np.setdiff1d(parts[near > 0], [0])), np.uint8)

    def _find_again(self, frame: Frame, t: float) -> None:
        """The picture is another one: reads the whole table, and knows its cards again by their faces."""
        parts = self._read_parts(frame, (), KnownTable())
        self._plane = PlaneInTime(self._plane.size, parts.plane or self._plane.plane)
        self._plane.learn(parts.cards)
        stock = next((thing for thing in self._things if thing.stock), None)
        for thing in list(self._things):
            self._things.go(thing, t)
        self._lay_anew()
        for k in in_order(parts.cards):
            card = parts.cards[k]
            like = self._things.returning(card, t)
            if card.back >= BACK:
                like, stock = stock, None
            self._teller.looked_at(self._things.come(card, t, like), card)
        self._know_all()

    def _read(self, frame: Frame, t: float) -> None:
        """Reads what is worth it, and takes over what is explained."""
        boxes = [self._enlarged(box) for box in self._asking.boxes(self._ground, t)] + self._worth_another_look(t)
        if not boxes:
            return
        whole = (0, 0, *self._plane.size)
        boxes = joined([margined(box, self._margin(), self._plane.size) for box in boxes]) if self._plane.plane is not None else [whole]
        parts = self._read_parts(frame, boxes if boxes != [whole] else (), self._known(boxes))
        if self._plane.plane is None and parts.plane is not None:
            self._plane.plane = parts.plane
            self._lay_anew()
        where = np.zeros(self._shape, np.uint8)
        for left, top, right, bottom in boxes:
            where[int(top * self._scale) : round(bottom * self._scale), int(left * self._scale) : round(right * self._scale)] = 1
        self._unsure = [(card, since) for card, since in self._unsure if t - since <= UNSURE_FOR]
        unsure = [card for card, _ in self._unsure]
        look = Look(self._ground, self._things, parts.cards, where=where, vacated=self._vacated, unsure=unsure, t=t)
        self._take_over(look.explain(), t)

    def _enlarged(self, box: PixelBox) -> PixelBox:
        """A box of the small picture in pixels of the picture."""
        left, top, right, bottom = (round(side / self._scale) for side in box)
        return left, top, right, bottom

    def _margin(self) -> int:
        sides = [min(geometry.edge_lengths(thing.quad)) for thing in self._things]
        return round(MARGIN * (float(np.median(sides)) if sides else USUAL_WIDTH * max(self._plane.size)))

    def _known(self, boxes: Sequence[PixelBox]) -> KnownTable:
        def outside(thing: Thing) -> bool:
            x, y = thing.quad.mean(axis=0)
            return not any(left <= x < right and top <= y < bottom for left, top, right, bottom in boxes)

        return KnownTable(self._plane.plane, tuple(thing.face for thing in self._things if thing.lies_open and outside(thing)))

    def _worth_another_look(self, t: float) -> list[PixelBox]:
        """Places of cards that are clear and whose face is not sure yet."""
        out: list[PixelBox] = []
        for thing in self._things:
            enough = MOST_LOOKS if thing.sure < UNSURE else 2 if thing.sure < SURE else 1
            if len(out) == MOST_AGAIN or thing.looks >= enough or t - thing.looked_at < LOOK_AGAIN or not self._is_quiet(thing):
                continue
            left, top = np.floor(thing.quad.min(axis=0)).astype(int).tolist()
            right, bottom = np.ceil(thing.quad.max(axis=0)).astype(int).tolist()
            out.append((left, top, right, bottom))
            thing.looked_at = t
        return out

    def _is_quiet(self, thing: Thing) -> bool:
        near = grown(thing.mask)
        return (
            thing.lies_open and self._things.visible(thing) > MOVED_AWAY and not (near & (self._ground.changed | self._ground.moving)).any()
        )

    def _take_over(self, found: Explained, t: float) -> None:
        """Makes what was explained the table as it is known."""
        for thing in found.gone:
            self._things.go(thing, t)
        for card in found.come:
            if card.back >= BACK:
                self._put(card, t)
            else:
                self._teller.looked_at(self._things.come(card, t, self._things.returning(card, t) or self._moved_here(card)), card)
        for card, thing in found.seen:
            self._seen_again(card, thing, t)
        for card, thing in found.pushed:
            self._pushed(card, thing, t)
        if found.come or found.gone:
            self._teller.changed()
        if found.clear.any():
            self._vacated &= 1 - found.clear
            self._ground.settle(found.clear)
            self._ground.learn_empty(found.clear & self._bare())
            self.camera.know(self._ground.settled)
        self._vacated |= found.left
        self._unsure += [(card, t) for card in found.unsure]
        if self._plane.learn(found.come):
            self._lay_anew()

    def _moved_here(self, card: PartCard) -> Thing | None:
        """A thing that is not clear in its place, or covered, and looks like a card that came elsewhere."""
        for thing in self._things:
            if not thing.lies_open or looks_alike(card, thing.card) < SAME_LOOKS:
                continue
            seen = self._things.seen(thing)
            if share(seen, thing.mask) < HARDLY_SEEN or share(self._ground.changed, seen) >= MOVED_AWAY:
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
            self._add_to(thing, card)
        elif card.back < BACK:
            best = card if card.visible >= thing.card.visible else thing.card
            self._things.place(thing, replace(best, face=replace(best.face, quad=card.quad)))
            self._seen_again(card, thing, t)
        self._teller.changed()

    def _let_lie(self, small: NDArray[np.uint8], t: float) -> None:
        """What lies still over the table for long is a part of it, as a cup; a hand that is known to be one is not."""
        ground, still = self._ground, self._ground.still(t)
        thin = 1 - grown(np.asarray(cv2.morphologyEx(ground.changed, cv2.MORPH_OPEN, THREE), np.uint8), 1)
        bare = np.asarray(self._things.owner == 0, np.uint8)
        light = self._ground.changed & still & (1 - ground.other_edges())
        shown = ground.changed & (ground.shows_empty() | thin) & still & bare
        long = ground.changed & (ground.moved_at <= t - OBJECT_AFTER).astype(np.uint8)
        if long.any() and self._obstruction is not None:
            long &= 1 - grown(self._obstruction.over(small) & (1 - self._about_known_objects()))
        # The even middle of a hand looks like light; it is one only where nothing else is about it.
        light &= 1 - grown(ground.changed & (1 - light), NEAR_LIGHT)
        where = np.asarray(shown | long | light | self._small(bare, t), np.uint8)
        if where.any():
            ground.settle(where)

    def _lone(self, t: float) -> Mask:
        """What changed and lies still beside all cards, and cannot be a hand."""
        ground = self._ground
        long = ground.changed & (ground.moved_at <= t - LONE_AFTER).astype(np.uint8)
        if not long.any():
            return long
        _, labels = cv2.connectedComponents(grown(ground.changed, 1))
        edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
        lone = np.asarray(long & (self._things.owner == 0) & ~np.isin(labels, edge), np.uint8)
        if lone.any() and self._obstruction is not None:
            lone &= 1 - grown(self._obstruction.over(np.clip(ground.now, 0, 255).astype(np.uint8)))
        return lone

    def _small(self, bare: Mask, t: float) -> Mask:
        """What lies still and is much smaller than a card: a crumb, or what is left of a shadow."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(self._ground.changed)
        areas = [thing.mask.sum() for thing in self._things]
        most = SMALL * float(np.median(areas)) if areas else 0.0
        small = np.array([k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] < most])
        still = self._ground.moved_at <= t - SMALL_AFTER
        return np.asarray(np.isin(labels, small) & still & (bare > 0), np.uint8)


MOST_WAIT = 2.0
"""Seconds after which a table that is never still at the start is read nevertheless."""
BLACK = "the picture is black; is the lens covered, or the light off?"
BLURRED = "the picture is blurred; is something before the lens, or is it out of focus?"


class TableInTime:
    """Follows the cards of one table through the pictures of a camera or a film.

    The same pictures give the same sights, however fast the machine is.

    Args:
        reader: Reads parts of pictures; ``photo_reader.Reader``, whose models share no threads with others.
        players: How many play, 2-4.
        near: Which of them sits at the lower edge of the picture, from 0 in the order of play.
        obstruction: Sees hands that rest for long; None where what no card explains is all that is known of them.

    Attributes:
        notice: What is wrong with the picture just now, a line for the user; empty where all is well.
    """

    def __init__(self, reader: PartsReader, *, players: int = 2, near: int = 0, obstruction: SeesHands | None = None) -> None:
        self.notice = ""
        self._reader = reader
        self._players, self._near = players, near
        self._obstruction = obstruction
        self._ground: Ground | None = None
        self._followed: Followed | None = None
        self._since = 0.0

    def look(self, timed: TimedFrame) -> Sight | None:
        """Looks at the next picture.

        Args:
            timed: The picture; its second is not before that of the last one.

        Returns:
            What is seen, where there is anything new to say: something settled, came, went, got busy or free.

        Raises:
            ModelError: The face model does not tell its features.
        """
        small, t = small_of(timed.frame.pixels), timed.t
        if self._ground is None or self._ground.now.shape != small.shape:
            self._ground, self._followed, self._since = Ground(small, t), None, t
            return None
        if is_dark(small):
            self.notice = BLACK
            return None
        if self._followed is None:
            return self._wait(self._ground, timed.frame, small, t)
        self.notice = BLURRED if self._followed.camera.is_blurred(small) else ""
        if self.notice:
            return None
        self._ground.take(small, t)
        self._followed.look(timed.frame, small, t)
        return self._followed.tell(t)

    def lying(self) -> tuple[LyingCard, ...]:
        """What lies there as far as is known, the lowest first; nothing before the table was still for the first time."""
        return () if self._followed is None else self._followed.lying()

    def tracked(self) -> TrackedTable:
        """All that is known of the table; nothing before it was still for the first time."""
        return TrackedTable() if self._followed is None else self._followed.tracked()

    def _wait(self, ground: Ground, frame: Frame, small: NDArray[np.uint8], t: float) -> Sight | None:
        """Reads the whole table as soon as it is still, or after a while."""
        if self.notice:
            self._since = t
        self.notice = ""
        ground.take(small, t)
        if ground.still(t).mean() < STILL and t - self._since < MOST_WAIT:
            return None
        self._followed = Followed(self._reader, ground, self._obstruction, (self._players, self._near))
        self._followed.begin(frame, t)
        return self._followed.tell(t)
