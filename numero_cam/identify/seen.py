"""From outlines to faces: reads the cards that were found, and finds those that were missed."""

from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.records import Votes, value_of
from numero_cam.identify import order
from numero_cam.identify.faces import Face, Quad
from numero_cam.identify.missed import COVERED, DOUBTFUL, SURE, Eyes, Missed, look_at_indices, look_for_missed, of_one_card
from numero_cam.identify.outlines import Outlined
from numero_cam.identify.parted import doubtful, forms, look_for_parts
from numero_cam.identify.plane import FITS, Plane, find_plane, quads_of, trust
from numero_cam.identify.votes import LaidVotes

LEAST_SIDE, LEAST_ON_TABLE = 0.1, 0.03
"""Shortest side, as a share of the picture's, of an outline that is tried as two cards or as part of one: without a known table, and with
one. Without a known table small outlines are patterns and hands."""
OF_TABLE = 0.5
"""Weight of the table's card in the outline that is given back; the rest is what was seen."""
ROUNDS = 3
"""How often missed cards are looked for at most. A new card lets its stack go on and leaves fewer votes, so it earns one more look."""


INDEX_ROUNDS = 8
"""The same for cards that are found by their indices. An index that one card explains is not tried for another."""
LIKE_A_BACK, SURE_OUTLINE = 0.5, 0.5
"""Even a back tells the plane of the table: a card with at least this chance of "no face", and at least this outline score."""
MOST_HIDDEN = 0.1
"""A card with a larger share hidden cannot tell the plane alone."""


@dataclass(frozen=True)
class Seen:
    """The cards of a picture, all lists in one order.

    Attributes:
        cards: Outlines and where they are seen.
        faces: What is read on them; their outlines are turned where a face was upside down.
        scores: 0..1, how sure it is that a card lies there.
        covers: For each the indices of those that it lies on.
        plane: The table, if it is known.
    """

    cards: list[Outlined]
    faces: list[Face]
    scores: list[float]
    covers: list[frozenset[int]]
    plane: Plane | None

    @property
    def above(self) -> list[list[Quad]]:
        """For each the outlines that lie on it."""
        return order.above(self.covers, [face.quad for face in self.faces])


def see(
    eyes: Eyes,
    table: tuple[Plane | None, Votes],
    found: tuple[list[Outlined], list[float]],
    *,
    packs: int = 1,
) -> Seen:
    """Reads cards.

    Args:
        eyes: The networks and the picture.
        table: Its plane, if it is known from the outlines, and what the detector's cells mean.
        found: Outlines, and for each how sure it is that a card lies there.
        packs: How many packs lie on the table; one pack has each card once.
    """
    cards, scores = found
    plane, votes = table
    covers = order.find_covers(cards)
    quads = [c.quad for c in cards]
    above = order.above(order.hiding(cards, covers), quads)
    seen = _one_each(Seen(cards, eyes.reader.read(eyes.pyramid, quads, above), scores, covers, plane))
    seen = _with_parted(eyes, seen, packs)
    if plane is None:
        plane = _plane_of_read(seen, eyes.pyramid.size)
    if plane is not None:
        seen = _with_all_missed(eyes, LaidVotes.of(plane, votes), replace(seen, plane=plane), packs)
    seen = _with_indexed(eyes, votes, seen, packs)
    return _one_each(seen)


def _one_each(seen: Seen) -> Seen:
    """The cards without further outlines of the same card: the one that reads surest is kept, else the surest; two faces are two cards."""
    faces, cards = seen.faces, seen.cards
    ranks = [(face.shown if face.shown >= DOUBTFUL else 0.0, score) for face, score in zip(faces, seen.scores, strict=True)]
    kept: list[int] = []
    for i in sorted(range(len(cards)), key=lambda i: ranks[i], reverse=True):
        if not any(_of_one_face(faces[i], faces[j]) and of_one_card((cards[i], faces[i]), (cards[j], faces[j])) for j in kept):
            kept.append(i)
    left = sorted(kept)
    covers = [order.renumbered(seen.covers[i], left) for i in left]
    scores = [seen.scores[i] for i in left]
    return replace(seen, cards=[cards[i] for i in left], faces=[faces[i] for i in left], scores=scores, covers=covers)


