"""The bones of a hand that is seen from above: tapered rods in card widths, for several poses.

The hand reaches up in the picture (towards smaller y); its arm comes from below. The back of a right hand is seen: its thumb is left.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Point = NDArray[np.float64]

#: Holding a card, the same with two fingers, laid flat, pointing, a fist, two fingers, half open.
POSES = ("grip", "pinch", "flat", "point", "fist", "two", "loose")
ARM = 15.0  #: Length of the arm behind the wrist.
#: Of index, middle, ring and little finger: place of the knuckle across the palm, how far behind the middle one, and length.
_FINGERS = ((-0.46, 0.06, 1.12), (-0.15, 0.0, 1.24), (0.16, 0.05, 1.15), (0.44, 0.18, 0.9))
_PARTS = (0.46, 0.3, 0.24)
_FLEXION = {
    "grip": ((0.35, 0.45, 0.35), (0.4, 0.45, 0.35), (0.45, 0.5, 0.4), (0.5, 0.6, 0.4)),
    "pinch": ((0.4, 0.5, 0.3), (0.75, 0.9, 0.5), (0.95, 1.1, 0.6), (1.05, 1.2, 0.6)),
    "flat": ((0.1, 0.1, 0.08),) * 4,
    "point": ((0.15, 0.15, 0.1), (1.2, 1.5, 0.8), (1.25, 1.5, 0.8), (1.25, 1.5, 0.8)),
    "fist": ((1.2, 1.5, 0.8),) * 4,
    "two": ((0.15, 0.2, 0.15), (0.15, 0.2, 0.15), (1.2, 1.5, 0.8), (1.25, 1.5, 0.8)),
    "loose": ((0.45, 0.6, 0.4), (0.5, 0.65, 0.4), (0.55, 0.7, 0.4), (0.55, 0.75, 0.4)),
}
#: Direction of the thumb in radians, negative away from the fingers.
_THUMB = {"grip": -0.25, "pinch": -0.12, "flat": -0.75, "point": -0.3, "fist": 0.15, "two": 0.05, "loose": -0.45}


@dataclass(frozen=True)
class Rod:
    """A rod with round ends: from ``a`` to ``b`` ``(x, y, height)``, and its half thickness at both."""

    a: Point
    b: Point
    thick: tuple[float, float]


@dataclass
class Bones:
    """A hand in one pose."""

    rods: list[Rod] = field(default_factory=list)  #: Of palm, fingers and arm.
    arm: Rod | None = None  #: The rod of the forearm, from the wrist.
    #: Of each finger, the thumb last: the end, the unit direction in the picture, half thickness, and how steep it points down.
    tips: list[tuple[Point, Point, float, float]] = field(default_factory=list)
    #: Places of finger rings: middle of the first part of each finger, its direction, and half thickness.
    rings: list[tuple[Point, Point, float]] = field(default_factory=list)
    knuckles: list[Point] = field(default_factory=list)  #: Places that are a little redder.

    def moved(self, by: Point) -> None:
        """Shift everything in the plane, ``(2,)``."""
        by3 = np.array([by[0], by[1], 0.0])
        self.rods = [Rod(r.a + by3, r.b + by3, r.thick) for r in self.rods]
        if self.arm is not None:
            self.arm = Rod(self.arm.a + by3, self.arm.b + by3, self.arm.thick)
        self.tips = [(p + by3, d, r, s) for p, d, r, s in self.tips]
        self.rings = [(p + by3, d, r) for p, d, r in self.rings]
        self.knuckles = [p + by3 for p in self.knuckles]


@dataclass(frozen=True)
class Build:
    """What a person's hands are like, whatever they do: width, length of the fingers, thickness of fingers and of the arm, all about 1."""

    wide: float
    long: float
    thick: float
    arm: float

    @classmethod
    def random(cls, rng: Rng) -> "Build":
        """Hands from a child's to a large man's differ mostly by size, which the one who lays them chooses."""
        return cls(rng.uniform(0.86, 1.14), rng.uniform(0.88, 1.14), rng.uniform(0.82, 1.22), rng.uniform(0.8, 1.25))


