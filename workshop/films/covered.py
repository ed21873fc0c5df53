"""Samples for the obstruction network: a table with hands and things over it, how it looked when it was last at rest, and the truth."""

from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.games.numero.rules.cards import PACK
from workshop.films.bones import POSES
from workshop.films.moves import Cargo, Change, Leg
from workshop.films.paint import cover, lay
from workshop.films.stage import CARRIED, HIDING, Light, Person, Stage, random_top
from workshop.films.table import Pose, Seat, Table, bumped, camera_over
from workshop.films.things import KINDS, STANDING, draw_thing
from workshop.films.webcam import Webcam
from workshop.synth.camera import Camera
from workshop.synth.scene import Deck

Rng = np.random.Generator
Picture = NDArray[np.uint8]

WIDE, TALL = 320, 180
"""What the network is given."""
CELLS = (45, 80)
STORED = np.dtype([("now", "u1", (TALL, WIDE, 3)), ("settled", "u1", (TALL, WIDE, 3)), ("hidden", "u1", CELLS), ("unsure", "u1", CELLS)])
"""A sample: both pictures RGB; of each cell the share that is hidden, and the share that counts for nothing, both 0..255."""
PER_TABLE = 16
"""Samples drawn of one table, with one deck and the same people."""
FACES = 12
SHARPER = 2
"""Pictures are drawn so many times as large."""
NOTHING_OVER = 0.2
"""Share of the samples without hand and thing."""
STANDS = 0.3
"""How often something stands on the table, and stood there before."""
HELD_OUT = 12
"""Every so many-th table is for validation."""


def _small(camera: Camera) -> Camera:
    w, h = WIDE * SHARPER, TALL * SHARPER
    return Camera(w, h, np.diag([w / camera.width, h / camera.height, 1.0]) @ camera.homography, camera.tilt)


def _somewhere(rng: Rng, table: Table) -> NDArray[np.float64]:
    x, y = table.extent
    return np.array([rng.uniform(-x, x), rng.uniform(-y, y)])


def _lay_cards(rng: Rng, stage: Stage, faces: list[str]) -> None:
    """Rows, heaps and single cards, face up and down."""
    for k in range(int(rng.integers(0, 5))):
        place, turn = _somewhere(rng, stage.table), float(rng.choice([0, 90, 180, rng.uniform(0, 360)]))
        a, pitch = np.radians(turn), rng.choice([rng.uniform(1.03, 1.3), rng.uniform(0.0, 0.7)])
        up = bool(rng.random() < 0.75)
        for n in range(int(rng.integers(1, 7))):
            pose = Pose.at(place + n * pitch * np.array([np.cos(a), np.sin(a)]) + rng.normal(0, 0.03, 2), turn + rng.normal(0, 4))
            stage.change(Change(0.0, str(faces[int(rng.integers(len(faces)))]) if up else f"back{k}{n}", pose, up))


