"""Processes that draw cards without end and cut training samples of outlines, faces and indices: nothing is kept on disk.

A process draws one deck on scenes, where the networks that ship say where they see each card, and several decks alone, and cuts samples of
all of them. The samples lie in memory that all processes share, each process overwriting its own part, oldest first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numero_cam.vision import rectify
from workshop import crops, drawn
from workshop.card_data import COVERED_SHARE, PARTS, Faces, Outlines, index_of
from workshop.scene_stream import HELD_OUT, KINDS, LEVELLED, OF_KINDS, TRAINING, sample_of, scenes_of
from workshop.synth.scene import Deck

Rng = np.random.Generator

DECKS_ALONE = 8  #: Decks drawn alone for each deck drawn on scenes.
FACE_VIEWS = 8  #: Mean number of face samples of each card that is drawn.
OUTLINE_VIEWS = 4  #: Mean number of outline samples of each card that is drawn.
_TORCH = {"u1": torch.uint8, "i8": torch.int64, "f4": torch.float32}
BLOCK = 32  #: Samples that a process writes before it raises its count; the block that it writes into is never read.
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


def _stores(seed: int, stream: int, number: int, before: Deck | None) -> tuple[Deck, list[crops.Crops]]:
    """The cards of one deck on scenes, and of ``DECKS_ALONE`` decks drawn alone.

    Args:
        seed: With the stream and the number it decides everything but the pack before.
        stream: ``TRAINING`` or ``HELD_OUT``.
        number: Of the deck on scenes.
        before: A pack that may lie among its cards too.

    Returns:
        The deck on scenes, and two stores.
    """
    rng = np.random.default_rng([seed, 37, stream, number])
    deck, scenes = scenes_of(seed, stream, number, before)
    records, answers = [], []
    for scene in scenes:
        some, noted = crops.of_sample(rng, sample_of(scene))
        records += some
        answers += noted
    stores = [crops.of_records(np.array(records, crops.STORED), answers)]
    data, answers = b"", []
    for k in range(DECKS_ALONE):
        kind, level = str(rng.choice(KINDS, p=OF_KINDS)), bool(rng.random() < LEVELLED)
        drawn_bytes, noted = drawn.of_deck((int(rng.integers(2**31)), k, kind, False, level))
        data += drawn_bytes
        answers += noted
    return deck, [*stores, crops.of_records(np.frombuffer(data, crops.STORED), answers)]


def packed(samples: NDArray[np.void]) -> Tensor:
    """Samples as bytes, ``(N, itemsize)`` uint8; the memory is shared."""
    return torch.from_numpy(samples.view(np.uint8).reshape(len(samples), samples.itemsize))


def unpacked(data: Tensor, kind: np.dtype[np.void]) -> dict[str, Tensor]:
    """What ``packed`` made, on any device, as one tensor for each field."""
    out = {}
    for name, told in (kind.fields or {}).items():
        own = data[:, told[1] : told[1] + told[0].itemsize].contiguous().view(_TORCH[told[0].base.str[1:]])
        out[name] = own.reshape(len(data), *told[0].shape)
    return out


def _usable(store: crops.Crops) -> bool:
    """Whether samples can be cut of a store: they ask for covered cards, and for sixes and nines."""
    faces = Faces([store], 0, 1, anew=False)
    return all(len(kind[0]) for kind in (faces.usable, faces.covered, faces.turnable)) and bool(store.is_card.any())


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


def held_out(seed: int, decks: int, count: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """Samples of decks that the processes never draw, by which training is measured.

    Args:
        seed: Of the stream.
        decks: Decks on scenes; for each of them ``DECKS_ALONE`` are drawn alone.
        count: Samples of each kind.

    Returns:
        ``(count,)`` of ``FACE``, half of them of covered cards, and ``(count,)`` of ``OUTLINE``.
    """
    stores = [store for k in range(decks) for store in _stores(seed, HELD_OUT, k, None)[1] if _usable(store)]
    faces = np.array(list(face_samples(stores, seed, count, covered_share=0.5, anew=False)), FACE)
    return faces, np.array(list(outline_samples(stores, seed, count)), OUTLINE)


@dataclass(frozen=True)
class Ring:
    """Samples in shared memory; of each process an equal part."""

    memory: SharedMemory  #: The shared memory.
    kind: np.dtype[np.void]  #: ``FACE`` or ``OUTLINE``.
    parts: int  #: Processes.
    length: int  #: Samples of each part, a multiple of ``BLOCK``.

    @property
    def samples(self) -> NDArray[np.void]:
        """``(parts, length)`` of the kind."""
        return np.ndarray((self.parts, self.length), self.kind, self.memory.buf)


def _write(ring: NDArray[np.void], counts: Any, which: int, samples: Iterator[NDArray[np.void]]) -> None:  # noqa: ANN401 - a shared array
    """Writes samples over the oldest ones of a process's part; the count rises with each full block."""
    at, since = counts[which], 0
    for sample in samples:
        ring[(at + since) % len(ring)] = sample
        since += 1
        if since == BLOCK:
            at, since = at + BLOCK, 0
            counts[which] = at


