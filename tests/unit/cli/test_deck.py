"""``deck print`` from the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.pdf_pages import Document

Cli = Callable[..., Any]


def test_the_deck_is_written_with_its_answers(cli: Cli, tmp_path: Path) -> None:
    got = cli("deck", "print", tmp_path / "deck.pdf", "--cards", "7r 15o x3 -4", "--answers", tmp_path / "answers.txt")
    assert (got.status, got.err) == (0, "")
    assert got.out == f"{tmp_path / 'deck.pdf'}: 4 cards on 2 pages\n"
    assert len(Document((tmp_path / "deck.pdf").read_bytes()).pages) == 2
    assert "7r 15o x3\n-4\n" in (tmp_path / "answers.txt").read_text()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("deck.png",), 2, "end its name in .pdf"),
        (("none/deck.pdf",), 2, "there is no folder"),
        (("folder.pdf",), 2, "is a folder"),
        (("deck.pdf", "--answers", "answers.pdf"), 2, "end its name in .txt"),
        (("deck.pdf", "--cards", "7r 77x"), 2, "--cards"),
        (("deck.pdf", "--cards", "10h"), 1, "the deck has no card 10h"),
        (("deck.pdf", "--cards", ""), 1, "no card is to be printed"),
        (("deck.pdf", "--paper", "a3"), 2, "a4"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    got = cli("deck", "print", *arguments)
    assert got.status == status
    assert words in got.err
    assert got.err.count("\n") == 1
    assert got.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]
