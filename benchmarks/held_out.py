"""How well scenes of held-out decks are read: drawn by the workshop with decks that no network was trained on.

    python benchmarks/held_out.py [--decks 20] [--scenes FOLDER]

The scenes are drawn anew, which takes the extra ``[workshop]`` and the fonts of ``debian_fonts.txt``. Cards smaller than ``LEAST_SIDE`` or
less visible than those of the photos' answers are not asked for. A reading belongs to the card that its outline overlaps best, each card
having one, as in the scoring tool. Writes ``benchmarks/results/held_out.json`` and prints a table.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from answers import LEAST_VISIBLE
from asked import plain
from look_alikes import band_of
from machine import about_eyes, write_result

from numero_cam.base import geometry
from numero_cam.base.records import Corners
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from workshop import draw_scenes

LEAST_SIDE = 45.0  #: Pixels: the square root of a card's area. Smaller ones are hardly read by eye.
SAME_CARD = 0.3  #: IoU from which an outline is the true card's, as in the scoring tool.
FOUND = 0.75  #: IoU from which a card counts as found.
SEED, EVERY = 2_000, 30  #: Of the scenes, and which decks of the generator they show.
Reading = tuple[str | None, Corners]  #: The label read, None where it is unknown, and the outline.


@dataclass(frozen=True)
class Met:
    """A true card and what was read of it."""

    label: str | None  #: The true one; None for a back or another game's card.
    visible: float  #: 0..1, share that is seen: neither other cards nor hands, things or the picture's edge hide it.
    side: float  #: Square root of its area, pixels.
    read: str | None  #: The label read; None where the card was not found or is unknown.
    iou: float  #: Of its outline; 0 where it was not found.
    told: bool = True  #: Whether what is in view of it tells which it is (``workshop/telling.py``); True where nobody looked.

    @property
    def is_asked(self) -> bool:
        """Whether it is large enough and seen enough to be asked for, and what is seen tells it."""
        return self.side >= LEAST_SIDE and self.visible >= LEAST_VISIBLE and self.told


def pairs(true: Sequence[Corners], read: Sequence[Corners]) -> dict[int, tuple[int, float]]:
    """For each true card that an outline overlaps, the outline's index and IoU: the best overlaps first, each used once."""
    overlaps = ((geometry.iou(quad, other), i, j) for i, quad in enumerate(true) for j, other in enumerate(read))
    out: dict[int, tuple[int, float]] = {}
    used = set()
    for iou, i, j in sorted((o for o in overlaps if o[0] >= SAME_CARD), reverse=True):
        if i not in out and j not in used:
            out[i] = j, iou
            used.add(j)
    return out


def met(cards: Sequence[Mapping[str, Any]], readings: Sequence[Reading]) -> tuple[list[Met], int]:
    """What was read of each true card of a scene's answer, and how many labels were read where no card lies."""
    quads = [np.array(card["quad"], np.float32) for card in cards]
    matched = pairs(quads, [corners for _, corners in readings])
    rows = []
    for i, (card, quad) in enumerate(zip(cards, quads, strict=True)):
        j, iou = matched.get(i, (None, 0.0))
        read = None if j is None else readings[j][0]
        side, told = float(np.sqrt(abs(geometry.area(quad)))), bool(card.get("told", True))
        rows.append(Met(card["label"], float(card["visible"]), side, read, iou, told))
    taken = {j for j, _ in matched.values()}
    return rows, sum(label is not None for j, (label, _) in enumerate(readings) if j not in taken)


def group(cards: Sequence[Met]) -> dict[str, float | None]:
    """Shares of some cards that have a face; the mean IoU is that of the outlines that were matched."""
    fits = [card.iou for card in cards if card.iou]
    shares = {
        "found": [card.iou >= FOUND for card in cards],
        "exact": [card.read == card.label for card in cards],
        "wrong": [card.read not in {None, card.label} for card in cards],
        "iou": fits,
    }
    return {"cards": len(cards), **{name: round(fmean(some), 3) if some else None for name, some in shares.items()}}


def counted(rows: Sequence[Met], false: int, count: int) -> dict[str, Any]:
    """The results of some scenes."""
    asked = [row for row in rows if row.is_asked]
    faces = [row for row in asked if row.label is not None]
    blank = [row for row in asked if row.label is None]
    return {
        "scenes": count,
        "seen": {band: group([row for row in faces if band_of(row.visible) == band]) for band in ("open", "partly covered", "covered")},
        "all": group(faces),
        "cards_without_a_face": len(blank),
        "of_these_read": sum(row.read is not None for row in blank),
        "false_readings": false,
    }


def read(reader: Reader, answer: Path) -> tuple[list[Met], int]:
    """Reads one scene and compares it with its answer."""
    state = reader.read(read_photo(answer.with_suffix(".jpg")))
    return met(json.loads(answer.read_text())["cards"], [(card.reading.label, card.reading.corners) for card in state.cards])


def draw(folder: Path, decks: int) -> None:
    """Draws scenes of so many decks; those that are there are kept."""
    draw_scenes.draw(folder, SEED, (EVERY * k for k in range(decks)))


def measured(folder: Path) -> dict[str, Any]:
    """The results of a folder."""
    reader, answers = Reader.load(), sorted(folder.glob("*.json"))
    told = [read(reader, answer) for answer in answers]
    return counted([row for rows, _ in told for row in rows], sum(false for _, false in told), len(answers))


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Markdown: a row for each folder and visible share."""
    lines = ["| scenes | seen | cards | found | exact | wrong | mean IoU |", "|---|---|---|---|---|---|---|"]
    for name, one in results.items():
        for band, shares in {**one["seen"], "all": one["all"]}.items():
            cells = ["-" if value is None else plain(value) for value in shares.values()]
            lines.append(f"| {name} ({one['scenes']}) | {band} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measures and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=20, help="draw so many held-out decks")
    parser.add_argument("--scenes", type=Path, help="keep the drawn scenes here (default: nowhere)")
    given = parser.parse_args()
    if given.decks < 1:
        parser.error("--decks is a number of 1 and more")
    with tempfile.TemporaryDirectory() as temporary:
        scenes = given.scenes or Path(temporary)
        draw(scenes, given.decks)
        result = measured(scenes)
    told = {**about_eyes(), "decks_drawn": given.decks, "least_side": LEAST_SIDE, "all": result}
    write_result("held_out", told)
    print(table({"drawn": result}))
    for name in ("cards_without_a_face", "of_these_read", "false_readings"):
        print(f"{name.replace('_', ' ')}: {result[name]}")


if __name__ == "__main__":
    main()
