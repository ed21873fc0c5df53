"""Writes the tables of `docs/model-card.md` from the committed results and models.

    python benchmarks/model_card.py
    NUMERO_CAM_FONTS=FONTS python benchmarks/model_card.py --measure SHARED FOLDER

With ``--measure`` all results are measured first that are not of the models and the code of the eyes that are here; a stopped run goes on.
SHARED holds ``tools/score_reading.py`` and ``photos/``. FOLDER keeps what is drawn; tables of ``python -m workshop.render --packs report
--out FOLDER/traced`` are read if they are there. Text outside of the marks ``<!-- name -->`` and ``<!-- end -->`` is written by hand and
stays.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from asked import Asked, plain
from confidence import wilson
from machine import ROOT, known_result, model_versions
from reading import FOLDERS

from numero_cam.base.files import model_entry
from numero_cam.base.onnx import Network
from numero_cam.vision.decks.files import FOLDER_VARIABLE

CARD = ROOT / "docs" / "model-card.md"
WHAT_FOR = {
    "detector": "whole picture, long side 704: outlines of cards, covered parts too",
    "outline": "80 x 80 around a card: exact corners, which way up, which pixels are its own",
    "face": "96 x 132, upright: face, colour, whether upside down",
    "index": "40 x 48 corners of a covered card: face and colour by its index",
    "judge": "all candidates of the picture together: which are cards, faces, colours",
    "obstruction": "whole picture, 320 x 180, and the table at rest: hands and arms over the table",
    "numo-face": "96 x 132, upright, NUMO only: number, season, whether upside down",
}
BESIDE = ("numo-face",)  #: Models of another game, which have a limit of their own and are not loaded with the others.
#: What is known of the packs of `sure_bands`.
GROUPS = {
    "own": "drawn tables and sample pictures",
    "strangers": "held out by design",
    "learned": "the same after `deck learn` on five photos each",
}
EYES = ("models", *(f"numero_cam/{room}" for room in ("base", "capture", "table", "vision")))  #: What decides how a photo is read.
MOST_BYTES = 6_300_000
SPEED = "1280x960"
RENDERED, SIDES = "rendered", "rendered_sides"  #: Photos of which the same is asked.
#: What of the measured flaws the card shows; all of them are in the result file.
FLAWS_SHOWN = {("blur", 0.0), ("blur", 2.0), ("blur", 3.0), ("width", 16.0), ("width", 20.0), ("width", 25.0), ("width", 64.0)}


def rows_of(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; a number that was not measured is a dash."""
    cells = [head, ["---"] * len(head), *[[_shown(cell) for cell in row] for row in rows]]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells).replace("| --- ", "|---").replace("|--- |", "|---|")


def _shown(cell: object) -> str:
    if cell is None:
        return "-"
    return plain(cell) if isinstance(cell, float) else str(cell)


def models() -> str:
    """Name, version, size and steps of each model."""
    rows = []
    for name, what in WHAT_FOR.items():
        entry = model_entry(name, None)
        steps = Network.load(name, threads=1).about["training"]["steps"]
        rows.append((name, entry.version, f"{entry.path.stat().st_size:,}", f"{steps:,}", what))
    return rows_of(("network", "version", "bytes", "steps", "looks at: tells"), rows)


def asked() -> str:
    """All numbers asked for beside those reached, size and speed too."""
    size = sum(model_entry(name, None).path.stat().st_size for name in WHAT_FOR if name not in BESIDE)
    rows = [*known_result("reading").get("asked", []), Asked("models", "bytes together", MOST_BYTES, size, at_most=True).row()]
    stages = known_result("stages")
    if one := stages.get("sizes", {}).get(SPEED):
        of = f"{SPEED}, {one['cards']} cards, {stages['threads']} threads"
        for name, most in stages["asked_ms"].items():
            rows.append(Asked(of, f"milliseconds, {name}", most, one[f"{name}_ms"]["total"], at_most=True).row())
    aside = {row["measure"]: row["reached"] for row in rows if row["on"] == SIDES}
    cells = []
    for row in rows:
        on, reached = row["on"], plain(row["reached"])
        if on == RENDERED and row["measure"] in aside:
            on, reached = f"{RENDERED}; {SIDES}", f"{reached}; {plain(aside[row['measure']])}"
        if on != SIDES:
            cells.append((on, row["measure"], f"{row['bound']} {plain(row['asked'])}", reached))
    return rows_of(("on", "measure", "asked", "reached"), cells)


