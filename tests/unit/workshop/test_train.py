"""A network in training, and the mean of checkpoints; only where torch is installed (extra ``[workshop]``)."""
# ruff: noqa: ANN401 - torch may be missing, so its types are not known here

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")


def test_the_mean_is_of_the_averaged_weights_and_the_rest_is_the_last_ones(tmp_path: Path) -> None:
    from workshop.learning import mean_of  # noqa: PLC0415 - torch may be missing

    for name, weight, count, step in (("a", 1.0, 3, 100), ("b", 4.0, 8, 200)):
        average = {"weight": torch.full((2, 2), weight), "count": torch.tensor(count)}
        torch.save({"model": {}, "optimizer": {}, "average": average, "step": step}, tmp_path / f"{name}.pt")
    mean_of([tmp_path / "a.pt", tmp_path / "b.pt"], tmp_path / "run" / "checkpoint.pt")
    got = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    assert got["average"]["weight"].tolist() == [[2.5, 2.5], [2.5, 2.5]]
    assert (got["average"]["count"].item(), got["step"]) == (8, 200)


def test_a_run_goes_on_from_the_mean_weights_and_remembers_the_steps_before(tmp_path: Path) -> None:
    from workshop.learning import Learner, load_checkpoint  # noqa: PLC0415

    torch.manual_seed(3)

    def loss(model: Any, batch: Any) -> tuple[Any, dict[str, Any]]:
        value = ((model(batch[0]) - 9) ** 2).mean()
        return value, {"far": value.detach()}

    learner, batch = Learner("toy", torch.nn.Linear(4, 1), loss, 1e-2, 70), (torch.ones(8, 4),)
    first = learner.losses(batch)["far"]
    for _ in range(9):
        learner.learn(batch, 1.0)
    assert learner.losses(batch)["far"] < first
    learner.save(tmp_path)
    again = torch.nn.Linear(4, 1)
    assert load_checkpoint(tmp_path / "toy" / "checkpoint.pt", again) == 79
    assert torch.equal(again.weight, learner.mean().weight)


def test_a_reader_that_is_held_to_a_model_moves_away_only_where_that_is_wrong() -> None:
    from workshop.card_data import UNKNOWN_FACE  # noqa: PLC0415
    from workshop.labels import COLOURS, FACES  # noqa: PLC0415
    from workshop.losses import held_to, index_loss  # noqa: PLC0415

    model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(4 * 48 * 40, len(FACES) + len(COLOURS)))
    said = model[1].bias
    with torch.no_grad():
        model[1].weight.zero_()
        said.zero_()
        said[3], said[len(FACES) + 1] = 2.0, 2.0
    loss, pictures = held_to(model, index_loss), torch.zeros(4, 4, 48, 40, dtype=torch.uint8)
    right, wrong = torch.tensor([[3, 1, 0]] * 4), torch.tensor([[UNKNOWN_FACE, 1, 0]] * 4)
    alone, _ = index_loss(model, (pictures, right))
    held, parts = loss(model, (pictures, right))
    assert parts["away"].item() == pytest.approx(0, abs=1e-6)
    assert held.item() == pytest.approx(alone.item() / 2)
    with torch.no_grad():
        said[3] = 6.0
    assert loss(model, (pictures, right))[1]["away"].item() > 0.1
    assert loss(model, (pictures, wrong))[1]["away"].item() == 0
    assert loss(model, (pictures, torch.tensor([[3, 2, 0]] * 4)))[1]["away"].item() == 0
    assert loss(model, (pictures, torch.tensor([[3, len(COLOURS), 0]] * 4)))[1]["away"].item() > 0.1
