"""How well decks and tables are read that are held out by design (decision 7), and why cards are not.

    .venv/bin/pip install --no-deps --target FONTS -r benchmarks/unseen_fonts.txt
    NUMERO_CAM_FONTS=FONTS python benchmarks/unseen.py [--half choose|report] [--named] [--scenes FOLDER] [--decks 24]

Draws the same scenes each time, five of each deck, 240 in both halves, and reads them. On ``choose`` thresholds, constants and checkpoints
are chosen; ``report`` is measured once for a version. With ``--named`` the reader knows which faces each deck has, as with ``--deck``.
Cards too small or too much covered are not asked for, as in ``held_out.py``. Prints; ``sure_bands.py`` keeps what ``report`` gives.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from held_out import Met, group, met, pairs
from look_alikes import band_of

from numero_cam.base.errors import NumeroCamError
from numero_cam.base.records import TableState, value_of
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.decks.profile import DeckProfile
from workshop import unseen
from workshop.synth.fonts import FontsMissingError

NEARLY_SURE = (0.95, 0.99)  #: Readings printed as this sure are compared with how often they are right.


@dataclass(frozen=True)
class Scene:
    """What was read of one scene."""

    rows: list[Met]  #: Every true card.
    false: int  #: Labels read where no card lies.
    sure: list[tuple[float, bool]]  #: Confidence, and whether it is right, of each reading of an asked card.
    causes: list[str]  #: Why asked cards were not read as they are, and what was read besides, one name each.

    @property
    def is_whole(self) -> bool:
        """Whether every asked card is read as it is and nothing else is."""
        return not self.false and all(row.read == row.label for row in self.rows if row.is_asked)


def cause(row: Met) -> str | None:
    """Why an asked card is not read as it is; None where it is."""
    if row.read == row.label:
        return None
    if row.read is None:
        return "found, unknown" if row.iou else "not found"
    if row.label is None:
        return "a card without a face is read"
    if value_of(row.read) != value_of(row.label):
        return "wrong value"
    if row.label == value_of(row.label):
        return "printed in no colour, read in one"
    return "read in no colour" if row.read == value_of(row.read) else "wrong colour"


def scene_of(answer: Mapping[str, Any], state: TableState) -> Scene:
    """One scene's reading beside its answer."""
    cards = answer["cards"]
    readings = [card.reading for card in state.cards]
    rows, false = met(cards, [(reading.label, reading.corners) for reading in readings])
    matched = pairs([np.array(card["quad"], np.float32) for card in cards], [reading.corners for reading in readings])
    asked = [i for i, row in enumerate(rows) if row.is_asked and row.read is not None]
    sure = [(readings[matched[i][0]].confidence, rows[i].read == rows[i].label) for i in asked]
    causes = [why for row in rows if row.is_asked and (why := cause(row))] + ["read where no card lies"] * false
    return Scene(rows, false, sure, causes)


def share(values: Sequence[bool]) -> float | None:
    """The share that holds; None of nothing."""
    return round(fmean(values), 3) if values else None


def counted(scenes: Sequence[Scene]) -> dict[str, Any]:
    """The results of some scenes."""
    asked = [row for scene in scenes for row in scene.rows if row.is_asked]
    faces = [row for row in asked if row.label is not None]
    sure = [(p, right) for scene in scenes for p, right in scene.sure if NEARLY_SURE[0] <= p < NEARLY_SURE[1]]
    bands = ("open", "partly covered", "covered")
    return {
        "scenes": len(scenes),
        "all": group(faces),
        **{band: group([row for row in faces if band_of(row.visible) == band]) for band in bands},
        "whole": share([scene.is_whole for scene in scenes]),
        "false": sum(scene.false for scene in scenes),
        "false_a_photo": round(fmean(scene.false for scene in scenes), 3),
        "nearly_sure": {"readings": len(sure), "said": round(fmean(p for p, _ in sure), 3), "right": share([r for _, r in sure])}
        if sure
        else None,
        "causes": dict(Counter(why for scene in scenes for why in scene.causes).most_common()),
    }


def measured(answers: Sequence[Path], *, named: bool) -> list[Scene]:
    """Reads scenes by their answers, with the faces of each deck known or not."""
    out, readers = [], {None: Reader.load()}
    for path in answers:
        answer = json.loads(path.read_text())
        labels = tuple(answer["labels"]) if named else None
        if labels not in readers:
            readers[labels] = Reader.load(ReaderConfig(), DeckOptions((DeckProfile("drawn", labels),), forced=True))
        out.append(scene_of(answer, readers[labels].read(read_photo(path.with_suffix(".jpg")))))
    return out


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Markdown: a row for each half."""
    lines = ["| scenes | open exact | all exact | wrong | whole | false a photo | 95-99 %: said | right | of |", "|---" * 9 + "|"]
    for name, one in results.items():
        sure = one["nearly_sure"] or {"readings": 0, "said": "-", "right": "-"}
        cells = [one["open"]["exact"], one["all"]["exact"], one["all"]["wrong"], one["whole"], one["false_a_photo"]]
        told = [f"{name} ({one['scenes']})", *cells, sure["said"], sure["right"], sure["readings"]]
        lines.append(f"| {' | '.join(str(each) for each in told)} |")
    return "\n".join(lines)


def main() -> None:
    """Draws what is missing, measures and prints everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=unseen.HALVES, help="only this half")
    parser.add_argument("--named", action="store_true", help="tell the reader which faces each deck has")
    parser.add_argument("--scenes", type=Path, help="keep the drawn scenes here (default: nowhere)")
    parser.add_argument("--decks", type=int, default=24, help="of each half (default 24)")
    arguments = parser.parse_args()
    if arguments.decks < 1:
        parser.error("--decks: give a number of 1 and more")
    how = "named" if arguments.named else "unnamed"
    found = {}
    try:
        with tempfile.TemporaryDirectory() as temporary:
            for half in (arguments.half,) if arguments.half else unseen.HALVES:
                answers = unseen.draw(arguments.scenes or Path(temporary), half, arguments.decks)
                found[f"{half}, {how}"] = counted(measured(answers, named=arguments.named))
    except (NumeroCamError, FontsMissingError) as error:
        sys.exit(f"unseen.py: {error}")
    print(table(found))
    for name, one in found.items():
        print(f"{name}: " + "; ".join(f"{why} {n}" for why, n in one["causes"].items()))


if __name__ == "__main__":
    main()
