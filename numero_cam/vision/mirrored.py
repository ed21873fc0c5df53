"""Notices a mirrored picture by its cards: their numbers read surely in a mirror, and not as they are."""

from collections.abc import Sequence

import numpy as np

from numero_cam.base.records import Corners
from numero_cam.vision.faces import Face, FaceOutput, FaceReader
from numero_cam.vision.rectify import Pyramid

MIRRORED_CORNERS = (1, 0, 3, 2)  #: Order of a quad's corners in which its crop is cut out mirrored.
SURE = 0.9  #: Probability of a face, 0..1, from which a card reads surely.
MAX_SURE_SHARE = 0.7  #: Where a larger share of the cards reads surely, the picture is not mirrored, and nothing is read in the mirror.
FLOOR = 0.1  #: Probability that is added to each reading, so that no single card decides.
#: Natural logarithm of how much likelier the surely read cards must be in the mirror. No picture as it is exceeds
#: it, two of three mirrored ones of held-out decks do, and all of the sample photos.
MIN_LOG_RATIO = 1.4


def is_mirrored(reader: FaceReader, pyramid: Pyramid, faces: Sequence[Face]) -> bool:
    """Return whether a picture with these cards is mirrored, as webcams and front cameras give it."""
    unsure = [face.quad for face in faces if face.confidence < SURE]
    sure = [face.quad for face in faces if face.confidence >= SURE]
    if not unsure or len(sure) > MAX_SURE_SHARE * len(faces):
        return False
    # Cards that read surely as they are speak against a mirror, so most pictures are settled without them.
    ratio = _log_ratio(reader, pyramid, unsure)
    return ratio > MIN_LOG_RATIO and ratio + _log_ratio(reader, pyramid, sure) > MIN_LOG_RATIO


def _log_ratio(reader: FaceReader, pyramid: Pyramid, quads: list[Corners]) -> float:
    """Return the natural logarithm of how much likelier these cards are in the mirror; only those that read surely either way count."""
    if not quads:
        return 0.0
    both_ways = [*quads, *(quad[list(MIRRORED_CORNERS)] for quad in quads)]
    plain, mirrored = np.split(_probabilities(reader.outputs(pyramid, both_ways, [[] for _ in both_ways])), 2)
    ratios = np.log((mirrored + FLOOR) / (plain + FLOOR))
    return float(ratios[np.maximum(plain, mirrored) >= SURE].sum())


def _probabilities(outputs: Sequence[FaceOutput]) -> np.ndarray:
    """Return the probability of the likeliest face of each card, either way up, ``(N,)``."""
    return np.array([float((output.upright * output.faces.max(axis=1)).max()) for output in outputs])
