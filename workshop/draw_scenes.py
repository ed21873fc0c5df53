"""Draws a folder of scenes as training draws them, of decks that no network was trained on, by which benchmarks measure."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from workshop.scenes import PER_DECK
from workshop.synth.chance import random_design
from workshop.synth.scene import Deck, make_scene, write_scene


def draw(folder: Path, seed: int, numbers: Iterable[int]) -> None:
    """Draws ``PER_DECK`` scenes of each deck, by seed and number; decks that are there are kept, so a stopped run goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        names = [f"{number * PER_DECK + k:07d}" for k in range(PER_DECK)]
        if (folder / f"{names[-1]}.json").exists():
            continue
        rng = np.random.default_rng([seed, number])
        deck = Deck(rng, design=random_design(rng))
        for name in names:
            write_scene(make_scene(rng, deck), folder, name)