def _draw(rings: list[tuple[str, int]], counts: list[Any], stopped: Any, seed: int, process: tuple[int, int]) -> None:  # noqa: ANN401 - shared
    cv2.setNumThreads(1)
    which, processes = process
    memories = [SharedMemory(name) for name, _ in rings]
    faces, outlines = (
        Ring(memory, kind, processes, length).samples[which]
        for memory, kind, (_, length) in zip(memories, (FACE, OUTLINE), rings, strict=True)
    )
    before, number = None, which
    while not stopped.is_set():
        before, stores = _stores(seed, TRAINING, number, before)
        stores = [store for store in stores if _usable(store)]
        cards = sum(len(store.faces) for store in stores)
        if stores:
            many = -(-FACE_VIEWS * cards // BLOCK) * BLOCK
            _write(faces, counts[0], which, face_samples(stores, seed + number, many, covered_share=COVERED_SHARE, anew=True))
            many = -(-OUTLINE_VIEWS * cards // BLOCK) * BLOCK
            _write(outlines, counts[1], which, outline_samples(stores, seed + number, many))
        number += processes


def readable_rows(rng: Rng, written: NDArray[np.int64], length: int, count: int) -> NDArray[np.int64]:
    """Rows of a ring by chance that hold samples and into which no process writes.

    Args:
        rng: Source of chance.
        written: ``(parts,)``, samples that each process has written since the beginning; of one at least more than 0.
        length: Samples of each part.
        count: How many rows.

    Returns:
        ``(count,)`` rows of the ring as one list, parts one after the other.
    """
    part = rng.choice(np.flatnonzero(written), count)
    # A process writes the block after its count: of a full ring that is where the oldest samples lie.
    behind = 1 + (rng.random(count) * np.minimum(written[part], length - BLOCK)).astype(np.int64)
    return np.asarray(part * length + (written[part] - behind) % length)


class CardStream:
    """Draws in processes of its own until it is closed.

    Args:
        seed: Of all cards.
        processes: How many draw.
        keep: Samples of each kind that are kept.
    """

    def __init__(self, seed: int, processes: int, keep: int) -> None:
        context = get_context("spawn")
        length = max(2, keep // processes // BLOCK) * BLOCK
        self._rings = [
            Ring(SharedMemory(create=True, size=kind.itemsize * length * processes), kind, processes, length) for kind in (FACE, OUTLINE)
        ]
        self._counts = [context.Array("q", processes, lock=False) for _ in self._rings]
        self._stopped = context.Event()
        told = [(ring.memory.name, ring.length) for ring in self._rings]
        self._processes = [
            context.Process(target=_draw, args=(told, self._counts, self._stopped, seed, (k, processes)), daemon=True)
            for k in range(processes)
        ]
        for process in self._processes:
            process.start()

    @property
    def counts(self) -> tuple[int, int]:
        """Samples of faces and of outlines drawn since the beginning."""
        faces, outlines = (sum(counts) for counts in self._counts)
        return faces, outlines

    def ready(self) -> bool:
        """Whether every process has drawn samples of each kind.

        Raises:
            RuntimeError: No process draws any more.
        """
        if not any(process.is_alive() for process in self._processes):
            raise RuntimeError("no process draws cards any more; what stopped them stands above")
        return all(count for counts in self._counts for count in counts)

    def take(self, kind: int, rng: Rng, out: Tensor) -> None:
        """Copies samples by chance.

        Args:
            kind: 0 for faces, 1 for outlines.
            rng: Source of chance.
            out: ``(N, itemsize)`` uint8, each row becomes one sample; see ``unpacked``.
        """
        ring = self._rings[kind]
        rows = readable_rows(rng, np.array(self._counts[kind]), ring.length, len(out))
        torch.index_select(packed(ring.samples.reshape(-1)), 0, torch.from_numpy(rows), out=out)

    def close(self) -> None:
        """Ends all processes and frees the memory."""
        self._stopped.set()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        for ring in self._rings:
            ring.memory.close()
            ring.memory.unlink()
