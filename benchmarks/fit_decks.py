"""Fits the numbers by which cards are compared with a learned deck: how `vision/decks/match.py` and `vision/decks/choose.py` got theirs.

    python benchmarks/fit_decks.py FOLDER [FOLDER...]

The folders hold scenes of ``choose`` (decision 7): of ``workshop.render --packs choose``, or of ``unseen.py --half choose --scenes``. Each
pack is learned from its photos in rows where it has such, else from its other scenes. A number moves while that
reads the cards that lie open better, by more than a few cards: with their deck named, with it and three others to be found out, and with
only others learned, which must not harm. Prints, and writes nothing.
"""

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numero_cam.base import geometry
from numero_cam.base.errors import DeckError, NumeroCamError
from numero_cam.capture.files import read_photo
from numero_cam.table import photo_reader
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks import choose, match
from numero_cam.vision.decks.choose import DeckOptions, DeckReading, GetFaceOutputs, read_by_deck
from numero_cam.vision.decks.learn import LabelledCard, build_profile
from numero_cam.vision.decks.profile import DeckProfile
from numero_cam.vision.faces import COVERED_SHARE, Face, FaceLabels, FaceOutput

SAME, ROW = 0.5, "-row-"
COST, LEAST = 2, 3e-3  #: As in ``try_constants.py``; and by so much the score grows where a number moves.
OTHERS = 3  #: With so many other packs each table is compared.
WAYS = ("named", "found out among others", "only others learned")
FACTORS = (0.7, 0.85, 1.2, 1.4)  #: By which a number is tried larger and smaller.
NUMBERS = {match: ("SIMILARITY_SLOPE", "NEUTRAL_SIMILARITY", "INK_SIGMA", "OUTLIER_PROBABILITY"), choose: ("MIN_DECK_EVIDENCE",)}


@dataclass
class Table:
    """What the networks tell of a scene: of the cards that lie open, and what they are."""

    pack: str  #: Whose cards lie there.
    rows: bool  #: It is to be learned from.
    whole: Sequence[str]  #: All faces of the pack.
    labels: FaceLabels
    faces: list[Face]
    told: list[FaceOutput]
    truth: list[str | None]


def tables_of(folder: Path) -> Iterator[Table]:
    """Reads the scenes of a folder."""
    heard: list[tuple[FaceLabels, Sequence[Face], Sequence[FaceOutput]]] = []

    def hears(decks: DeckOptions | None, labels: FaceLabels, faces: Sequence[Face], tell: GetFaceOutputs) -> DeckReading:
        heard.append((labels, faces, tell()))
        return read_by_deck(decks, labels, faces, tell)

    photo_reader.read_by_deck = hears
    reader = Reader.load(decks=DeckOptions())
    for path in sorted(folder.glob("choose-*.json")):
        if path.with_suffix(".jpg").exists():
            answer = json.loads(path.read_text())
            reader.read(read_photo(path.with_suffix(".jpg")))
            yield table_of(path.stem, answer["cards"], answer.get("labels", ()), *heard[-1])


def table_of(  # noqa: PLR0917 - what `read_by_deck` hears, as it hears it
    name: str,
    cards: Sequence[Mapping[str, object]],
    whole: Sequence[str],
    labels: FaceLabels,
    faces: Sequence[Face],
    told: Sequence[FaceOutput],
) -> Table:
    """A scene's cards that lie open, each beside its answer."""
    kept: dict[int, tuple[float, int]] = {}
    for i, face in enumerate(faces):
        overlaps = [geometry.iou(face.quad, np.array(card["quad"], np.float32)) for card in cards]
        best = int(np.argmax(overlaps)) if overlaps else 0
        if face.hidden < COVERED_SHARE and overlaps and overlaps[best] >= max(SAME, kept.get(best, (0.0, 0))[0]):
            kept[best] = overlaps[best], i
    which = [i for _, i in kept.values()]
    labels_of = [None if cards[k]["label"] is None else str(cards[k]["label"]) for k in kept]
    pack = "-".join(name.split("-")[:3])
    return Table(pack, ROW in name, whole, labels, [faces[i] for i in which], [told[i] for i in which], labels_of)


