"""Stored crops as training samples of the outline refiner and the face reader, with the errors that earlier stages make."""

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numero_cam.base import geometry
from numero_cam.vision import rectify
from workshop import crops, randomise, tones
from workshop.labels import FACES, UNKNOWN

Rng = np.random.Generator
Picture = NDArray[np.uint8]

UNKNOWN_FACE = FACES.index(UNKNOWN)
MOST_HIDDEN = 0.86  #: Cards hidden more than this teach nothing; of cards in fans one corner is seen and little else.
#: From this share of a card on it counts as covered; so often a covered one is asked for, beside those that come by chance.
COVERED, COVERED_SHARE = 0.1, 0.65
TURNABLE = tuple(FACES.index(face) for face in ("6", "9"))
#: So often a six or a nine is asked for, half of them upside down: often only the corner of its index tells which it is.
TURNABLE_SHARE = 0.07
FACE_QUAD = rectify.crop_corners(crops.FACE_WIDTH, crops.FACE_HEIGHT, crops.FACE_MARGIN)
#: Where the card lies in the stored crops.
OUTLINE_QUAD = rectify.crop_corners(crops.OUTLINE_SIDE, crops.OUTLINE_SIDE, crops.OUTLINE_MARGIN)
#: Faces are read by outlines that are off by so much, from the best to the worst, on a logarithmic scale; see ``jitter``. In photos half of
#: the open cards' outlines overlap the true ones by less than 0.96, of the covered ones' by less than 0.93; with 0.02 it is 0.95 here.
INEXACT = (0.008, 0.05)
#: A side of an estimated outline may lie so far inside the card (at a print across it) or beyond it, in shares of the card.
SHORT, LONG = 0.42, 0.28
FALSE_SIDE = 0.4  #: How often a side lies so.
#: So often an outline is one that the networks before saw there, if they did: they err most where a card is covered, and not by chance.
AS_SEEN = 0.7
SHAKEN = 0.01  #: By so much of a side its corners are then moved, so that no sample comes twice.
#: So often an outline has the card's size, as after the table was found; then how high a card is for its width, and by how much, as a
#: logarithm, the size is off.
SIZED, ASPECT, MISSIZED = 0.5, 1.4, 0.015
OWN_SPOT = 0.7  #: So often it is marked where they saw it, else anywhere on what is seen of the card.
FARTHEST = 0.1  #: Where a corner was seen farther from the true one, the stored crop of the face ends.
PARTS = rectify.OUTLINE_SIDE // 8  #: The refiner says of so many by so many parts of its crop whether the card is seen there.


def jitter(rng: Rng, true: NDArray[np.float32], amount: float) -> NDArray[np.float32]:
    """A card's quad in a stored crop, moved, turned, stretched and bent by about ``amount`` of its side."""
    centre, half = true.mean(0), (true[2] - true[0]) / 2
    unit = (true - centre) / half
    a = rng.normal(0, 0.6 * amount)
    turned = unit * rng.normal(1, amount, 2)
    turned = turned * half @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    moved = turned + rng.normal(0, amount, 2) * half + rng.normal(0, amount, (4, 2)) * half
    return np.asarray(centre + moved, np.float32)


def as_seen(rng: Rng, look: NDArray[np.float32], true: NDArray[np.float32]) -> NDArray[np.float32]:
    """An outline ``(5, 2)`` that the networks saw (``crops.Answer``) in a stored crop of the card, its corners moved a little."""
    return np.asarray(true[0] + (look[:4] + rng.normal(0, SHAKEN, (4, 2))) * (true[2] - true[0]), np.float32)


