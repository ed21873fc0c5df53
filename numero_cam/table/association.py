"""What a look at changed places tells: which cards came, went, were pushed or only seen again; and what is left, as a hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from numero_cam.base import geometry
from numero_cam.base.records import Corners
from numero_cam.table.background import THREE, Ground, Mask
from numero_cam.table.same_card import BACK, OTHER_LOOKS, Thing, Things, in_order, looks_alike, match
from numero_cam.vision.candidates import PartCard
from numero_cam.vision.outlines import CardOutline

ABOUT = 2
"""Places of the small picture about a card that belong to it: its edge and its shadow."""
TOUCHES = 6
"""A card is not clear if so many unexplained places touch it."""
RESTLESS = 0.05
"""Nor if a larger share of it moves."""
COVERED_PLACES = 0.15
"""A card that shows less is judged by what shows now."""
CHANGED = 0.3
"""A card whose place changed by a larger share and that is not read there is not there."""
UNCHANGED = 0.15
"""A place with a smaller changed share looks as before."""
LAY_THERE, PUSHED = 0.93, 0.05
"""A card was pushed if its outline has a smaller IoU with the one before, and a larger share of both changed."""
SURE_AT_ONCE, SAME_PLACE = 0.9, 0.7
"""A new card comes by one look if it reads as surely as the first; else by a second one of which the outline has the second IoU."""
SURELY_CARD = 0.95
"""A card that is found late, where nothing changed, must read as surely."""
SEEN_THROUGH, LEAST_PARTS = 0.75, 6
"""Where so large a share of the parts of a card shows that card, and there are so many parts, nothing lies on it."""
LEAST_BACK = 0.5
"""Least score of the outline of such a card, and of one that lies face down: it has no face to vouch for it."""


@dataclass
class Explained:
    """What is known after a look at some places.

    Attributes:
        seen: Cards that lie where they lay, with their thing.
        pushed: The same of those that were pushed a little, or to which a card face down was added.
        come: Cards that are new in their places, the lowest first.
        gone: Things that are not in their places any more.
        unsure: Cards that are new in their places and must be seen there once more.
        clear: Where the table is known now.
        left: Where a thing that is gone lay, and a hand that just leaves may still be.
    """

    seen: list[tuple[PartCard, Thing]] = field(default_factory=list)
    pushed: list[tuple[PartCard, Thing]] = field(default_factory=list)
    come: list[PartCard] = field(default_factory=list)
    gone: list[Thing] = field(default_factory=list)
    unsure: list[PartCard] = field(default_factory=list)
    clear: Mask = field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    left: Mask = field(default_factory=lambda: np.zeros((0, 0), np.uint8))


def grown(mask: Mask, by: int = ABOUT) -> Mask:
    """A mask with so many places more on each side."""
    return np.asarray(cv2.dilate(mask, THREE, iterations=by), np.uint8)


def share(part: Mask, whole: Mask) -> float:
    """Share of the second mask that the first covers."""
    return float((part & whole).sum()) / max(1.0, float(whole.sum()))


def shows_below(card: CardOutline, upper: Corners) -> bool:
    """Whether a card is seen where another one seemed to lie on it.

    Args:
        card: As the refiner saw it.
        upper: ``(4, 2)`` pixels, clockwise, of what seemed to lie on it.
    """
    inside = geometry.contains(upper, card.points) & geometry.contains(card.quad, card.points)
    return int(inside.sum()) >= LEAST_PARTS and float((card.visible_logits[inside] > 0).mean()) >= SEEN_THROUGH


class Look:
    """One look at some places, and what explains it.

    Args:
        ground: The small pictures.
        things: That are known.
        cards: That were read in these places.
        where: Which places were read.
        vacated: Where the known table still shows a card that was seen elsewhere since.
        unsure: New cards that the last looks told unsurely.
        t: The second.
    """

    def __init__(
        self, ground: Ground, things: Things, cards: Sequence[PartCard], *, where: Mask, vacated: Mask, unsure: Sequence[PartCard], t: float
    ) -> None:
        self._ground, self._things, self._cards, self._vacated = ground, things, cards, vacated
        self._masks = [things.mask_of(card.quad) for card in cards]
        self._still, self._unsure = ground.still(t), unsure
        self._unexplained = np.zeros_like(vacated)
        self._near = [thing for thing in things if share(where, thing.mask) > 0.5]
        self._all = list(things)
        self._matched = match(cards, self._all)
        self._match_piles()
        self._match_misread()

    def _match_piles(self) -> None:
        """A card face down that meets a pile is that pile's uppermost one."""
        for k, card in enumerate(self._cards):
            if card.back < BACK or k in self._matched:
                continue
            meets = [(share(thing.mask, grown(self._masks[k])), thing) for thing in self._all if not thing.lies_open]
            best = max(meets, key=lambda each: each[0], default=None)
            if best and best[0] > 0:
                self._matched[k] = best[1]

    def _match_misread(self) -> None:
        """A card in the place of a known one, where nothing changed, is that one, whatever was read."""
        known = {thing.id for thing in self._matched.values()}
        for k, mask in enumerate(self._masks):
            if k in self._matched or share(self._ground.changed, mask) >= UNCHANGED:
                continue
            same = [
                thing for thing in self._all if thing.id not in known and share(thing.mask, mask) > 0.7 and share(mask, thing.mask) > 0.7
            ]
            if same:
                self._matched[k] = same[-1]
                known.add(same[-1].id)

    def explain(self) -> Explained:
        """Finds what explains this look."""
        new = [k for k in range(len(self._cards)) if k not in self._matched and self._may_be_new(k)]
        seen_again = {thing.id for thing in self._matched.values()}
        missing = [
            thing for thing in self._near if thing.id not in seen_again and (self._is_missing(thing, new) or self._is_seen_through(thing))
        ]
        rest = self._rest([self._masks[k] for k in new] + [thing.mask for thing in missing] + [*self._own(new).values(), self._vacated])
        out = Explained(clear=np.zeros_like(self._vacated), left=np.zeros_like(self._vacated))
        clear = [k for k in in_order(self._cards) if k in new and self._is_clear(self._masks[k], rest)]
        came = [k for k in clear if self._is_sure(self._cards[k])]
        out.unsure = [self._cards[k] for k in clear if k not in came]
        out.come = [self._cards[k] for k in came]
        out.gone = [thing for thing in self._free(missing) if self._is_clear(thing.mask, rest)]
        for k in came:
            out.clear |= grown(self._masks[k])
        near = grown(self._unexplained, ABOUT + 1) | (1 - self._still)
        for thing in out.gone:
            out.clear |= grown(thing.mask) & (1 - near)
            out.left |= grown(thing.mask) & near
        for k, own in self._own(new).items():
            card, thing = self._cards[k], self._matched[k]
            if self._is_clear(own, rest):
                (out.pushed if self._is_pushed(k) else out.seen).append((card, thing))
                out.clear |= grown(own) if self._changed(own) else 0
        out.clear |= self._vacated & self._still & (1 - grown(rest))
        settled = self._settled({thing.id for thing in out.gone}, came, set(new) - set(came))
        out.clear &= settled
        out.left &= settled
        return out

    def _is_sure(self, card: PartCard) -> bool:
        """Whether a new card reads surely, or was seen before where it lies now: one look at a thing that is no card tells anything."""
        likeliest = max(card.back, card.face.value_confidence)
        return likeliest >= SURE_AT_ONCE or any(
            geometry.iou(card.quad, other.quad) >= SAME_PLACE and looks_alike(card, other) >= OTHER_LOOKS for other in self._unsure
        )

    def _own(self, new: list[int]) -> dict[int, Mask]:
        """Where each known card that was read lies and lay, what came to lie on it taken away."""
        upper = np.zeros_like(self._vacated)
        for k in new:
            upper |= self._masks[k]
        return {k: np.asarray((self._masks[k] | thing.mask) & (1 - upper), np.uint8) for k, thing in self._matched.items()}

    def _is_pushed(self, k: int) -> bool:
        card, thing = self._cards[k], self._matched[k]
        return geometry.iou(card.quad, thing.quad) < LAY_THERE and self._changed(self._masks[k] | thing.mask) >= PUSHED

    def _settled(self, gone: set[int], came: list[int], doubtful: set[int]) -> Mask:
        """Where nothing is left open: no known card that was not seen again, unless what came covers it, and none that is not clear yet."""
        known = gone | {thing.id for thing in self._matched.values()}
        others = [thing.id for thing in self._all if thing.id not in known]
        open_yet = np.isin(self._things.owner, others).astype(np.uint8)
        for k in came:
            open_yet &= 1 - self._masks[k]
        for k in doubtful:
            open_yet |= self._masks[k]
        return np.asarray(1 - open_yet, np.uint8)

    def _free(self, missing: list[Thing]) -> list[Thing]:
        """Of missing things those on which none lies that may still be there, as under a hand."""
        going = {thing.id for thing in missing}
        upper = [thing for thing in self._all if thing.id not in going and self._changed(self._things.seen(thing)) >= UNCHANGED]
        return [thing for thing in missing if not any(thing.id in self._things.lies_on(other) for other in upper)]

    def _changed(self, mask: Mask) -> float:
        return share(self._ground.changed, mask)

    def _may_be_new(self, k: int) -> bool:
        card, mask = self._cards[k], self._masks[k]
        if card.back >= BACK and (card.score < LEAST_BACK or not card.fits_plane):
            return False
        if self._changed(mask & (1 - self._covered(k))) >= UNCHANGED:
            return True
        surely = card.fits_plane and card.face.value_confidence >= SURELY_CARD and card.score >= LEAST_BACK
        return surely and share((self._things.owner > 0).astype(np.uint8), mask) < UNCHANGED

    def _covered(self, k: int) -> Mask:
        """Where other cards that were read lie on this one."""
        out = np.zeros_like(self._masks[k])
        for other, card in zip(self._masks, self._cards, strict=True):
            if k in card.covers:
                out |= other
        return out

    def _is_missing(self, thing: Thing, new: list[int]) -> bool:
        """Whether the places of a thing that was not read show that it is not there."""
        upper = np.zeros_like(thing.mask)
        for k in new:
            upper |= grown(self._masks[k])
        before = self._things.seen(thing)
        shown = before if share(before, thing.mask) >= COVERED_PLACES else thing.mask
        shown = shown & (1 - upper)
        if share(shown, thing.mask) < COVERED_PLACES / 2:
            return False
        return self._changed(shown) >= CHANGED

    def _is_seen_through(self, thing: Thing) -> bool:
        """Whether a card below a thing that was not read shows in its place: then what seemed to lie there was a finger or a reflection."""
        below = self._things.lies_on(thing)
        lower = [self._cards[k].outline for k, known in self._matched.items() if known.id in below and known.lies_open]
        return any(shows_below(card, thing.quad) for card in lower)

    def _rest(self, masks: list[Mask]) -> Mask:
        """What changed and no card explains."""
        rest = self._ground.changed & (1 - self._ground.shows_empty())
        # In another light the table is the same one; a hand that moves is no light, whatever it is like.
        rest &= self._ground.other_edges() | (1 - self._still)
        for mask in masks:
            rest &= 1 - grown(mask)
        self._unexplained = np.asarray(rest, np.uint8)
        # A hand is broad; what is thin is the edge of a card that lay a little otherwise, or its shadow.
        rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, THREE), np.uint8)
        return np.asarray(rest, np.uint8)

    def _is_clear(self, mask: Mask, rest: Mask) -> bool:
        """Whether nothing lies over a place or moves there."""
        touching = int((grown(mask, ABOUT + 2) & rest).sum())
        return touching < TOUCHES and share(1 - self._still, mask) <= RESTLESS
