from pathlib import Path

import pytest

from numero_cam.games.numero.rules import PACK, PrintedPoints, PrintedPointsError, parse_card


def test_the_default_table() -> None:
    printed = PrintedPoints.default()
    assert {str(card): printed.of(card) for card in PACK if printed.of(card)} == {
        **{f"1{colour}": 1 for colour in "rbgo"},
        **{f"15{colour}": 2 for colour in "rbgo"},
        **{str(card): 10 for card in PACK if card.is_wild},
    }
    assert printed.of(parse_card("1h")) == 0
    assert printed.of(parse_card("15")) == 2


def test_an_edited_table(tmp_path: Path) -> None:
    path = tmp_path / "points.toml"
    path.write_text('version = 1\n[points]\n"15" = 100\n"½" = 1\n"N^2" = 7\n"8" = 0\n', encoding="utf-8")
    printed = PrintedPoints.load(path)
    assert [printed.of(parse_card(card)) for card in ("15r", "1/2", "N2", "8b", "x3")] == [100, 1, 7, 0, 0]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", 'the line "version = 1" is missing'),
        ("15 = 3", '"15" has no meaning where it stands; the file begins with the line "version = 1", then comes the line "[points]"'),
        *((f"version = {other}\n[points]\n", "this program reads version = 1") for other in ("0", "2", "-1", '"1"', "1.5")),
        ("version = 1\n", 'the line "[points]" is missing'),
        ("version = 1\npoints = 3\n", 'the line "[points]" is missing'),
        ("version = 1\n[point]\n", '"point" has no meaning'),
        ('version = 1\n[points]\n"16" = 1\n', '"16" is no card'),
        ('version = 1\n[points]\n"7r" = 1\n', '"7r" has a colour'),
        ('version = 1\n[points]\n"7" = -1\n', '"7" = -1'),
        ('version = 1\n[points]\n"7" = 1.5\n', '"7" = 1.5'),
        ('version = 1\n[points]\n"7" = 101\n', "points are whole numbers from 0 to 100"),
        ('version = 1\n[points]\n"7" = true\n', '"7" = True'),
        (f'version = 1\n[points]\n"7" = "{"y" * 100}"\n', f'"7" = {"y" * 40}: points are'),
        ('version = 1\n[points]\n"1/2" = 1\n"50%" = 2\n', '"50%" names 1/2 a second time'),
    ],
)
def test_a_bad_table_gets_one_line_with_its_path(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "points.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PrintedPointsError) as caught:
        PrintedPoints.load(path)
    assert named in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_is_shown_as_it_is_made() -> None:
    assert repr(PrintedPoints.default()) == "PrintedPoints.default()"
    assert repr(PrintedPoints({"15": 7})) == "PrintedPoints({'15': 7})"
    assert PrintedPoints({"15": 7}) == PrintedPoints({"15": 7}) != PrintedPoints({"15": 8})
    assert len({PrintedPoints({"15": 7}), PrintedPoints({"15": 7}), PrintedPoints({})}) == 2


@pytest.mark.parametrize(("length", "fits"), [(99_999, True), (100_000, True), (100_001, False)])
def test_a_table_of_100_000_bytes_is_read_and_no_larger_one(tmp_path: Path, length: int, *, fits: bool) -> None:
    path = tmp_path / "points.toml"
    text = 'version = 1\n[points]\n"7" = 3\n#'
    path.write_text(text + "x" * (length - len(text)), encoding="utf-8")
    if fits:
        assert PrintedPoints.load(path).of(parse_card("7r")) == 3
        return
    with pytest.raises(PrintedPointsError, match=str(path)):
        PrintedPoints.load(path)
