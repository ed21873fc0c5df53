"""A folder of drawn scenes, read as samples."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

NO_CARD = 255  #: Value of an identity map where no card is seen.
PER_DECK = 5  #: Scenes drawn with one deck before the next is designed.
HELD_OUT = 30  #: Every so many-th deck is for validation.


@dataclass(frozen=True)
class Sample:
    """A scene as training reads it."""

    picture: NDArray[np.uint8]  #: ``(H, W, 3)`` uint8 RGB, or half that size.
    ids: NDArray[np.uint8]  #: ``(H // 2, W // 2)`` uint8, see ``synth.scene.Scene``.
    quads: NDArray[np.float32]  #: ``(N, 4, 2)`` float32 pixels.
    labels: list[str | None]  #: N labels or None.
    visible: NDArray[np.float32]  #: ``(N,)`` float32.


def load_answer(path: Path) -> tuple[tuple[int, int], NDArray[np.float32]]:
    """Width and height of a scene, and the quads of its cards ``(N, 4, 2)``."""
    answer = json.loads(path.read_text())
    return (answer["width"], answer["height"]), np.array([c["quad"] for c in answer["cards"]], np.float32).reshape(-1, 4, 2)


def load(path: Path, *, half: bool = False) -> Sample:
    """Reads the scene whose ``.json`` is given; its picture at half the size if asked for, which is faster."""
    answer = json.loads(path.read_text())
    flag = cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR
    picture = cv2.imread(str(path.with_suffix(".jpg")), flag)
    ids = cv2.imread(str(path.with_suffix(".png")), cv2.IMREAD_GRAYSCALE)
    if picture is None or ids is None:
        raise FileNotFoundError(f"{path.stem}: its picture is missing; draw the scenes again")
    cards = answer["cards"]
    quads = np.array([c["quad"] for c in cards], np.float32).reshape(-1, 4, 2)
    visible = np.array([c["visible"] for c in cards], np.float32)
    rgb = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
    return Sample(rgb, np.asarray(ids, np.uint8), quads, [c["label"] for c in cards], visible)


def listing(folder: Path, *, held_out: bool) -> list[Path]:
    """The scenes for training or for validation, sorted by name; split by deck, so that no design is in both."""
    return [p for p in sorted(folder.glob("*.json")) if (int(p.stem) // PER_DECK % HELD_OUT == 0) == held_out]
