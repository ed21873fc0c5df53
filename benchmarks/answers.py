"""Photos with answers: what was read of each true card, by the command line as users read, matched as the scoring tool matches."""

import json
import re
import runpy
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = f"{sys.executable} -m numero_cam read --json"
PICTURES = (".jpg", ".jpeg", ".png")
BATCH = 16
LEAST_VISIBLE = 0.35  #: Cards less visible than this are not asked for.
OPEN = 0.95
COVERED = 0.7  #: Bounds of the visible share: open cards show ``OPEN`` and more, covered ones less than ``COVERED``.
Tool = Mapping[str, Any]  #: The scoring tool's functions by name.


@dataclass(frozen=True)
class Answered:
    """A true card and what was read of it, or a reading of what is none."""

    folder: str  #: Of the photo.
    photo: str  #: File name.
    truth: str | None  #: Label of the true card; None for a court card, a back, or where no card lies.
    visible: float | None  #: 0..1, share of it not covered by other cards; None where no card lies.
    guess: str | None  #: The label read, or the likeliest alternative of an unknown card; None where there is neither.
    confidence: float  #: 0..1, of the guess; 0 without one.
    known: bool  #: Whether the guess was printed as a reading.
    found: bool  #: Whether an outline was matched with it.
    right: bool  #: Whether the guess is the truth.
    turned: bool | None  #: Whether the right way up was found; None where not asked or not found.


def scoring_tool(shared: Path) -> Tool:
    """The functions of ``tools/score_reading.py`` in the shared folder."""
    path = shared / "tools" / "score_reading.py"
    if not path.is_file():
        sys.exit(f"{shared}: holds no tools/score_reading.py; give the folder that holds tools/ and photos/")
    return runpy.run_path(str(path), run_name="score_reading")


def photos_of(shared: Path, folder: str) -> list[Path]:
    """The pictures of one folder, sorted."""
    place = shared / "photos" / folder
    found = sorted(p for p in place.iterdir() if p.suffix.lower() in PICTURES) if place.is_dir() else []
    if not found:
        sys.exit(f"{place}: holds no photos")
    return found


def read_photos(tool: Tool, photos: Sequence[Path]) -> list[dict[str, Any]]:
    """What ``numero-cam read --json`` says of each photo."""
    return list(tool["run"](COMMAND, photos, BATCH))


def answer_of(photo: Path) -> dict[str, Any]:
    """The answer beside a photo; one without ``cards`` where only corner indices are known."""
    answer = photo.with_suffix(".json")
    found: dict[str, Any] = json.loads(answer.read_text()) if answer.exists() else {}
    return found


def best_guess(card: Mapping[str, Any]) -> tuple[str | None, float]:
    """What a card most probably is, read or not, and how sure that is."""
    if card["card"] is not None:
        return card["card"], float(card["confidence"])
    alternatives = card.get("alternatives") or [(None, 0.0)]
    label, chance = alternatives[0]
    return label, float(chance)


def _not_in_pile(tool: Tool, answer: Mapping[str, Any], cards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what the scoring tool leaves out too: outlines in a pile that match no true card."""
    piles, truth = answer.get("pile") or [], answer["cards"]
    return [
        y
        for y in cards
        if not any(tool["inside"]([sum(c) / 4 for c in zip(*y["corners"], strict=True)], q) for q in piles)
        or any(tool["polygon_iou"](x["quad"], y["corners"]) >= 0.3 for x in truth)
    ]


def answered(tool: Tool, photo: Path, got: Mapping[str, Any]) -> list[Answered]:
    """One row for each true card that is asked for, and for each guess at something else."""
    answer = answer_of(photo)
    cards = _not_in_pile(tool, answer, got["cards"])
    matched = tool["match"](answer["cards"], cards)
    rows = []
    for i, true in enumerate(answer["cards"]):
        read = cards[matched[i][0]] if i in matched else None
        if true.get("visible", 1) >= LEAST_VISIBLE:
            rows.append(_row(tool, photo, true, read))
    taken = {j for j, _ in matched.values()}
    return rows + [_row(tool, photo, None, y) for j, y in enumerate(cards) if j not in taken]


def _row(tool: Tool, photo: Path, true: Mapping[str, Any] | None, read: Mapping[str, Any] | None) -> Answered:
    truth = true["label"] if true else None
    guess, confidence = best_guess(read) if read else (None, 0.0)
    return Answered(
        folder=photo.parent.name,
        photo=photo.name,
        truth=truth,
        visible=true.get("visible", 1) if true else None,
        guess=guess,
        confidence=confidence,
        known=read is not None and read["card"] is not None,
        found=read is not None,
        right=truth is not None and guess is not None and bool(tool["agrees"](truth, guess)),
        turned=_right_way_up(true, read) if true and read and not true.get("quad_is_box") and true.get("zone") else None,
    )


def _right_way_up(true: Mapping[str, Any], read: Mapping[str, Any]) -> bool:
    """Whether the outline's first corner is nearest the true first corner, as the scoring tool asks of exact cards."""
    x, y = read["corners"][0]
    away = [(x - a) ** 2 + (y - b) ** 2 for a, b in true["quad"]]
    return away.index(min(away)) == 0


def value_of(label: str | None) -> str | None:
    """The face without its colour: ``7`` of ``7r``; a wild card is its own."""
    found = re.fullmatch(r"(\d+)[rgboshdck]", label or "")
    return found[1] if found else label
