"""How well games are watched: scores films with answers by the given tool and keeps a row for each film.

    python benchmarks/watching.py SHARED_FOLDER [--films FOLDER] [--name NAME] [--only PART] [--nothing-set]

SHARED_FOLDER holds ``tools/score_events.py`` and ``films/``; --films names another folder of films with answers, --name what it is
called in the result. Writes ``benchmarks/results/watching.json``: other folders keep their rows, and so do the films of this folder
that are not asked for with --only. With --nothing-set the films are watched with the names of the players alone, as by somebody who says
nothing of the pack, and kept is whether winner and scores are right, and how many questions were asked.
"""

import argparse
import importlib.util
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from machine import about, known_result, model_versions, write_result

from numero_cam.base.files import model_entry
from numero_cam.games.numero.engine import parse_game

COMMAND = shlex.join([sys.executable, "-m", "numero_cam", "game", "watch", "--json"])
SEES_HANDS = "obstruction"
ROW = ("plays", "right", "extra", "draws", "all_draws", "undone", "early", "perfect", "scores", "real_time")


def scoring_tool(shared: Path) -> Any:  # noqa: ANN401 - a module that is not ours
    """The tool that scores films."""
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
    return f"{COMMAND} --rule packs={game.options.packs}"


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


def with_nothing_set(film: Path) -> dict[str, Any]:
    """Return what comes of a film of which only the players and where they sit is said."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    said = ["--players", ",".join(truth["players"]), "--near", truth["near"], "--hands", truth["hands"], "--by", "points"]
    done = subprocess.run([*shlex.split(COMMAND), *said, str(film)], capture_output=True, text=True, check=False)  # noqa: S603 - our own
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    scores: dict[str, int] = lines[-1]["scores"]
    about_frame = [line for line in lines if line.get("choices") and ("pack" in line["question"] or "stock" in line["question"])]
    return {
        "film": film.stem,
        "hands": truth["hands"],
        "scores": scores == truth["scores"],
        "winner": max(scores, key=lambda name: scores[name]) == max(truth["scores"], key=lambda name: truth["scores"][name]),
        "over": lines[-1]["over"] == truth["over"],
        "questions": len(about_frame),
    }


def measure_with_nothing_set(films: Sequence[Path], name: str) -> None:
    """Watch films with nothing set, and keep a row for each."""
    rows = []
    for film in films:
        rows.append(with_nothing_set(film))
        print(json.dumps(rows[-1]), flush=True)
    told = {what: f"{sum(row[what] for row in rows)} of {len(rows)}" for what in ("scores", "winner", "over")}
    row = {**about(), **told, "questions_a_film": round(sum(row["questions"] for row in rows) / len(rows), 2), "films": rows}
    known = known_result("watching")
    write_result("watching", {**known, "nothing_set": {**known.get("nothing_set", {}), name: row}})


def main() -> None:
    """Scores the films and prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--films", type=Path)
    parser.add_argument("--name", default="films")
    parser.add_argument("--only", default="")
    parser.add_argument("--nothing-set", action="store_true")
    asked = parser.parse_args()
    tool, folder = scoring_tool(asked.shared), asked.films or asked.shared / "films"
    films = [film for film in sorted(folder.glob("*.mp4")) if film.with_suffix(".json").is_file() and asked.only in film.stem]
    if not films:
        sys.exit(f"{folder}: no film with its answer beside it")
    if asked.nothing_set:
        measure_with_nothing_set(films, asked.name)
        return
    folders = known_result("watching").get("folders", {})
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
    write_result("watching", {**known_result("watching"), "folders": folders})
    for name, part in folders[asked.name]["strata"].items():
        print(name, json.dumps(part))


if __name__ == "__main__":
    main()
