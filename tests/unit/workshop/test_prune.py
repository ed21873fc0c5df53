"""Narrowed networks; only where torch is installed (extra ``[workshop]``)."""
# ruff: noqa: ANN401 - torch may be missing, so its types are not known here

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")


def block(inner: int, dead: int = 0) -> Any:
    """A residual block whose first inner channels do nothing."""
    from numero_cam.workshop.nets import Residual  # noqa: PLC0415 - torch may be missing

    torch.manual_seed(5)
    made = torch.nn.Sequential(Residual(8, inner=inner)).eval()
    with torch.no_grad():
        made[0].first[1].weight[:dead] = 0
        made[0].first[1].bias[:dead] = 0
    return made


def test_channels_that_do_nothing_are_what_goes() -> None:
    from numero_cam.workshop.prune import pruned  # noqa: PLC0415

    wide, narrow = block(16, dead=6), block(10)
    narrow.load_state_dict(pruned(wide.state_dict(), narrow))
    pictures = torch.randn(2, 8, 12, 12)
    with torch.no_grad():
        assert torch.allclose(wide(pictures), narrow(pictures), atol=1e-5)


def test_a_block_cannot_grow() -> None:
    from numero_cam.workshop.prune import pruned  # noqa: PLC0415

    with pytest.raises(ValueError, match="16 inner channels are asked for, and the checkpoint has 8"):
        pruned(block(8).state_dict(), block(16))


def test_training_goes_on_from_the_narrow_checkpoint(tmp_path: Path) -> None:
    from numero_cam.workshop.prune import prune  # noqa: PLC0415
    from numero_cam.workshop.train import Plan, train  # noqa: PLC0415

    state = block(16).state_dict()
    torch.save({"model": state, "optimizer": {}, "average": state, "step": 7}, tmp_path / "wide.pt")
    prune(tmp_path / "wide.pt", block(8), tmp_path / "run" / "checkpoint.pt")
    pictures = torch.randn(4, 8, 6, 6)

    def samples(_: int, count: int) -> Any:
        return torch.utils.data.TensorDataset(pictures.repeat(count, 1, 1, 1)[:count])

    def loss(model: Any, batch: Any) -> tuple[Any, dict[str, float]]:
        return ((model(batch[0]) - 1) ** 2).mean(), {}

    train(block(8), samples, loss, Plan(9, 2, 1e-3, workers=0), tmp_path / "run")
    assert torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)["step"] == 9
