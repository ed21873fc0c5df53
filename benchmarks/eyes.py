"""All sets that were kept back and the time of a photo, for this version and others beside it, in turns on one machine.

    NUMERO_CAM_FONTS=FONTS python benchmarks/eyes.py FOLDER --draw
    python benchmarks/eyes.py FOLDER [--beside CHECKOUT ...] [--shared SHARED] [--every N]

FOLDER holds one folder for each set, with pictures and answers as the workshop writes them; ``--draw`` draws what is missing of ``plain``,
``real``, ``actions``, ``suits`` and ``glare`` (designs of ``choose``, see ``workshop/unseen.py``) and of ``drawn`` (training's ways to
draw, other decks). Path-traced tables of ``python -m workshop.render --packs choose --out FOLDER/traced`` are read as they are. CHECKOUT is
another commit with its own ``.venv``. ``--shared`` adds the folder of photos with the scoring tool; read those once for a version, choose
nothing by them. A change is better where no set falls by more than five cards of a thousand. Writes ``benchmarks/results/eyes.json``.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import answers
import held_out
import numpy as np
from machine import ROOT, about_eyes, run_version, write_result

from workshop import unseen

BATCH = 12  #: Photos of one command: the next version reads the same ones before the next dozen.
PHOTOS = ("rendered", "rendered_sides", "playing_cards", "number_tiles", "no_cards")
DECKS, DRAWN_DECKS = 24, 12


@dataclass
class Tally:
    """What one version read of one set."""

    asked: int = 0  #: Cards that are asked for.
    exact: int = 0  #: Of these, read as they are.
    wrong: int = 0  #: Of these, read as another.
    false: int = 0  #: Labels read where no card lies.
    whole: int = 0  #: Photos without any mistake.
    photos: int = 0  #: All of them.
    seconds: float = field(default=0.0)  #: Of the processor, the start of each command included.

    def add(self, cards: Sequence[tuple[bool, bool]], false: int) -> None:
        """Counts a photo: whether each asked card is read as it is, and whether as another."""
        self.asked, self.exact, self.wrong = (
            self.asked + len(cards), self.exact + sum(right for right, _ in cards), self.wrong + sum(other for _, other in cards),
        )  # fmt: skip
        self.false, self.photos = self.false + false, self.photos + 1
        self.whole += not false and all(right for right, _ in cards)

    def row(self) -> dict[str, Any]:
        """Shares, and milliseconds of a photo."""
        cards, photos = max(1, self.asked), max(1, self.photos)
        return {
            "photos": self.photos, "cards": self.asked, "exact": round(self.exact / cards, 4), "wrong": round(self.wrong / cards, 4),
            "whole": round(self.whole / photos, 3), "false_a_photo": round(self.false / photos, 3),
            "ms": round(1000 * self.seconds / photos),
        }  # fmt: skip


def count(tally: Tally, photo: Path, got: Mapping[str, Any], tool: answers.Tool | None) -> None:
    """Compares one reading with its answer, as the scoring tool does where there is one."""
    if tool:
        rows = answers.answered(tool, photo, got)
        asked = [row for row in rows if row.truth is not None]
        tally.add([(row.known and row.right, row.known and not row.right) for row in asked], sum(r.known for r in rows if r.truth is None))
        return
    readings = [(card["card"], np.array(card["corners"], np.float32)) for card in got["cards"]]
    met, false = held_out.met(answers.answer_of(photo)["cards"], readings)
    faces = [row for row in met if row.is_asked and row.label is not None]
    false += sum(row.is_asked and row.label is None and row.read is not None for row in met)
    tally.add([(row.read == row.label, row.read not in {None, row.label}) for row in faces], false)


def draw(folder: Path) -> None:
    """Draws what is missing of the sets."""
    for kind in unseen.KINDS:
        unseen.draw(folder / kind, "choose", DECKS, kind)
    held_out.draw(folder / "drawn", DRAWN_DECKS)


def table(results: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """Markdown: a row for each set and version."""
    head = next(iter(next(iter(results.values())).values()))
    lines = [f"| set | version | {' | '.join(head)} |", "|---" * (len(head) + 2) + "|"]
    lines += [f"| {name} | {who} | {' | '.join(map(str, row.values()))} |" for name, each in results.items() for who, row in each.items()]
    return "\n".join(lines)


def main() -> None:
    """Measures and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--draw", action="store_true", help="draw what is missing first")
    parser.add_argument("--beside", type=Path, action="append", default=[], metavar="CHECKOUT", help="another version; may be given again")
    parser.add_argument("--shared", type=Path, help="the folder that holds tools/ and photos/")
    parser.add_argument("--every", type=int, default=1, help="take each Nth picture (default 1)")
    given = parser.parse_args()
    if given.draw:
        draw(given.folder)
    tool = answers.scoring_tool(given.shared) if given.shared else None
    sets = {place.name: (sorted(place.glob("*.jpg")), None) for place in sorted(given.folder.iterdir()) if place.is_dir()}
    sets |= {f"photos: {name}": (answers.photos_of(given.shared, name), tool) for name in PHOTOS if tool}
    checkouts = [ROOT, *(path.resolve() for path in given.beside)]
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for name, (photos, scored_by) in sets.items():
        some = [p for p in photos if "cards" in answers.answer_of(p) and "-row-" not in p.stem][:: given.every]
        tallies = {checkout: Tally() for checkout in checkouts}
        for turn, part in enumerate(some[k : k + BATCH] for k in range(0, len(some), BATCH)):
            for checkout in checkouts[:: 1 if turn % 2 else -1]:
                lines, seconds = run_version(checkout, ["read", *(str(photo.resolve()) for photo in part), "--json"])
                tallies[checkout].seconds += seconds
                for photo, one in zip(part, map(json.loads, lines.splitlines()), strict=True):
                    count(tallies[checkout], photo, one, scored_by)
        results[name] = {checkout.name if checkout != ROOT else "this": tally.row() for checkout, tally in tallies.items()}
        print(table({name: results[name]}), flush=True)
    write_result("eyes", {**about_eyes(), "every": given.every, "sets": results})


if __name__ == "__main__":
    main()
