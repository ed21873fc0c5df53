import numpy as np
import pytest

from numero_cam.annotate import table_overlay
from numero_cam.calibrate.table import TableCalibration

COLOURS = table_overlay.ZONE_COLOURS


def table(far: float) -> TableCalibration:
    """A millimetre a pixel; the bands of the far player end ``far`` millimetres below the picture's upper edge."""
    zones = {
        "hand": (0.0, 700.0, 1280.0, 960.0),
        "centre": (0.0, far, 1280.0, 700.0),
        "opposite": (0.0, 0.0, 1280.0, far),
        "pile": (1100.0, 700.0, 1280.0, 960.0),
        "pile opposite": (0.0, 0.0, 200.0, far),
    }
    return TableCalibration(1280, 960, np.eye(3), 0.1, "cards", zones, "2026-01-01", None, None)


def shown(far: float) -> set[str]:
    picture = table_overlay.draw_table(np.full((960, 1280, 3), 90, np.uint8), table(far))
    assert picture.shape == (960, 1280, 3)
    return {name for name, colour in COLOURS.items() if (picture == colour).all(axis=2).sum() > 200}


@pytest.mark.parametrize(("far", "seen"), [(250.0, set(COLOURS)), (1.0, {"hand", "centre", "pile"}), (20.0, {"hand", "centre", "pile"})])
def test_a_zone_that_is_hardly_in_view_is_no_smear(far: float, seen: set[str]) -> None:
    assert shown(far) == seen


def test_the_photo_is_not_changed() -> None:
    photo = np.full((960, 1280, 3), 90, np.uint8)
    table_overlay.draw_table(photo, table(250.0))
    assert (photo == 90).all()
