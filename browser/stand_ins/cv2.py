"""OpenCV as the program calls it, answered by opencv.js. No picture is worked on here but where NumPy does the very same in a line.

What is neither written out nor in `ORDERS` takes arrays first, as opencv.js does, and gives one array: `__getattr__` passes it on by its
name. What opencv.js does not have is an `AttributeError`.
"""

from ast import literal_eval
from functools import cache, partial
from itertools import takewhile
from types import SimpleNamespace
from typing import Any

import numpy as np
from browser_vision import cv, cv_call
from numpy.typing import NDArray
from pyodide.ffi import JsException as error  # noqa: F401, N813 - OpenCV's name, by which it is caught

Array = NDArray[Any]
KINDS = ("uint8", "int8", "uint16", "int16", "int32", "float32", "float64")  #: Types of numbers in the order of OpenCV's depths.
#: The arguments of functions in the order of opencv.js; `>` is an array that it gives, `>>` a list of them.
ORDERS = {
    "Sobel": "src > ddepth dx dy ksize=3 scale",
    "addWeighted": "src1 alpha src2 beta gamma > dtype=-1",
    "approxPolyDP": "curve > epsilon closed",
    "connectedComponents": "image >",
    "connectedComponentsWithStats": "image > > >",
    "dilate": "src > kernel anchor=(-1,-1) iterations=1",
    "erode": "src > kernel anchor=(-1,-1) iterations=1",
    "findContours": "image >> > mode method",
    "getPerspectiveTransform": "src dst",
    "getRectSubPix": "image patchSize center >",
    "intersectConvexConvex": "one other > handleNested=True",
    "meanStdDev": "src > > mask",
    "morphologyEx": "src > op kernel",
    "setRNGSeed": "seed",
    "threshold": "src > thresh maxval type",
    "transform": "src > m",
}
GIVEN = {">": None, ">>": ()}
MARGIN = 3  #: Pixels around the part of a picture that a warp looks at: bilinear weights reach 1 further.

VideoCapture = Any


class _Unused:
    """A part of OpenCV whose names are said when the program is loaded, and which nothing in a page calls."""

    def __getattr__(self, name: str) -> Any:
        return Any


class DetectorParameters(SimpleNamespace):
    """What the detector of markers is asked for, where that is not the usual."""


class Dictionary:
    """Markers of one kind."""

    def __init__(self, kind: int) -> None:
        self.own = cv.getPredefinedDictionary(kind)

    def generateImageMarker(self, number: int, sidePixels: int, *, borderBits: int) -> Array:
        return _call("generateImageMarker", number, sidePixels, None, borderBits, on=self.own)[1][0]


class ArucoDetector:
    """Finds markers: OpenCV's class, made in opencv.js for each picture, as Python does not tell when it is needed no more."""

    def __init__(self, dictionary: Dictionary, parameters: DetectorParameters) -> None:
        self._dictionary, self._asked = dictionary, parameters

    def detectMarkers(self, image: Array) -> tuple[list[Array], Array, list[Array]]:
        made = [cv.aruco_DetectorParameters.new(), cv.aruco_RefineParameters.new(10, 3, True)]  # noqa: FBT003 - OpenCV's own defaults
        for name, value in vars(self._asked).items():
            setattr(made[0], name, value)
        made.append(cv.aruco_ArucoDetector.new(self._dictionary.own, *made))
        found: list[Any] = list(_call("detectMarkers", image, (), None, (), on=made[-1])[1])
        for each in made:
            each.delete()
        return found[0], found[1], found[2]


class _Aruco:
    """OpenCV's markers; the rest of its names are only said, as in `_Unused`."""

    def __getattr__(self, name: str) -> Any:
        return MARKERS.get(name) or getattr(cv, name, Any)


MARKERS = {
    "ArucoDetector": ArucoDetector,
    "DetectorParameters": DetectorParameters,
    "Dictionary": Dictionary,
    "getPredefinedDictionary": cache(Dictionary),
}
aruco, typing = _Aruco(), _Unused()


