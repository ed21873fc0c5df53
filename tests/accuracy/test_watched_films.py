"""Two short films of games, watched from the pictures to the score."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import numero_cam
from numero_cam.capture.sources import open_source
from numero_cam.cli import shell

pytestmark = pytest.mark.slow  # films

ROOT = Path(__file__).parents[2]
FILMS = ROOT / "tests" / "data" / "films"
SCHEMA = json.loads((ROOT / "numero_cam" / "schemas" / "watch.json").read_text(encoding="utf-8"))


def watched(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[dict[str, Any]]:
    assert shell.run(["game", "watch", *map(str, arguments), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for line in lines:
        jsonschema.validate(line, SCHEMA)
    lines[-1].pop("milliseconds")
    lines[-1].pop("why")
    return lines


def answer(hands: str) -> tuple[dict[str, Any], list[str]]:
    """What happened in a film, and the options that say what is played."""
    told = json.loads((FILMS / f"small_{hands}.json").read_text(encoding="utf-8"))
    return told, ["--players", ",".join(told["players"]), "--near", told["near"], "--hands", hands, "--level", "3"]


def plays(texts: list[str]) -> list[str]:
    """All but the cards drawn, which nobody sees of hidden hands."""
    return [text for text in texts if ": draw" not in text]


def pushed(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """What a table tells to which the frames of a film are pushed, as OpenCV gives them."""
    options = numero_cam.Options.level("3")
    with (
        closing(open_source(str(FILMS / truth["film"]))) as film,
        numero_cam.WatchedTable(truth["players"], near=truth["near"], options=options) as table,
    ):
        events: list[numero_cam.LogEntry] = []
        while (taken := film.newest()) is not None:
            events += table.push(np.ascontiguousarray(taken.frame.pixels[..., ::-1]), taken.t)
        events += table.close()
    return [numero_cam.event_json(truth["players"], event) for event in events]


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_every_play_is_seen(hands: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    truth, options = answer(hands)
    text, folder = tmp_path / "game.txt", tmp_path / "recording"
    kept = ["--record", folder] if hands == "hidden" else []
    lines = watched(capsys, FILMS / truth["film"], *options, "--text", text, *kept)
    assert plays([line["operation"] for line in lines if "operation" in line]) == plays([event["text"] for event in truth["events"]])
    assert lines[-1]["scores"] == truth["scores"]
    assert shell.run(["game", "replay", str(text), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scores"] == [truth["scores"][name] for name in truth["players"]]
    # A recording holds the pictures as JPEG; the frames that are pushed are those of the film itself.
    assert (watched(capsys, folder) == lines) if kept else (pushed(truth) == lines[:-1])