def packs() -> str:
    """The own deck, strangers' and learned ones, drawn, path-traced and photographed."""
    rows: list[Sequence[object]] = []
    for name, how in GROUPS.items():
        if one := known_result("sure_bands").get("groups", {}).get(name):
            rows.append(_pack(f"{name}: {how}", one))
    if held := known_result("held_out"):
        one = held["all"]
        whole = {"whole": None, "false_a_photo": one["false_readings"] / one["scenes"]}
        rows.append(_pack("of training's kind, held out by number", {**one, "open": one["seen"]["open"], **whole}))
    for way, how in (("before", "strangers, path-traced (`own_packs`)"), ("learned", "learned, path-traced (`own_packs`)")):
        if one := known_result("own_packs").get("report", {}).get(way, {}).get("all"):
            rows.append(_pack(how, one))
    for way, how in (("none", "number tiles, photographed"), ("auto", "the same after `deck learn`")):
        if series := [one for name, one in known_result("decks").items() if name.endswith(f" {way}")]:
            cards, photos = (sum(one[key] for one in series) for key in ("cards", "photos"))
            exact = sum(one["exact"] * one["cards"] for one in series) / cards
            whole, false = (sum(one[key] * one["photos"] for one in series) / photos for key in ("whole", "false"))
            rows.append((how, photos, None, None, exact, None, whole, false))
    head = ("pack", "scenes", "open cards exact", "95 % interval", "all cards exact", "wrong", "whole scenes", "false a scene")
    return rows_of(head, rows)


def _pack(name: str, one: Mapping[str, Any]) -> Sequence[object]:
    seen, every = one["open"], one["all"]
    least, most = wilson(round(seen["exact"] * seen["cards"]), seen["cards"])
    exact = (seen["exact"], f"{least:.3f}-{most:.3f}", every["exact"], every["wrong"])
    return name, one["scenes"], *exact, one["whole"], one["false_a_photo"]


def sure() -> str:
    """Calibration by group, rendered photos together, and how many cards can be read at 0.995 right."""
    rows = []
    result = known_result("knowing")
    for name, one in result.get("groups", {}).items():
        if name.startswith("rendered"):
            continue
        guesses = one["guesses"]
        sums = (guesses["calibration_error"], guesses["error_by_chance"], one["area_under_roc"], one["read_at_accuracy"]["0.995"])
        rows.append((name, one["asked"], one["found"], one["read"], one["read_wrong"], *sums))
    errors = ("calibration error", "by chance", "area under ROC", "share readable at 0.995 right")
    head = ("cards", "asked", "found", "read", "read wrong", *errors)
    return "\n\n".join([rows_of(head, rows), *map(_strangers, result.get("strangers", {}).items()), *_turns(result.get("turns", {}))])


def _turns(turns: Mapping[str, int]) -> Iterator[str]:
    if turns:
        heads = f"{turns['sixes_and_nines_wrong_way_up']} of {turns['sixes_and_nines']} sixes and nines"
        yield f"{turns['wrong_way_up']} of {turns['found']} cards found were held the wrong way up, {heads} among them."


def bands() -> str:
    """Of the readings that are said surely, the share right, by what is known of the pack."""
    rows = []
    for name in GROUPS:
        for one in known_result("sure_bands").get("groups", {}).get(name, {}).get("bands", []):
            band, interval = f"{one['from']:.0%}-{one['to']:.0%}", f"{one['right_least']:.3f}-{one['right_most']:.3f}"
            rows.append((name, band, one["readings"], one["said"], one["right"], interval))
    return rows_of(("pack", "said", "readings", "mean said", "right", "95 % interval"), rows)


def _strangers(item: tuple[str, Mapping[str, Any]]) -> str:
    folder, one = item
    apart = f" (area under the ROC curve against cards read right: {plain(one['area_under_roc'])})" if one["area_under_roc"] else ""
    return (
        f"Cards of `{folder}` without a face of the pack: {one['cards']}, found {one['found']}, given a face {one['given_a_face']}{apart}."
    )


def stages() -> str:
    """Milliseconds by stage."""
    known = known_result("stages")
    sizes: Mapping[str, Any] = known.get("sizes", {})
    if not sizes:
        return "Not measured yet."
    columns = [one[key] for one in sizes.values() for key in ("median_ms", "p95_ms")]
    head = ("stage", *(f"{size} {what}" for size in sizes for what in ("median", "p95")))
    place = f"{known['machine']}, {known['threads']} threads, {known['cores']} cores, load before: {known['load_before']}"
    return f"{rows_of(head, [(stage, *(c[stage] for c in columns)) for stage in columns[0]])}\n\nMeasured on: {place}."


