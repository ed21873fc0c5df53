"""Texts of any game: where they go wrong is said with the line, and what was right before is kept."""

import pytest

from numero_cam.games.shared.texts import MAX_LINE_LENGTH, GameTextError, LineError, check_length, plain_lines, read_text


class Counting:
    """A game of nothing but numbers that must rise; its head is the line `rise`."""

    def __init__(self) -> None:
        self.game: list[int] | None = None
        self.at, self.turn = 0, 0

    def read(self, line: str) -> None:
        check_length(line)
        if self.game is None:
            self.game = [0] if line == "rise" else None
            return
        if int(line) <= self.game[-1]:
            message = f"{line} does not rise"
            raise LineError(message)
        self.game.append(int(line))

    def finish_head(self) -> None:
        if self.game is None:
            message = "no head"
            raise LineError(message)

    def line_of(self, _error: Exception) -> int:
        return max(self.at, 1)


def test_comments_spaces_and_a_mark_at_the_beginning_say_nothing() -> None:
    assert list(plain_lines("\ufeff a  b # c\n\n# d\ne")) == [(1, "a b"), (2, ""), (3, ""), (4, "e")]


def test_a_text_is_read_as_far_as_it_is_right() -> None:
    reading = read_text(Counting(), "rise\n1\n\n3\n2\n9", ())
    assert reading.game == [0, 1, 3]
    assert str(reading.error) == "line 5: 2 does not rise"
    with pytest.raises(GameTextError):
        reading.whole()
    assert read_text(Counting(), "rise\n4", ()).whole() == [0, 4]


def test_what_a_reader_raises_itself_is_named_by_it() -> None:
    assert str(read_text(Counting(), "rise\nx", (ValueError,)).error).startswith("line 2: ")
    with pytest.raises(ValueError, match="invalid literal"):
        read_text(Counting(), "rise\nx", ())


def test_an_empty_text_and_a_line_that_is_too_long() -> None:
    assert str(read_text(Counting(), "", ()).error) == "line 1: no head"
    assert f"at most {MAX_LINE_LENGTH}" in str(read_text(Counting(), "9" * 3000, ()).error)