def _of_one_face(doubtful: Face, surer: Face) -> bool:
    """Whether what a face shows does not tell it from a surer one; a number without a colour may have the other's."""
    if doubtful.certainty < SURE:
        return True
    labels = {doubtful.candidates[0][0], surer.candidates[0][0]}
    values = {value_of(label) for label in labels}
    return len(values) == 1 and (len(labels) == 1 or values < labels)


def _with_parted(eyes: Eyes, seen: Seen, packs: int) -> Seen:
    """The cards with those that outlines of two cards, or of a part of one, hold."""
    least = (LEAST_SIDE if seen.plane is None else LEAST_ON_TABLE) * max(eyes.pyramid.size)
    which, rest = _may_hold_others(seen, doubtful(seen.faces, least), eyes.pyramid.size), list[Quad]()
    once = seen.plane is None and packs == 1
    for _ in range(ROUNDS):
        parts = look_for_parts(eyes, cards=seen.cards, faces=seen.faces, scores=seen.scores, which=which, further=rest, once=once)
        if not parts.cards:
            break
        # An outline that gave way to one card may hold another, which is read when it is known what lies on it.
        rest = [form for i in parts.replaced for form in forms(seen.faces[i].quad)]
        seen = _with_missed(eyes, seen, parts)
        near = [i for i in doubtful(seen.faces, least) if any(order.near(seen.cards[i], card) for card in parts.cards)]
        which = _may_hold_others(seen, near, eyes.pyramid.size)
    return seen


def _may_hold_others(seen: Seen, which: list[int], size: tuple[int, int]) -> list[int]:
    """Those of some outlines, by their indices, that are not one card of the table's size of which enough is in view."""
    if seen.plane is None or not which:
        return which
    cards, faces = [seen.cards[i] for i in which], [seen.faces[i] for i in which]
    _, off, _ = seen.plane.fit([replace(card, quad=face.quad) for card, face in zip(cards, faces, strict=True)], size)
    told = zip(which, faces, off, strict=True)
    return [i for i, face, miss in told if miss >= FITS or (face.shown < DOUBTFUL and face.hidden > COVERED)]


def _with_all_missed(eyes: Eyes, votes: LaidVotes, seen: Seen, packs: int) -> Seen:
    tried: list[Quad] = []
    for _ in range(ROUNDS):
        missed = look_for_missed(eyes, votes, cards=seen.cards, faces=seen.faces, packs=packs, tried=tried)
        if not missed.cards:
            break
        seen, tried = _with_missed(eyes, seen, missed), missed.tried
    return seen


def _with_indexed(eyes: Eyes, votes: Votes, seen: Seen, packs: int) -> Seen:
    """The cards with those that were found by their indices."""
    for _ in range(INDEX_ROUNDS):
        found = False
        for plane, some in planes_of(seen, votes):
            missed = look_at_indices(eyes, plane, some, cards=seen.cards, faces=seen.faces, packs=packs)
            if missed.cards:
                seen, found = _with_missed(eyes, seen, missed), True
        if not found:
            break
    return seen


def planes_of(seen: Seen, votes: Votes) -> list[tuple[Plane, Votes]]:
    """Return the table with all indices; where none is known, that of each card that lies open, with the indices that are nearest to it.

    Where a face reads surely cards lie, and those without one of the pack tell planes as well.

    Args:
        seen: The cards so far.
        votes: What the detector's cells mean; without an index there is no plane.
    """
    if votes.indices is None or not len(votes.indices.points):
        return []
    if seen.plane is not None:
        return [(seen.plane, votes)]
    read = any(face.shown >= SURE for face in seen.faces)
    backs = [read and face.unknown >= LIKE_A_BACK and score >= SURE_OUTLINE for face, score in zip(seen.faces, seen.scores, strict=True)]
    tells = [face.hidden < MOST_HIDDEN and (back or face.shown >= SURE) for face, back in zip(seen.faces, backs, strict=True)]
    sure = [face.quad for face, its in zip(seen.faces, tells, strict=True) if its]
    if not sure:
        return []
    nearest = np.linalg.norm(np.stack(sure).mean(axis=1) - votes.indices.points[:, None], axis=2).argmin(axis=1)
    every = [(quad, nearest == k) for k, quad in enumerate(sure)]
    return [(Plane.of_card(quad), replace(votes, indices=votes.indices.some(its))) for quad, its in every if its.any()]


