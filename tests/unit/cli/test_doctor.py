"""What ``doctor`` finds, and that a camera that hangs does not hold it up."""

import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.base import files
from numero_cam.base.telemetry import TELEMETRY_VARIABLE
from numero_cam.capture import cameras
from tests.tiny_onnx import write_models

Cli = Callable[..., Any]
QUICK = ("doctor", "--no-cameras")


def topics(cli: Cli, *more: object) -> tuple[int, dict[str, dict[str, Any]], list[str]]:
    got = cli(*QUICK, "--json", *more)
    report = json.loads(got.out)
    found: dict[str, dict[str, Any]] = {}
    for one in report["findings"]:
        found.setdefault(one["topic"], {})[one["name"]] = one
    return got.status, found, report["problems"]


def test_a_whole_installation(cli: Cli, decks: Path) -> None:
    status, found, problems = topics(cli)
    assert (status, problems) == (0, [])
    manifest = tomllib.loads((files.data_folder("models") / "manifest.toml").read_text(encoding="utf-8"))["models"]
    assert {name: one["found"].split()[-1] for name, one in found["models"].items()} == {
        name: entry["sha256"] for name, entry in manifest.items()
    }
    assert str(decks) in found["decks"]["folder"]["found"]
    assert found["privacy"]["telemetry of onnxruntime"]["found"] == "off"
    assert {"numero-cam", "numpy", "onnxruntime", "opencv-python", "typer"} <= set(found["packages"])
    assert "cameras" not in found


def test_people_are_told_that_all_is_well(cli: Cli) -> None:
    got = cli(*QUICK)
    assert (got.status, got.err) == (0, "")
    assert "Everything is as it must be." in got.out


def test_what_is_wrong_is_named_and_the_status_says_so(cli: Cli, decks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_models(tmp_path / "models")
    next(folder.glob("face*.onnx")).write_bytes(b"changed")
    monkeypatch.setattr(files, "data_folder", lambda _: folder)
    decks.mkdir()
    (decks / "mine.toml").write_text("foo = 1", encoding="utf-8")
    (tmp_path / "table.toml").write_text("foo = 1", encoding="utf-8")
    monkeypatch.setenv(TELEMETRY_VARIABLE, "0")
    status, found, problems = topics(cli, "--calibration", tmp_path / "table.toml")
    assert status == 1
    assert "the model was changed" in found["models"]["face"]["found"]
    assert "is no deck" in found["decks"]["mine"]["found"]
    assert "is no calibration" in found["calibration"][str(tmp_path / "table.toml")]["found"]
    assert [problem.split(":")[0] for problem in problems if "models" not in problem] == ["decks", "calibration", "privacy"]
    assert "To mend: privacy: telemetry of onnxruntime: on" in cli(*QUICK).out


def test_the_calibrations_of_this_folder_are_looked_at(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "calibration" not in topics(cli)[1]
    (tmp_path / "camera.toml").write_text("foo = 1", encoding="utf-8")
    assert list(topics(cli)[1]["calibration"]) == ["camera.toml"]


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets another program stand for the one that asks the cameras."""

    def stand_in(code: str) -> None:
        program = tmp_path / "child.py"
        program.write_text(f"#!{sys.executable}\n{code}\n", encoding="utf-8")
        program.chmod(0o755)
        (tmp_path / "video0").touch()
        monkeypatch.setattr(cameras, "DEVICES", tmp_path)
        monkeypatch.setattr(sys, "executable", str(program))

    return stand_in


LINE = '{"number": 1, "width": 640, "height": 480}'


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
@pytest.mark.slow
def test_a_camera_that_hangs_is_not_waited_for(child: Callable[[str], None]) -> None:
    child(f"import time\nprint('{LINE}', flush=True)\ntime.sleep(600)")
    start = time.monotonic()
    assert cameras.find_cameras(seconds=1) == cameras.CamerasFound((cameras.CameraFound(1, 640, 480),), timed_out=True)
    assert time.monotonic() - start < 300


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_cameras_are_told(cli: Cli, child: Callable[[str], None]) -> None:
    child(f"print('{LINE}')")
    report = json.loads(cli("doctor", "--json").out)
    assert [(one["name"], one["found"]) for one in report["findings"] if one["topic"] == "cameras"] == [("camera 1", "640 x 480 pixels")]


def test_the_real_question_ends_by_itself() -> None:
    done = subprocess.run([sys.executable, "-m", "numero_cam.capture.cameras"], env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert all(set(json.loads(line)) == {"number", "width", "height"} for line in done.stdout.splitlines())
