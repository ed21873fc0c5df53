"""Scenes for training, and what is held out: a seed and a number make each deck anew."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workshop import detector_crops
from workshop.scenes import PER_DECK, Sample
from workshop.strange import StrangeDeck
from workshop.synth import tables
from workshop.synth.chance import random_design
from workshop.synth.levelled import levelled
from workshop.synth.scene import Deck, Scene, Surroundings, make_scene

if TYPE_CHECKING:
    from workshop.stream import Parcel  # it needs PyTorch, and drawing does not

Rng = np.random.Generator

CROPS = 8  #: Of each scene.
TRAINING, HELD_OUT = 0, 1  #: Streams of chance: no scene of one is in the other.
STRANGE_DECKS, LEVELLED = 0.06, 0.3  #: Share of the decks that are other games', and of number decks with rare styles of print.
KINDS, OF_KINDS = ("numbers", "playing", "tiles"), (0.66, 0.24, 0.1)  #: What the others are.
SCALES = (0.65, 0.9)  #: Pixels of the scenes beside those of ``camera.PICTURE_SIZES``: what the detector sees of a photo is no larger.
LIKE_STOCK, FAINT = 0.2, 0.6  #: Share of the tables in the colour of the cards, and of these with no more than a weak shadow.
TABLES = 2  #: A deck's scenes are on one of so many: drawing a table takes as long as laying the cards.


def surroundings(rng: Rng, before: Deck | None, top: tuple[str, NDArray[np.uint8]]) -> Surroundings:
    """What else is on a table, the pack ``before`` among it, as often as photos of real tables have it or more often."""
    return Surroundings(
        scale=float(rng.uniform(*SCALES)),
        strange=float(rng.uniform(0.1, 1)) if rng.random() < 0.1 else 0.0,
        second=before if rng.random() < 0.15 else None,
        printed=bool(rng.random() < 0.3),
        things_over=int(rng.integers(1, 4)) if rng.random() < 0.3 else 0,
        mugs_over=int(rng.integers(1, 3)) if rng.random() < 0.1 else 0,
        faint=bool(rng.random() < FAINT),
        top=top,
    )


def scenes_of(seed: int, stream: int, number: int, before: Deck | None = None) -> tuple[Deck, Iterator[Scene]]:
    """A deck and its scenes, drawn one by one.

    Seed, ``stream`` (``TRAINING`` or ``HELD_OUT``) and number decide everything but the pack ``before``, see ``surroundings``.
    """
    rng = np.random.default_rng([seed, 35, stream, number])
    if rng.random() < STRANGE_DECKS:
        deck: Deck = StrangeDeck(rng)
    else:
        design = random_design(rng, kind=str(rng.choice(KINDS, p=OF_KINDS)))
        deck = Deck(rng, design=levelled(rng, design) if rng.random() < LEVELLED else design)

    def draw() -> Iterator[Scene]:
        tops = [tables.random_table(rng) for _ in range(TABLES)]
        for _ in range(PER_DECK):
            like = bool(rng.random() < LIKE_STOCK)
            around = surroundings(rng, before, tops[int(rng.integers(TABLES))])
            yield make_scene(rng, deck, like_stock=like, around=replace(around, faint=like and around.faint))

    return deck, draw()


def sample_of(scene: Scene) -> Sample:
    """A scene as training reads it."""
    quads = np.array([card.quad for card in scene.cards], np.float32).reshape(-1, 4, 2)
    visible = np.array([card.visible for card in scene.cards], np.float32)
    return Sample(scene.picture, scene.ids, quads, [card.label for card in scene.cards], visible)


def scene_parcels(seed: int, which: int, processes: int) -> "Iterator[Parcel]":
    """Crops of scenes without end, see ``stream.Parcels``."""
    before, number = None, which
    while True:
        before, scenes = scenes_of(seed, TRAINING, number, before)
        for scene in scenes:
            rng = np.random.default_rng([seed, 36, number])
            yield "crops", detector_crops.crops_of_scene(rng, sample_of(scene), CROPS)
        number += processes
