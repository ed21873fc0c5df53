"""A second implementation of PDF, of just what the program writes: reads a file and draws its pages, without looking at the writer."""

import re
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sheet:
    """A page: its size in millimetres, its pixels, and the words on it with the place of each in millimetres."""

    size: tuple[float, float]
    pixels: NDArray[np.uint8]
    words: list[tuple[str, float, float]]


class Document:
    """The objects of a file, found through its cross-reference table alone."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-1.")
        start = int(re.findall(rb"startxref\s+(\d+)\s+%%EOF\s*$", data)[0])
        head = re.match(rb"xref\n0 (\d+)\n", data[start:])
        assert head is not None
        rows = data[start + head.end() :][: 20 * int(head[1])]
        self.objects: dict[int, bytes] = {}
        for number in range(1, int(head[1])):
            row = rows[20 * number : 20 * number + 20]
            assert re.fullmatch(rb"\d{10} 00000 n \n", row)
            at = int(row[:10])
            prefix = b"%d 0 obj\n" % number
            assert data[at : at + len(prefix)] == prefix
            self.objects[number] = data[at + len(prefix) : data.index(b"\nendobj\n", at)]
        trailer = data[start + head.end() + len(rows) :]
        self.catalogue = self.objects[int(re.findall(rb"/Root (\d+) 0 R", trailer)[0])]
        pages = self.objects[int(re.findall(rb"/Pages (\d+) 0 R", self.catalogue)[0])]
        kids = re.findall(rb"/Kids \[(.*?)\]", pages)[0]
        self.pages = [int(n) for n in re.findall(rb"(\d+) 0 R", kids)]
        assert int(re.findall(rb"/Count (\d+)", pages)[0]) == len(self.pages)

    def stream(self, number: int) -> str:
        body = self.objects[number]
        at = body.index(b"\nstream\n") + 8
        length = int(re.findall(rb"/Length (\d+)", body)[0])
        assert body[at + length :] == b"\nendstream"
        return zlib.decompress(body[at : at + length]).decode("cp1252")

    def draw(self, place: int, dots_per_inch: float) -> Sheet:
        page = self.objects[self.pages[place]]
        box = [float(v) for v in re.findall(rb"/MediaBox \[(.*?)\]", page)[0].split()]
        forms = {name.decode(): int(n) for name, n in re.findall(rb"/(D\d+) (\d+) 0 R", page)}
        contents = int(re.findall(rb"/Contents (\d+) 0 R", page)[0])
        scale = dots_per_inch / 72
        pixels = np.full((round(box[3] * scale), round(box[2] * scale), 3), 255, np.uint8)
        to_pixels = np.array([[scale, 0, 0], [0, -scale, box[3] * scale], [0, 0, 1]])
        words: list[tuple[str, float, float]] = []
        self._run(self.stream(contents), np.eye(3), _Canvas(pixels, to_pixels, words, box[3]), forms)
        return Sheet((box[2] / 72 * 25.4, box[3] / 72 * 25.4), pixels, words)

    def _run(  # noqa: C901, PLR0912 - a branch for each operator
        self, content: str, matrix: NDArray[np.float64], canvas: "_Canvas", forms: dict[str, int]
    ) -> None:
        stack: list[str] = []
        kept: list[NDArray[np.float64]] = []
        rings: list[list[tuple[float, float]]] = []
        ink = (0, 0, 0)
        for token in re.findall(r"\((?:\\.|[^\\)])*\)|\S+", content):
            if re.fullmatch(r"-?[\d.]+|/\w+|\(.*\)", token, re.DOTALL):
                stack.append(token)
                continue
            numbers = [float(v) for v in stack if not v.startswith(("/", "("))]
            match token:
                case "cm":
                    a, b, c, d, e, f = numbers
                    matrix = matrix @ np.array([[a, c, e], [b, d, f], [0, 0, 1]])
                case "q":
                    kept.append(matrix)
                case "Q":
                    matrix = kept.pop()
                case "rg":
                    ink = (round(numbers[0] * 255), round(numbers[1] * 255), round(numbers[2] * 255))
                case "m":
                    rings.append([(numbers[0], numbers[1])])
                case "l":
                    rings[-1].append((numbers[0], numbers[1]))
                case "h" | "BT" | "ET" | "Tf":
                    pass
                case "f*":
                    canvas.fill(rings, matrix, ink)
                    rings = []
                case "Do":
                    self._run(self.stream(forms[stack[-1].removeprefix("/")]), matrix, canvas, forms)
                case "Tm":
                    assert numbers[:4] == [1, 0, 0, -1]
                    canvas.place = matrix @ [numbers[4], numbers[5], 1]
                case "Tj":
                    canvas.say(re.sub(r"\\(.)", r"\1", stack[-1][1:-1]))
                case _:
                    raise AssertionError(token)
            stack = []
        assert not kept
        assert not rings


@dataclass
class _Canvas:
    pixels: NDArray[np.uint8]
    to_pixels: NDArray[np.float64]
    words: list[tuple[str, float, float]]
    height: float
    place: NDArray[np.float64] | None = None

    def fill(self, rings: list[list[tuple[float, float]]], matrix: NDArray[np.float64], ink: tuple[int, int, int]) -> None:
        whole = self.to_pixels @ matrix
        corners = [np.array(ring) @ whole[:2, :2].T + whole[:2, 2] - 0.5 for ring in rings]
        cv2.fillPoly(self.pixels, [np.round(c * 16).astype(np.int32) for c in corners], ink, cv2.LINE_AA, 4)

    def say(self, text: str) -> None:
        assert self.place is not None
        self.words.append((text, self.place[0] / 72 * 25.4, (self.height - self.place[1]) / 72 * 25.4))