def placed(rng: Rng, look: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """A card of the right size somewhat beside its place, in the stored crop of the outline: what is hidden left open where it lies.

    It lies about as ``look``, an outline that the networks saw (``crops.Answer``), or by chance.
    """
    card = (crops.UNIT - 0.5) * (1, ASPECT) * np.exp(rng.normal(0, MISSIZED))
    if look is None:
        turn = rng.normal(0, 4) if rng.random() < 0.8 else rng.uniform(-25, 25)
        shift = rng.normal(0, 0.06, 2)
        if rng.random() < FALSE_SIDE:
            shift[int(rng.integers(2))] += rng.uniform(-LONG, SHORT) * rng.choice([-1, 1])
    else:
        seen = (look[:4] - 0.5) * (1, ASPECT)
        shift = seen.mean(axis=0)
        z, arms = (seen - shift) @ (1, 1j), card @ (1, 1j)
        turn = np.degrees(np.angle((z * arms.conj()).sum()))
    a = np.radians(turn)
    turned = card @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + shift
    shares = turned / (1, ASPECT) + 0.5 + rng.normal(0, SHAKEN / 2, (4, 2))
    return np.asarray(OUTLINE_QUAD[0] + shares * (OUTLINE_QUAD[2] - OUTLINE_QUAD[0]), np.float32)


def misjudge(rng: Rng) -> NDArray[np.float32]:
    """An outline as the detector may estimate it, in the stored crop of the outline."""
    quad = jitter(rng, OUTLINE_QUAD, 0.012 if rng.random() < 0.2 else float(rng.choice([0.03, 0.05, 0.08])))
    if rng.random() < FALSE_SIDE:
        side = int(rng.integers(4))
        ends, others = [side, (side + 1) % 4], [(side + 3) % 4, (side + 2) % 4]
        quad[ends] += (quad[others] - quad[ends]) * np.float32(rng.uniform(-LONG, SHORT))
    return quad


def spot(rng: Rng, hidden: Picture) -> NDArray[np.float32]:
    """A pixel ``(2,)`` of the outline's crop where the card is seen (``hidden`` is not 255); its middle where it is seen nowhere."""
    left, top, right, bottom = (round(float(side)) for side in (*OUTLINE_QUAD[0], *OUTLINE_QUAD[2]))
    free = np.argwhere(hidden[top:bottom, left:right] < 128)
    if not len(free):
        return OUTLINE_QUAD.mean(axis=0)
    row, column = free[rng.integers(len(free))]
    return np.array([left + column, top + row], np.float32)


def light(rng: Rng, crop: Picture, *, coarsest: float = 0.4) -> Picture:
    """Light, camera and scale once more on ``(H, W, 3)`` uint8 RGB, so that a crop is never twice the same.

    ``coarsest``: a small or distant card's pixels, as a share of the crop's.
    """
    out = tones.relight(rng, crop)
    if rng.random() < 0.1:
        out = tones.glare(rng, out)
    if rng.random() < 0.25:
        out = tones.coarsen(rng, out, coarsest)
    elif rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.1))), np.uint8)
    if rng.random() < 0.2:
        out = tones.grain(rng, out, 12)
    if rng.random() < 0.15:
        out = tones.compress(rng, out)
    return out


def _cut(stored: Picture, quad: NDArray[np.float32], width: int, height: int, margin: float) -> Picture:
    """``straighten`` on a stored crop of four channels."""
    matrix = geometry.homography(quad, rectify.crop_corners(width, height, margin))
    crop = cv2.warpPerspective(stored, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=(128, 128, 128, 0))
    return np.asarray(crop, np.uint8)


def _seen(quad: NDArray[np.float64], hidden: Picture) -> NDArray[np.float64]:
    """``(PARTS, PARTS)`` 0 or 1: most of the part is this card's, not hidden by others."""
    mine = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(mine, np.round(np.clip(quad, -2000, 2000)).astype(np.int32), 255)
    mine[hidden > 127] = 0
    return np.asarray(cv2.resize(mine, (PARTS, PARTS), interpolation=cv2.INTER_AREA) > 127, np.float64)


