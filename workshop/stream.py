"""Processes that draw samples without end, and the samples drawn last, on which networks are trained: nothing is kept on disk."""

import math
from collections.abc import Callable, Iterator, Mapping
from multiprocessing import get_context
from queue import Empty, Full
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from workshop.learning import Learner

Parcel = tuple[str, NDArray[np.void]]  #: Name of a ring, and samples for it.
Parcels = Callable[[int, int], Iterator[Parcel]]  #: Number of a process and how many there are to its parcels, which never end.
Batch = dict[str, tuple[Tensor, ...]]  #: By a network's name, what its loss takes.
WAITING = 120  #: Parcels that may wait for the training.
WAIT_S = 1.0  #: Seconds between two looks whether the stream is closed, or its processes have ended.
_TORCH = {"u1": torch.uint8, "i1": torch.int8, "i8": torch.int64, "f2": torch.float16, "f4": torch.float32}


def _work(parcels: Parcels, order: tuple[int, int], queue: "Queue[Parcel]", stopped: Any) -> None:  # noqa: ANN401 - an Event
    cv2.setNumThreads(1)
    for parcel in parcels(*order):
        while not stopped.is_set():
            try:
                queue.put(parcel, timeout=WAIT_S)
                break
            except Full:
                continue
        if stopped.is_set():
            return


class Stream:
    """Draws in processes of its own until it is closed; ``parcels`` is a function of a module."""

    def __init__(self, parcels: Parcels, processes: int) -> None:
        context = get_context("spawn")
        self._queue: Queue[Parcel] = context.Queue(WAITING)
        self._stopped = context.Event()
        self._processes = [
            context.Process(target=_work, args=(parcels, (k, processes), self._queue, self._stopped), daemon=True) for k in range(processes)
        ]
        for process in self._processes:
            process.start()

    def take(self, *, wait: bool) -> Parcel | None:
        """The next parcel; None where none is ready and `wait` is not asked for."""
        while True:
            try:
                return self._queue.get(timeout=WAIT_S) if wait else self._queue.get_nowait()
            except Empty:
                if not any(process.is_alive() for process in self._processes):
                    raise RuntimeError("no process draws any more; what stopped them stands above") from None
                if not wait:
                    return None

    def close(self) -> None:
        """Ends all processes."""
        self._stopped.set()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()


class SampleRing:
    """So many samples of a kind on a device; the oldest make room for new ones."""

    def __init__(self, kind: np.dtype[np.void], capacity: int, device: torch.device) -> None:
        self.device, self.capacity = device, capacity
        self.count = 0  #: How many were put in since the beginning.
        self._kept = {
            name: torch.zeros(capacity, *part[0].shape, dtype=_TORCH[part[0].base.str[1:]], device=device)
            for name, part in (kind.fields or {}).items()
        }

    def put(self, samples: NDArray[np.void]) -> None:
        """Keeps samples."""
        places = torch.arange(self.count, self.count + len(samples), device=self.device) % self.capacity
        for name, kept in self._kept.items():
            fresh = torch.from_numpy(np.ascontiguousarray(samples[name]))
            if self.device.type == "cuda":  # From pinned memory it need not wait for what the device computes.
                fresh = fresh.pin_memory()
            kept[places] = fresh.to(self.device, non_blocking=True)
        self.count += len(samples)

    def __len__(self) -> int:
        """How many samples it holds."""
        return min(self.count, self.capacity)

    def take(self, count: int) -> dict[str, Tensor]:
        """Samples by chance, a tensor for each field."""
        places = torch.randint(len(self), (count,), device=self.device)
        return {name: kept[places] for name, kept in self._kept.items()}


class Source:
    """What so many processes draw by ``parcels`` for networks while they train, kept in rings by name; ``batch``: samples of a step."""

    max_uses = math.inf  #: How often a sample is used at most, in the mean.

    def __init__(self, parcels: Parcels, rings: Mapping[str, SampleRing], processes: int, batch: int) -> None:
        self.rings, self.size, self._processes, self._used = rings, batch, processes, 0
        self._stream = Stream(parcels, processes)

    @property
    def count(self) -> int:
        """Samples drawn since the beginning."""
        return sum(ring.count for ring in self.rings.values())

    def _receive(self) -> None:
        """Keeps what was drawn meanwhile; waits while there is too little."""
        self._used += self.size
        taken = 0
        while True:
            few = any(len(ring) < min(2 * self.size, ring.capacity) for ring in self.rings.values())
            wait = few or self._used > self.max_uses * self.count
            parcel = self._stream.take(wait=True) if wait else self._stream.take(wait=False) if taken < self._processes else None
            if parcel is None:
                return
            name, samples = parcel
            self.rings[name].put(samples)
            taken += 1

    def batch(self) -> Batch:
        """What the next step is made of."""
        self._receive()
        return self.made({name: ring.take(self.size) for name, ring in self.rings.items()})

    def made(self, samples: Mapping[str, Mapping[str, Tensor]]) -> Batch:
        """What losses take of samples of each ring."""
        raise NotImplementedError

    def pictures(self, name: str) -> list[Tensor]:
        """Batches of pictures 0..1 on which the norms of a network that ships are measured."""
        return [self.batch()[name][0].cpu().float() / 255 for _ in range(12)]

    def measure(self, learner: "Learner") -> dict[str, Any]:
        """How good a network's mean weights are on what is held out."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends all processes."""
        self._stream.close()
