"""What the face network might tell of cards of a made-up make: features as chance has them, ink as it is drawn."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.faces import Face, FaceLabels, FaceOutput, Probabilities, UnaryScores
from numero_cam.vision.ink import PrintColour

LABELS = FaceLabels((*(str(v) for v in range(1, 16)), "x3", "4/5", "unknown"), (*"rbgoshdc", ""), "unknown")
QUAD = np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32)
INKS = {"r": (190, 30, 40), "b": (30, 70, 180), "o": (240, 130, 20), "": (25, 25, 25)}
SIZE = 64


def crop(colour: str, light: float = 1.0) -> NDArray[np.uint8]:
    """A pale card with a block of ink, in more or less light."""
    pixels = np.full((132, 96, 4), 235, np.uint8)
    pixels[45:75, 35:60, :3] = INKS[colour]
    pixels[..., :3] = np.minimum(np.round(pixels[..., :3] * light), 255)
    pixels[..., 3] = 0
    return pixels


def even(count: int) -> NDArray[np.float32]:
    """Return the uniform distribution over ``count`` classes."""
    return np.full(count, 1 / count, np.float32)


def face_of(
    candidates: tuple[tuple[str, float], ...] = (),
    unknown: float = 0.0,
    *,
    hidden: float = 0.0,
    quad: NDArray[np.float32] = QUAD,
    chances: Probabilities | None = None,
    printed: PrintColour | None = None,
    features: NDArray[np.float32] | None = None,
) -> Face:
    """Return a face; probabilities that are not given are uniform."""
    own = chances or (even(len(LABELS.faces)), even(len(LABELS.colours)))
    nothing = even(len(own[0])), even(len(own[1]))
    of_any = np.full(SIZE, SIZE**-0.5, np.float32)
    return Face(quad, candidates, unknown, hidden, own, UnaryScores(own, own, nothing), printed, of_any if features is None else features)


def features(name: str, noise: float = 0.0, seed: int = 0) -> NDArray[np.float32]:
    """Return the embedding of a named look; two names have unrelated embeddings."""
    row = np.random.default_rng(sum(name.encode()) * 7919).random(SIZE) ** 6
    row = row + noise * np.random.default_rng(seed).random(SIZE)
    return np.asarray(row / np.linalg.norm(row), np.float32)


def face_output(look: str, colour: str, *, reads: str = "", upside_down: bool = False, seed: int = 0, light: float = 1.0) -> FaceOutput:
    """Return the outputs for a card of that look; the network is sure of what it ``reads``, or uniform."""
    faces = np.full((2, len(LABELS.faces)), 1 / len(LABELS.faces), np.float32)
    if reads:
        faces[:] = 0.05 / len(LABELS.faces)
        faces[:, LABELS.faces.index(reads)] = 0.95
    rows = np.stack([features(look, 0.1, seed), features(f"{look} on its head", 0.1, seed)])
    even = np.full((2, len(LABELS.colours)), 1 / len(LABELS.colours), np.float32)
    upright = np.array([0.9, 0.1], np.float32)
    if upside_down:
        rows, upright = rows[::-1], upright[::-1]
    return FaceOutput(crop(colour, light), faces, even, upright, rows)
