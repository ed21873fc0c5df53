"""Photos of NUMO cards in rows, drawn with their answers: for measuring, in fonts and on tables that training has never seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.games.numo.cards import ALL_CARDS, Card
from numero_cam.games.numo.photo import SEASON_LETTERS
from numero_cam.games.numo.table import Table
from numero_cam.printing.numo_art import Style, numo_card
from numero_cam.workshop.numo_faces import fonts_of, random_style, texture
from numero_cam.workshop.numo_tables import kept_back_table
from numero_cam.workshop.synth import light
from numero_cam.workshop.synth.camera import random_camera
from numero_cam.workshop.synth.laying import Shadow, drop_shadow, lay_on, shrunk
from numero_cam.workshop.synth.scene import background

ASPECT = 88 / 63
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class NumoScene:
    """A drawn photo.

    Attributes:
        picture: ``(H, W, 3)`` uint8 RGB.
        labels: Number and letter of the season of each card, as the network tells them.
        quads: ``(N, 4, 2)`` float64 pixels, clockwise from the card's own top-left.
    """

    picture: Picture
    labels: tuple[str, ...]
    quads: NDArray[np.float64]


def _layout(rng: np.random.Generator) -> NDArray[np.float64]:
    """Corners of cards in one to four rows of two to five, about one in eight on its head; units of a card's width, ``(N, 4, 2)``."""
    out = []
    for row in range(int(rng.integers(1, 5))):
        for column in range(int(rng.integers(2, 6))):
            middle = np.array([column * 1.15, row * (ASPECT + 0.3)]) + rng.normal(0, 0.03, 2)
            turn = np.radians(rng.normal(0, 3)) + (np.pi if rng.random() < 1 / 8 else 0)
            box = np.array([[-0.5, -ASPECT / 2], [0.5, -ASPECT / 2], [0.5, ASPECT / 2], [-0.5, ASPECT / 2]])
            out.append(middle + box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]))
    return np.stack(out)


def make_numo_scene(rng: np.random.Generator, *, printed: bool) -> NumoScene:
    """Draws one photo of cards that lie open.

    Args:
        rng: Source of all chance.
        printed: The deck as it is printed; else one in fonts that are kept back from training.
    """
    style = Style() if printed else random_style(rng, fonts_of(kept_back=True), own=0.0)
    table, letters = Table.default(), {season: letter for letter, season in SEASON_LETTERS.items()}
    outlines = _layout(rng)
    camera = random_camera(rng, outlines.reshape(-1, 2), (0.6, 0.95), 0.0)
    _, picture = background(rng, camera, kept_back_table(rng))
    quads = np.stack([camera.project(outline) for outline in outlines])
    size = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    shadow = Shadow(rng.normal(0, 0.02 * size, 2), soft=size * rng.uniform(0.01, 0.04), dark=rng.uniform(0.1, 0.5))
    labels = []
    for k, quad in zip(rng.permutation(len(ALL_CARDS))[: len(quads)], quads, strict=True):
        card: Card = ALL_CARDS[int(k)]
        front = texture(numo_card(card.number, table.face(card), table.season(card).text, style))
        drop_shadow(rng, picture, quad, shadow)
        lay_on(picture, shrunk(front, quad), quad)
        labels.append(f"{card.number}{letters[table.season(card)]}")
    exposed = light.expose(rng, light.light(rng, np.clip(picture, 0, 255).astype(np.uint8)))
    return NumoScene(light.photograph(rng, exposed), tuple(labels), quads)
