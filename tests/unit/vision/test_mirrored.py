"""A mirrored picture is noticed by its cards, said, and none of its cards is read wrongly."""

from pathlib import Path

import numpy as np
import pytest

from numero_cam.app.session import open_session
from numero_cam.base.images import encode_picture
from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import MIRRORED, Reader

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"


@pytest.mark.parametrize("name", ["01_kitchen_table", "08_a_take_laid_out", "14_under_a_lamp"])
def test_it_is_said_and_nothing_is_read(photo_reader: Reader, name: str) -> None:
    photo = read_photo(SAMPLES / f"{name}.jpg")
    assert MIRRORED not in photo_reader.read(photo).problems
    state = photo_reader.read(Frame("mirrored", np.ascontiguousarray(photo.pixels[:, ::-1])))
    assert MIRRORED in state.problems
    assert not any(card.card for card in state.cards)


def test_the_option_turns_it_round(tmp_path: Path) -> None:
    photo = read_photo(SAMPLES / "08_a_take_laid_out.jpg")
    path = tmp_path / "mirrored.png"
    path.write_bytes(encode_picture(np.ascontiguousarray(photo.pixels[:, ::-1]), ".png"))
    plain, turned = (open_session(mirrored=mirrored).read(name).state for mirrored, name in ((False, photo), (True, str(path))))
    assert [card.card for card in turned.cards] == [card.card for card in plain.cards]
