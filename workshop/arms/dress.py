"""Builds an arm in Blender: flesh, sleeve, watch and ring. Imports Blender: only for the command that renders."""

from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from workshop.arms import looks
from workshop.arms.people import Cloth, Person, Posture, Rng, Skin
from workshop.arms.shape import BONES, FINGER_BONES, Body, Joints, Points, posed, turned, unit

SKIN, CLOTH, METAL = 1, 2, 3  #: Labels of a cut-out's parts; 0 is what only gives and takes light.
FORE_STEPS, UPPER_STEPS = 22, 14


@dataclass(frozen=True)
class Arm:
    """What was built: pose, sleeve, where the hand holds ``(3,)``, and the flesh's vertices ``(N, 3)``, decimetres."""

    pose: str
    sleeve: str
    hold: Points
    points: Points


def add_mesh(
    name: str, points: Points, faces: list[list[int]], material: bpy.types.Material, label: int, *, smooth: bool = True
) -> bpy.types.Object:
    """A mesh in the scene, which shows up with this label."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(p) for p in points], [], faces)
    mesh.update()
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    mesh.materials.append(material)
    thing["label"] = label
    return thing


def _subdivide(thing: bpy.types.Object, levels: int) -> None:
    modifier = thing.modifiers.new("smooth", "SUBSURF")
    modifier.levels = modifier.render_levels = levels


def _tube(line: Points, radii: NDArray[np.float64], material: bpy.types.Material, label: int, thick: float, *, flat: float = 1.0) -> None:
    """Material around a line ``(N, 3)``; radii ``(N, around)``; `flat` squeezes it upright."""
    around = radii.shape[1]
    way = np.gradient(line, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    side = np.cross(way, [0, 0, 1.0])
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
    rise = np.cross(side, way)
    points = line[:, None] + (np.cos(angle) * radii)[..., None] * side[:, None] + (np.sin(angle) * radii * flat)[..., None] * rise[:, None]
    far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    width = float(radii.mean()) * 2 * np.pi / around
    faces, uv = [], []
    for k in range(len(line) - 1):
        for j in range(around):
            q = (j + 1) % around
            faces.append([k * around + j, k * around + q, (k + 1) * around + q, (k + 1) * around + j])
            uv += [(j * width, far[k]), ((j + 1) * width, far[k]), ((j + 1) * width, far[k + 1]), (j * width, far[k + 1])]
    thing = add_mesh("tube", points.reshape(-1, 3), faces, material, label)
    thing.data.uv_layers.new(name="uv").data.foreach_set("uv", np.asarray(uv, np.float32).ravel())
    _subdivide(thing, 1)
    modifier = thing.modifiers.new("thick", "SOLIDIFY")
    modifier.thickness, modifier.offset = thick, 0


def _normals(points: Points, faces: list[list[int]]) -> Points:
    out = np.zeros_like(points)
    for face in faces:
        out[face] += np.cross(points[face[1]] - points[face[0]], points[face[2]] - points[face[0]])
    return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9))


def _share(body: Body, bones: list[str]) -> NDArray[np.float64]:
    return np.asarray(body.weight[:, [BONES.index(bone) for bone in bones]].sum(1))


def _marks(body: Body, rest: Points, joints: Joints) -> dict[str, NDArray[np.float64]]:
    """Where skin is red, creased, palm, back of the hand or hairy, 0..1 for each vertex."""
    red, crease = np.zeros(len(rest)), np.zeros(len(rest))
    normals = _normals(rest, body.faces)
    for bone in FINGER_BONES:
        base = bone.endswith("-1.R")
        far = np.linalg.norm(rest - joints[bone][0], axis=1)
        red = np.maximum(red, np.exp(-((far / (0.2 if base else 0.17)) ** 2)) * (0.6 if base else 0.9))
        if not base:
            crease = np.maximum(crease, np.exp(-((far / 0.13) ** 2)))
        if bone.endswith("-3.R"):
            red = np.maximum(red, np.exp(-((np.linalg.norm(rest - joints[bone][1], axis=1) / 0.22) ** 2)) * 0.8)
    fingers = _share(body, FINGER_BONES)
    return {
        "red": red,
        "crease": crease * np.clip(normals[:, 2] + 0.4, 0, 1),
        "palm": np.clip((-normals[:, 2] - 0.05) * 2.2, 0, 1) * np.clip((rest[:, 1] + 0.15) / 0.3, 0, 1),
        "back": np.clip(normals[:, 2] * 2, 0, 1) * np.clip(1 - fingers, 0, 1),
        "hairy": np.clip(normals[:, 2] * 1.5 + 0.6, 0, 1) * np.clip((-rest[:, 1] + 0.3) / 0.8, 0, 1),
    }


def _flesh(rng: Rng, body: Body, look: Skin, rest: tuple[Points, Joints], points: Points) -> None:
    material = looks.skin(rng, look, body.nails)
    thing = add_mesh("arm", points, body.faces, material, SKIN)
    thing.data.uv_layers.new(name="uv").data.foreach_set("uv", np.asarray(body.corner_uv, np.float32).ravel())
    for name, values in _marks(body, *rest).items():
        thing.data.attributes.new(name, "FLOAT", "POINT").data.foreach_set("value", values.astype(np.float32))
    thing.data.attributes.new("rest", "FLOAT_VECTOR", "POINT").data.foreach_set("vector", rest[0].astype(np.float32).ravel())
    _subdivide(thing, 2)


def _line_of(body: Body, points: Points, joints: Joints) -> tuple[Points, NDArray[np.float64]]:
    """The middle of the arm from the wrist to beyond its end, and its radius there."""
    wrist, elbow = joints["wrist.R"][0], joints["lowerarm01.R"][0]
    away, beyond = unit(elbow - wrist), unit(joints["upperarm01.R"][0] - elbow)
    fore = wrist + np.linspace(0, 1, FORE_STEPS)[:, None] * (elbow - wrist)
    line = np.concatenate([fore, elbow + np.linspace(0.15, 3.2, UPPER_STEPS)[:, None] * beyond])
    bones = ["lowerarm01.R", "lowerarm02.R", "upperarm01.R", "upperarm02.R", "wrist.R"]
    near = points[_share(body, bones) > 0.8]
    radii = np.full(len(line), np.nan)
    for k, place in enumerate(line):
        way = away if k < FORE_STEPS else beyond
        step = near - place
        along = step @ way
        part = (np.abs(along) < 0.22) & (np.linalg.norm(step, axis=1) < 1.1)
        if part.sum() > 8:
            out = np.linalg.norm(step[part] - np.outer(along[part], way), axis=1)
            radii[k] = np.clip(np.percentile(out, 85), 0.1, 0.85)
    known = np.flatnonzero(~np.isnan(radii))
    return line, np.interp(np.arange(len(line)), known, radii[known])


def _creases(rng: Rng, far: NDArray[np.float64], angle: NDArray[np.float64], elbow: float) -> NDArray[np.float64]:
    """Folds ``(N, around)`` of about -1..1: sharp ones that run aslant around the arm, deepest at the elbow and behind the cuff."""
    out = np.zeros((len(far), len(angle)))
    s, a = far[:, None], angle[None]
    warp = 0.6 * np.sin(1.3 * s + rng.uniform(0, 6) + a) + 0.5 * np.sin(2.1 * s - 2 * a + rng.uniform(0, 6))
    for _ in range(7):
        waves, turns = rng.uniform(3, 14), int(rng.integers(-2, 3))
        ridge = 1 - np.abs(np.sin(0.5 * (waves * s + turns * a + rng.uniform(0, 6) + 1.6 * warp)))
        patch = 0.5 + 0.5 * np.sin(a + rng.uniform(0, 6) + rng.uniform(0.5, 2) * s)
        out += (ridge**2 - 0.33) * patch * rng.uniform(0.4, 1)
    deep = 0.3 + np.exp(-(((s - elbow) / 0.7) ** 2)) + 0.7 * np.exp(-((s / 0.35) ** 2))
    return np.asarray(out / 2 * deep)


def _sleeve(rng: Rng, look: Cloth, line: Points, radii: NDArray[np.float64], first: int) -> None:
    steps, around = 120, 56
    smooth = np.convolve(np.pad(radii, 2, "edge"), np.ones(5) / 5, "valid")[first:]
    part = line[first:]
    here, places = np.linspace(0, 1, steps), np.linspace(0, 1, len(part))
    fine = np.stack([np.interp(here, places, part[:, k]) for k in range(3)], axis=1)
    far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    elbow = float(far[np.argmin(np.linalg.norm(fine - line[FORE_STEPS - 1], axis=1))])
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    radius = np.interp(here, places, smooth) * 1.05 + look.loose * np.clip(0.3 + 0.5 * far, 0, 1)
    depth = look.folds * (0.7 + 6 * look.loose)
    rounds = np.maximum(radius[:, None] + depth * _creases(rng, far, angle, elbow), radius[:, None] * 0.97 - look.loose * 0.5)
    rounds[:2] = rounds[:2].mean(1, keepdims=True)
    _tube(fine, rounds, looks.cloth(look), CLOTH, 0.02)
    if rng.random() < 0.5:
        cuff = rounds[:6].mean(1, keepdims=True).repeat(around, 1) + 0.03
        _tube(
            fine[:6],
            cuff,
            looks.cloth(Cloth("plain", look.colours, look.stripe, look.weave, look.knit, look.loose, look.folds)),
            CLOTH,
            0.05,
        )


def _watch(rng: Rng, line: Points, radii: NDArray[np.float64], hand: Points) -> None:
    strap = looks.plain(rng.uniform(0, 0.4, 3) if rng.random() < 0.6 else (0.6, 0.6, 0.6), 0.35, float(rng.random() < 0.5))
    _tube(line[1:4], np.full((3, 32), radii[2] * 1.04), strap, METAL, 0.04, flat=0.82)
    up, angle = hand @ [0, 0, 1.0], np.linspace(0, 2 * np.pi, 24, endpoint=False)
    middle = line[2] + up * radii[2] * 0.86
    rim = (np.cos(angle)[:, None] * (hand @ [1, 0, 0.0]) + np.sin(angle)[:, None] * (hand @ [0, 1, 0.0])) * 0.19
    points = np.concatenate([middle + rim, middle + rim + up * 0.09, [middle + up * 0.09]])
    faces = [[k, (k + 1) % 24, 24 + (k + 1) % 24, 24 + k] for k in range(24)] + [[24 + k, 24 + (k + 1) % 24, 48] for k in range(24)]
    add_mesh("dial", points, faces, looks.plain(float(rng.choice([0.02, 0.5, 0.9])) * np.ones(3), 0.15), METAL, smooth=False)


def _ring(rng: Rng, body: Body, points: Points, joints: Joints) -> None:
    """A ring that fits: around the flesh of a finger's first part as it is bent."""
    bone = f"finger{int(rng.choice([3, 4, 5]))}-1.R"
    head, tail = joints[bone]
    way = unit(tail - head)
    flesh = points[_share(body, [bone]) > 0.5]
    along = (flesh - head) @ way / np.linalg.norm(tail - head)
    part = flesh[np.abs(along - 0.6) < 0.14]
    if len(part) < 6:
        return
    middle = part.mean(0)
    out = part - middle - np.outer((part - middle) @ way, way)
    radius = float(np.percentile(np.linalg.norm(out, axis=1), 80)) * 1.02
    gold = looks.plain((0.8, 0.6, 0.25) if rng.random() < 0.6 else (0.8, 0.8, 0.82), 0.2, 1.0)
    line = middle + np.array([-0.025, 0, 0.025])[:, None] * way
    _tube(line, np.full((3, 24), radius), gold, METAL, 0.02)


