"""A general text reader on the same photos: what somebody could install instead, for the numbers alone (it cannot tell colours).

    .venv/bin/pip install -e '.[compare]'
    python benchmarks/text_reader.py SHARED_FOLDER [--folders rendered,...] [--every N] [--threads 2]

RapidOCR (``rapidocr-onnxruntime``, its models are in the package) reads every photo whole, and every card cut out by its true outline,
upright and straightened, which no user has; the face networks of this project read the same cut-out cards, and ``numero-cam read`` the
same photos. Counted are values of number cards: a card is right where its value is among the numbers that were read on it, wrong where
only others are. ``--every 3`` takes each third photo. Writes ``benchmarks/results/text_reader.json`` and a row for each photo in
``text_reader.csv``.
"""

import argparse
import csv
import json
import re
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import answers
import look_alikes
import numpy as np
from machine import about

from numero_cam.base.onnx import Network
from numero_cam.capture.files import read_photo
from numero_cam.vision.faces import FaceReader, IndexReader
from numero_cam.vision.rectify import Pyramid, rectify_quad

RESULTS = Path(__file__).resolve().parent / "results"
FOLDERS = "rendered,rendered_sides,number_tiles,webcam_fans"
CROP = (288, 396)  #: Size of a cut-out card given to the text reader, pixels: three times what the face network gets.
MARGIN = 0.03
WAYS = ("crops_found_and_read", "crops_read_only", "crops_ours", "photos", "photos_ours")
ABOUT_WAYS = {
    "crops_found_and_read": "text reader looks for text on the cut-out card and reads it",
    "crops_read_only": "text reader takes the cut-out card for one piece of text",
    "crops_ours": "face networks of this project on the cut-out card",
    "photos": "text reader on the whole photo",
    "photos_ours": "numero-cam read on the whole photo",
}
_LIKE_DIGITS = str.maketrans("IlO|o", "11010")


def numbers_in(text: str) -> set[str]:
    """The numbers that a piece of text may stand for, 1-15; letters that look like digits count as them, a sign is no part.

    A text with several numbers (``10 10``) stands for each; what holds other letters (``WILD``) for none.
    """
    plain = text.translate(_LIKE_DIGITS)
    if re.search(r"[^\W\d_]", plain):
        return set()
    return {str(int(n)) for n in re.findall(r"\d+", plain) if len(n) <= 2 and 1 <= int(n) <= 15}


def verdict(read: set[str], truth: str) -> str:
    """What was read of a card: ``right``, ``wrong`` or ``none``."""
    return "right" if truth in read else "wrong" if read else "none"


Told = tuple[tuple[float, float], set[str]]  #: Middle of a text in pixels, and the numbers that it may stand for.


@dataclass(frozen=True)
class Number:
    """A number card or index of an answer."""

    value: str  #: 1-15, as text.
    seen: str  #: ``open``, ``partly covered`` or ``covered``.
    quad: np.ndarray[Any, np.dtype[np.float32]]  #: Its outline, clockwise, in pixels.
    place: int | None = None  #: Of the card among those of the answer; None for an index.
    way_known: bool = True  #: Whether the outline begins at the card's own top-left.


def numbers_of(photo: Path) -> list[Number]:
    """The number cards of a photo, or its indices 2-10 where only these are known; what is hardly visible is left out."""
    answer, indices = answers.answer_of(photo), photo.with_suffix(".indices.json")
    out = []
    for place, card in enumerate(answer.get("cards", [])):
        value, visible = answers.value_of(_plain(card["label"])) or "", card.get("visible", 1)
        if value.isdigit() and visible >= answers.LEAST_VISIBLE:
            out.append(Number(value, look_alikes.band_of(visible), _upright(card), place, way_known=bool(card.get("zone"))))
    for one in json.loads(indices.read_text())["corner_indices"] if indices.exists() else []:
        found = re.fullmatch(r"(10|[2-9])[CDHS]", one["face"])
        if found:
            x0, y0, x1, y1 = one["box"]
            out.append(Number(found[1], "index", np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)))
    return out


