"""Path-traced scenes to train on: decks and layouts as training draws them, with the edges, shadows and light that a flat drawing imitates.

Held-out packs (``packs``) and the sample pictures lie on other tables, in other light; only the way in which light is followed is the same.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop import wide
from workshop.labels import PACK_LABELS
from workshop.render import view
from workshop.render.arrange import layered
from workshop.render.records import CARD, Eye, Lamp, Place, Table
from workshop.scenes import NO_CARD, PER_DECK
from workshop.synth import layout, light, tables
from workshop.synth.backs import draw_back
from workshop.synth.chance import random_design
from workshop.synth.faces import draw_face
from workshop.synth.foreign import draw_foreign
from workshop.synth.levelled import levelled
from workshop.synth.scene import Scene, SceneCard, write_scene
from workshop.synth.styles import Design
from workshop.web_fonts import TRAINING_LIST

Rng = np.random.Generator
Picture = NDArray[np.uint8]

FACE = 520  #: Height of a card's picture, pixels.
BACK, FOREIGN = "", "foreign"  #: Labels of what is no card of the pack.
BANDED = 0.25  #: Share of the decks with a slanted band: its edge is taken for the card's where white cards lie on each other.
LAYOUTS: layout.Layouts = ((layout.game, 0.4), (layout.hands, 0.4), (layout.leaning, 0.1), (layout.scatter, 0.1))
SIZES = ((640, 480), (800, 600), (800, 450), (960, 720), (600, 800))
TOP = (0.12, 1.0)  #: Metres that the table's pattern takes before it comes again in mirror.
SKY = (1.0, 1.0, 1.0)


def design_of(rng: Rng) -> Design:
    """A deck of number cards in fonts of training, in the size of the renderer's cards.

    Raises:
        FontsMissingError: See ``wide.new_fonts``.
    """
    u = rng.random()
    if u < BANDED:
        design = random_design(rng, "band", "numbers")
    else:
        design = random_design(rng, kind="numbers") if u < 0.5 else wide.design_of(rng, "numbers", TRAINING_LIST)
        design = levelled(rng, design) if rng.random() < 0.5 else design
    return replace(design, aspect=CARD[0] / CARD[1])


def table_of(rng: Rng, name: str) -> Table:
    """A table by chance; there is a card on it at least."""
    places: list[layout.Place] = []
    while not places:
        kind, places = layout.random_layout(rng, CARD[1] / CARD[0], LAYOUTS)
    labels = list(PACK_LABELS)
    rng.shuffle(labels)
    names = [{"back": BACK, "foreign": FOREIGN}.get(p.kind, labels[i % len(labels)]) for i, p in enumerate(places)]
    laid = layered([
        Place(label, p.x * CARD[0], -p.y * CARD[0], -p.turn, p.zone or "", p.stack) for label, p in zip(names, places, strict=True)
    ])  # fmt: skip
    size = SIZES[int(rng.integers(len(SIZES)))]
    tilt = float(rng.uniform(0, 55)) if rng.random() < 0.7 else float(rng.uniform(0, 15))
    start = Eye((0.0, 0.0), 0.7, tilt, float(rng.normal(0, 15)), float(rng.normal(0, 3)), float(rng.uniform(38, 70)))
    points = np.concatenate([view.corners(card) for card in laid])
    eye = view.framed(start, size, points, float(rng.uniform(-0.08, 0.15)))
    sky = float(np.exp(rng.uniform(np.log(0.05), np.log(1.2)))), SKY
    samples, seed = int(rng.integers(3, 7)), int(rng.integers(2**31))
    return Table(name, kind, "printed", size, laid, (), _lamps(rng), sky, eye, 0.0, seed, samples)


def _lamps(rng: Rng) -> tuple[Lamp, ...]:
    """One to three lamps anywhere above the table, from a spot to a wall of windows."""
    out = []
    for _ in range(int(rng.integers(1, 4))):
        around, away, high = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.6), rng.uniform(0.5, 2.0)
        warm = float(rng.uniform(-0.1, 0.35))
        colour = (1.0, 1 - 0.5 * max(warm, 0) - 0.1 * max(-warm, 0), 1 - warm if warm > 0 else 1.0)
        place = (float(away * np.cos(around)), float(away * np.sin(around)), float(high))
        power = float(np.exp(rng.normal(0, 0.5))) * 12 * (away**2 + high**2)
        out.append(Lamp("area", place, power, float(np.exp(rng.uniform(np.log(0.05), np.log(1.5)))), colour))
    return tuple(out)


def draw(folder: Path, *, seed: int, first_deck: int, decks: int) -> None:
    """Path-traces ``PER_DECK`` scenes of each deck in the form of ``scenes``; decks that are there already are kept.

    Args:
        folder: Where to; made if missing.
        seed: With a deck's number it decides everything.
        first_deck: Number of the first deck, from 0.
        decks: How many.

    Raises:
        FontsMissingError: See ``wide.new_fonts``.
    """
    wide.new_fonts(TRAINING_LIST)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first_deck, first_deck + decks):
        names = [f"{number * PER_DECK + k:07d}" for k in range(PER_DECK)]
        if (folder / f"{names[-1]}.json").exists():
            continue
        rng = np.random.default_rng([seed, 88, number])
        design = design_of(rng)
        back = draw_back(rng, FACE) if rng.random() < 0.5 else draw_back(design, FACE)
        faces = {BACK: back, FOREIGN: draw_foreign(rng, FACE)}
        for name in names:
            write_scene(_scene(rng, name, design, faces), folder, name)


def _scene(rng: Rng, name: str, design: Design, faces: dict[str, Picture]) -> Scene:
    """One scene; faces that no scene of the deck has shown yet are added to ``faces``."""
    from workshop.render import blender  # noqa: PLC0415 - Blender is wanted only where a picture is missing

    table = table_of(rng, name)
    labels = {card.label for card in table.cards}
    faces |= {label: draw_face(design, label, FACE) for label in sorted(labels - faces.keys())}
    pattern, top = tables.white_table(rng) if rng.random() < 0.15 else tables.random_table(rng)
    width = float(np.exp(rng.uniform(*np.log(TOP))))
    picture = blender.take(table, {label: faces[label] for label in (BACK, *labels)}, design.radius, blender.Top(top, width)).astype(
        np.float32
    )
    picture *= rng.uniform(150, 250) / max(float(np.percentile(picture, 97)), 20.0)
    ids, cards = answer_of(table)
    chosen: dict[str, object] = {"layout": table.layout, "table": pattern, "tilt": round(table.eye.tilt, 1)}
    return Scene(light.photograph(rng, light.expose(rng, picture)), ids, cards, chosen)


def answer_of(table: Table) -> tuple[Picture, list[SceneCard]]:
    """Which card is seen where, ``(H // 2, W // 2)`` as in ``synth.scene.Scene``, and the answer for each, the lowest first."""
    width, height = table.size
    ids = np.full((height, width), NO_CARD, np.uint8)
    quads = [view.quad(table, card) for card in table.cards]
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(ids, np.round(quad).astype(np.int32), i)
    counts = np.bincount(ids.ravel(), minlength=256)
    cards = []
    for i, (card, quad) in enumerate(zip(table.cards, quads, strict=True)):
        share = min(1.0, float(counts[i]) / max(1.0, abs(float(cv2.contourArea(quad.astype(np.float32))))))
        label = None if card.label in {BACK, FOREIGN} else card.label
        cards.append(SceneCard(label, np.round(quad, 2).tolist(), round(share, 3), card.zone or None, card.stack))
    return ids[::2, ::2].copy(), cards
