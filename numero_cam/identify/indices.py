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

    def read(self, views: list[NDArray[np.uint8]]) -> list[Array | None]:
        """Reads the corners of cards, each the way up in which the card's own top-left has its index.

        Args:
            views: Crops of cards, upright or upside down, from ``rectify.face_crop``.

        Returns:
            Of each card the mean of the logits of faces and colours of its indices in view; None where none is in view.
        """
        every = [rectify.index_crops(view) for view in views]
        shown = [[corner for corner in corners if (corner[..., 3] > 0).mean() <= MOST_HIDDEN] for corners in every]
        flat = [corner for corners in shown for corner in corners]
        told = iter(self._network.run(np.stack(flat)) if flat else ())
        return [np.mean([next(told) for _ in corners], axis=0) if corners else None for corners in shown]

    def joined(self, whole: Array, index: Array, faces: int) -> tuple[Array, Array]:
        """What card and index tell together, each to a power fitted on held-out cards (a logarithmic opinion pool).

        Args:
            whole: Logits of faces and colours by the whole card.
            index: The same by its indices.
            faces: How many of them are faces.

        Returns:
            Logits of the faces and of the colours.
        """
        (card, own), (of_card, of_own) = self._face_shares, self._colour_shares
        colours = of_card * whole[faces : len(index)] + of_own * index[faces:]
        return card * whole[:faces] + own * index[:faces], colours
