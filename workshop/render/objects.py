"""Things of a table as Blender meshes. Imports Blender: only for the command that renders."""

from collections.abc import Sequence

import bpy
import numpy as np
import numpy.typing as npt

from workshop.render import materials
from workshop.render.records import CARD, THICK, Place, Thing

Points = Sequence[Sequence[float] | npt.NDArray[np.float64]]
Faces = Sequence[tuple[int, ...]]

_ARC = 7


def mesh(name: str, points: Points, faces: Faces, material: bpy.types.Material, *, smooth: bool = False) -> bpy.types.Object:
    """A new object from points and faces, put into the scene."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(map(float, point)) for point in points], [], faces)
    data.materials.append(material)
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.update()
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def outline(width: float, height: float, radius: float) -> list[tuple[float, float]]:
    """A rectangle with round corners around the origin, counter-clockwise."""
    points = []
    for turn, (x, y) in zip((0, 90, 180, 270), ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        middle = x * (width / 2 - radius), y * (height / 2 - radius)
        for step in range(_ARC):
            angle = np.deg2rad(turn + 90 * step / (_ARC - 1))
            points.append((middle[0] + radius * np.cos(angle), middle[1] + radius * np.sin(angle)))
    return points


def card(place: Place, front: bpy.types.Material, edge: bpy.types.Material, radius: float, *, thick: float = THICK) -> None:
    """A card: its face above, its edge around; the face's picture covers the outline's box."""
    ring = outline(*CARD, radius * CARD[0])
    count = len(ring)
    points = [(x, y, 0.0) for x, y in ring] + [(x, y, thick) for x, y in ring]
    sides = [(n, (n + 1) % count, count + (n + 1) % count, count + n) for n in range(count)]
    thing = mesh("card", points, [tuple(range(count, 2 * count)), *sides], front)
    thing.data.materials.append(edge)
    for side in thing.data.polygons[1:]:
        side.material_index = 1
    layer = thing.data.uv_layers.new(name="face")
    for loop in thing.data.loops:
        x, y, _ = thing.data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = (x / CARD[0] + 0.5, y / CARD[1] + 0.5)
    thing.location = (place.x, place.y, place.layer * THICK)
    thing.rotation_euler = (0, 0, np.deg2rad(place.turn))


def lathe(name: str, profile: list[tuple[float, float]], material: bpy.types.Material) -> bpy.types.Object:
    """A turned body: the profile of radius and height, turned around the upright axis."""
    steps = 48
    points = [(r * np.cos(2 * np.pi * s / steps), r * np.sin(2 * np.pi * s / steps), z) for r, z in profile for s in range(steps)]
    faces = [
        (row * steps + s, row * steps + (s + 1) % steps, (row + 1) * steps + (s + 1) % steps, (row + 1) * steps + s)
        for row in range(len(profile) - 1)
        for s in range(steps)
    ]
    return mesh(name, points, faces, material, smooth=True)


def add(thing: Thing, rng: np.random.Generator, back: bpy.types.Material, edge: bpy.types.Material) -> None:
    """Put a thing on the table."""
    if thing.kind == "pile":
        for number in range(34):
            x, y = thing.x + float(rng.normal(0, 0.0005)), thing.y + float(rng.normal(0, 0.0005))
            card(Place("", x, y, thing.turn + float(rng.normal(0, 0.6)), "", -1, layer=number), back, edge, 0.065)
        return
    made = {"mug": _mug, "pencil": _pencil, "eraser": _eraser, "paper": _paper, "bowl": _bowl, "phone": _phone}[thing.kind](thing, rng)
    for part in made:
        part.rotation_euler = (part.rotation_euler[0], part.rotation_euler[1], np.deg2rad(thing.turn))
        part.location = (thing.x, thing.y, part.location[2])


def _mug(thing: Thing, _rng: np.random.Generator) -> list[bpy.types.Object]:
    glaze = materials.plain("glaze", thing.colour, rough=0.18, coat=0.6)
    profile = [(0.0, 0.003), (0.032, 0.003), (0.036, 0.0), (0.04, 0.004), (0.041, 0.088), (0.0425, 0.092), (0.039, 0.092), (0.0375, 0.088)]
    body = lathe("mug", [*profile, (0.0365, 0.02), (0.034, 0.006), (0.0, 0.006)], glaze)
    coffee = lathe("coffee", [(0.0, 0.074), (0.0373, 0.074)], materials.plain("coffee", (0.035, 0.016, 0.007), rough=0.06))
    turns, around = 20, 10
    points: list[npt.NDArray[np.float64]] = []
    faces: list[tuple[int, ...]] = []
    for step in range(turns + 1):
        bend = np.pi * step / turns - np.pi / 2
        middle = np.array([0.039 + 0.026 * np.cos(bend), 0.0, 0.047 + 0.03 * np.sin(bend)])
        for part in range(around):
            angle = 2 * np.pi * part / around
            points.append(middle + 0.0052 * np.array([np.cos(bend) * np.cos(angle), np.sin(angle), np.sin(bend) * np.cos(angle)]))
    for step in range(turns):
        for part in range(around):
            first, second = step * around, (step + 1) * around
            faces.append((first + part, first + (part + 1) % around, second + (part + 1) % around, second + part))
    return [body, coffee, mesh("handle", points, faces, glaze, smooth=True)]


def _pencil(thing: Thing, _rng: np.random.Generator) -> list[bpy.types.Object]:
    paint, wood = materials.plain("paint", thing.colour, rough=0.3, coat=0.4), materials.plain("bare", (0.72, 0.5, 0.3), rough=0.7)
    lead, rubber = materials.plain("lead", (0.03, 0.03, 0.035), rough=0.4), materials.plain("rubber", (0.75, 0.3, 0.3), rough=0.8)
    parts = []
    for name, low, high, wide, narrow, material in (
        ("paint", -0.075, 0.06, 0.0037, 0.0037, paint), ("wood", 0.06, 0.075, 0.0037, 0.0012, wood),
        ("lead", 0.075, 0.08, 0.0012, 0.0002, lead), ("rubber", -0.085, -0.075, 0.0036, 0.0036, rubber),
    ):  # fmt: skip
        ring = [(np.cos(np.pi * s / 3 + np.pi / 6), np.sin(np.pi * s / 3 + np.pi / 6)) for s in range(6)]
        points = [(low, wide * y, wide * z) for y, z in ring] + [(high, narrow * y, narrow * z) for y, z in ring]
        faces = [(s, (s + 1) % 6, 6 + (s + 1) % 6, 6 + s) for s in range(6)] + [tuple(range(5, -1, -1)), tuple(range(6, 12))]
        part = mesh(name, points, faces, material)
        part.location = (0, 0, 0.0033)
        parts.append(part)
    return parts


def _box(name: str, size: tuple[float, float, float], radius: float, material: bpy.types.Material) -> bpy.types.Object:
    ring = outline(size[0], size[1], radius)
    count = len(ring)
    points = [(x, y, 0.0) for x, y in ring] + [(x, y, size[2]) for x, y in ring]
    faces = [(n, (n + 1) % count, count + (n + 1) % count, count + n) for n in range(count)]
    return mesh(name, points, [*faces, tuple(range(count, 2 * count))], material)


def _eraser(thing: Thing, _rng: np.random.Generator) -> list[bpy.types.Object]:
    sleeve = _box("sleeve", (0.032, 0.0205, 0.0115), 0.001, materials.plain("sleeve", thing.colour, rough=0.5))
    return [_box("eraser", (0.048, 0.02, 0.011), 0.003, materials.plain("gum", (0.85, 0.84, 0.8), rough=0.8)), sleeve]


def _paper(_thing: Thing, _rng: np.random.Generator) -> list[bpy.types.Object]:
    return [_box("paper", (0.148, 0.21, 0.0003), 0.0005, materials.ruled("ruled"))]


def _bowl(thing: Thing, rng: np.random.Generator) -> list[bpy.types.Object]:
    glaze = materials.plain("bowl", thing.colour, rough=0.25, coat=0.5)
    profile = [(0.0, 0.004), (0.022, 0.002), (0.024, 0.0), (0.03, 0.004), (0.05, 0.02), (0.059, 0.04), (0.057, 0.041), (0.048, 0.022)]
    parts = [lathe("bowl", [*profile, (0.028, 0.009), (0.0, 0.007)], glaze)]
    for _ in range(16):
        sweet = materials.plain("sweet", tuple(rng.uniform(0.05, 0.9, 3)), rough=0.2, coat=0.7)
        angle, away, size = rng.uniform(0, 2 * np.pi), 0.03 * np.sqrt(rng.uniform()), 0.009
        turns = np.linspace(-np.pi / 2, np.pi / 2, 12)
        x, y, z = away * np.cos(angle), away * np.sin(angle), 0.018 + rng.uniform(0, 0.012)
        ball = lathe("sweet", [(size * float(np.cos(t)), size * 0.7 * float(np.sin(t))) for t in turns], sweet)
        for vertex in ball.data.vertices:
            vertex.co = (vertex.co[0] + x, vertex.co[1] + y, vertex.co[2] + z)
        parts.append(ball)
    return parts


def _phone(_thing: Thing, _rng: np.random.Generator) -> list[bpy.types.Object]:
    case = _box("case", (0.15, 0.073, 0.008), 0.009, materials.plain("case", (0.03, 0.03, 0.035), rough=0.4))
    glass = _box("glass", (0.143, 0.067, 0.0082), 0.006, materials.plain("glass", (0.005, 0.005, 0.007), rough=0.04, coat=1.0))
    return [case, glass]
