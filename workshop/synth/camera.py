"""A pinhole camera above the table: where points of the table fall in the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Width and height in pixels, the common ones more often.
PICTURE_SIZES = ((1120, 840), (1024, 768), (1024, 768), (768, 1024), (1120, 630), (960, 720), (720, 960), (800, 600))
STRETCHED = 0.12  #: Share of the pictures that were squeezed into another form, as some programs and collections do.
SQUEEZE, SHEAR = 0.45, 0.25  #: How much: by this at most on a logarithmic scale, and so far sideways for each step down.
SEATED = (20.0, 60.0)  #: Tilt in degrees of pictures that are taken from a chair at the table.


@dataclass(frozen=True)
class Camera:
    """A view of the table."""

    width: int  #: Pixels.
    height: int  #: Pixels.
    homography: NDArray[np.float64]  #: ``(3, 3)`` float64, table plane (units of a card's width, y towards the viewer) to pixels.
    tilt: float  #: Degrees between the view and straight down.

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the table ``(N, 2)`` to pixels ``(N, 2)``."""
        ones = np.ones((len(points), 1))
        h = np.hstack([points, ones]) @ self.homography.T
        return np.asarray(h[:, :2] / h[:, 2:3])


def view_of(
    size: tuple[int, int], focal: NDArray[np.float64], distance: float, aim: NDArray[np.float64], *, tilt: float, roll: float
) -> NDArray[np.float64]:
    """Homography of a camera that looks at ``aim`` from ``distance`` (card widths), tilted towards the viewer's side.

    ``focal`` is ``(2, 2)``, pixels.
    """
    t, r = np.radians(tilt), np.radians(roll)
    turn = np.array([[np.cos(r), -np.sin(r), 0.0], [np.sin(r), np.cos(r), 0.0], [0.0, 0.0, 1.0]])
    # Table x stays to the right; table y (towards the viewer) goes down in the picture and, when tilted, nearer to the camera.
    lean = np.array([[1.0, 0.0, 0.0], [0.0, np.cos(t), -np.sin(t)], [0.0, -np.sin(t), -np.cos(t)]])
    rotation = turn @ lean
    translation = -rotation @ np.array([aim[0], aim[1], 0.0]) + np.array([0.0, 0.0, distance])
    intrinsic = np.array([[*focal[0], size[0] / 2], [*focal[1], size[1] / 2], [0.0, 0.0, 1.0]])
    return np.asarray(intrinsic @ np.column_stack([rotation[:, 0], rotation[:, 1], translation]))


def _bend(rng: np.random.Generator) -> NDArray[np.float64]:
    """``(2, 2)``: squeezes a picture and often shears it."""
    squeeze = np.diag([np.exp(rng.uniform(-SQUEEZE, SQUEEZE)), 1.0])
    shear = rng.uniform(-SHEAR, SHEAR, 2) * (rng.random(2) < 0.5)
    return np.array([[1.0, shear[0]], [shear[1], 1.0]]) @ squeeze


def random_camera(
    rng: np.random.Generator,
    points: NDArray[np.float64],
    fill: tuple[float, float] = (0.55, 1.05),
    stretched: float = STRETCHED,
    *,
    seated: bool = False,
) -> Camera:
    """A camera that sees the given points ``(N, 2)`` of the table, in card widths, more or less tightly.

    ``fill``: range of the share of the picture that they take; above 1 some are cut off. ``stretched``: share of the pictures that are
    squeezed. ``seated``: half of the pictures are taken from a chair at the table, so the cards lie more steeply.
    """
    width, height = PICTURE_SIZES[rng.integers(len(PICTURE_SIZES))]
    tilt = float(np.clip(abs(rng.normal(0, 30)), 0, 60)) if rng.random() < 0.85 else float(rng.uniform(0, 60))
    if seated and rng.random() < 0.5:
        tilt = float(rng.uniform(*SEATED))
    roll = float(rng.normal(0, 6)) if rng.random() < 0.8 else float(rng.uniform(-180, 180))
    focal = float(rng.uniform(0.75, 1.8)) * max(width, height)
    aim = (points.min(0) + points.max(0)) / 2 + rng.normal(0, 0.3, 2)
    share = rng.uniform(*fill)
    bend = _bend(rng) if rng.random() < stretched else np.eye(2)
    near, far = 2.0, 400.0
    for _ in range(24):  # Bisection: the extent in the picture shrinks with the distance.
        middle = np.sqrt(near * far)
        h = view_of((width, height), focal * bend, middle, aim, tilt=tilt, roll=roll)
        p = np.column_stack([points, np.ones(len(points))]) @ h.T
        xy = p[:, :2] / np.maximum(p[:, 2:3], 1e-6)
        extent = ((xy.max(0) - xy.min(0)) / [width, height]).max() if p[:, 2].min() > 0.3 else np.inf
        near, far = (middle, far) if extent > share else (near, middle)
    homography = view_of((width, height), focal * bend, far, aim, tilt=tilt, roll=roll)
    centre = np.column_stack([points, np.ones(len(points))]) @ homography.T
    xy = centre[:, :2] / centre[:, 2:3]
    slack = np.maximum(0, np.array([width, height]) - (xy.max(0) - xy.min(0)))
    shift = np.array([width, height]) / 2 - (xy.max(0) + xy.min(0)) / 2 + rng.uniform(-0.5, 0.5, 2) * slack
    move = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]], [0.0, 0.0, 1.0]])
    return Camera(width, height, move @ homography, tilt)


def shrunk_camera(camera: Camera, scale: float) -> Camera:
    """The same view in a picture of other size; ``scale``: pixels of the new picture for one of the old one."""
    width, height = max(32, round(camera.width * scale)), max(32, round(camera.height * scale))
    shrink = np.diag([width / camera.width, height / camera.height, 1.0])
    return Camera(width, height, shrink @ camera.homography, camera.tilt)
