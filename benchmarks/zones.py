"""How well it is told from outlines alone which cards lie on each other, and where on the table: true cards laid out by `table/layout.py`.

    python benchmarks/zones.py [FOLDER...] [--half choose] [--tables 2000] [--jitter 0.02]

Without folders tables are laid and seen by cameras as the workshop does for scenes held out by design (decision 25), which needs no
fonts; a folder holds answers of such scenes, from ``unseen.py --scenes`` or ``workshop.render --packs``. Corners are moved by chance, by so
much of a card's width, as networks are wrong by; a card lies on each earlier one that it overlaps. Counted are the stacks of two cards and
more that come back whole, cards that lie alone and are told so, and the cards in the right zone of tables at which somebody has a hand. So
the numbers of ``table/layout.py`` and ``table/layout.py`` are chosen, by ``--half choose``. Writes ``benchmarks/results/zones.json`` for
``--half report`` without folders.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from machine import about

from numero_cam.base import geometry
from numero_cam.base.records import CardReading
from numero_cam.table.layout import find_stacks, find_zones
from workshop.synth import layout
from workshop.synth.camera import STRETCHED, random_camera
from workshop.unseen import HALVES, HELD, SEED, Half

RESULTS = Path(__file__).resolve().parent / "results"
ROWS = "-row-"
"""Photos to learn a pack from are no tables in play."""
LEAST_SEEN = 0.1
"""A card of which less is in view is not found by anybody."""
LEAST_COMMON = 0.01
"""Share of the smaller card that one which lies on another hides of it."""
ASPECT = 88 / 63
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Answer:
    """The true cards of a table, the lowest first.

    Attributes:
        quads: ``(N, 4, 2)`` pixels.
        faces: Whether each shows its face.
        zones: Of each card.
        stacks: Of each card.
    """

    quads: Array
    faces: list[bool]
    zones: list[str | None]
    stacks: list[int]

    def seen(self, which: list[int]) -> "Answer":
        """Only these cards."""
        return Answer(self.quads[which], *([each[i] for i in which] for each in (self.faces, self.zones, self.stacks)))


def laid(half: Half, tables: int) -> Iterator[Answer]:
    """Tables by chance, without pictures."""
    rng = np.random.default_rng([SEED, HALVES.index(half)])
    for _ in range(tables):
        kind, places = layout.random_layout(rng, ASPECT, HELD[half].layouts)
        outlines = [layout.corners_of(place, ASPECT) for place in places]
        camera = random_camera(rng, np.concatenate(outlines), (0.5, 1.08), STRETCHED, seated=kind in layout.FROM_THE_SIDE)
        quads = np.stack([camera.project(outline) for outline in outlines])
        answer = Answer(quads, [p.kind == "face" for p in places], [p.zone for p in places], [p.stack for p in places])
        yield answer.seen([i for i, share in enumerate(in_view(quads, camera.width, camera.height)) if share >= LEAST_SEEN])


def in_view(quads: Array, width: int, height: int) -> list[float]:
    """Share of each card that no later card covers and the picture holds."""
    ids = np.full((height, width), -1, np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(ids, np.round(quad).astype(np.int32), i)
    return [float((ids == i).sum()) / max(1.0, geometry.area(quad)) for i, quad in enumerate(quads)]


def stored(folder: Path, half: Half) -> Iterator[Answer]:
    """Tables whose answers lie in a folder."""
    for path in sorted(folder.glob(f"{half}-*.json")):
        cards = [card for card in json.loads(path.read_text())["cards"] if card.get("visible", 1) >= LEAST_SEEN]
        if cards and ROWS not in path.stem:
            cards = sorted(cards, key=lambda card: card.get("order", 0))
            labels, zones, stacks = ([card[key] for card in cards] for key in ("label", "zone", "stack"))
            yield Answer(np.array([card["quad"] for card in cards]), [label is not None for label in labels], zones, stacks)


def readings_of(answer: Answer, rng: np.random.Generator, jitter: float) -> list[CardReading]:
    """The cards as they would be read, their corners moved by a share of a card's width."""
    out: list[CardReading] = []
    for quad, face in zip(answer.quads, answer.faces, strict=True):
        width = float(geometry.edge_lengths(quad)[[0, 2]].mean())
        moved = (quad + rng.normal(0, jitter * width, (4, 2))).astype(np.float32)
        common = [geometry.intersection_area(moved, other.corners) / geometry.area(other.corners) for other in out]
        below = frozenset(i for i, share in enumerate(common) if share > LEAST_COMMON)
        out.append(CardReading(moved, "7r" if face else None, 0.9, covers=below))
    return out


def told(answer: Answer, readings: list[CardReading]) -> Counter[str]:
    """What is right of a table, and what there was to be told."""
    groups = defaultdict(list)
    for i, stack in enumerate(answer.stacks):
        groups[stack].append(i)
    found = find_stacks(readings)
    several, alone = ([group for group in groups.values() if (len(group) > 1) is more] for more in (True, False))
    whole, ordered = sum(group in map(sorted, found) for group in several), sum(group in found for group in several)
    told = Counter(stacks=len(several), whole=whole, ordered=ordered)
    told.update(single=len(alone), alone=sum(group in found for group in alone))
    if "hand" in answer.zones or "opposite" in answer.zones:
        zones = find_zones(readings, found)
        # Cards of the stock have no zone, whatever lies on them.
        right = [a == b for a, b in zip(zones, answer.zones, strict=True) if b is not None]
        told.update(cards=len(right), zone=sum(right), tables=1, all=all(right))
    return told


def main() -> None:
    """Lays, counts and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--half", choices=HALVES, default="choose")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--jitter", type=float, default=0.02)
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    drawn = [answer for folder in options.folders for answer in stored(folder, options.half)]
    total = Counter[str]()
    for answer in drawn or laid(options.half, options.tables):
        total.update(told(answer, readings_of(answer, rng, options.jitter)))
    pairs = (("whole", "stacks"), ("ordered", "stacks"), ("alone", "single"), ("zone", "cards"), ("all", "tables"))
    shares = {name: round(total[name] / max(1, total[of]), 4) for name, of in pairs}
    print({**shares, **{of: total[of] for _, of in pairs}})
    if options.half == "report" and not options.folders:
        known = {"tables": options.tables, "jitter": options.jitter, "counts": dict(total)}
        (RESULTS / "zones.json").write_text(json.dumps({**about(), **known, "shares": shares}, indent=1) + "\n")


if __name__ == "__main__":
    main()
