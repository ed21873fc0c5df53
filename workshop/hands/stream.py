"""Pictures with hands, put together while the network is trained; nothing is written to disk."""

from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.hands.pools import Pools
from workshop.hands.scenes import SAMPLE, draw_sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.stream import Parcel

PARCEL = 32  #: Samples that a process hands over at a time.
HELD_OUT_SEED = 2_000_003


def hand_parcels(travel: Path, seed: int, which: int, _: int) -> "Iterator[Parcel]":
    """Samples without end of what a folder of ``Pools`` holds, see ``stream.Parcels``."""
    rng = np.random.default_rng([seed, which])
    pools = Pools(travel, held_out=False)
    while True:
        yield "hands", np.array([draw_sample(rng, pools) for _ in range(PARCEL)], SAMPLE)


def held_out_part(task: tuple[Path, int, int]) -> NDArray[np.void]:
    """So many samples of a folder of ``Pools``, by a part's number, with arms, decks, tops and hues that training never sees."""
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
