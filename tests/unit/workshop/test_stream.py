"""What processes draw comes to the training as it was, and what stops them is said."""

import importlib
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from numpy.typing import NDArray

from workshop.card_stream import FACE, OUTLINE
from workshop.stream import SampleRing, Source, Stream

COUNT = np.dtype([("number", "i8", (2,))])


def counting(which: int, processes: int) -> Iterator[tuple[str, NDArray[np.void]]]:
    """Each process's own numbers, three a parcel."""
    for first in range(which, 10**6, 3 * processes):
        yield "counts", np.array([((first + k * processes, which),) for k in range(3)], COUNT)


def failing(which: int, processes: int) -> Iterator[tuple[str, NDArray[np.void]]]:
    """One parcel, and then no more."""
    yield from list(counting(which, processes))[:1]


@pytest.mark.parametrize("kind", [FACE, OUTLINE])
def test_samples_come_out_as_they_went_in(kind: np.dtype[np.void]) -> None:
    rng = np.random.default_rng(1)
    samples = np.frombuffer(rng.integers(0, 100, kind.itemsize, dtype=np.uint8), kind)
    ring = SampleRing(kind, 5, torch.device("cpu"))
    ring.put(samples)
    for name, value in ring.take(3).items():
        assert all(np.array_equal(one.numpy(), samples[name][0], equal_nan=value.dtype == torch.float32) for one in value)


@pytest.mark.slow
def test_a_source_waits_for_what_is_drawn_and_uses_no_sample_too_often() -> None:
    here = importlib.import_module("tests.unit.workshop.test_stream")

    class Numbers(Source):
        max_uses = 2.0

        def made(self, samples):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            return {"numbers": (samples["counts"]["number"],)}

    source = Numbers(here.counting, {"counts": SampleRing(COUNT, 600, torch.device("cpu"))}, 2, 8)
    try:
        seen = torch.cat([source.batch()["numbers"][0] for _ in range(20)])
        assert source.count >= 20 * 8 / 2
        assert (seen[:, 0] % 2 == seen[:, 1]).all()
    finally:
        source.close()


@pytest.mark.slow
def test_a_stream_whose_processes_have_ended_says_so() -> None:
    here = importlib.import_module("tests.unit.workshop.test_stream")
    stream = Stream(here.failing, 1)
    try:
        assert stream.take(wait=True) is not None
        with pytest.raises(RuntimeError, match="no process draws any more"):
            stream.take(wait=True)
    finally:
        stream.close()
