"""Whether colours are told under lamps of other colours, red and orange above all: photos are tinted as such lamps would, and read.

    python benchmarks/warm_light.py SHARED_FOLDER [--folders rendered,rendered_sides] [--every 3]

SHARED_FOLDER holds ``tools/score_reading.py`` and ``photos/``; the sample photos of this project are read too. A lamp's colour is that of a
black body; each channel of linear light is multiplied by its share of the lamp's colour to that of daylight at 6500 K (von Kries), of
which a camera's white balance takes back nothing or half. Writes ``benchmarks/results/warm_light.json`` and prints a table.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import answers
import numpy as np
from asked import plain
from machine import ROOT, about, model_versions, write_result

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.images import write_picture
from numero_cam.calibrate.table import Gains, apply_gains
from numero_cam.capture.files import read_photo

SAMPLES = ROOT / "sample_images"
DAYLIGHT = 6500.0
COLOURS = tuple("rbgo")
#: Linear sRGB of XYZ (IEC 61966-2-1).
XYZ_TO_RGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])


@dataclass(frozen=True)
class Tint:
    """A lamp and what the camera does about it."""

    kelvin: float  #: Temperature of the black body of the lamp's colour, 1667-25000.
    left: float  #: 0..1, how much of the tint the camera leaves, as a power of the gains.

    def __str__(self) -> str:
        if not self.left:
            return "as it is"
        return f"{self.kelvin:.0f} K, {'uncorrected' if self.left == 1 else 'half corrected'}"

    @property
    def gains(self) -> Gains:
        """What red, green and blue of linear light are multiplied by; the largest is 1: no light is cut off, the tint alone is measured."""
        gains = (light_of(self.kelvin) / light_of(DAYLIGHT)) ** self.left
        red, green, blue = (gains / gains.max()).tolist()
        return red, green, blue


TINTS = (Tint(DAYLIGHT, 0), *(Tint(kelvin, left) for left in (0.5, 1) for kelvin in (3500, 2700, 9000)))


def chromaticity(kelvin: float) -> tuple[float, float]:
    """The x and y (CIE 1931) of a black body, 1667-25000 K.

    By the cubics of Kang, Moon, Hong, Lee, Cho and Kim, "Design of Advanced Color-Temperature Control System for HDTV Applications",
    Journal of the Korean Physical Society 41 (2002), 865-871.
    """
    cool = (-3.0258469, 2.1070379, 0.2226347, 0.240390), (3.0817580, -5.87338670, 3.75112997, -0.37001483)
    warm = (-0.2661239, -0.2343589, 0.8776956, 0.179910), (-0.9549476, -1.37418593, 2.09137015, -0.16748867)
    warmest = warm[0], (-1.1063814, -1.34811020, 2.18555832, -0.20219683)
    of_x, of_y = cool if kelvin > 4000 else warm if kelvin > 2222 else warmest
    x = float(np.polyval(of_x, 1000 / kelvin))
    return x, float(np.polyval(of_y, x))


def light_of(kelvin: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Linear red, green and blue of a black body, ``(3,)``."""
    x, y = chromaticity(kelvin)
    return np.asarray(XYZ_TO_RGB @ np.array([x / y, 1, (1 - x - y) / y]), np.float64)


def tinted(photos: Sequence[Path], tint: Tint, folder: Path) -> list[Path]:
    """The photos under that lamp, with their answers, in a folder of the name of theirs."""
    out = []
    for photo in photos:
        target = folder / photo.parent.name / f"{photo.stem}.png"
        target.parent.mkdir(exist_ok=True)
        write_picture(target, apply_gains(read_photo(photo), tint.gains).pixels)
        if photo.with_suffix(".json").exists():
            shutil.copy(photo.with_suffix(".json"), target.with_suffix(".json"))
        out.append(target)
    return out


def share(right: Sequence[bool]) -> float | None:
    """Of these, how many are right; None of none."""
    return round(fmean(right), 4) if right else None


def counted(rows: Sequence[answers.Answered]) -> dict[str, Any]:
    """How many open cards were read exactly, and which colour the readings have whose number is right."""
    faces = [row for row in rows if row.truth]
    opened = [row for row in faces if row.visible is not None and row.visible >= answers.OPEN]
    same = [row for row in faces if row.known and answers.value_of(row.truth) == answers.value_of(row.guess)]
    pairs = [(_colour(row.truth), _colour(row.guess)) for row in same if _colour(row.truth) in COLOURS]
    return {
        "open_cards": len(opened),
        "open_exact": share([row.known and row.right for row in opened]),
        "open_wrong": share([row.known and not row.right for row in opened]),
        "numbers_right": len(pairs),
        "colours_right": share([true == read for true, read in pairs]),
        "red": sum(true == "r" for true, _ in pairs),
        "red_read_as_orange": pairs.count(("r", "o")),
        "orange": sum(true == "o" for true, _ in pairs),
        "orange_read_as_red": pairs.count(("o", "r")),
        "others_mixed_up": {f"{true} as {read}": n for (true, read), n in sorted(Counter(pairs).items()) if _are_others(true, read)},
    }


def _are_others(true: str, read: str) -> bool:
    """Whether two letters are different colours, and not red and orange."""
    return true != read and {true, read} != {"r", "o"}


def _colour(label: str | None) -> str:
    """The letter of a number's colour; ``none`` where it has none, or is no number."""
    found = re.fullmatch(r"\d+([a-z])", label or "")
    return found[1] if found else "none"


def read(tool: answers.Tool, photos: Sequence[Path], tint: Tint) -> list[answers.Answered]:
    """What is read of every card under that lamp."""
    with tempfile.TemporaryDirectory() as temporary:
        pictures = tinted(photos, tint, Path(temporary))
        got = answers.read_photos(tool, pictures)
        return [row for picture, one in zip(pictures, got, strict=True) for row in answers.answered(tool, picture, one)]


def table(lamps: Sequence[dict[str, Any]]) -> str:
    """Markdown, a row for each lamp."""
    head = [name.replace("_", " ") for name in lamps[0]]
    rows = [[_shown(value) for value in lamp.values()] for lamp in lamps]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{count} {name}" for name, count in value.items()) or "-"
    return "-" if value is None else plain(value) if isinstance(value, float) else str(value)


def main() -> None:
    """Reads under all lamps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default="rendered,rendered_sides")
    parser.add_argument("--every", type=int, default=1, help="take each Nth photo (default 1)")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error(f"--every {arguments.every}: give 1 and more")
    tool = answers.scoring_tool(arguments.shared)
    folders = arguments.folders.split(",")
    photos = [photo for folder in folders for photo in answers.photos_of(arguments.shared, folder)] + sorted(SAMPLES.glob("*.jpg"))
    photos = photos[:: arguments.every]
    try:
        lamps = [{"lamp": str(tint), **counted(read(tool, photos, tint))} for tint in TINTS]
    except NumeroCamError as error:
        sys.exit(f"warm_light.py: {error}")
    gains = {str(tint): [round(gain, 3) for gain in tint.gains] for tint in TINTS}
    how = {"models": model_versions(), "folders": [*folders, SAMPLES.name], "every": arguments.every, "photos": len(photos), "gains": gains}
    write_result("warm_light", {**about(), **how, "lamps": lamps})
    print(table(lamps))


if __name__ == "__main__":
    main()
