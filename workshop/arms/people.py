"""Who the arm belongs to, what it does and what it wears, all drawn from a source of chance."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Colour = NDArray[np.float64]


class _Pose(NamedTuple):
    """Degrees: fingers index to little (base, middle, tip joint); thumb (middle, tip) and (to the palm, across); ranges of the rest."""

    fingers: tuple[tuple[int, int, int], ...]
    thumb: tuple[int, int]
    thumb_base: tuple[int, int]
    spread: int
    roll: tuple[int, int]
    pitch: tuple[int, int]
    height: tuple[float, float]
    share: float


_POSES = {
    "flat": _Pose(((2, 2, 2),) * 4, (5, 5), (0, 0), 9, (-12, 12), (-6, 8), (0, 0.4), 3),
    "hover": _Pose(((14, 18, 8), (16, 20, 10), (20, 24, 12), (22, 24, 12)), (10, 8), (10, 0), 6, (-15, 35), (-5, 22), (0.1, 1.4), 4),
    "point": _Pose(((4, 4, 2), (58, 75, 45), (66, 80, 45), (66, 80, 45)), (30, 35), (45, -10), 2, (-10, 40), (0, 25), (0, 0.6), 1.5),
    "pinch": _Pose(((42, 38, 18), (44, 42, 22), (46, 45, 24), (44, 40, 22)), (12, 12), (48, -25), 2, (0, 45), (5, 35), (0.1, 1.0), 3),
    "open_pinch": _Pose(((46, 40, 18), (22, 24, 14), (18, 20, 12), (14, 16, 10)), (14, 14), (50, -28), 7, (0, 40), (5, 30), (0.1, 1.0), 3),
    "push": _Pose(((22, 14, 2), (22, 14, 2), (40, 45, 25), (46, 50, 28)), (10, 10), (20, 0), 1, (-8, 18), (5, 25), (0, 0.15), 2.5),
    "gather": _Pose(((36, 28, 14), (38, 30, 14), (40, 32, 16), (42, 32, 16)), (8, 10), (30, -12), 12, (-10, 25), (8, 30), (0, 0.3), 2),
    "fan": _Pose(((52, 40, 22), (58, 46, 26), (60, 50, 28), (58, 48, 28)), (4, 4), (40, -30), 2, (45, 95), (-20, 15), (0.2, 1.6), 1.5),
    "rest": _Pose(((26, 32, 16), (32, 36, 20), (38, 40, 22), (42, 42, 24)), (14, 12), (25, -5), 2, (5, 60), (-4, 4), (0, 0.05), 2.5),
    "fist": _Pose(((72, 88, 52), (76, 90, 52), (78, 90, 52), (78, 88, 50)), (35, 45), (48, -5), 0, (-10, 70), (-5, 15), (0, 0.8), 2.5),
    "edge": _Pose(((8, 10, 5), (10, 12, 6), (14, 16, 8), (18, 20, 10)), (5, 5), (0, 5), 3, (55, 90), (-5, 15), (0, 0.5), 1.5),
    "palm": _Pose(((12, 16, 10), (14, 18, 12), (18, 22, 14), (20, 24, 14)), (10, 10), (12, 0), 5, (130, 190), (-10, 10), (0.1, 0.8), 2),
}
LEANING = 0.12  #: How often the elbow stands on the table and the hand is raised.
#: Skin from very light to very dark, sRGB 0..1.
_TONES = (
    np.array(
        [
            (238, 200, 180),
            (230, 188, 165),
            (222, 176, 148),
            (208, 158, 128),
            (190, 140, 108),
            (165, 115, 84),
            (135, 92, 66),
            (104, 70, 52),
            (74, 50, 40),
        ]
    )
    / 255.0
)
#: Frequent colours of sleeves, linear RGB 0..1.
_CLOTHS = (
    (0.9, 0.9, 0.88),
    (0.012, 0.012, 0.014),
    (0.03, 0.05, 0.14),
    (0.2, 0.22, 0.25),
    (0.45, 0.05, 0.05),
    (0.06, 0.14, 0.06),
    (0.35, 0.28, 0.2),
)


@dataclass(frozen=True)
class Person:
    """The shape of a body, each part as MakeHuman's macros: 0..1, fingers -1..1; `kinds` sums to 1."""

    age: float
    male: float
    muscle: float
    weight: float
    kinds: dict[str, float]
    finger_thickness: float
    finger_length: float

    @classmethod
    def random(cls, rng: Rng) -> "Person":
        """A child of about six or older, a grown-up, or somebody old."""
        age = float(rng.choice([rng.uniform(0.26, 0.42), rng.uniform(0.55, 0.72), rng.uniform(0.72, 1.0)], p=[0.2, 0.5, 0.3]))
        kinds = dict(zip(("caucasian", "african", "asian"), rng.dirichlet([1, 1, 1]).tolist(), strict=True))
        fingers = rng.uniform(-0.7, 0.7, 2)
        shape = float(rng.random()), float(rng.uniform(0.2, 0.9)), float(rng.uniform(0.15, 0.95))
        return cls(age, *shape, kinds, float(fingers[0]), float(fingers[1]))