def flaws() -> str:
    """How reading falls with width and blur."""
    rows = [(r["what"], float(r["pixels"]), r["cards"], r["right"], r["wrong"]) for r in known_result("flaws").get("rows", [])]
    shown = [row for row in rows if row[:2] in FLAWS_SHOWN]
    return rows_of(("what", "pixels", "cards", "read right", "read wrong"), shown) if rows else "Not measured yet."


PARTS: dict[str, Callable[[], str]] = {
    "models": models,
    "packs": packs,
    "asked": asked,
    "sure": sure,
    "bands": bands,
    "stages": stages,
    "flaws": flaws,
}
#: The results that each table shows.
SHOWN: Mapping[str, Sequence[str]] = {
    "models": (),
    "packs": ("sure_bands", "held_out", "own_packs", "decks"),
    "asked": ("reading", "stages"),
    "sure": ("knowing",),
    "bands": ("sure_bands",),
    "stages": ("stages",),
    "flaws": ("flaws",),
}


def measurements(result: object) -> Iterator[tuple[str, Mapping[str, int]]]:
    """At which commit and with which models each part of a result was measured."""
    if isinstance(result, Mapping):
        if "models" in result:
            yield result["commit"], result["models"]
        for part in result.values():
            yield from measurements(part)


def others(models: Mapping[str, int]) -> str:
    """Those of these models that do not ship, ``detector 15``; empty where all do."""
    now = model_versions()
    return ", ".join(f"{name} {version}" for name, version in models.items() if version != now[name])


def origin(names: Sequence[str]) -> str:
    """Where these results were measured, and with which other models."""
    told: dict[tuple[str, str], list[str]] = {}
    for name in names:
        for commit, models in measurements(known_result(name)):
            commits = told.setdefault((name, others(models)), [])
            commits += [commit] if commit not in commits else []
    places = [f"`{name}` at {', '.join(commits)}" + (f" **with {older}**" if older else "") for (name, older), commits in told.items()]
    return f"\n\nMeasured: {'; '.join(places)}." if told else ""


def filled(text: str) -> str:
    """The card with every table written anew."""

    def part(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n{PARTS[found[1]]()}{origin(SHOWN[found[1]])}\n<!-- end -->"

    return re.sub(r"<!-- ([a-z-]+) -->\n.*?<!-- end -->", part, text, flags=re.DOTALL)


def steps(shared: Path, folder: Path) -> Iterator[tuple[str, Sequence[str], Sequence[object]]]:
    """Each measurement: its command, the place in that command's result, and the command's arguments."""
    for group in GROUPS:
        yield "sure_bands", ("groups", group), (folder, "--groups", group)
    for photos in FOLDERS.split(","):
        yield "reading", ("folders", photos), (shared, "--folders", photos)
    yield "knowing", (), (shared,)
    yield "held_out", (), ("--scenes", folder / "held_out")
    if (folder / "traced").is_dir():
        yield "own_packs", ("report",), (folder / "traced",)
    yield "decks", (), (shared / "photos", "--ways", "none,auto")
    yield "flaws", (), (shared,)
    yield "stages", (), ()


def is_current(name: str, place: Sequence[str]) -> bool:
    """Whether a result was measured with the models and the code of the eyes that are here now."""
    one = reduce(lambda part, key: part.get(key, {}), place, known_result(name))
    if one.get("models") != model_versions():
        return False
    command = ["git", "diff", "--quiet", one["commit"], "--", *EYES]
    return not subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode  # noqa: S603 - git alone


def measure(shared: Path, folder: Path) -> None:
    """Measures whatever is not current, result after result; stopped, it goes on where it was."""
    every = {**os.environ, FOLDER_VARIABLE: str(folder / "no_decks")}
    of_training = {name: value for name, value in every.items() if name != "NUMERO_CAM_FONTS"}  # its decks have no fonts that are held out
    for name, place, arguments in steps(shared, folder):
        if not is_current(name, place):
            command = [sys.executable, str(ROOT / "benchmarks" / f"{name}.py"), *map(str, arguments)]
            print(*command[1:], flush=True)
            if subprocess.run(command, cwd=ROOT, env=of_training if name == "held_out" else every, check=False).returncode:  # noqa: S603 - our own commands
                sys.exit(f"model_card.py: {name} was not measured; what was before it is kept")


def main() -> None:
    """Measures what is asked for and writes the card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", type=Path, nargs=2, metavar=("SHARED", "FOLDER"), help="measure first what is not current")
    given = parser.parse_args()
    if given.measure:
        measure(*(path.resolve() for path in given.measure))
    CARD.write_text(filled(CARD.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