def _finger(rng: Rng, bones: Bones, build: Build, finger: int, *, flexion: tuple[float, ...], spread: float) -> None:
    across, behind, long = _FINGERS[finger]
    at = np.array([across * build.wide, behind, 0.5])
    bones.knuckles.append(at.copy())
    direction = spread * (finger - 1.4) + rng.normal(0, 0.03)
    flat = np.array([np.sin(direction), -np.cos(direction)])
    pitch, thick = rng.normal(0.05, 0.05), 0.165 * build.thick * (0.86 if finger == 3 else 1.0)
    for k, part in enumerate(_PARTS):
        pitch += flexion[k] + rng.normal(0, 0.06)
        length = long * build.long * part
        end = at + length * np.array([*(flat * np.cos(pitch)), -np.sin(pitch)])
        end[2] = max(end[2], 0.06)
        bones.rods.append(Rod(at, end, (thick * (1 - 0.09 * k), thick * (1 - 0.09 * (k + 1)))))
        if k == 0:
            bones.rings.append(((at + end) / 2, flat * np.sign(np.cos(pitch)), thick))
        if k < 2:
            bones.knuckles.append(end.copy())
        at = end
    bones.tips.append((at, flat * np.sign(np.cos(pitch) or 1), thick * 0.73, float(pitch)))


def _thumb(rng: Rng, bones: Bones, build: Build, direction: float, wrist: float) -> None:
    root = np.array([-0.3 * build.wide, wrist - 0.25, 0.42])
    base = np.array([-0.66 * build.wide, wrist - 0.75, 0.36])
    bones.rods.append(Rod(root, base, (0.28 * build.thick, 0.2 * build.thick)))
    a = direction + rng.normal(0, 0.12)
    for k, length in enumerate((0.5, 0.4)):
        end = base + build.long * length * np.array([np.sin(a), -np.cos(a), -0.22])
        bones.rods.append(Rod(base, end, ((0.19 - 0.02 * k) * build.thick, (0.17 - 0.03 * k) * build.thick)))
        base, a = end, a + rng.uniform(0, 0.35)
    flat = np.array([np.sin(a), -np.cos(a)])
    bones.tips.append((base, flat, 0.135 * build.thick, 0.3))


def _palm(bones: Bones, build: Build, wrist: float) -> None:
    for across, behind, _ in _FINGERS:
        start = np.array([across * 0.55 * build.wide, wrist, 0.45])
        bones.rods.append(Rod(start, np.array([across * build.wide, behind, 0.5]), (0.27, 0.2 * build.thick)))


def bones_of(rng: Rng, build: Build, pose: str) -> Bones:
    """The bones of a hand in one of ``POSES``, no two alike, with what it holds or points at in the origin."""
    bones = Bones()
    wrist = 1.45 * float(build.long) ** 0.5
    _palm(bones, build, wrist)
    spread = {"flat": rng.uniform(0.05, 0.24), "two": rng.uniform(0.05, 0.3)}.get(pose, rng.uniform(0.0, 0.12))
    for finger in range(4):
        _finger(rng, bones, build, finger, flexion=_FLEXION[pose][finger], spread=spread)
    _thumb(rng, bones, build, _THUMB[pose], wrist)
    bend = float(np.clip(rng.normal(0, 0.05), -0.09, 0.09))
    elbow = np.array([np.sin(bend) * ARM, wrist + np.cos(bend) * ARM, 0.6])
    bones.arm = Rod(np.array([0.0, wrist - 0.1, 0.45]), elbow, (0.34 * build.arm, 0.8 * build.arm))
    bones.rods.append(bones.arm)
    tips = {"point": [0], "two": [0, 1], "pinch": [0, 4], "grip": [0, 1, 4]}.get(pose, [0, 1, 2])
    bones.moved(-np.mean([bones.tips[k][0][:2] for k in tips], axis=0))
    return bones
