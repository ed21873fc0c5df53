"""The shipped models, loaded once, and a table that several parts of the tests look at, seen once by them."""

import pytest

from numero_cam.base.onnx import Network
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.faces import FaceReader
from tests.laid import Models, Scene

ROW = ("7r", "12b", "3o", "9g", "14r", "5b")  #: Each lies on the one before it and shows about half of it.
APART = (("x3", (120.0, -70.0, 8.0)), ("2g", (-120.0, 80.0, -6.0)), ("1/2", (40.0, 85.0, 4.0)), ("11o", (150.0, 80.0, 0.0)))


@pytest.fixture(scope="session")
def reader() -> FaceReader:
    """The reader with the face network that ships."""
    return FaceReader(Network.load("face", threads=1), None)


@pytest.fixture(scope="session")
def photo_reader() -> Reader:
    """The reader of photos with all models that ship."""
    return Reader.load()


@pytest.fixture(scope="session")
def scene() -> Scene:
    """A row of six overlapping cards, numbers 0 to 5, and four cards that lie apart, 6 to 9."""
    row = [(label, (-150.0 + 34 * k, -70.0, 0.0)) for k, label in enumerate(ROW)]
    return Scene.see(Models.load(), [*row, *APART])
