"""NUMO's eyes on drawn photos of open cards, in fonts and on tables that training never saw: writes `results/numo_photos.json`."""

import argparse
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from machine import about, write_result

from numero_cam.app.deck_learn import learn_deck
from numero_cam.base import geometry
from numero_cam.base.files import model_entry
from numero_cam.base.images import write_picture
from numero_cam.base.records import Frame, value_of
from numero_cam.numo import NUMO_CARDS
from numero_cam.numo.pack import Style
from numero_cam.numo.photos import open_numo_reader
from numero_cam.numo.rules.cards import ALL_CARDS
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.files import FOLDER_VARIABLE
from workshop.numo_scenes import NumoScene, kept_back_style, make_numo_scene

SEED = 2_000_003
PACKS, CARDS_A_PHOTO = 4, 10  #: Packs that are learned, and how many cards lie in a photo to learn from.
FOUND = 0.6  #: A card is found where an outline has at least this IoU with it.
SHARES = ("found", "number", "number_wrong", "label", "extra")  #: Of the cards that lie there.
PAIRS = frozenset({"6", "9", "18", "81", "66", "99"})  #: Numbers that are another one of the pack on their heads.


Scenes = Iterable[NumoScene]


def measured(scenes: Scenes, reader: Reader) -> dict[str, object]:
    """Read photos and count cards that are found, numbers and seasons that are right, wrong ones, and readings where no card lies."""
    count = dict.fromkeys(("photos", "cards", "found", "number", "number_wrong", "label", "pairs", "pairs_right", "extra"), 0)
    wrong: list[str] = []
    for scene in scenes:
        count["photos"] += 1
        cards = reader.read(Frame("drawn", scene.picture)).cards
        matched: set[int] = set()
        for label, quad in zip(scene.labels, scene.quads, strict=True):
            near = [card for card in cards if geometry.iou(card.corners, quad.astype(np.float32)) > FOUND]
            told = near[0].card if near else None
            matched |= {near[0].n} if near else set()
            right = told is not None and value_of(told) == value_of(label)
            count["cards"] += 1
            count["found"] += bool(near)
            count["number"] += right
            count["label"] += told == label
            if value_of(label) in PAIRS:
                count["pairs"] += 1
                count["pairs_right"] += right
            if told is not None and not right:
                count["number_wrong"] += 1
                wrong.append(f"{label} as {told}")
        count["extra"] += sum(card.card is not None and card.n not in matched for card in cards)
    shares = {name: round(count[name] / count["cards"], 4) for name in SHARES}
    return {**count, "shares": shares, "wrong": wrong}


def single(photos: int, *, printed: bool) -> Scenes:
    """Photos of open cards: of the deck as it is printed, or each of another deck in kept-back fonts."""
    for seed in range(photos):
        rng = np.random.default_rng([SEED, seed, int(printed)])
        yield make_numo_scene(rng, Style() if printed else kept_back_style(rng))


def learned(photos: int) -> dict[str, object]:
    """Packs in kept-back fonts, read before and after each was learned from eight photos of it in rows, as ``deck learn`` does it."""
    scenes, before, after = [], open_numo_reader("none")[0], {}
    for number in range(PACKS):
        rng = np.random.default_rng([SEED, number, 2])
        style = kept_back_style(rng)
        scenes.append([make_numo_scene(rng, style) for _ in range(photos)])
        with tempfile.TemporaryDirectory() as folder:
            names, answers = [], []
            for start in range(0, len(ALL_CARDS), CARDS_A_PHOTO):
                laid = make_numo_scene(rng, style, ALL_CARDS[start : start + CARDS_A_PHOTO])
                names.append(str(Path(folder) / f"{start}.png"))
                write_picture(Path(names[-1]), laid.picture)
                quads = [{"label": label, "quad": quad.tolist()} for label, quad in zip(laid.labels, laid.quads, strict=True)]
                answers.append({"image": f"{start}.png", "cards": quads})
            rows = Path(folder) / "answers.json"
            rows.write_text(json.dumps(answers), encoding="utf-8")
            os.environ[FOLDER_VARIABLE] = folder
            learn_deck("pack", names, cards=NUMO_CARDS, answers=rows)
            after[number] = open_numo_reader("pack")[0]
    told = [(measured(some, before), measured(some, after[number])) for number, some in enumerate(scenes)]
    return {name: summed([pair[k] for pair in told]) for k, name in enumerate(("before", "after"))}


def summed(counts: list[dict[str, object]]) -> dict[str, object]:
    """What several packs come to."""
    names = [name for name, value in counts[0].items() if isinstance(value, int)]
    total = {name: sum(int(str(one[name])) for one in counts) for name in names}
    shares = {name: round(total[name] / total["cards"], 4) for name in SHARES}
    return {**total, "shares": shares}


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=60)
    asked = parser.parse_args()
    version = model_entry("numo-face").path.name
    result = {
        **about(),
        "model": version,
        "printed": measured(single(asked.photos, printed=True), open_numo_reader("none")[0]),
        "kept_back": measured(single(asked.photos, printed=False), open_numo_reader("none")[0]),
        "learned": learned(max(1, asked.photos // PACKS)),
    }
    write_result("numo_photos", result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