def _plane_of_read(seen: Seen, size: tuple[int, int]) -> Plane | None:
    """The table by the cards that read surely, which their outlines must fit; where too many outlines are wrong, all of them tell none."""
    read = [i for i, face in enumerate(seen.faces) if face.shown >= SURE]
    cards = [replace(seen.cards[i], quad=seen.faces[i].quad) for i in read]
    return find_plane(quads_of(cards), trust(cards, size), read=True) if cards else None


def _with_missed(eyes: Eyes, seen: Seen, missed: Missed) -> Seen:
    """The cards with those that were missed; those are read anew on which others lie now than when they were read."""
    left = [i for i in range(len(seen.cards)) if i not in missed.replaced]
    found = [replace(card, quad=face.quad) for card, face in zip(missed.cards, missed.faces, strict=True)]
    cards = [replace(seen.cards[i], quad=seen.faces[i].quad) for i in left] + found
    scores = [seen.scores[i] for i in left] + missed.scores
    now = replace(seen, cards=cards, faces=[seen.faces[i] for i in left] + missed.faces, scores=scores, covers=order.find_covers(cards))
    below_gone = {left.index(i) for k in missed.replaced for i in seen.covers[k] if i in left}
    below_found = {i for upper in range(len(left), len(cards)) for i in now.covers[upper]}
    # Of a card that was found by its index that is in view, whatever seems to lie on it.
    which = sorted(i for i in below_gone | below_found if not now.faces[i].indexed)
    before, after = seen.above, now.above
    return _read_again(eyes, now, [i for i in which if i >= len(left) or not _same_view(before[left[i]], after[i])])


def _same_view(before: list[Quad], after: list[Quad]) -> bool:
    """Whether about the same lies on a card as before."""
    if not before or not after:
        return not before and not after
    same = geometry.alike(np.stack(before), np.stack(after), geometry.SAME_OUTLINE)
    return len(before) == len(after) and bool(same.any(axis=0).all() and same.any(axis=1).all())


def _read_again(eyes: Eyes, seen: Seen, which: list[int]) -> Seen:
    above = seen.above
    read = eyes.reader.read(eyes.pyramid, [seen.faces[i].quad for i in which], [above[i] for i in which])
    anew = dict(zip(which, read, strict=True))
    return replace(seen, faces=[anew.get(i, face) for i, face in enumerate(seen.faces)])


def laid(seen: Seen, size: tuple[int, int], *, mend: bool = True) -> tuple[Seen, list[bool]]:
    """The cards as they lie in the table with the size of the others, and which of them do; none where no table is known.

    Faces were read in the outlines as they were found; what is told of a card's place is a mean of that and of the table's card there,
    which the corners of all cards tell together.

    Args:
        seen: The cards.
        size: Width and height of the picture.
        mend: Whether these cards tell more of the table; not where they are few and it was known before.
    """
    if seen.plane is None or not seen.cards:
        return seen, [False] * len(seen.cards)
    cards = [replace(card, quad=face.quad) for card, face in zip(seen.cards, seen.faces, strict=True)]
    # Cards that were found since the table was tell more of it.
    plane = (find_plane(quads_of(cards), trust(cards, size), before=seen.plane) if mend else None) or seen.plane
    quads, off, _ = plane.fit(cards, size)
    fitting = [bool(miss < FITS) for miss in off]
    means = [(face.quad + OF_TABLE * (quad - face.quad)).astype(np.float32) for face, quad in zip(seen.faces, quads, strict=True)]
    faces = [replace(face, quad=mean) if fit else face for face, mean, fit in zip(seen.faces, means, fitting, strict=True)]
    return replace(seen, faces=faces, plane=plane), fitting