@dataclass(frozen=True)
class Skin:
    """The looks of skin: `tone` sRGB 0..1, strengths about 0..1, and the colour of painted nails or None."""

    tone: Colour
    red: float
    freckles: float
    hair: float
    veins: float
    old: float
    rough: float
    polish: Colour | None

    @classmethod
    def random(cls, rng: Rng, age: float) -> "Skin":
        """Any tone, all equally often."""
        place = float(rng.uniform(0, len(_TONES) - 1))
        low = min(int(place), len(_TONES) - 2)
        tone = _TONES[low] * (1 - place + low) + _TONES[low + 1] * (place - low)
        return cls(
            tone=np.clip(tone * rng.uniform(0.92, 1.06), 0, 1),
            red=float(rng.uniform(0.3, 1)),
            freckles=max(0.0, float(rng.normal(-0.2, 0.5))),
            hair=max(0.0, float(rng.normal(0.1, 0.5))) if age > 0.5 else 0.0,
            veins=max(0.0, float(rng.normal(0.25, 0.35))),
            old=max(0.0, (age - 0.7) / 0.3),
            rough=float(rng.uniform(0.38, 0.6)),
            polish=rng.uniform(0, 1, 3) if rng.random() < 0.12 else None,
        )


@dataclass(frozen=True)
class Posture:
    """What an arm does, in degrees and decimetres."""

    name: str  #: Of the pose.
    bend: dict[int, tuple[float, ...]]  #: Of each finger, 1 the thumb: base, middle and tip joint.
    spread: dict[int, float]  #: Of fingers 2 to 5, + towards the little finger.
    thumb: tuple[float, float]  #: Towards the palm, and across it.
    cup: float  #: How far the little finger's side of the palm is bent.
    roll: float  #: Of the hand about the forearm, + lifts the thumb's side.
    pitch: float  #: Of the hand, + points the fingers down.
    height: float  #: Of the hand's lowest point above the table.
    side: float  #: Of the forearm against the hand.
    incline: float  #: Of the forearm, + where it rises towards the elbow.
    twist: float  #: Of the forearm.
    elbow: float  #: Bend of the elbow to the side.

    @classmethod
    def random(cls, rng: Rng) -> "Posture":
        """One of the poses, never twice alike."""
        share = np.array([pose.share for pose in _POSES.values()])
        name = str(rng.choice(list(_POSES), p=share / share.sum()))
        pose, common = _POSES[name], rng.normal(0, 5, 3)
        bend = {k + 2: tuple(np.clip(np.array(b) + common + rng.normal(0, 4, 3), -6, 95)) for k, b in enumerate(pose.fingers)}
        bend[1] = (0.0, *(np.array(pose.thumb) + rng.normal(0, 5, 2)))
        spread = pose.spread * float(rng.uniform(0.3, 1.3))
        towards, across = np.array(pose.thumb_base) + rng.normal(0, 6, 2)
        leans = rng.random() < LEANING
        return cls(
            name=name,
            bend=bend,
            spread={2: -spread, 3: -spread * 0.2, 4: spread * 0.4, 5: spread},
            thumb=(float(towards), float(across)),
            cup=float(rng.uniform(0, 12)),
            roll=float(rng.uniform(*pose.roll)),
            pitch=float(rng.uniform(*pose.pitch)) - (20 if leans else 0),
            height=float(rng.uniform(*pose.height)),
            side=float(rng.normal(0, 8)),
            incline=float(rng.uniform(-55, -20) if leans else rng.uniform(-3, 13)),
            twist=float(rng.normal(0, 8)),
            elbow=float(rng.normal(0, 7)),
        )


@dataclass(frozen=True)
class Cloth:
    """A sleeve: two linear colours in a pattern, widths in decimetres, strengths of its folds."""

    pattern: str
    colours: tuple[Colour, Colour]
    stripe: float
    weave: float
    knit: bool
    loose: float
    folds: float

    @classmethod
    def random(cls, rng: Rng) -> "Cloth":
        """Anything from a tight shirt to a thick pullover."""
        colours = [
            np.array(_CLOTHS[int(rng.integers(len(_CLOTHS)))])
            if rng.random() < 0.6
            else rng.uniform(0.01, float(rng.choice([0.5, 0.8])), 3)
            for _ in range(2)
        ]
        return cls(
            pattern=str(rng.choice(["plain", "plain", "plain", "stripes", "rings", "checks", "melange"])),
            colours=(colours[0], colours[1]),
            stripe=float(rng.uniform(0.03, 0.22)),
            weave=float(rng.uniform(60, 160)),
            knit=bool(rng.random() < 0.35),
            loose=float(rng.uniform(0.03, 0.16)),
            folds=float(rng.uniform(0.03, 0.1)),
        )