def _plain(label: str | None) -> str | None:
    """Black, a colour of the tiles alone, is left out."""
    return label.removesuffix("k") if label else label


def _upright(card: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The outline from the card's own top-left; where an answer does not say which that is, with the short side on top."""
    quad = np.array(card["quad"], np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return quad if card.get("zone") or sides[0] <= sides[1] else np.roll(quad, -1, axis=0)


class TextReader:
    """RapidOCR with its own settings; on cut-out cards it looks for text at their size, where it would else enlarge them six times."""

    def __init__(self, threads: int) -> None:
        try:
            from rapidocr_onnxruntime import RapidOCR  # noqa: PLC0415 - of this benchmark alone
        except ImportError:
            sys.exit("text_reader.py: rapidocr-onnxruntime is missing; install it with: .venv/bin/pip install -e '.[compare]'")
        self._of_photos = RapidOCR(intra_op_num_threads=threads)
        self._of_crops = RapidOCR(intra_op_num_threads=threads, det_limit_side_len=min(CROP))

    def photo(self, rgb: np.ndarray[Any, Any]) -> list[Told]:
        """Middle and numbers of every text in a picture."""
        found, _ = self._of_photos(np.ascontiguousarray(rgb[..., ::-1]))
        return [
            ((float(np.mean([p[0] for p in box])), float(np.mean([p[1] for p in box]))), numbers_in(text)) for box, text, _ in found or []
        ]

    def crop(self, rgb: np.ndarray[Any, Any], *, look: bool) -> tuple[float, set[str]]:
        """How sure it is, and the numbers of the text on a card; all texts of it where it looks for them."""
        found, _ = self._of_crops(np.ascontiguousarray(rgb[..., ::-1]), use_det=look, use_cls=True, use_rec=True)
        texts = [(text, float(score)) for *_, text, score in found or []]
        told = [(numbers_in(text), score) for text, score in texts if numbers_in(text)]
        return sum(score for _, score in told), set().union(*(numbers for numbers, _ in told))


def load_faces() -> FaceReader:
    """This project's face and index networks, as the pipeline loads them."""
    return FaceReader(Network.load("face", threads=2), IndexReader(Network.load("index", threads=2)))


def crop_verdicts(reader: TextReader, faces: FaceReader, pyramid: Pyramid, numbers: Sequence[Number]) -> list[dict[str, str]]:
    """For each number, what is read of its card cut out; both ways up are tried where the answer does not say which is right."""
    cards = [n for n in numbers if n.place is not None]
    ours = iter(faces.read(pyramid, [n.quad for n in cards], [[] for _ in cards]) if cards else [])
    out = []
    for number in numbers:
        if number.place is None:
            out.append({})
            continue
        upright, face = rectify_quad(pyramid, number.quad, *CROP, MARGIN), next(ours)
        ways = [upright] if number.way_known else [upright, upright[::-1, ::-1]]
        looked, taken = (max((reader.crop(way, look=look) for way in ways), key=lambda told: told[0])[1] for look in (True, False))
        best = {answers.value_of(face.candidates[0][0]) or ""} if face.candidates else set()
        read = {"crops_found_and_read": looked, "crops_read_only": taken, "crops_ours": best}
        out.append({way: verdict(told, number.value) for way, told in read.items()})
    return out


def photo_verdict(tool: answers.Tool, told: Sequence[Told], number: Number) -> str:
    """What the texts whose middle lies in an outline say of it."""
    inside: set[str] = set().union(*(numbers for middle, numbers in told if tool["inside"](middle, number.quad)))
    return verdict(inside, number.value)


def our_verdict(tool: answers.Tool, got: dict[str, Any], number: Number, matched: dict[int, tuple[int, float]]) -> str:
    """What ``numero-cam read`` says of a number: the card matched with it, or the readings whose outline holds the index."""
    if number.place is not None:
        cards = [got["cards"][matched[number.place][0]]] if number.place in matched else []
    else:
        middle = [float(v) for v in number.quad.mean(axis=0)]
        cards = [c for c in got["cards"] if tool["inside"](middle, c["corners"])]
    return verdict({answers.value_of(c["card"]) or "" for c in cards if c["card"] is not None}, number.value)


def photo_rows(tool: answers.Tool, reader: TextReader, faces: FaceReader, photo: Path, got: dict[str, Any]) -> list[dict[str, Any]]:
    """A row for each number of a photo: its verdict by each way, and how long the text reader took over the photo."""
    numbers, pixels = numbers_of(photo), read_photo(photo).pixels
    begun = time.perf_counter()
    told = reader.photo(pixels)
    took = (time.perf_counter() - begun) * 1000
    matched = tool["match"](answers.answer_of(photo).get("cards", []), got["cards"])
    rows = []
    for number, crops in zip(numbers, crop_verdicts(reader, faces, Pyramid(pixels), numbers), strict=True):
        whole = {"photos": photo_verdict(tool, told, number), "photos_ours": our_verdict(tool, got, number, matched)}
        times = {"ms": took, "ms_ours": got["milliseconds"]["total"]}
        rows.append({"folder": photo.parent.name, "photo": photo.name, "seen": number.seen, **crops, **whole, **times})
    return rows


def shares(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Share of the numbers read right and wrong, by way; a way that none of them went is left out."""
    out = {}
    for way in WAYS:
        told = [row[way] for row in rows if way in row]
        if told:
            out[way] = {"numbers": len(told), **{kind: round(told.count(kind) / len(told), 4) for kind in ("right", "wrong")}}
    return out


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """By folder, and in it by visibility, with the median time a photo."""
    out: dict[str, Any] = {}
    for folder in sorted({row["folder"] for row in rows}):
        some = [row for row in rows if row["folder"] == folder]
        photos = {row["photo"]: row for row in some}
        times = {name: round(statistics.median(row[name] for row in photos.values()), 1) for name in ("ms", "ms_ours")}
        parts = {seen: shares([row for row in some if row["seen"] == seen]) for seen in sorted({row["seen"] for row in some})}
        out[folder] = {"photos": len(photos), "median_ms": times, "all": shares(some), **parts}
    return out


def write_rows(rows: Sequence[dict[str, Any]]) -> None:
    """A row for each photo: its numbers, and how many each way read right and wrong."""
    with (RESULTS / "text_reader.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["folder", "photo", "numbers", *(f"{way}_{kind}" for way in WAYS for kind in ("right", "wrong"))])
        for folder, photo in dict.fromkeys((row["folder"], row["photo"]) for row in rows):
            some = [row for row in rows if (row["folder"], row["photo"]) == (folder, photo)]
            counts = [sum(row.get(way) == kind for row in some) for way in WAYS for kind in ("right", "wrong")]
            writer.writerow([folder, photo, len(some), *counts])


def main() -> None:
    """Reads the photos in both ways and writes the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default=FOLDERS)
    parser.add_argument("--every", type=int, default=1, help="take each Nth photo (default 1: all)")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error(f"--every {arguments.every}: give 1 and more")
    tool, reader, faces = answers.scoring_tool(arguments.shared), TextReader(arguments.threads), load_faces()
    rows = []
    for folder in arguments.folders.split(","):
        photos = answers.photos_of(arguments.shared, folder)[:: arguments.every]
        for photo, got in zip(photos, answers.read_photos(tool, photos), strict=True):
            rows += photo_rows(tool, reader, faces, photo, got)
    reader_version = version("rapidocr-onnxruntime")
    known = {
        "text_reader": f"rapidocr-onnxruntime {reader_version}",
        "every": arguments.every,
        "threads": arguments.threads,
        "ways": ABOUT_WAYS,
    }
    result = {**about(), **known, "folders": summary(rows)}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "text_reader.json").write_text(json.dumps(result, indent=1) + "\n")
    write_rows(rows)
    print(json.dumps(result["folders"], indent=1))


if __name__ == "__main__":
    main()
