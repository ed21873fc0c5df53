"""Notices a mirrored picture by its cards: their numbers read surely in a mirror, and not as they are."""

from collections.abc import Sequence

import numpy as np

from numero_cam.vision.faces import Face, FaceOutput, FaceReader
from numero_cam.vision.rectify import Pyramid

MIRRORED_CORNERS = (1, 0, 3, 2)
"""Order of a quad's corners in which its crop is cut out mirrored."""
SURE = 0.9
"""Probability of a face, 0..1, from which a card reads surely."""
CLEARLY_LESS = 0.5
"""Probability below which the same card does not."""
MIN_VOTES = 2
"""Minimum number of cards that read surely in the mirror only: one alone may be a 6 that looks like a 9 of another hand."""
MAX_SURE_SHARE = 0.7
"""Where a larger share of the cards reads surely, the picture is not mirrored, and nothing is read in the mirror. Symmetric numbers
(1, 8, 11) read surely in a mirror too."""


def is_mirrored(reader: FaceReader, pyramid: Pyramid, faces: Sequence[Face]) -> bool:
    """Return whether the picture is mirrored, as webcams and front cameras give it.

    Args:
        reader: Reads faces.
        pyramid: The picture.
        faces: The cards as they were read.

    Raises:
        ModelError: The face model has no features output.
    """
    sure = [face for face in faces if face.confidence >= SURE]
    if len(faces) < MIN_VOTES or len(sure) > MAX_SURE_SHARE * len(faces):
        return False
    quads = [face.quad for face in faces]
    plain = _probabilities(reader.outputs(pyramid, quads, [[] for _ in quads]))
    mirrored = _probabilities(reader.outputs(pyramid, [quad[list(MIRRORED_CORNERS)] for quad in quads], [[] for _ in quads]))
    votes = int(((mirrored >= SURE) & (plain < CLEARLY_LESS)).sum())
    against = int(((plain >= SURE) & (mirrored < CLEARLY_LESS)).sum())
    return votes >= MIN_VOTES and votes > against


def _probabilities(outputs: Sequence[FaceOutput]) -> np.ndarray:
    """Return the probability of the likeliest face of each card, either way up, ``(N,)``."""
    return np.array([float((output.upright * output.faces.max(axis=1)).max()) for output in outputs])