class Outlines:
    """Crops about a wrong outline, marked, ``(4, 80, 80)`` uint8; 8 shifts that mend it, quarter turns, their weight, 100 parts seen."""

    def __init__(self, stores: list[crops.Crops], seed: int, length: int) -> None:
        self.stores, self.seed, self.length = stores, seed, length
        self.cards = [np.nonzero(stored.is_card & (stored.hidden < MOST_HIDDEN))[0] for stored in stores]

    def __len__(self) -> int:
        """How many items."""
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        """Item ``index`` depends on ``(seed, index)`` alone."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index])
        which = int(rng.integers(len(self.stores)))
        stored, cards = self.stores[which], self.cards[which]
        k = int(cards[rng.integers(len(cards))])
        turn = int(rng.integers(4))
        whole, looks = stored.stored["outline"][k], stored.proposed[k]
        look = looks[int(rng.integers(len(looks)))] if len(looks) and rng.random() < AS_SEEN else None
        sized = rng.random() < SIZED
        quad = placed(rng, look) if sized else misjudge(rng) if look is None else as_seen(rng, look, OUTLINE_QUAD)
        quad = np.roll(quad, -turn, axis=0)
        if look is not None and rng.random() < OWN_SPOT:
            at = OUTLINE_QUAD[0] + look[4] * (OUTLINE_QUAD[2] - OUTLINE_QUAD[0])
        else:
            at = spot(rng, whole[..., 3])
        side = rectify.OUTLINE_SIDE
        crop = _cut(whole, quad, side, side, rectify.OUTLINE_MARGIN)
        inner = rectify.crop_corners(side, side, rectify.OUTLINE_MARGIN)
        into = geometry.homography(quad, inner)
        true = geometry.transform(into, np.roll(OUTLINE_QUAD, -turn, axis=0))
        shift = (true - inner) / (inner[1, 0] - inner[0, 0])
        known = float(stored.faces[k] != UNKNOWN_FACE)
        target = np.concatenate([shift.ravel(), [turn, known], _seen(true, crop[..., 3]).ravel()]).astype(np.float32)
        picture = light(rng, np.ascontiguousarray(crop[..., :3]))
        marked = rectify.with_anchor_spot(picture[None], geometry.transform(into, at[None]), sized=sized)[0]
        return torch.from_numpy(np.ascontiguousarray(marked.transpose(2, 0, 1))), torch.from_numpy(target)


class Faces:
    """Face crops, from each store equally often: ``(4, 132, 96)`` uint8; face, colour, and 1 where the crop is upside down.

    A covered card is asked for as often as ``covered_share`` says. With ``anew`` texture, tone and shape are made anew by chance
    (``randomise``); not where one is measured.
    """

    def __init__(self, stores: list[crops.Crops], seed: int, length: int, covered_share: float = COVERED_SHARE, *, anew: bool) -> None:
        self.stores, self.seed, self.length, self.covered_share, self.anew = stores, seed, length, covered_share, anew
        self.usable = [np.nonzero(stored.hidden < MOST_HIDDEN)[0] for stored in stores]
        self.covered = [usable[stored.hidden[usable] > COVERED] for stored, usable in zip(stores, self.usable, strict=True)]
        self.turnable = [usable[np.isin(stored.faces[usable], TURNABLE)] for stored, usable in zip(stores, self.usable, strict=True)]

    def __len__(self) -> int:
        """How many items."""
        return self.length

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        """Item ``index`` depends on ``(seed, index)`` alone."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, index])
        which = int(rng.integers(len(self.stores)))
        stored = self.stores[which]
        choice = self.covered[which] if rng.random() < self.covered_share else self.usable[which]
        turnable = self.turnable[which]
        either = len(turnable) > 0 and rng.random() < TURNABLE_SHARE
        k = int(rng.choice(turnable) if either else choice[rng.integers(len(choice))])
        near = stored.mended[k][np.abs(stored.mended[k][:, :4] - crops.UNIT).max(axis=(1, 2)) < FARTHEST]
        if len(near) and rng.random() < AS_SEEN:
            quad = as_seen(rng, near[int(rng.integers(len(near)))], FACE_QUAD)
        else:
            quad = jitter(rng, FACE_QUAD, float(np.exp(rng.uniform(*np.log(INEXACT)))))
        turned = rng.random() < (0.5 if either else 0.1)
        if turned:
            quad = np.roll(quad, 2, axis=0)
        crop = _cut(stored.stored["face"][k], quad, rectify.FACE_WIDTH, rectify.FACE_HEIGHT, rectify.FACE_MARGIN)
        if self.anew and rng.random() < randomise.WARPED:
            crop = randomise.warped(rng, crop)
        picture, coloured = np.ascontiguousarray(crop[..., :3]), True
        if self.anew:
            picture, coloured = randomise.randomised(rng, picture)
        slip = rng.normal(0, 1.5, 2).round().astype(int)  # the outlines of other cards are not exact
        hidden = np.roll(crop[..., 3], tuple(slip), axis=(0, 1)) > 127
        if rng.random() < 0.05:  # the order of the stack was not understood
            hidden[:] = False
        elif rng.random() < 0.08 and not hidden.any():  # a further card lies on it
            x, y = rng.uniform(0.25, 0.8) * rectify.FACE_WIDTH, rng.uniform(0.25, 0.8) * rectify.FACE_HEIGHT
            hidden[:, int(x) :] |= rng.random() < 0.5
            hidden[int(y) :] |= not hidden.any()
        picture = light(rng, picture, coarsest=0.3)
        picture[hidden] = 128
        full = np.dstack([picture, hidden.astype(np.uint8) * 255])
        colour = int(stored.colours[k]) if coloured else crops.NO_COLOUR
        target = torch.tensor([int(stored.faces[k]), colour, int(turned)])
        return torch.from_numpy(np.ascontiguousarray(full.transpose(2, 0, 1))), target


def index_of(crop: Tensor, target: Tensor, index: int) -> Picture:
    """The corner ``(4, 48, 40)`` uint8 of a crop of ``Faces`` with the card's index: that with less hidden, else either, by ``index``.

    Some decks print an index in one corner only, so both must be known.
    """
    face = crop.numpy().transpose(1, 2, 0)
    corners = rectify.index_crops(face[::-1, ::-1] if target[2] else face)
    hidden = corners[..., 3].mean(axis=(1, 2))
    k = int(hidden.argmin()) if hidden[0] != hidden[1] else index % 2
    return np.ascontiguousarray(corners[k].transpose(2, 0, 1))
