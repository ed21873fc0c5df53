"""Scenes by which packs are told apart: tables of the project's own deck, and photos by which a held-out deck is learned."""

from pathlib import Path

import cv2
import numpy as np

from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH, read_art
from workshop import unseen
from workshop.own_looks import PIXELS_PER_MM, TABLE, drawn
from workshop.synth.design import project_design
from workshop.synth.layout import Place
from workshop.synth.scene import TEXTURE_HEIGHT, Deck, Picture, Scene, make_scene
from workshop.telling import Faces

Rng = np.random.Generator

SEED = 2_900
PHOTOS = 5  #: Number of photos from which a pack is learned; together they show each of its cards once.
ACROSS = 6  #: Maximum number of cards in a row.
SEEN = 0.95  #: Minimum visible share of each card in a photo from which a pack is learned.


class OwnDeck(Deck):
    """The project's own deck as ``deck print`` prints it."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng, design=project_design(), plain=0)
        self._art = read_art()

    def face(self, label: str) -> Picture:
        """See ``Deck``."""
        if label not in self._faces:
            inset, height, width = TABLE * PIXELS_PER_MM, CARD_HEIGHT * PIXELS_PER_MM, CARD_WIDTH * PIXELS_PER_MM
            card = drawn(self._art[label])[inset : inset + height, inset : inset + width]
            outline = super().face(label)[..., 3:]
            small = cv2.resize(card, (outline.shape[1], TEXTURE_HEIGHT), interpolation=cv2.INTER_AREA)
            self._faces[label] = np.dstack([small, outline])
        return self._faces[label]


def draw_own(folder: Path, half: unseen.Half, count: int) -> list[Path]:
    """Draws so many tables of the own deck, laid and lit as those of a half, keeping those that are there; returns the answers."""
    folder.mkdir(parents=True, exist_ok=True)
    answers = [folder / f"{half}-{SEED}-own-{number:03d}.json" for number in range(count)]
    missing = [(number, answer) for number, answer in enumerate(answers) if not answer.exists()]
    if missing:
        deck = OwnDeck(np.random.default_rng(SEED))
        faces = Faces(deck.design, deck.labels())
        for number, answer in missing:
            rng = np.random.default_rng([SEED, number])
            scene = make_scene(rng, deck, unseen.HELD[half].layouts)
            unseen.write_told(unseen.under_lamp(rng, scene, half), answer, faces, {"labels": deck.labels()})
    return answers


def draw_rows(folder: Path, half: unseen.Half, number: int) -> list[Path]:
    """Draws the photos from which a plain deck of a half is learned, keeping those that are there; returns the answers."""
    folder.mkdir(parents=True, exist_ok=True)
    answers = [folder / f"{half}-{SEED}-{number:03d}-row-{k}.json" for k in range(PHOTOS)]
    if not all(answer.exists() for answer in answers):
        deck = unseen.deck_of(unseen.chance_of(half, number), half, number)
        faces = Faces(deck.design, deck.labels())
        for k, answer in enumerate(answers):
            rng = np.random.default_rng([SEED, unseen.HALVES.index(half), number, k])
            scene = _in_rows(rng, Deck(rng, design=deck.design, labels=deck.labels()[k::PHOTOS]))
            unseen.write_told(unseen.under_lamp(rng, scene, half), answer, faces, {"image": f"{answer.stem}.jpg"})
    return answers


def _in_rows(rng: Rng, deck: Deck) -> Scene:
    """A photo of all cards of a deck side by side; taken again until each is seen whole."""
    count = len(deck.labels())

    def rows(rng: Rng, aspect: float) -> list[Place]:
        across, down = rng.uniform(1.06, 1.3), rng.uniform(1.05, 1.25) * aspect
        return [
            Place(float(i % ACROSS * across + rng.normal(0, 0.02)), float(i // ACROSS * down), float(rng.normal(0, 2)), stack=i)
            for i in range(count)
        ]

    while True:
        scene = make_scene(rng, deck, ((rows, 1.0),))
        if all(card.label is not None and card.visible >= SEEN for card in scene.cards):
            return scene
