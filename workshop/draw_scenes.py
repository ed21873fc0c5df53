"""Draws a folder of scenes."""

from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from workshop import wide
from workshop.scenes import PER_DECK
from workshop.synth.chance import random_design
from workshop.synth.levelled import levelled
from workshop.synth.scene import Deck, make_scene, write_scene
from workshop.web_fonts import TRAINING_LIST

LIKE_STOCK = 1  #: Chance of its own, so that a seed gives the scenes of before where no tables in the colour of the cards are asked for.


def _draw_deck(task: tuple[Path, int, int, str | None, str | None, bool, bool, float]) -> int:
    folder, seed, number, ground, kind, widely, level, like_stock = task
    names = [f"{number * PER_DECK + k:07d}" for k in range(PER_DECK)]
    if (folder / f"{names[-1]}.json").exists():
        return number
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    design = wide.design_of(rng, kind, TRAINING_LIST) if widely else random_design(rng, ground, kind)
    deck = Deck(rng, design=levelled(rng, design) if level else design)
    alike = np.random.default_rng([seed, number, LIKE_STOCK]).random(len(names)) < like_stock
    for name, like in zip(names, alike, strict=True):
        write_scene(make_scene(rng, deck, like_stock=bool(like)), folder, name)
    return number


def draw(  # noqa: PLR0913 - what a scene is drawn by, each for itself
    folder: Path,
    *,
    seed: int,
    first_deck: int,
    decks: int,
    workers: int,
    ground: str | None = None,
    kind: str | None = None,
    widely: bool = False,
    level: bool = False,
    like_stock: float = 0.0,
) -> None:
    """Draws scenes ``PER_DECK`` to a deck; decks that are there already are kept, so a stopped run goes on.

    Args:
        folder: Where to; made if missing.
        seed: With the deck's number it decides everything.
        first_deck: Number of the first deck.
        decks: How many.
        workers: Processes.
        ground: What all decks have under their numerals; any if not given.
        kind: What all decks are: numbers, playing or tiles; any if not given.
        widely: In the inks, on the stocks and in the fonts of ``wide``; then ``ground`` is not looked at.
        level: Number cards with rare styles of print often, see ``synth.levelled``.
        like_stock: Share of the scenes, 0-1, on tables in the colour of the cards, see ``tables.like_stock``.

    Raises:
        FontsMissingError: See ``wide.new_fonts``.
    """
    if widely:
        wide.new_fonts(TRAINING_LIST)
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [(folder, seed, first_deck + k, ground, kind, widely, level, like_stock) for k in range(decks)]
    with get_context("spawn").Pool(workers) as pool:
        for _ in pool.imap_unordered(_draw_deck, tasks):
            pass
