"""Slips that were printed in an earlier layout are marked: two filled ones in a photo, made while it was the only one."""

import json
from pathlib import Path

from numero_cam.capture.files import read_photo
from numero_cam.classroom.mark import read_slips
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from tests.slip_piles import BEST, CHILD

FOLDER = Path(__file__).parents[2] / "data" / "slips_of_layout_1"


def test_a_slip_of_the_first_layout_is_marked(tmp_path: Path) -> None:
    printing = Printing.from_dict(json.loads((FOLDER / "printing.json").read_text(encoding="utf-8")))
    assert printing.layout == 1
    with open_slip_store(tmp_path / "classes.sqlite") as store:
        store.put_printing(printing)
        found = read_slips(read_photo(str(FOLDER / "photo.jpg")), store.printing)
    assert not found.problems
    entries = sorted((entry for slip in found.slips for entry in slip.entries), key=lambda entry: entry.slip)
    assert [(entry.slip, entry.state, str(entry.answer), entry.pupil) for entry in entries] == [
        (0, "accepted", BEST, 3),
        (3, "accepted", CHILD, 8),
    ]


def test_a_printing_of_the_first_layout_is_printed_again_in_it() -> None:
    printing = Printing.from_dict(json.loads((FOLDER / "printing.json").read_text(encoding="utf-8")))
    assert printing.form_of(0).layout == 1
    assert Printing.from_dict(printing.to_dict()) == printing
