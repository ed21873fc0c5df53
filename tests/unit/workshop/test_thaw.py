"""From a model back to a network; only where torch is installed (extra ``[workshop]``)."""
# ruff: noqa: ANN401 - torch may be missing, so its types are not known here

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
# torch announces that it will drop the exporter that the workshop uses.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

MAKERS = ("detector", "outline", "face", "index")
SHAPES = {"detector": (3, 96, 96), "outline": (4, 80, 80), "face": (4, 132, 96), "index": (4, 48, 40)}


def network(name: str) -> Any:
    """An untrained network of the workshop."""
    from workshop import nets  # noqa: PLC0415 - torch may be missing

    made: Any
    match name:
        case "detector":
            made = nets.Detector()
        case "outline":
            made = nets.OutlineRefiner()
        case "face":
            made = nets.FaceReader(9, 4)
        case _:
            made = nets.IndexReader(9, 4)
    return made


def worn(name: str) -> Any:
    """A network whose norms have seen something, as after training."""
    torch.manual_seed(3)
    made = network(name)
    for layer in made.modules():
        if isinstance(layer, torch.nn.BatchNorm1d | torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(layer.weight, 0.5, 1.5)
            torch.nn.init.normal_(layer.bias, 0, 0.3)
            torch.nn.init.normal_(layer.running_mean, 0, 0.2)
            torch.nn.init.uniform_(layer.running_var, 0.3, 2)
    return made.eval()


def pictures(name: str, count: int, seed: int = 1) -> Any:
    """Noise of the size that a network takes, 0..1."""
    return torch.rand(count, *SHAPES[name], generator=torch.Generator().manual_seed(seed))


def exported(name: str, folder: Path) -> Any:
    """A worn network, written to the folder as a model."""
    from workshop.export import export  # noqa: PLC0415

    made = worn(name)
    channels, height, width = SHAPES[name]
    about = {"name": name, "version": 1, "training": {"steps": 70}}
    export(made, folder / f"{name}-v1.onnx", size=(height, width, channels), about=about, any_size=name == "detector")
    return made


def model_of(folder: Path, name: str) -> Any:
    """The model that ``exported`` wrote."""
    return pytest.importorskip("onnx").load(str(folder / f"{name}-v1.onnx"))


@pytest.mark.parametrize("name", MAKERS)
def test_the_network_answers_as_the_network_that_was_exported(name: str, tmp_path: Path) -> None:
    from workshop.thaw import thawed  # noqa: PLC0415

    made, again = exported(name, tmp_path), network(name)
    assert thawed(model_of(tmp_path, name), again, [pictures(name, 8)]) == 70
    with torch.no_grad():
        wanted, got = (one.eval()(pictures(name, 4, seed=2)) for one in (made, again))
    # Weights were stored in fewer bits.
    assert float((got - wanted).abs().max()) < 0.03 * max(1.0, float(wanted.abs().max()))


def test_in_training_the_norms_measure_what_they_tell(tmp_path: Path) -> None:
    from workshop.thaw import thawed  # noqa: PLC0415

    exported("outline", tmp_path)
    again, batch = network("outline"), pictures("outline", 16)
    thawed(model_of(tmp_path, "outline"), again, [batch])
    with torch.no_grad():
        # The turns come through a dense layer, whose norm was never joined and keeps what it measured.
        told, trained = again.eval()(batch)[:, 12:], again.train()(batch)[:, 12:]
    assert float((told - trained).abs().max()) < 0.02 * float(told.abs().max())


def test_a_model_of_another_form_is_refused(tmp_path: Path) -> None:
    from workshop.thaw import thawed  # noqa: PLC0415

    exported("face", tmp_path)
    with pytest.raises(ValueError, match="another form"):
        thawed(model_of(tmp_path, "face"), network("outline"), [pictures("outline", 2)])


def test_a_network_with_a_layer_that_the_model_lacks_is_refused(tmp_path: Path) -> None:
    from workshop.thaw import thawed  # noqa: PLC0415

    exported("outline", tmp_path)
    deeper = network("outline")
    deeper.far.append(torch.nn.Conv2d(96, 96, 1))
    with pytest.raises(ValueError, match=r"another form.*far\.2"):
        thawed(model_of(tmp_path, "outline"), deeper, [pictures("outline", 2)])


def test_an_index_network_alone_is_not_exported(tmp_path: Path) -> None:
    from typer.testing import CliRunner  # noqa: PLC0415

    from workshop.__main__ import app  # noqa: PLC0415 - torch may be missing

    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "checkpoint.pt").touch()
    result = CliRunner().invoke(app, ["export", "--folder", str(tmp_path), "--models", str(tmp_path)])
    assert result.exit_code == 2
    assert "face network" in " ".join(result.output.split())
    assert list(tmp_path.glob("*.onnx")) == []