def learned(pack: str, tables: Sequence[Table], besides: Table) -> DeckProfile | None:
    """The pack by its photos in rows, or by its scenes besides the one that is to be read; None where they show too little."""
    rows = [table for table in tables if table.rows] or [table for table in tables if table is not besides]
    known = [LabelledCard(str(k), n, label, of.told[n]) for k, of in enumerate(rows) for n, label in enumerate(of.truth)]
    whole = besides.whole or sorted({label for table in tables for label in table.truth if label})
    try:
        return build_profile(pack, known, besides.labels, copies=sys.maxsize, faces=whole, model="", date="")
    except DeckError:
        return None


def scored(plays: Sequence[tuple[Table, DeckProfile]], others: Mapping[str, DeckProfile]) -> tuple[float, str]:
    """The score of the readings in all ``WAYS``: right less twice the wrong ones, for each card; and the counts of each in words."""
    names = [*others, *others]
    counts = {way: [0, 0, 0] for way in WAYS}
    for table, own in plays:
        after = names.index(table.pack) + 1
        foreign = tuple(others[name] for name in names[after : after + OTHERS] if name != table.pack)
        for way, decks in zip(WAYS, (DeckOptions((own,), forced=True), DeckOptions((own, *foreign)), DeckOptions(foreign)), strict=True):
            chosen = choose.choose_learned(decks, table.labels, table.faces, table.told)
            faces = chosen.faces if chosen else table.faces
            counts[way][2] += chosen is not None
            for label, face in zip(table.truth, faces, strict=True):
                counts[way][0] += bool(label) and face.confidence >= SAME and face.candidates[0][0] == label
                counts[way][1] += face.confidence >= SAME and face.candidates[0][0] != label
    words = "; ".join(f"{way}: {right} right, {wrong} wrong, a deck on {found}" for way, (right, wrong, found) in counts.items())
    cards = len(WAYS) * sum(len(table.truth) for table, _ in plays)
    score = sum(right - COST * wrong for right, wrong, _ in counts.values()) / max(cards, 1)
    return score, f"{words} of {len(plays)} tables"


def fitted(plays: Sequence[tuple[Table, DeckProfile]], others: Mapping[str, DeckProfile]) -> None:
    """Moves one number after the other as long as the score grows; prints each step."""
    best, words = scored(plays, others)
    print(f"as they are: {best:.4f}; {words}", flush=True)
    moved = True
    while moved:
        moved = False
        for module, name in ((module, name) for module, names in NUMBERS.items() for name in names):
            before = getattr(module, name)
            for value in [before * factor for factor in FACTORS]:
                setattr(module, name, value)
                now, words = scored(plays, others)
                if now > best + LEAST:
                    best, before, moved = now, value, True
                    print(f"{name} = {value:.3g}: {now:.4f}; {words}", flush=True)
            setattr(module, name, before)


def main() -> None:
    """Reads, learns and fits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    tables = list(itertools.chain.from_iterable(tables_of(folder) for folder in parser.parse_args().folders))
    fit(tables)


def fit(tables: Sequence[Table]) -> None:
    """Fits on tables that were read."""
    packs: dict[str, list[Table]] = {}
    for table in tables:
        packs.setdefault(table.pack, []).append(table)
    each = [(table, learned(table.pack, packs[table.pack], table)) for table in tables if not table.rows and table.faces]
    plays = [(table, profile) for table, profile in each if profile]
    if not plays:
        sys.exit("no scenes of choose from which a pack can be learned and read; see --help")
    fitted(plays, {table.pack: profile for table, profile in plays})


if __name__ == "__main__":
    try:
        main()
    except NumeroCamError as error:
        sys.exit(str(error))
