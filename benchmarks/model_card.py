"""Writes the tables of `docs/model-card.md` from the committed results and models: `python benchmarks/model_card.py`.

Text outside of the marks ``<!-- name -->`` and ``<!-- end -->`` is written by hand and stays.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from asked import Asked, plain, table
from machine import ROOT, known_result

from numero_cam.base.files import model_entry
from numero_cam.base.onnx import Network

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
MOST_BYTES = 6_300_000
SPEED = "1280x960"
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
    return table(rows)


def unseen() -> str:
    """Designs that are held out, as every thirtieth deck of training's kind and by fonts, inks, stocks and lamps."""
    held = known_result("held_out")
    rows: list[Sequence[object]] = []
    if held:
        one, cards = held["all"], held["all"]["all"]
        told = (cards["exact"], cards["wrong"], None, one["false_readings"] / one["scenes"])
        rows.append(("training's kind, held out by number", one["scenes"], one["seen"]["open"]["exact"], *told))
    for name, one in known_result("unseen").get("results", {}).items():
        half, how = name.split(", ")
        if half == "report":
            told = (one["all"]["exact"], one["all"]["wrong"], one["whole"], one["false_a_photo"])
            rows.append((f"held out by design, deck {how}", one["scenes"], one["open"]["exact"], *told))
    for way in ("before", "learned"):
        if packs := known_result("own_packs").get("report", {}).get(way, {}).get("all"):
            told = (packs["all"]["exact"], packs["all"]["wrong"], packs["whole"], packs["false_a_photo"])
            how = "after `deck learn` on five photos each" if way == "learned" else "path-traced, three packs held out by design"
            rows.append((how, packs["scenes"], packs["open"]["exact"], *told))
    return rows_of(("decks", "scenes", "open cards exact", "all cards exact", "wrong", "whole scenes", "false a scene"), rows)


def sure() -> str:
    """Calibration by group, rendered photos together, and how many cards can be read at 0.995 right."""
    rows = []
    groups: Mapping[str, Any] = known_result("knowing").get("groups", {})
    for name, one in groups.items():
        if name.startswith("rendered"):
            continue
        guesses = one["guesses"]
        errors = (guesses["calibration_error"], guesses["error_by_chance"], one["area_under_roc"], one["read_at_accuracy"]["0.995"])
        rows.append((name, one["asked"], one["found"], one["read"], one["read_wrong"], one["unknown_though_guess_right"], *errors))
    known = ("read", "read wrong", "unknown, guess right")
    head = ("cards", "asked", "found", *known, "calibration error", "by chance", "area under ROC", "share readable at 0.995 right")
    return "\n\n".join([rows_of(head, rows), *map(_strangers, known_result("knowing").get("strangers", {}).items())])


def bands() -> str:
    """Of the readings that are said surely on tables kept back, the share right."""
    rows = []
    for one in known_result("sure_bands").get("sets", {}).get("all", []):
        band, interval = f"{one['from']:.0%}-{one['to']:.0%}", f"{one['right_least']:.3f}-{one['right_most']:.3f}"
        rows.append((band, one["readings"], one["said"], one["right"], interval))
    return rows_of(("said", "readings", "mean said", "right", "95 % interval"), rows)


def _strangers(item: tuple[str, Mapping[str, Any]]) -> str:
    folder, one = item
    apart = f" (area under the ROC curve against cards read right: {plain(one['area_under_roc'])})" if one["area_under_roc"] else ""
    return (
        f"Cards of `{folder}` without a face of the pack: {one['cards']}, found {one['found']}, given a face {one['given_a_face']}{apart}."
    )


def look_alikes() -> str:
    """Each pair of faces that was confused, and the cards held the wrong way up."""
    known = known_result("knowing")
    pairs = [(p["pair"], p["read_wrong"], p["read_wrong_open"], p["likeliest_of_unknown"]) for p in known.get("look_alikes", [])]
    turns = known.get("turns", {})
    head = ("pair", "read wrong", "of these open", "likeliest face of an unknown card")
    text = rows_of(head, [pair for pair in pairs if any(pair[1:])])
    wrong = f"{turns.get('wrong_way_up')} of {turns.get('found')} cards found were held the wrong way up"
    heads = f"{turns.get('sixes_and_nines_wrong_way_up')} of {turns.get('sixes_and_nines')} sixes and nines among them"
    return f"{text}\n\n{wrong}, {heads}." if turns else text


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
    "unseen": unseen,
    "asked": asked,
    "sure": sure,
    "bands": bands,
    "look-alikes": look_alikes,
    "stages": stages,
    "flaws": flaws,
}


def filled(text: str) -> str:
    """The card with every table written anew."""

    def part(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n{PARTS[found[1]]()}\n<!-- end -->"

    return re.sub(r"<!-- ([a-z-]+) -->\n.*?<!-- end -->", part, text, flags=re.DOTALL)


def main() -> None:
    """Writes the card."""
    CARD.write_text(filled(CARD.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
