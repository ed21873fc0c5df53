"""The picture of the reliability is well-formed and shows every bin and every threshold that reads something."""

import importlib
from xml.etree import ElementTree as ET

import pytest

knowing = importlib.import_module("knowing")
picture = importlib.import_module("reliability_picture")
answers = importlib.import_module("answers")
SVG = "{http://www.w3.org/2000/svg}"


def group(count: int) -> dict[str, object]:
    rows = [
        answers.Answered(
            "f", "p", "7r", 1.0, "7r" if k % 3 else "8r", k / max(count, 2), k > count / 2, found=True, right=bool(k % 3), turned=None
        )
        for k in range(1, count + 1)
    ]
    return dict(knowing.group(rows))


@pytest.mark.parametrize("count", [2, 30])
def test_marks(count: int) -> None:
    groups = {"open & near": group(count), "covered": group(count)}
    root = ET.fromstring(picture.draw(groups))  # noqa: S314 - our own text
    lines = root.findall(f"{SVG}polyline")
    assert len(lines) == 2
    assert any("open & near" in (text.text or "") for text in root.iter(f"{SVG}text"))
    bins = len(groups["covered"]["guesses"]["bins"])  # type: ignore[index]
    points = len(lines[0].attrib["points"].split())
    assert len(root.findall(f"{SVG}circle")) == bins + points + 1


def test_a_group_without_cards_is_drawn_empty() -> None:
    empty = dict(knowing.group([]))
    assert (empty["asked"], empty["area_under_roc"]) == (0, None)
    ET.fromstring(picture.draw({"open": empty}))  # noqa: S314 - our own text
