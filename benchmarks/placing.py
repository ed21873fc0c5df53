"""How camera, light and cloth decide whether a dealt table is read: benchmarks/results/placing.json and docs/placing.svg.

    NUMERO_CAM_FONTS=FONTS python benchmarks/placing.py [--tables 12] [--picture]

Draws deals of two players with open hands, each with a pack of its own, as a webcam of 1280 x 720 sees them, and reads them without a
learned pack. One condition is changed at a time; the others stay as in `Placing`. A condition's result is the share of the cards that are
read as they are. ``--picture`` draws the page's picture from the results that are there and reads nothing.

Light is told as the brightness of white card in the picture (0-255): below about 100 a webcam has no more exposure to give, so its picture
becomes dark and noisy. The noise here grows as its amplifier does. A reflection is a bright spot of a card's size on the centre.
"""

import argparse
import json
import sys
from dataclasses import dataclass, replace

import cv2
import numpy as np
from machine import ROOT, about_eyes, write_result
from numpy.typing import NDArray
from placing_picture import placing_picture

from numero_cam.base.records import Frame, TableState
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import DeckOptions
from workshop.films.games import Kind, film_game
from workshop.films.moves import Script, Tempo
from workshop.films.plays import STOCK, Director
from workshop.films.stage import Light, Person, Stage
from workshop.films.table import HEIGHT, WIDTH, Pose, Table, camera_over
from workshop.synth import tables
from workshop.synth.camera import Camera
from workshop.synth.fonts import FontsMissingError
from workshop.synth.scene import Deck

OUT = ROOT / "benchmarks" / "results" / "placing.json"
PICTURE = ROOT / "docs" / "placing.svg"
SEED = 46
NOISE = 2.0  #: Standard deviation of the noise of a well lit picture, in brightness.
SPOT = 1.0  #: Radius of a reflection, in card widths.

Picture = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True)
class Placing:
    """Camera, light and table."""

    card: int = 80  #: Width of a card in the middle of the picture, in pixels.
    tilt: int = 20  #: Degrees between the view and straight down.
    white: int = 220  #: Brightness of white card in the picture, 0-255.
    reflection: int = 0  #: Brightness that a reflected lamp adds, 0-255.
    cloth: str = "one dark colour"  #: Kind of the table's top.


def changed() -> dict[str, list[Placing]]:
    """The placings that are measured, by the condition that changes."""
    usual = Placing()
    return {
        "card": [replace(usual, card=n) for n in (90, 70, 55, 45, 36, 28, 22)],
        "tilt": [replace(usual, tilt=n, card=60) for n in (0, 15, 30, 45, 60, 70)],
        "white": [replace(usual, white=n) for n in (220, 140, 90, 60, 40, 25, 15)],
        "reflection": [replace(usual, reflection=n) for n in (0, 60, 120, 180, 240)],
        "cloth": [replace(usual, cloth=name) for name in CLOTHS],
    }


def _grey(rng: Rng, low: float, high: float) -> Picture:
    """A table of one colour with a little life in it, its brightness in a range."""
    plain = tables.plain(rng)
    return np.asarray(np.clip(plain * (rng.uniform(low, high) / max(1.0, float(plain.mean()))), 0, 255), np.uint8)


def _kind(rng: Rng, kind: str) -> Picture:
    make = {"wood": tables.wood, "checked": tables.checks, "printed": tables.printed}[kind]
    return np.asarray(np.clip(make(rng), 0, 255), np.uint8)


CLOTHS = {
    "one dark colour": lambda rng: _grey(rng, 40, 110),
    "one pale colour": lambda rng: _grey(rng, 150, 190),
    "white": lambda rng: tables.white_table(rng)[1],
    "wood": lambda rng: _kind(rng, "wood"),
    "checked": lambda rng: _kind(rng, "checked"),
    "printed": lambda rng: _kind(rng, "printed"),
}


def _zoomed(camera: Camera, pixels: int) -> Camera:
    """The camera moved away or nearer until a card in the middle of the table is so wide."""
    left, right = camera.project(np.array([[-0.5, 0.0], [0.5, 0.0]]))
    scale = pixels / float(np.linalg.norm(right - left))
    about_middle = np.array([[scale, 0, WIDTH / 2 * (1 - scale)], [0, scale, HEIGHT / 2 * (1 - scale)], [0, 0, 1.0]])
    return Camera(WIDTH, HEIGHT, about_middle @ camera.homography, camera.tilt)


