"""Reads the indices in the corners of cards: of a fanned or stacked card hardly more is in view."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network
from numero_cam.extract import rectify

MOST_HIDDEN = 0.35
"""An index of whose corner other cards hide more is not read."""

Array = NDArray[np.float32]


class IndexReader:
    """The index network with its calibration, from the model's own metadata.

    Args:
        network: The loaded model ``index``; its labels are those of the model ``face``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._face_shares: tuple[float, float] = tuple(network.about["calibration"]["face_shares"])
        self._colour_shares: tuple[float, float] = tuple(network.about["calibration"]["colour_shares"])

    def each(self, crops: list[NDArray[np.uint8]]) -> list[list[Array]]:
        """Reads the corners of cards, each the way up in which the card's own top-left has its index.

        Args:
            crops: Upright or upside down, from ``rectify.face_crop``.

        Returns:
            For each card the logits of faces and colours of its corners in view: of none, one or both.
        """
        corners = [[c for c in rectify.index_crops(crop) if (c[..., 3] > 0).mean() <= MOST_HIDDEN] for crop in crops]
        flat = [corner for each in corners for corner in each]
        told = iter(self._network.run(np.stack(flat)) if flat else ())
        return [[next(told) for _ in each] for each in corners]

    def read(self, crops: list[NDArray[np.uint8]]) -> list[Array | None]:
        """``each`` as one: the mean of the logits of a card's indices in view; None where none is."""
        return [np.mean(each, axis=0) if each else None for each in self.each(crops)]

    def first(self, pyramid: rectify.Pyramid, quads: NDArray[np.floating]) -> Array:
        """Reads what may be the top-left index of cards; logits of faces and colours, ``(N, faces + colours)``.

        Args:
            pyramid: The picture.
            quads: ``(N, 4, 2)`` pixels, one or more, each clockwise from the card's own top-left.
        """
        return self._network.run(rectify.first_index_crops(pyramid, quads))

    def joined(self, whole: Array, index: Array, faces: int) -> tuple[Array, Array]:
        """What card and index tell together, each to a power fitted on held-out cards (a logarithmic opinion pool).

        Args:
            whole: Logits of faces and colours by the whole card.
            index: The same by its indices.
            faces: How many of them are faces.

        Returns:
            Logits of the faces and of the colours.
        """
        of_face, of_colour = self._face_shares, self._colour_shares
        colours = len(index)
        return (
            of_face[0] * whole[:faces] + of_face[1] * index[:faces],
            of_colour[0] * whole[faces:colours] + of_colour[1] * index[faces:],
        )
