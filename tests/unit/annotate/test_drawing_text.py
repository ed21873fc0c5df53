import numpy as np
import pytest

from numero_cam.annotate import drawing

INK, GROUND = (0, 0, 0), 255
UNKNOWN = "\ue000"  # for private use: no font has it


def drawn(text: str, *, bold: bool) -> np.ndarray:
    sheet = np.full((80, 200, 3), GROUND, np.uint8)
    drawing.draw_text(sheet, text, (10, 60), 40, INK, bold=bold)
    return sheet


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("sign", list("0123456789AZaz+−×÷=√∛²³½⅓¼⅛≈?()’–…★äéß"))
def test_the_font_has_every_sign_of_the_arithmetic(sign: str, bold: bool) -> None:
    assert (drawn(sign, bold=bold) != drawn(UNKNOWN, bold=bold)).any()
    assert (drawn(sign, bold=bold) < 100).any()


def test_letters_stand_where_they_are_asked_to() -> None:
    rows, columns = np.nonzero(drawn("H", bold=True)[..., 0] < 128)
    assert rows.max() + 1 == 60  # the baseline
    assert rows.max() + 1 - rows.min() == pytest.approx(drawing.CAPITAL_HEIGHT * 40, abs=1.5)
    assert 10 <= columns.min() < columns.max() < 10 + drawing.text_width("H", 40, bold=True)


def test_what_does_not_fit_is_cut_off() -> None:
    for place in ((-20, 5), (190, 78), (-500, 60), (10, 500)):
        sheet = np.full((80, 200, 3), GROUND, np.uint8)
        drawing.draw_text(sheet, "12 red", place, 40, INK)
        assert sheet.shape == (80, 200, 3)


@pytest.mark.parametrize("text", ["", "one", "a few words that need rows", "averyverylongwordthatfitsnowhere and more"])
def test_rows_are_no_wider_than_they_may_be(text: str) -> None:
    rows = drawing.wrap_text(text, 20, 100)
    assert " ".join(rows) == text
    assert all(drawing.text_width(row, 20) <= 100 for row in rows if " " in row)
