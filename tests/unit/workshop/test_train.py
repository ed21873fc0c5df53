"""The mean of checkpoints; only where torch is installed (extra ``[workshop]``)."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")


def test_the_mean_is_of_the_averaged_weights_and_the_rest_is_the_last_ones(tmp_path: Path) -> None:
    from numero_cam.workshop.train import mean_of  # noqa: PLC0415 - torch may be missing

    for name, weight, count, step in (("a", 1.0, 3, 100), ("b", 4.0, 8, 200)):
        average = {"weight": torch.full((2, 2), weight), "count": torch.tensor(count)}
        torch.save({"model": {}, "optimizer": {}, "average": average, "step": step}, tmp_path / f"{name}.pt")
    mean_of([tmp_path / "a.pt", tmp_path / "b.pt"], tmp_path / "run" / "checkpoint.pt")
    got = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    assert got["average"]["weight"].tolist() == [[2.5, 2.5], [2.5, 2.5]]
    assert (got["average"]["count"].item(), got["step"]) == (8, 200)