def _shot(rng: Rng, picture: Picture, placing: Placing, spot: NDArray[np.float64], radius: float) -> Picture:
    """What a webcam makes of the scene: a reflection, little light, noise, a little softness, compression."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    glow = placing.reflection * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * radius**2))
    share = placing.white / 255
    amplified = NOISE * np.sqrt(220 / placing.white)
    seen = picture * share + glow[..., None] + rng.normal(0, amplified, picture.shape)
    soft = cv2.GaussianBlur(np.clip(seen, 0, 255).astype(np.uint8), (0, 0), 0.6)
    _, data = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def dealt_table(number: int, placing: Placing) -> tuple[Picture, dict[str, NDArray[np.float64]]]:
    """A picture ``(720, 1280, 3)`` uint8 RGB of a deal, and the middle ``(2,)`` in pixels of each card that is wholly in it, by label.

    The deal, the pack and where the cards lie follow from the number alone.
    """
    rng = np.random.default_rng([SEED, number])
    game = film_game(rng, Kind(2, 6, 0, "3"))
    table = Table.random(rng, 2)
    camera = _zoomed(camera_over(np.random.default_rng([SEED, number, 1]), table, placing.tilt), placing.card)
    director = Director(Script(rng, table.seats, Tempo(1.0)), table, hidden=False)
    director.deal(game.states[1])
    top = CLOTHS[placing.cloth](np.random.default_rng([SEED, number, 2]))
    people = tuple(Person.random(rng) for _ in game.names)
    stage = Stage(camera, table, Deck(rng, kind="numbers"), people, Light.random(rng), (("top", top), number), [], number)
    for change in director.script.changes:
        stage.change(change)
    lying = {card: lies.pose for card, lies in director.script.lying.items() if not card.startswith(STOCK)}
    middles = camera.project(np.array([pose.xy for pose in lying.values()]))
    picture = _shot(rng, stage.picture([])[0], placing, camera.project(np.zeros((1, 2)))[0], SPOT * placing.card)
    return picture, {card: middle for card, middle in zip(lying, middles, strict=True) if _is_inside(camera, lying[card])}


def _is_inside(camera: Camera, pose: Pose) -> bool:
    corners = camera.project(pose.xy + np.array([[-0.7, -0.7], [0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]]))
    return bool((corners > 0).all() and (corners < (WIDTH, HEIGHT)).all())


def right(state: TableState, truth: dict[str, NDArray[np.float64]]) -> int:
    """Number of the cards that were read as they are, where they are."""
    count = 0
    for label, middle in truth.items():
        at = [
            c.reading.label
            for c in state.cards
            if cv2.pointPolygonTest(c.reading.corners, (float(middle[0]), float(middle[1])), measureDist=False) >= 0
        ]
        count += label in at
    return count


def measured(reader: Reader, placing: Placing, count: int) -> dict[str, object]:
    """The condition with its result over so many tables."""
    asked = found = 0
    for number in range(count):
        picture, truth = dealt_table(number, placing)
        asked += len(truth)
        found += right(reader.read(Frame(f"table {number}", picture)), truth)
    return {"cards": asked, "right": round(found / max(1, asked), 3)}


def main() -> None:
    """Measure, print and write; draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=12, help="number of deals for each condition")
    parser.add_argument("--picture", action="store_true", help="only draw the picture")
    options = parser.parse_args()
    if not options.picture:
        reader = Reader.load(decks=DeckOptions())
        try:
            found = {
                name: {str(getattr(placing, name)): measured(reader, placing, options.tables) for placing in placings}
                for name, placings in changed().items()
            }
        except FontsMissingError as error:
            sys.exit(f"placing.py: {error}")
        write_result("placing", {**about_eyes(), "tables": options.tables, "right": found})
        print(json.dumps(found, indent=1))
    PICTURE.write_text(placing_picture(json.loads(OUT.read_text(encoding="utf-8"))["right"]), encoding="utf-8")


if __name__ == "__main__":
    main()
