"""How well games are watched: scores films with answers by the given tool and keeps a row for each film.

    python benchmarks/watching.py SHARED_FOLDER [--films FOLDER] [--name NAME] [--only PART]

SHARED_FOLDER holds ``tools/score_events.py`` and ``films/``; --films names another folder of films with answers, --name what it is
called in the result. Writes ``benchmarks/results/watching.json``: other folders keep their rows, and so do the films of this folder
that are not asked for with --only.
"""

import argparse
import importlib.util
import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from machine import about, model_versions

from numero_cam.base.files import model_entry
from numero_cam.games.numero.engine import parse_game

RESULTS = Path(__file__).resolve().parent / "results" / "watching.json"
COMMAND = shlex.join([sys.executable, "-m", "numero_cam", "game", "watch", "--json"])
SEES_HANDS = "obstruction"
ROW = ("plays", "right", "extra", "draws", "all_draws", "undone", "early", "perfect", "scores", "real_time")


def scoring_tool(shared: Path) -> Any:  # noqa: ANN401 - a module that is not ours
    """The tool that scores films.

    Raises:
        SystemExit: It is not there.
    """
    path = shared / "tools" / "score_events.py"
    if not path.is_file():
        sys.exit(f"{path}: there is no such tool")
    spec = importlib.util.spec_from_file_location("score_events", path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command_for(film: Path) -> str:
    """Return the command that watches a film; the tool does not say how many packs are mixed."""
    game = parse_game(json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))["game"])
    return f"{COMMAND} --packs {game.options.packs}"


def row_of(scored: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of one film."""
    row = {key: round(value, 3) if isinstance(value := scored[key], float) else value for key in ROW}
    delays = [round(delay, 2) for delay in scored["delays"]]
    return {"film": scored["film"], "hands": scored["hands"], **row, "delays": delays, "error": scored["error"],
            "missed": scored["missed"], "wrong": scored["wrong"]}  # fmt: skip


def strata(tool: Any, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:  # noqa: ANN401 - a module that is not ours
    """All films together, and by where the hands are, as the tool counts."""
    parts = {"all": list(rows), **{hands: [row for row in rows if row["hands"] == hands] for hands in ("open", "hidden")}}
    told = {name: tool.together(part) for name, part in parts.items() if part}
    return {name: {key: round(v, 3) if isinstance(v, float) else v for key, v in part.items()} for name, part in told.items()}


def known() -> dict[str, Any]:
    """Folders of an earlier run, each with the commit that it was measured at."""
    return dict(json.loads(RESULTS.read_text(encoding="utf-8"))["folders"]) if RESULTS.is_file() else {}


def main() -> None:
    """Scores the films and prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--films", type=Path)
    parser.add_argument("--name", default="films")
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    tool, folder = scoring_tool(asked.shared), asked.films or asked.shared / "films"
    films = [film for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file() and asked.only in film.stem]
    if not films:
        sys.exit(f"{folder}: no film with its answer beside it")
    folders = known()
    rows = {row["film"]: row for row in folders.get(asked.name, {}).get("films", ())}
    load = round(os.getloadavg()[0], 2)
    for film in films:
        row = row_of(tool.score(film, command_for(film)))
        rows[film.stem] = row
        told = f"{row['right']}/{row['plays']} right, {row['extra']} extra, {row['undone']} undone, {row['early']} early"
        print(f"{film.stem}: {told}, scores {'right' if row['scores'] else 'wrong'}, {row['real_time']:.2f} of its length", flush=True)
        for line in [*(f"missed {text}" for text in row["missed"]), *(f"extra {text}" for text in row["wrong"])]:
            print("   ", line, flush=True)
    kept = [rows[name] for name in sorted(rows)]
    folders[asked.name] = {
        **about(),
        "models": {**model_versions(), SEES_HANDS: model_entry(SEES_HANDS).version},
        "load_before": load,
        "strata": strata(tool, kept),
        "films": kept,
    }
    RESULTS.write_text(json.dumps({"folders": folders}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for name, part in folders[asked.name]["strata"].items():
        print(name, json.dumps(part))


if __name__ == "__main__":
    main()
