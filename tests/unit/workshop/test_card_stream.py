"""Samples in memory that many processes share: none is read before it is written, or while it is."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from hypothesis import given
from hypothesis import strategies as st

from workshop.card_stream import BLOCK, FACE, OUTLINE, packed, readable_rows, unpacked


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any), st.integers(2, 5), st.integers(0, 99))
def test_only_whole_samples_are_read(blocks: list[int], length_in_blocks: int, seed: int) -> None:
    length, written = length_in_blocks * BLOCK, np.array(blocks) * BLOCK
    rows = readable_rows(np.random.default_rng(seed), written, length, 500)
    part, place = np.divmod(rows, length)
    assert (place < np.minimum(written[part], length)).all()
    full = written[part] >= length
    assert ((place - written[part]) % length >= BLOCK)[full].all()
    assert set(part) == set(np.flatnonzero(written))


@pytest.mark.parametrize("kind", [FACE, OUTLINE])
def test_samples_come_out_as_they_went_in(kind: np.dtype[np.void]) -> None:
    rng = np.random.default_rng(1)
    samples = np.frombuffer(rng.integers(0, 100, 3 * kind.itemsize, dtype=np.uint8), kind)
    for name, value in unpacked(packed(samples), kind).items():
        assert np.array_equal(value.numpy(), samples[name], equal_nan=value.dtype == torch.float32)