def _way(side: float, rise: float) -> Points:
    a, b = np.radians(side), np.radians(rise)
    return np.array([np.sin(a) * np.cos(b), -np.cos(a) * np.cos(b), np.sin(b)])


def build(rng: Rng, body: Body) -> Arm:
    """Puts somebody's arm into the empty scene, over a table at height 0."""
    person, posture = Person.random(rng), Posture.random(rng)
    rest, joints = body.arm_of(person)
    hand = turned([1, 0, 0], -posture.pitch) @ turned([0, 1, 0], posture.roll)
    upper = _way(posture.side * 0.4 + posture.elbow, float(rng.uniform(0, 10)))
    ways = hand.T @ _way(posture.side, posture.incline), hand.T @ upper
    points, bent = posed(body, rest, joints, posture, ways)
    points = points @ hand.T
    bent = {bone: (hand @ a, hand @ b) for bone, (a, b) in bent.items()}
    fore = unit(bent["lowerarm01.R"][0] - bent["wrist.R"][0])
    low = float(points[(points - bent["lowerarm02.R"][0]) @ fore < 0][:, 2].min())
    lift = np.array([0, 0, max(posture.height - low, 0.3 - float(bent["lowerarm01.R"][0][2]))])
    points, bent = points + lift, {bone: (a + lift, b + lift) for bone, (a, b) in bent.items()}
    _flesh(rng, body, Skin.random(rng, person.age), (rest, joints), points)
    line, radii = _line_of(body, points, bent)
    sleeve = str(rng.choice(["long", "long", "half", "bare"]))
    if sleeve != "bare":
        first = int(rng.integers(1, 6)) if sleeve == "long" else int(rng.integers(12, 20))
        _sleeve(rng, Cloth.random(rng), line, radii, first)
    if sleeve != "long" and rng.random() < 0.35:
        _watch(rng, line, radii, hand)
    if rng.random() < 0.15:
        _ring(rng, body, points, bent)
    tip = bent["finger2-3.R"][1]
    hold = (bent["finger1-3.R"][1] + tip) / 2 if "pinch" in posture.name else tip
    return Arm(posture.name, sleeve, hold, points)
