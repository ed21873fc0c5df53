"""Reads the faces of straightened cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network
from numero_cam.extract import rectify

UPSIDE_DOWN = frozenset({"6", "9"})
"""Faces that are another face upside down: both ways are compared, however sure the first is."""
Quad = NDArray[np.float32]
Array = NDArray[np.float32]


@dataclass(frozen=True)
class Face:
    """What the reader says of one card.

    Attributes:
        quad: Clockwise from the card's own top-left, turned over where the face was upside down.
        candidates: Labels with calibrated probabilities, most likely first; a number's colour is part of its label.
        unknown: 0..1, probability that this is no face that is known.
        hidden: 0..1, share of the card that other cards hide.
    """

    quad: Quad
    candidates: tuple[tuple[str, float], ...]
    unknown: float
    hidden: float


def _softmax(x: Array) -> Array:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), np.float32)


class FaceReader:
    """The face network with its labels and calibration, both from the model's own metadata.

    Args:
        network: The loaded model ``face``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._faces: list[str] = list(network.about["labels"]["faces"])
        self._colours: list[str] = list(network.about["labels"]["colours"])
        self._unknown = str(network.about["labels"]["unknown"])
        self._face_heat = float(network.about["calibration"]["face_temperature"])
        self._colour_heat = float(network.about["calibration"]["colour_temperature"])

    def read(self, pyramid: rectify.Pyramid, quads: list[Quad], above: list[list[Quad]]) -> list[Face]:
        """Reads cards; those found upside down, and sixes and nines, a second time the other way up.

        Args:
            pyramid: The picture.
            quads: Each clockwise from the card's own top-left.
            above: For each card the outlines that lie on it.
        """
        if not quads:
            return []
        crops = [rectify.face_crop(pyramid, q, a) for q, a in zip(quads, above, strict=True)]
        out = self._network.run(np.stack(crops))
        turns_into = out[:, : len(self._faces)].argmax(axis=1)
        flipped = [i for i in range(len(quads)) if out[i, -1] > 0 or self._faces[turns_into[i]] in UPSIDE_DOWN]
        turned = list(quads)
        if flipped:
            again = np.stack([np.ascontiguousarray(crops[i][::-1, ::-1]) for i in flipped])
            for i, other in zip(flipped, self._network.run(again), strict=True):
                if other[-1] < out[i, -1]:
                    out[i], turned[i] = other, np.roll(quads[i], -2, axis=0)
        return [self._face(q, o, float((c[..., 3] > 0).mean())) for q, o, c in zip(turned, out, crops, strict=True)]

    def _face(self, quad: Quad, out: Array, hidden: float) -> Face:
        n, m = len(self._faces), len(self._colours)
        faces = _softmax(out[:n] / self._face_heat)
        colours = _softmax(out[n : n + m] / self._colour_heat)
        unknown = float(faces[self._faces.index(self._unknown)])
        candidates: list[tuple[str, float]] = []
        for k in np.argsort(-faces)[:4]:
            face, p = self._faces[int(k)], float(faces[k])
            if face == self._unknown or p < 1e-3:
                continue
            if face.isdigit():
                candidates += [(face + self._colours[int(c)], p * float(colours[c])) for c in np.argsort(-colours)[:3] if colours[c] > 1e-3]
            else:
                candidates.append((face, p))
        candidates.sort(key=lambda x: -x[1])
        return Face(quad, tuple(candidates), unknown, hidden)