def _legs(rng: Rng, stage: Stage, faces: list[str]) -> list[tuple[Leg, float, float]]:
    """Hands anywhere, of anybody, some with a card, some in motion."""
    out = []
    for hand in rng.permutation(2 * len(stage.table.seats))[: int(rng.choice([0, 1, 1, 2, 3]))]:
        a, b = _somewhere(rng, stage.table), _somewhere(rng, stage.table)
        cargo: tuple[Cargo, ...] = ()
        share = float(rng.uniform(0, 0.99))
        if rng.random() < 0.35:
            lies = Pose.at(b + rng.normal(0, 0.3, 2), rng.uniform(0, 360))
            cargo = (Cargo(str(rng.choice(faces)), lies, lies, (bool(rng.random() < 0.8),) * 2),)
            a = b
        step = rng.uniform(0, 0.1) if rng.random() < 0.6 else 0.0
        leg = Leg((int(hand) // 2, int(hand) % 2), 0, 1, a, b, str(rng.choice(POSES)), cargo)
        out.append((leg, share, min(1.0, share + step)))
    return out


def _stage(rng: Rng) -> tuple[Stage, list[str]]:
    players = int(rng.integers(2, 5))
    table = Table.random(rng, players)
    table = replace(table, seats=tuple(_leaning(rng, seat) for seat in table.seats), extent=(rng.uniform(3.5, 8.5), rng.uniform(2.5, 5)))
    camera = _small(camera_over(rng, table, float(rng.uniform(0, 50))))
    faces = [str(PACK[int(k)]) for k in rng.choice(len(PACK), FACES, replace=False)]
    people = tuple(Person.random(rng) for _ in range(players))
    things = [
        (draw_thing(rng, str(rng.choice(STANDING)), 42), _somewhere(rng, table), float(rng.uniform(0, 360)))
        for _ in range(int(rng.integers(1, 3)) if rng.random() < STANDS else 0)
    ]
    seed = int(rng.integers(1 << 30))
    return Stage(camera, table, Deck(rng), people, Light.random(rng), random_top(rng), things, seed, sprite_scale=42), faces


def _leaning(rng: Rng, seat: Seat) -> Seat:
    """Somebody who sits nearer or farther, so that arms come from elsewhere too."""
    return replace(seat, edge=seat.edge + float(rng.uniform(-2.5, 6)))


def _one(rng: Rng, stage: Stage, faces: list[str], webcam: Webcam) -> NDArray[np.void]:
    upright = stage.camera
    settled, stood = stage.picture([])
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 4))):
            pose = Pose.at(_somewhere(rng, stage.table), rng.uniform(0, 360))
            stage.change(Change(0.0, str(rng.choice(faces)), pose, bool(rng.random() < 0.8)))
    if rng.random() < 0.2:
        stage.look_through(bumped(upright, rng.normal(0, 1.5, 2), float(rng.normal(0, 0.15))))
    empty = rng.random() < NOTHING_OVER
    picture, truth = stage.picture([] if empty else _legs(rng, stage, faces))
    for _ in range(0 if empty else int(rng.choice([0, 0, 1, 1, 2]))):
        thing = draw_thing(rng, str(rng.choice(KINDS)), 42)
        patch = stage.thing(thing, _somewhere(rng, stage.table), float(rng.uniform(0, 360)), float(rng.uniform(0.6, 1.3)))
        if patch is not None:
            lay(picture, patch)
            cover(truth, patch, HIDING)
    stage.look_through(upright)
    sample = np.zeros((), STORED)
    for name, drawn in (("now", picture), ("settled", settled)):
        shot = webcam.shoot(drawn, float(rng.uniform(0, 100)))
        sample[name] = cv2.resize(shot, (WIDE, TALL), interpolation=cv2.INTER_AREA)
    stood = np.asarray(cv2.dilate(stood, np.ones((7, 7), np.uint8)), np.uint8)  # What stood there before may count as table.
    for name, where in (("hidden", (truth == HIDING) & (stood == 0)), ("unsure", (truth == CARRIED) | (stood > 0))):
        share = where.astype(np.uint8) * 255
        sample[name] = cv2.resize(share, CELLS[::-1], interpolation=cv2.INTER_AREA)
    return sample


def samples_of_table(task: tuple[int, int]) -> bytes:
    """Draw the samples of one table.

    Args:
        task: A seed and the table's number; together they decide everything.

    Returns:
        ``PER_TABLE`` records of ``STORED``.
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng([*task, 77])
    stage, faces = _stage(rng)
    out = []
    for k in range(PER_TABLE):
        if k % 4 == 0:
            stage.clear()
            _lay_cards(rng, stage, faces)
            webcam = Webcam(rng, (stage.camera.width, stage.camera.height), 100.0, noises=2)
            stage.seed += 1
        out.append(_one(rng, stage, faces, webcam).tobytes())
    return b"".join(out)


def collect(target: Path, *, first: int, tables: int, seed: int, workers: int) -> None:
    """Draw samples of so many tables into a file, one after the other; tables that are there already are kept.

    Args:
        target: The file; samples of ``STORED``, ``PER_TABLE`` of each table.
        first: Number of the first table.
        tables: How many.
        seed: With a table's number it decides everything.
        workers: Processes.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    size = STORED.itemsize * PER_TABLE
    done = target.stat().st_size // size if target.exists() else 0
    with target.open("ab") as out:
        out.truncate(done * size)
        with get_context("spawn").Pool(workers) as pool:
            for data in pool.imap(samples_of_table, [(seed, first + k) for k in range(done, tables)]):
                out.write(data)
                out.flush()


def samples(path: Path, *, held_out: bool) -> NDArray[np.void]:
    """The samples of a file for training or for validation, parted by table: no design, table or hand is in both."""
    stored = np.memmap(path, STORED, mode="r")
    table = np.arange(len(stored)) // PER_TABLE
    return np.asarray(stored[(table % HELD_OUT == 0) == held_out])
