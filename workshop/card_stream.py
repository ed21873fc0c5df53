"""Cards for training outlines, faces and indices, on scenes and alone, and samples of them; nothing is kept on disk.

For each deck on scenes, where the networks that ship say where they see each card, several decks are drawn alone.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision import rectify
from workshop import crops, drawn
from workshop.card_data import COVERED_SHARE, PARTS, Faces, Outlines, index_of
from workshop.numo_faces import numo_deck
from workshop.scene_stream import HELD_OUT, KINDS, LEVELLED, OF_KINDS, TRAINING, sample_of, scenes_of
from workshop.stream import Parcel
from workshop.synth.scene import Deck

DECKS_ALONE = 8  #: Decks drawn alone for each deck drawn on scenes.
FACE_VIEWS = 8  #: Mean number of face samples of each card that is drawn.
OUTLINE_VIEWS = 4  #: Mean number of outline samples of each card that is drawn.
BLOCK = 32  #: Samples of a parcel.
#: A sample of ``card_data.Faces`` and the one of ``card_data.Indices`` that belongs to it; target as of ``Faces``.
FACE = np.dtype([
    ("face", "u1", (4, rectify.FACE_HEIGHT, rectify.FACE_WIDTH)),
    ("index", "u1", (4, rectify.INDEX_HEIGHT, rectify.INDEX_WIDTH)),
    ("target", "i8", (3,)),
])  # fmt: skip
#: A sample of ``card_data.Outlines``.
OUTLINE = np.dtype([
    ("outline", "u1", (4, rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE)), ("target", "f4", (10 + PARTS * PARTS,))
])  # fmt: skip


def on_scenes(seed: int, stream: int, number: int, before: Deck | None) -> tuple[Deck, crops.Crops]:
    """A deck on scenes and its cards there, decided by ``seed``, ``stream`` and ``number`` but for the pack ``before`` among them."""
    rng = np.random.default_rng([seed, 37, stream, number])
    deck, scenes = scenes_of(seed, stream, number, before)
    found = [crops.of_sample(rng, sample_of(scene)) for scene in scenes]
    return deck, _joined(found)


def _joined(found: Sequence[tuple[list[NDArray[np.void]], list[crops.Answer]]]) -> crops.Crops:
    records = np.array([record for some, _ in found for record in some], crops.STORED)
    return crops.of_records(records, [answer for _, some in found for answer in some])


def numero_cards(seed: int, stream: int, number: int, before: Deck | None) -> tuple[Deck | None, list[crops.Crops]]:
    """One deck on scenes, with its cards and those of ``DECKS_ALONE`` decks drawn alone; see ``on_scenes``."""
    deck, laid = on_scenes(seed, stream, number, before)
    rng = np.random.default_rng([seed, 38, stream, number])
    some = [(int(rng.integers(2**31)), str(rng.choice(KINDS, p=OF_KINDS)), bool(rng.random() < LEVELLED)) for _ in range(DECKS_ALONE)]
    return deck, [laid, _joined([drawn.of_deck(own, k, kind, level=level) for k, (own, kind, level) in enumerate(some)])]


def numo_cards(seed: int, stream: int, number: int, _: Deck | None) -> tuple[None, list[crops.Crops]]:
    """Cards of ``DECKS_ALONE`` decks of NUMO; what is held out is in fonts and on tables that are kept back."""
    return None, [_joined([numo_deck(seed, DECKS_ALONE * number + k, kept_back=stream == HELD_OUT) for k in range(DECKS_ALONE)])]


#: What draws cards, and how often a covered one is asked for.
SOURCES = {"cards": (numero_cards, COVERED_SHARE), "numo": (numo_cards, 0.1)}


def _usable(store: crops.Crops) -> bool:
    """Whether samples can be cut of a store: they ask for cards, open and covered ones."""
    faces = Faces([store], 0, 1, anew=False)
    return len(faces.usable[0]) > 0 and len(faces.covered[0]) > 0 and bool(store.is_card.any())


def face_samples(stores: list[crops.Crops], seed: int, count: int, *, covered_share: float, anew: bool) -> Iterator[NDArray[np.void]]:
    """Samples of faces and indices, records of ``FACE``; see ``card_data.Faces``."""
    faces = Faces(stores, seed, count, covered_share, anew=anew)
    for k in range(count):
        crop, target = faces[k]
        out = np.zeros((), FACE)
        out["face"], out["index"], out["target"] = crop.numpy(), index_of(crop, target, k), target.numpy()
        yield out


def outline_samples(stores: list[crops.Crops], seed: int, count: int) -> Iterator[NDArray[np.void]]:
    """Samples of outlines, records of ``OUTLINE``; see ``card_data.Outlines``."""
    outlines = Outlines(stores, seed, count)
    for k in range(count):
        crop, target = outlines[k]
        out = np.zeros((), OUTLINE)
        out["outline"], out["target"] = crop.numpy(), target.numpy()
        yield out


def held_out_stores(source: str, seed: int, decks: int) -> list[crops.Crops]:
    """Cards that the processes never draw: of ``decks`` decks on scenes, and ``DECKS_ALONE`` for each of them drawn alone.

    Of NUMO only those alone.
    """
    return [store for k in range(decks) for store in SOURCES[source][0](seed, HELD_OUT, k, None)[1] if _usable(store)]


def held_out(source: str, seed: int, decks: int, count: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Samples of ``held_out_stores`` by which training is measured, so many of ``FACE``, half of covered cards, and of ``OUTLINE``."""
    stores = held_out_stores(source, seed, decks)
    faces = np.array(list(face_samples(stores, seed, count, covered_share=0.5, anew=False)), FACE)
    return faces, np.array(list(outline_samples(stores, seed, count)), OUTLINE)


def card_parcels(source: str, seed: int, which: int, processes: int) -> Iterator[Parcel]:
    """Samples of faces and outlines without end, see ``stream.Parcels``."""
    make, covered = SOURCES[source]
    before, number = None, which
    while True:
        before, stores = make(seed, TRAINING, number, before)
        stores = [store for store in stores if _usable(store)]
        cards = sum(len(store.faces) for store in stores)
        if stores:
            faces = face_samples(stores, seed + number, FACE_VIEWS * cards, covered_share=covered, anew=True)
            yield from (("faces", block) for block in _blocks(faces, FACE))
            yield from (("outlines", block) for block in _blocks(outline_samples(stores, seed + number, OUTLINE_VIEWS * cards), OUTLINE))
        number += processes


def _blocks(samples: Iterator[NDArray[np.void]], kind: np.dtype[np.void]) -> Iterator[NDArray[np.void]]:
    while some := list(islice(samples, BLOCK)):
        yield np.array(some, kind)
