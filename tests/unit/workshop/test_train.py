"""Runs that go on, and the mean of checkpoints; only where torch is installed (extra ``[workshop]``)."""
# ruff: noqa: ANN401 - torch may be missing, so its types are not known here

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")


def test_the_mean_is_of_the_averaged_weights_and_the_rest_is_the_last_ones(tmp_path: Path) -> None:
    from workshop.train import mean_of  # noqa: PLC0415 - torch may be missing

    for name, weight, count, step in (("a", 1.0, 3, 100), ("b", 4.0, 8, 200)):
        average = {"weight": torch.full((2, 2), weight), "count": torch.tensor(count)}
        torch.save({"model": {}, "optimizer": {}, "average": average, "step": step}, tmp_path / f"{name}.pt")
    mean_of([tmp_path / "a.pt", tmp_path / "b.pt"], tmp_path / "run" / "checkpoint.pt")
    got = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    assert got["average"]["weight"].tolist() == [[2.5, 2.5], [2.5, 2.5]]
    assert (got["average"]["count"].item(), got["step"]) == (8, 200)


def test_a_run_that_begins_from_a_model_counts_its_own_steps_and_remembers_those_before(tmp_path: Path) -> None:
    from workshop.release import load_trained  # noqa: PLC0415
    from workshop.train import Plan, begin, train  # noqa: PLC0415

    torch.manual_seed(3)
    shipped, run = torch.nn.Linear(4, 1), tmp_path / "run"
    begin(run / "checkpoint.pt", shipped, 70)
    asked, seen = list[tuple[int, int]](), list[Any]()

    def samples(seed: int, count: int) -> Any:
        asked.append((seed, count))
        return torch.utils.data.TensorDataset(torch.randn(count, 4))

    def loss(model: Any, batch: Any) -> tuple[Any, dict[str, float]]:
        seen.append(model.weight.detach().clone())
        return ((model(batch[0]) - 9) ** 2).mean(), {}

    for steps in (4, 9):  # stopped after four steps, and continued
        model = torch.nn.Linear(4, 1)
        train(model, samples, loss, Plan(steps, 2, 1e-2, workers=0, every=4), run)
    assert [count for _, count in asked] == [8, 10]
    assert len({seed for seed, _ in asked} | {1_000_003}) == 3  # nothing that a run from nothing has seen, and nothing twice
    assert torch.equal(seen[0], shipped.weight)
    assert float((seen[1] - seen[0]).abs().min()) > 5e-3  # the first step is about the rate
    assert float((seen[4] - seen[3]).abs().max()) < 0.1
    assert [json.loads(line)["step"] for line in (run / "log.jsonl").read_text(encoding="utf-8").splitlines()] == [4, 8, 9]
    assert load_trained(model, run) == {"steps": 79}
