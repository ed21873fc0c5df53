"""The scripts of the page: their types are right, their words are in one file, and they keep to rules that no compiler checks."""

import re
import shutil
from pathlib import Path

import pytest

from numero_cam.games.numero.rules.cards import WILD_CARDS
from numero_cam.web.static_files import STATIC_FOLDER
from tests.page_types import type_errors

SCRIPTS = STATIC_FOLDER / "js"
WORDS = SCRIPTS / "words.js"
LONGEST_LINE = 140
ALL = sorted(path.name for path in SCRIPTS.iterdir())


def text_of(name: str) -> str:
    return (SCRIPTS / name).read_text(encoding="utf-8")


def test_the_types_are_right() -> None:
    assert not type_errors(STATIC_FOLDER)


def test_mistakes_are_found(tmp_path: Path) -> None:
    """In the key of a message, in its type, and in a word."""
    project = tmp_path / "static"
    shutil.copytree(STATIC_FOLDER, project, ignore=shutil.ignore_patterns("clips"))
    for name, before, after in (
        ("table.js", "card.unclear ||", "card.hidden ||"),
        ("start.js", 'app.change({type: "practise"})', 'app.change({type: "practice"})'),
        ("page.js", "words.skip", "words.skipp"),
    ):
        text = text_of(name)
        assert before in text
        (project / "js" / name).write_text(text.replace(before, after), encoding="utf-8")
    errors = type_errors(project)
    for found in (
        "Property 'hidden' does not exist on type 'TableCard'",
        "is not assignable to type",
        "Property 'skipp' does not exist",
    ):
        assert any(found in error for error in errors)


@pytest.mark.parametrize("name", [name for name in ALL if name.endswith(".js")])
def test_each_script_is_checked_and_has_short_lines(name: str) -> None:
    lines = text_of(name).splitlines()
    assert lines[0] == "// @ts-check"
    assert not [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]
    assert not [line for line in lines if "@ts-ignore" in line or "@ts-expect-error" in line]


def test_the_page_offers_all_wild_cards() -> None:
    offered = re.search(r"WILDS = \[(.*?)\]", text_of("faces.js"), re.DOTALL)
    assert offered
    assert re.findall(r'"([^"]+)"', offered[1]) == [str(card) for card in WILD_CARDS]


@pytest.mark.slow
def test_each_word_is_used_and_one_file_has_the_words() -> None:
    words = re.findall(r"^  (\w+):", WORDS.read_text(encoding="utf-8"), re.MULTILINE)
    others = {name: text_of(name) for name in ALL if name != WORDS.name}
    assert len(words) > 100
    used = "\n".join(others.values())
    # The state of the link is a word itself: words[link].
    assert [word for word in words if not re.search(rf"\bwords\.{word}\b", used)] == ["linked", "linking"]
    assert not [name for name, text in others.items() if 'from "./catalogue.js"' in text and name != "class_words.js"]


def test_what_is_doubtful_is_said_by_the_server_alone() -> None:
    assert not [name for name in ALL if re.search(r"sure\b\s*[<>]=?\s*[\d.]", text_of(name))]