def setNumThreads(_count: int) -> None:
    """OpenCV has one thread here in any case."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    value = getattr(cv, name)
    return value if isinstance(value, int | float) else partial(_ordered if name in ORDERS else _plain, name)


def _call(name: str, *given: Any, on: Any = cv) -> tuple[Any, list[Array]]:
    """Call a function of opencv.js; None among its arguments is an array that it gives, () a list of them, else it changes the first one.

    A list of arrays is given as one.

    Returns:
        What it returns, and the arrays that it gives.
    """
    told, *made = cv_call(on, name, *(np.ascontiguousarray(each) if isinstance(each, np.ndarray) else each for each in given))
    return told, list(map(_made, made))


def _made(one: Any) -> Any:
    if len(one) != 3 or not isinstance(one[1], int):
        return list(map(_made, one))
    data, kind, shape = one
    out = np.empty([size for n, size in enumerate(shape) if n < 2 or size > 1], KINDS[kind])
    data.assign_to(out)
    return out


def _plain(name: str, *given: Any) -> Array:
    arrays = tuple(takewhile(lambda each: isinstance(each, np.ndarray), given))
    return _call(name, *arrays, None, *given[len(arrays) :])[1][0]


def _ordered(name: str, *given: Any, **named: Any) -> Any:
    """Call a function of `ORDERS`, and return what Python's OpenCV does: the number, if there is one, and the arrays."""
    values = iter(given)
    passed: list[Any] = []
    for word in ORDERS[name].split():
        argument, _, usual = word.partition("=")
        if argument in GIVEN:
            passed.append(GIVEN[argument])
        else:
            passed.append(named.pop(argument) if argument in named else next(values, usual and literal_eval(usual)))
    told, made = _call(name, *passed, *values, *named.values())
    found = made if told is None else [told, *made]
    return tuple(found) if len(found) > 1 else next(iter(found), None)


def _put(made: Array, dst: Array | None) -> Array:
    if dst is None:
        return made
    dst[...] = made
    return dst


def resize(src: Array, dsize: tuple[int, int] | None, *, fx: float = 0, fy: float = 0, interpolation: int = 1) -> Array:
    return _plain("resize", src, dsize or (0, 0), fx, fy, interpolation)


def cvtColor(src: Array, code: int, dst: Array | None = None) -> Array:
    return _put(_plain("cvtColor", src, code, 0), dst)


def fillConvexPoly(img: Array, points: Array, color: float | tuple[float, ...], lineType: int = 8, shift: int = 0) -> Array:
    return _put(_call("fillConvexPoly", img, points.astype(np.int32), _scalar(color), lineType, shift)[1][0], img)


def drawContours(image: Array, contours: list[Array], contourIdx: int, color: float | tuple[float, ...], thickness: int = 1) -> Array:
    return _put(_call("drawContours", image, contours, contourIdx, _scalar(color), thickness)[1][0], image)


def _scalar(colour: float | tuple[float, ...]) -> tuple[float, ...]:
    return (*(colour if isinstance(colour, tuple) else (colour,)), 0, 0, 0)[:4]


def warpPerspective(
    src: Array,
    matrix: Array,
    dsize: tuple[int, int],
    dst: Array | None = None,
    flags: int = 1,
    borderMode: int = 0,
    borderValue: float | tuple[float, ...] = 0,
) -> Array:
    part, matrix = _seen(src, matrix, dsize) if flags & cv.WARP_INVERSE_MAP else (src, matrix)
    return _put(_call("warpPerspective", part, None, matrix, dsize, flags, borderMode, _scalar(borderValue))[1][0], dst)


def _seen(src: Array, matrix: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """Return the part of a picture that a warp looks at, and the matrix onto it: a photo is not copied once for each of its cards."""
    ends = np.array([(x, y, 1.0) for x in (0, size[0]) for y in (0, size[1])]) @ matrix.T
    if (ends[:, 2] <= 0).any():
        return src, matrix
    places = ends[:, :2] / ends[:, 2:]
    left, top = np.maximum(np.floor(places.min(axis=0)).astype(int) - MARGIN, 0)
    right, bottom = np.maximum(np.ceil(places.max(axis=0)).astype(int) + MARGIN, 0)
    part = src[top:bottom, left:right]
    return (part, np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1.0)]) @ matrix) if part.size else (src, matrix)


def findHomography(src: Array, dst: Array, *way: float) -> tuple[Array | None, Array | None]:
    *inliers, made = _call("findHomography", src, dst, *way, *((None,) if way else ()))[1]
    return (made if made.size else None), (inliers[0] if inliers else None)


def calcOpticalFlowPyrLK(
    before: Array, now: Array, points: Array, moved: Array, *, winSize: tuple[int, int], maxLevel: int
) -> tuple[Array, Array, Array]:
    del moved  # where OpenCV writes them in Python; guesses need a flag
    after, found, wrong = _call("calcOpticalFlowPyrLK", before, now, points, None, None, None, winSize, maxLevel)[1]
    return after, found, wrong


def subtract(one: Array, other: Array) -> Array:
    return one - np.minimum(one, other)


max = np.maximum  # noqa: A001 - OpenCV's name


def split(picture: Array) -> tuple[Array, ...]:
    return tuple(np.ascontiguousarray(picture[..., n]) for n in range(picture.shape[2]))


def countNonZero(src: Array) -> int:
    return int(np.count_nonzero(src))


def copyTo(src: Array, mask: Array, dst: Array) -> Array:
    return _put(np.where(mask[..., None] > 0 if src.ndim > mask.ndim else mask > 0, src, dst), dst)
