"""Lists of pupils as teachers and spreadsheets write them."""

from pathlib import Path

import pytest

from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Pupil, read_class_list

ANN, UNNAMED = Pupil(3, "Ann Māori", "silver:12"), Pupil(17, "", "gold:30")


@pytest.mark.parametrize(
    "data",
    [
        "number,name,level\n17,,gold:30\n3,Ann  Māori,Silver:12\n".encode(),
        "\ufeffNumber;Name;Level\r\n3;Ann Māori;silver:12\r\n\r\n17;;gold:30\r\n;;\r\n".encode(),
        "level\tnumber\tname\tnotes\nsilver:12\t3\tAnn Māori\tloud\ngold:30\t17\t\t\n".encode("utf-16"),
        'number,level,name\n3,silver:12,"Ann Māori"\n17,gold:30\n'.encode(),
        "sep=;\nNumber;Name;Level\n3;Ann Māori;silver:12\n17;;gold:30\n".encode(),
        "\ufeffsep=,\r\nnumber,name;of a pupil,name,level\r\n3,,Ann Māori,silver:12\r\n17,,,gold:30\r\n".encode(),
        '"SEP=;";;\nnumber;name;level\n3;Ann Māori;silver:12\n17;;gold:30\n'.encode(),
        "sep=\t\nnumber\tname\tlevel\n3\tAnn Māori\tsilver:12\n17\t\tgold:30\n".encode("utf-16"),
    ],
    ids=["plain", "spreadsheet", "UTF-16", "short lines", "sep=;", "sep=, with a mark", "quoted sep=", "sep=tab in UTF-16"],
)
def test_lists_that_are_taken(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "5B.csv"
    path.write_bytes(data)
    assert read_class_list(path) == (ANN, UNNAMED)


def test_a_name_of_200_characters_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "5B.csv"
    path.write_text(f"number,name,level\n1,{'Ann ' * 49}Anna,3\n", encoding="utf-8")
    assert len(read_class_list(path)[0].name) == 200


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"number,name,level\n", "has no pupil"),
        (b"sep=;\n", "is empty"),
        (b"sep=;\nname;level\nAnn;silver:1\n", 'line 2: there is no column "number"'),
        (b"sep=;\nnumber;name;level\n0;Ann;silver:1\n", 'line 3: "0" is no number of a pupil'),
        (b"name,level\nAnn,silver:1\n", 'no column "number"'),
        (b"number,name,level\n0,Ann,silver:1\n", 'line 2: "0" is no number of a pupil; numbers are 1 to 99'),
        (b"number,name,level\n100,Ann,silver:1\n", "numbers are 1 to 99"),
        (b"number,name,level\n1,Ann,silver:1\n2,Ben,silver:1\n1,Cy,silver:1\n", "line 4: pupil 1 is in line 2 already"),
        (b"number,name,level\n1,Ann,\n", "line 2: pupil 1 has no level"),
        (b"number,name,level\n1,Ann,silver:41\n", 'line 2: there is no level "silver:41"; write silver:1 to silver:40'),
        (f"number,name,level\n1,{'A' * 201},silver:1\n".encode(), "line 2: the name of pupil 1 has 201 characters; at most 200"),
        (b"number,name,level\n1,A\x1b[2J,silver:1\n", "line 2: the name of pupil 1 has signs that cannot be written"),
        (b"number,name,level\n1,Zo\xeb,silver:1\n", 'save it from the spreadsheet as "CSV UTF-8"'),
        (b"number,name,level\nx,A,1\ny,B,1\nz,C,1\n", "(2 more lines are wrong)"),
        (b"\x00" * 2_000_000, "is larger than any such file (1,000,000 bytes)"),
    ],
)
def test_lists_that_are_refused(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "5B.csv"
    path.write_bytes(data)
    with pytest.raises(ClassError) as refused:
        read_class_list(path)
    assert why in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
