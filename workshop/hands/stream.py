"""Processes that put pictures together while the network is trained; nothing is written to disk."""

import queue
import tempfile
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.hands.pools import Pools
from workshop.hands.scenes import SAMPLE, draw_sample

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

PARCEL = 32  #: Samples that a process hands over at a time.
HELD_OUT_SEED = 2_000_003
SECONDS_WITHOUT_ANY = 300.0


@dataclass(frozen=True)
class _Task:
    """What a process needs to know: where its stock comes from, its seed and number, and the file that all share."""

    travel: Path
    seed: int
    worker: int
    shared: Path


def _work(task: _Task, free: "Queue[int | None]", filled: "Queue[int]") -> None:
    cv2.setNumThreads(1)
    parcels = np.memmap(task.shared, SAMPLE, mode="r+").reshape(-1, PARCEL)
    rng = np.random.default_rng([task.seed, task.worker])
    pools = Pools(task.travel, held_out=False)
    while (slot := free.get()) is not None:
        for k in range(PARCEL):
            parcels[slot, k] = draw_sample(rng, pools)
        filled.put(slot)


class Stream:
    """Samples without end, put together by several processes.

    Args:
        travel: Folder of what they are put together from, see ``Pools``.
        processes: How many.
        seed: Decides the samples, with each process's number.
    """

    def __init__(self, travel: Path, processes: int, seed: int) -> None:
        context = get_context("spawn")
        self._folder = tempfile.TemporaryDirectory()
        shared = Path(self._folder.name) / "parcels"
        # A file rather than shared memory, of which containers have little.
        self._parcels = np.memmap(shared, SAMPLE, mode="w+", shape=(3 * processes, PARCEL))
        self._free, self._filled = context.Queue(), context.Queue()
        for slot in range(len(self._parcels)):
            self._free.put(slot)
        tasks = [_Task(travel, seed, k, shared) for k in range(processes)]
        self._processes = [context.Process(target=_work, args=(task, self._free, self._filled), daemon=True) for task in tasks]
        for process in self._processes:
            process.start()

    def ready(self, *, wait: bool) -> NDArray[np.void] | None:
        """The next parcel of ``PARCEL`` samples; None where none is ready and `wait` is not asked for.

        Raises:
            RuntimeError: All processes ended, or none came for minutes.
        """
        if not any(process.is_alive() for process in self._processes):
            raise RuntimeError("the processes that put pictures together have ended; their error stands above")
        try:
            slot = self._filled.get(timeout=SECONDS_WITHOUT_ANY) if wait else self._filled.get_nowait()
        except queue.Empty:
            if wait:
                raise RuntimeError("no pictures came for minutes") from None
            return None
        parcel = np.array(self._parcels[slot])
        self._free.put(slot)
        return parcel

    def close(self) -> None:
        """Ends the processes."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(10)
        self._folder.cleanup()


def held_out_part(task: tuple[Path, int, int]) -> NDArray[np.void]:
    """Samples to measure on, with arms, decks, tops and hues that training never sees.

    Args:
        task: The folder of ``Pools``, the part's number, and how many samples.
    """
    cv2.setNumThreads(1)
    travel, part, count = task
    rng = np.random.default_rng([HELD_OUT_SEED, part])
    pools = Pools(travel, held_out=True, lavish=0.6)
    return np.stack([draw_sample(rng, pools) for _ in range(count)])


def held_out(travel: Path, processes: int, count: int) -> NDArray[np.void]:
    """So many samples to measure on, the same for any number of processes; `count` is rounded up to eighths."""
    tasks = [(travel, part, -(-count // 8)) for part in range(8)]
    with get_context("spawn").Pool(processes) as pool:
        return np.concatenate(pool.map(held_out_part, tasks, chunksize=1))
