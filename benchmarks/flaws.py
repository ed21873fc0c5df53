"""From what width and blur on faces are read, and what `base/quality.py` measures there: the grounds of its thresholds.

    python benchmarks/flaws.py SHARED_FOLDER [--folders rendered,number_tiles] [--every 6]
    python benchmarks/flaws.py --scenes FOLDER [--every 6]

Open cards, cut out by their true outlines, are shrunk to some widths, and blurred where they are 64 pixels wide; the face networks read
them. Writes ``benchmarks/results/flaws.json`` and prints a table. With ``--scenes`` the cards are those of scenes of ``choose``
(decision 7), on which the thresholds are chosen, and a part of them from one side on is whitened too; that prints only.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

import answers
import cv2
import numpy as np
from machine import about_eyes, write_result

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.vision.faces import FaceReader, IndexReader
from numero_cam.vision.rectify import Pyramid, face_crop

WIDTHS = (16, 20, 25, 30, 40, 50, 64)
BLURS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)  #: Standard deviations in pixels of a card ``BLURRED_WIDTH`` wide.
LOST = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4)  #: Shares of a card that are whitened, from one of its sides on.
BLURRED_WIDTH = 64
AROUND = 20  #: Pixels of the picture kept around a card.
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Cut:
    """A card with a little around it: its pixels, its outline in them, and its label."""

    pixels: Array
    quad: Array
    label: str

    @property
    def width(self) -> float:
        """Pixels across, as ``quality.measure`` has it."""
        return float(geometry.edge_lengths(self.quad)[[0, 2]].mean())

    def shrunk(self, width: float) -> "Cut":
        """The same card, so many pixels wide."""
        share = width / self.width
        pixels = cv2.resize(self.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        scale = np.array(pixels.shape[1::-1]) / self.pixels.shape[1::-1]
        return Cut(pixels, ((self.quad + 0.5) * scale - 0.5).astype(np.float32), self.label)

    def blurred(self, sigma: float) -> "Cut":
        """The same card, blurred."""
        return Cut(cv2.GaussianBlur(self.pixels, (0, 0), sigma), self.quad, self.label) if sigma else self

    def whitened(self, share: float, side: int) -> "Cut":
        """The same card with a part from one side on that shows nothing."""
        a, b, c, d = np.roll(self.quad, -side, axis=0)
        pixels = self.pixels.copy()
        cv2.fillConvexPoly(pixels, np.round([a, b, b + share * (c - b), a + share * (d - a)]).astype(np.int32), (255, 255, 255))
        return Cut(pixels, self.quad, self.label)


def cuts(photo: Path) -> Iterator[Cut]:
    """The open cards of a photo; outlines that do not say which way up begin with a short side."""
    pixels = read_photo(photo).pixels
    for card in answers.answer_of(photo)["cards"]:
        if card["label"] is None or card.get("visible", 1) < answers.OPEN:
            continue
        quad = np.array(card["quad"], np.float32)
        sides = geometry.edge_lengths(quad)
        quad = quad if card.get("zone") or sides[0] <= sides[1] else np.roll(quad, -1, axis=0)
        low = np.maximum(quad.min(axis=0) - AROUND, 0).astype(int)
        high = (quad.max(axis=0) + AROUND).astype(int)
        yield Cut(pixels[low[1] : high[1], low[0] : high[0]], quad - low.astype(np.float32), card["label"])


def variants(card: Cut) -> Iterator[tuple[str, float, Cut]]:
    """What is done to a card, how much of it, and the card then; it is never enlarged."""
    for width in WIDTHS:
        if width <= card.width:
            yield "width", width, card.shrunk(width)
    if card.width >= BLURRED_WIDTH:
        for blur in BLURS:
            yield "blur", blur, card.shrunk(BLURRED_WIDTH).blurred(blur)


def whitenings(card: Cut) -> Iterator[tuple[str, float, Cut]]:
    """As ``variants``: a card that loses a part from each side in turn."""
    for share in LOST:
        for side in range(4) if share else (0,):
            yield "lost", share, card.whitened(share, side)


def measured(faces: FaceReader, tool: answers.Tool, card: Cut) -> tuple[bool, bool, float, tuple[quality.Flaw, ...]]:
    """Whether it is read right, whether read wrong, its sharpness, and the flaws named."""
    pyramid = Pyramid(np.ascontiguousarray(card.pixels))
    (face,) = faces.read(pyramid, [card.quad], [[]])
    guess, chance = face.candidates[0] if face.candidates else (None, 0.0)
    known, right = chance >= ReaderConfig().least_confidence, bool(guess and tool["agrees"](card.label, guess))
    found = quality.measure(face_crop(pyramid, card.quad, []), card.quad, (card.pixels.shape[1], card.pixels.shape[0]))
    return known and right, known and not right, found.sharpness, found.flaws()


def summary(told: Sequence[tuple[bool, bool, float, tuple[quality.Flaw, ...]]]) -> dict[str, Any]:
    """Shares read right and wrong, deciles of the sharpness, and how many are called small or blurred."""
    count = len(told)
    tenths = quantiles([sharpness for _, _, sharpness, _ in told], n=10, method="inclusive") if count > 1 else [told[0][2]] * 9
    told_of = (quality.Flaw.TOO_SMALL, quality.Flaw.SHARPNESS, quality.Flaw.GLARE)
    called = {str(flaw): round(sum(flaw in flaws for *_, flaws in told) / count, 3) for flaw in told_of}
    shares = {"right": round(sum(t[0] for t in told) / count, 3), "wrong": round(sum(t[1] for t in told) / count, 3)}
    return {"cards": count, **shares, "sharpness": [round(tenths[k], 3) for k in (0, 4, 8)], "called": called}


def _same_value(label: str, guess: str) -> bool:
    return answers.value_of(label) == answers.value_of(guess)


def main() -> None:
    """Measures and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path, nargs="?", default=Path("shared"))
    parser.add_argument("--scenes", type=Path, help="a folder of scenes of choose, from unseen.py --scenes")
    parser.add_argument("--folders", default="rendered,number_tiles")
    parser.add_argument("--every", type=int, default=6, help="take each Nth photo (default 6)")
    arguments = parser.parse_args()
    scenes, shared = arguments.scenes, arguments.shared
    tool = {"agrees": _same_value} if scenes else answers.scoring_tool(shared)
    faces = FaceReader(Network.load("face", threads=2), IndexReader(Network.load("index", threads=2)))
    told = defaultdict(list)
    for folder in [scenes] if scenes else arguments.folders.split(","):
        photos = sorted(folder.glob("choose-*.jpg")) if scenes else answers.photos_of(shared, folder)
        for photo in photos[:: max(1, arguments.every)]:
            for card in cuts(photo):
                for what, much, changed in (*variants(card), *(whitenings(card) if scenes else ())):
                    told[what, much].append(measured(faces, tool, changed))
    rows = [{"what": what, "pixels": much, **summary(some)} for (what, much), some in sorted(told.items())]
    for row in rows:
        print(row)
    if scenes:
        return
    known = {"folders": arguments.folders.split(","), "every": arguments.every}
    write_result("flaws", {**about_eyes(), **known, "rows": rows})


if __name__ == "__main__":
    main()
