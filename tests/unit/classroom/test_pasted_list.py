"""A class list as somebody pastes it: with a head or without, with names or only numbers."""

import pytest

from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.desk import read_pasted_list
from numero_cam.classroom.slips import MAX_PUPIL_NUMBER

LEVEL = "silver:12"


@pytest.mark.parametrize(
    ("text", "pupils"),
    [
        ("1\n2\n", (Pupil(1, "", LEVEL), Pupil(2, "", LEVEL))),
        ("17\tAnn\tgold:3\n3\tMārama Nguyễn\n", (Pupil(3, "Mārama Nguyễn", LEVEL), Pupil(17, "Ann", "gold:3"))),
        ("Ann;17;silver:2\r\n\r\nBen;4;\r\n", (Pupil(4, "Ben", LEVEL), Pupil(17, "Ann", "silver:2"))),
        ("Ann\nBen\n", (Pupil(1, "Ann", LEVEL), Pupil(2, "Ben", LEVEL))),
        ("Level,Name,Number\ngold:1,Ann,7\n,Ben,8\n", (Pupil(7, "Ann", "gold:1"), Pupil(8, "Ben", LEVEL))),
        ("5 Ann\n8. Bo\n9) Mārama Nguyễn\n", (Pupil(5, "Ann", LEVEL), Pupil(8, "Bo", LEVEL), Pupil(9, "Mārama Nguyễn", LEVEL))),
        ("8 Bo\tgold:3\n5\n", (Pupil(5, "", LEVEL), Pupil(8, "Bo", "gold:3"))),
        ("17\t2 Bo\n", (Pupil(17, "2 Bo", LEVEL),)),
        ("number\n5\n", (Pupil(5, "", LEVEL),)),
    ],
)
def test_numbers_are_enough_and_the_rest_is_filled_in(text: str, pupils: tuple[Pupil, ...]) -> None:
    assert read_pasted_list(text, LEVEL) == pupils


@pytest.mark.parametrize(
    ("text", "level", "why"),
    [
        ("", LEVEL, "the list is empty"),
        ("number,name\n", LEVEL, "the list is empty"),
        ("1 \n2\n1\n", LEVEL, "the list, line 3: pupil 1 is in line 1 already"),
        ("3\n100\n", LEVEL, 'the list, line 2: "100" is no number of a pupil'),
        ("3\nAnn\n", LEVEL, 'the list, line 2: "" is no number of a pupil'),
        ("3\n-4\n", LEVEL, 'the list, line 2: "-4" is no number of a pupil'),
        ("5 Ann\nBo\n", LEVEL, 'the list, line 2: "" is no number of a pupil'),
        ('3\n4\t"Ann\n5\tBo\n', LEVEL, "the list, line 2: quotation marks stand around a whole cell or not at all"),
        ('3\n4\t"Ann" Lee\n5\n', LEVEL, "the list, line 2: quotation marks"),
        ("3\n", "silver", "the list, line 1: "),
        ("3\n", "", "the list, line 1: pupil 3 has no level"),
        ("\n".join("A" * 100), LEVEL, f"the list has 100 lines; a class has at most {MAX_PUPIL_NUMBER} pupils"),
    ],
)
def test_a_list_that_is_wrong_is_refused_with_its_line(text: str, level: str, why: str) -> None:
    with pytest.raises(ClassError, match=why):
        read_pasted_list(text, level)
