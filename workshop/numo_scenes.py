"""Photos of NUMO cards in rows, drawn with their answers: for measuring, in fonts and on tables that training has never seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.numo.pack import Style, numo_card
from numero_cam.numo.rules.cards import ALL_CARDS, NumoCard
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.face_labels import SEASON_LETTERS
from workshop.numo_faces import fonts_of, random_style, texture
from workshop.numo_tables import kept_back_table
from workshop.synth import light
from workshop.synth.camera import random_camera
from workshop.synth.laying import Shadow, drop_shadow, lay_on, shrunk
from workshop.synth.scene import background

ASPECT = 88 / 63
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class NumoScene:
    """A drawn photo."""

    picture: Picture  #: ``(H, W, 3)`` uint8 RGB.
    labels: tuple[str, ...]  #: Number and letter of the season of each card, as the network tells them.
    quads: NDArray[np.float64]  #: ``(N, 4, 2)`` float64 pixels, clockwise from the card's own top-left.


def _layout(rng: np.random.Generator, rows: Sequence[int]) -> NDArray[np.float64]:
    """Corners of cards in rows of so many, about one in eight on its head; units of a card's width, ``(N, 4, 2)``."""
    out = []
    for row, wide in enumerate(rows):
        for column in range(wide):
            middle = np.array([column * 1.15, row * (ASPECT + 0.3)]) + rng.normal(0, 0.03, 2)
            turn = np.radians(rng.normal(0, 3)) + (np.pi if rng.random() < 1 / 8 else 0)
            box = np.array([[-0.5, -ASPECT / 2], [0.5, -ASPECT / 2], [0.5, ASPECT / 2], [-0.5, ASPECT / 2]])
            out.append(middle + box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))
    return np.stack(out)


def kept_back_style(rng: np.random.Generator) -> Style:
    """A look of a deck in fonts that are kept back from training."""
    return random_style(rng, fonts_of(kept_back=True), own=0.0)


def make_numo_scene(rng: np.random.Generator, style: Style, cards: Sequence[NumoCard] | None = None) -> NumoScene:
    """One photo of cards that lie open in rows of five; one to four rows of two to five by chance where none are given."""
    table, letters = CharacterTable.default(), {season: letter for letter, season in SEASON_LETTERS.items()}
    if cards is None:
        rows = [int(rng.integers(2, 6)) for _ in range(int(rng.integers(1, 5)))]
        cards = [ALL_CARDS[int(k)] for k in rng.permutation(len(ALL_CARDS))[: sum(rows)]]
    else:
        rows = [min(5, len(cards) - start) for start in range(0, len(cards), 5)]
    outlines = _layout(rng, rows)
    camera = random_camera(rng, outlines.reshape(-1, 2), (0.6, 0.95), 0.0)
    _, picture = background(rng, camera, kept_back_table(rng))
    quads = np.stack([camera.project(outline) for outline in outlines])
    size = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    shadow = Shadow(rng.normal(0, 0.02 * size, 2), soft=size * rng.uniform(0.01, 0.04), dark=rng.uniform(0.1, 0.5))
    labels = []
    for card, quad in zip(cards, quads, strict=True):
        front = texture(numo_card(card.number, table.face(card), table.season(card).text, style))
        drop_shadow(rng, picture, quad, shadow)
        lay_on(picture, shrunk(front, quad), quad)
        labels.append(f"{card.number}{letters[table.season(card)]}")
    exposed = light.expose(rng, light.light(rng, np.clip(picture, 0, 255).astype(np.uint8)))
    return NumoScene(light.photograph(rng, exposed), tuple(labels), quads)
