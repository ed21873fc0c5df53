"""Fits the numbers by which cards are compared with a learned deck: how `decks/match.py` and `decks/choose.py` got theirs.

    python benchmarks/fit_decks.py FOLDER [FOLDER...]

The folders hold scenes of ``choose`` (decision 25): of ``workshop.render --packs choose``, or of ``unseen.py --half choose --scenes``. Each
pack is learned from its photos in rows where it has such, else from its other scenes. A number moves while that makes likelier what is
true: the face of each card that lies open, by its own deck; and of each table that its own deck lies there and those of the others do not.
All others are as they are. Prints, and writes nothing.
"""

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numero_cam import pipeline
from numero_cam.base import geometry
from numero_cam.base.errors import DeckError, NumeroCamError
from numero_cam.capture.files import read_photo
from numero_cam.decks import choose, match
from numero_cam.decks.by_deck import ByDeck, Tell, by_deck
from numero_cam.decks.choose import Decks
from numero_cam.decks.learn import Known, learn
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import COVERED, Face, Labels, Told
from numero_cam.pipeline import Reader

SAME, LEAST, ROW = 0.5, 1e-3, "-row-"
OTHERS = 5
"""With so many other packs each table is compared."""
FACTORS = (0.7, 0.85, 1.0, 1.2, 1.4)
"""By which a number is tried larger and smaller."""
NUMBERS = {match: ("SLOPE", "CROSSING", "INK", "STRAY"), choose: ("PRESENT",)}


@dataclass
class Table:
    """What the networks tell of a scene: of the cards that lie open, and what they are.

    Attributes:
        pack: Whose cards lie there.
        rows: It is to be learned from.
        whole: All faces of the pack.
    """

    pack: str
    rows: bool
    whole: Sequence[str]
    labels: Labels
    faces: list[Face]
    told: list[Told]
    truth: list[str | None]


def tables_of(folder: Path) -> Iterator[Table]:
    """Reads the scenes of a folder."""
    heard: list[tuple[Labels, Sequence[Face], Sequence[Told]]] = []

    def hears(decks: Decks | None, labels: Labels, faces: Sequence[Face], tell: Tell) -> ByDeck:
        heard.append((labels, faces, tell()))
        return by_deck(decks, labels, faces, tell)

    pipeline.by_deck = hears
    reader = Reader.load(decks=Decks())
    for path in sorted(folder.glob("choose-*.json")):
        if path.with_suffix(".jpg").exists():
            answer = json.loads(path.read_text())
            reader.read(read_photo(path.with_suffix(".jpg")))
            yield table_of(path.stem, answer["cards"], answer.get("labels", ()), *heard[-1])


def table_of(  # noqa: PLR0917 - what `by_deck` hears, as it hears it
    name: str, cards: Sequence[Mapping[str, object]], whole: Sequence[str], labels: Labels, faces: Sequence[Face], told: Sequence[Told]
) -> Table:
    """A scene's cards that lie open, each beside its answer."""
    kept: dict[int, tuple[float, int]] = {}
    for i, face in enumerate(faces):
        overlaps = [geometry.iou(face.quad, np.array(card["quad"], np.float32)) for card in cards]
        best = int(np.argmax(overlaps)) if overlaps else 0
        if face.hidden < COVERED and overlaps and overlaps[best] >= max(SAME, kept.get(best, (0.0, 0))[0]):
            kept[best] = overlaps[best], i
    which = [i for _, i in kept.values()]
    labels_of = [None if cards[k]["label"] is None else str(cards[k]["label"]) for k in kept]
    pack = "-".join(name.split("-")[:3])
    return Table(pack, ROW in name, whole, labels, [faces[i] for i in which], [told[i] for i in which], labels_of)


def learned(pack: str, tables: Sequence[Table], besides: Table) -> Profile | None:
    """The pack by its photos in rows, or by its scenes besides the one that is to be read; None where they show too little."""
    rows = [table for table in tables if table.rows] or [table for table in tables if table is not besides]
    known = [Known(str(k), n, label, of.told[n]) for k, of in enumerate(rows) for n, label in enumerate(of.truth)]
    whole = besides.whole or sorted({label for table in tables for label in table.truth if label})
    try:
        return learn(pack, known, besides.labels, copies=sys.maxsize, faces=whole, model="", date="")
    except DeckError:
        return None


def likely(plays: Sequence[tuple[Table, Profile]], others: Mapping[str, Profile]) -> tuple[float, float, str]:
    """Mean logarithms of the chances of true faces and true decks; and the counts in words."""
    cards, decks, right, wrong, found, false = [], [], 0, 0, 0, 0
    names = [*others, *others]
    for table, own in plays:
        chosen = choose.choose(Decks((own,), forced=True), table.labels, table.faces, table.told)
        for label, one in zip(table.truth, chosen.matches if chosen else (), strict=True):
            chances = dict(one.face.candidates)
            cards.append(np.log(max(chances.get(label, 0.0) if label else one.face.unknown, LEAST)))
            read = one.face.candidates[0] if one.face.certainty >= SAME else (None, 0.0)
            right, wrong = right + (read[0] == label), wrong + (read[0] not in {None, label})
        after = names.index(table.pack) + 1
        for pack, profile in {**{name: others[name] for name in names[after : after + OTHERS]}, table.pack: own}.items():
            one = choose.choose(Decks((profile,), forced=True), table.labels, table.faces, table.told)
            evidence = (one.evidence if one else 0.0) - choose.PRESENT
            its = pack == table.pack
            decks.append((-np.logaddexp(0, -evidence if its else evidence), its))
            found, false = found + (its and evidence > 0), false + (not its and evidence > 0)
    # The one right deck of a table weighs as much as all the others together.
    of_decks = float(np.mean([p for p, its in decks if its]) + np.mean([p for p, its in decks if not its] or [0.0])) / 2
    words = (
        f"{right} of {len(cards)} right, {wrong} wrong; own deck {found} of {len(plays)}, another's {false} of {len(decks) - len(plays)}"
    )
    return float(np.mean(cards)), of_decks, words


def fitted(plays: Sequence[tuple[Table, Profile]], others: Mapping[str, Profile]) -> None:
    """Moves one number after the other as long as what is true gets likelier; prints each step."""
    *best, words = likely(plays, others)
    print(f"as they are: faces {best[0]:.4f}, decks {best[1]:.4f}; {words}", flush=True)
    moved = True
    while moved:
        moved = False
        for module, name in ((module, name) for module, names in NUMBERS.items() for name in names):
            before = getattr(module, name)
            for value in (before * factor for factor in FACTORS if factor != 1.0):
                setattr(module, name, value)
                *now, words = likely(plays, others)
                if sum(now) > sum(best) + LEAST:
                    best, before, moved = now, value, True
                    print(f"{name} = {value:.3g}: faces {now[0]:.4f}, decks {now[1]:.4f}; {words}", flush=True)
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
