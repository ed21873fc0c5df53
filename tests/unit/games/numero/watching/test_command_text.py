"""Lines of commands: parsing, writing, and that each written command is parsed as the same command."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching.command_text import command_text, parse_command
from numero_cam.games.numero.watching.game_commands import (
    MAX_NUMBER,
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    LookAgain,
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
    UnreadableLine,
)

PACK = Options.level("all").pack()
NUMBERS = st.integers(0, MAX_NUMBER)
WORDS = st.sampled_from(["shown", "bluff", "Bluff", "hand", "none", "Ann", "9g", "7", ":", "shown:", "x:", "challenge"]) | st.text(
    min_size=1
).filter(lambda text: text == "".join(text.split()))
LINES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
COMMANDS: st.SearchStrategy[GameCommand] = st.one_of(
    st.builds(ChallengeBuild, LINES, st.none() | st.booleans()),
    st.builds(CorrectPlay, NUMBERS, LINES, st.booleans()),
    st.builds(UndoPlay, NUMBERS),
    st.builds(UndoEntry, NUMBERS),
    st.builds(RedoEntry, NUMBERS),
    st.builds(LookAgain),
    st.builds(AddPlay, LINES),
    st.builds(CorrectCard, NUMBERS, st.none() | st.sampled_from(PACK)),
    st.builds(ReturnToHand, NUMBERS, LINES),
    st.builds(AnswerQuestion, NUMBERS, NUMBERS),
)


@given(COMMANDS)
def test_a_written_command_is_parsed_as_the_same_command(command: GameCommand) -> None:
    assert parse_command(command_text(command)) == command


@given(st.text() | LINES | LINES.map("challenge {}".format) | LINES.map("card 7 {}".format))
def test_any_line_is_a_command_or_unreadable_and_survives_writing(line: str) -> None:
    command = parse_command(line)
    assert parse_command(command_text(command)) == command
    if isinstance(command, UnreadableLine):
        assert command.line == line
        assert command.reason


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("challenge Ann", ChallengeBuild("Ann")),
        ("  Challenge  ann lee  SHOWN ", ChallengeBuild("ann lee", shown=True)),
        ("challenge Ann bluff", ChallengeBuild("Ann", shown=False)),
        ("challenge Ann bluff:", ChallengeBuild("Ann bluff")),
        ("challenge Ann bluff: shown", ChallengeBuild("Ann bluff", shown=True)),
        ("challenge bluff", ChallengeBuild("bluff")),
        ("play 7 Ben: discard 5r", CorrectPlay(7, "Ben: discard 5r")),
        ("back 7", UndoPlay(7)),
        ("add Ben:  discard 5r", AddPlay("Ben: discard 5r")),
        ("card 12 9G", CorrectCard(12, parse_card("9g"))),
        ("card 12 None", CorrectCard(12, None)),
        ("card 12 Hand Ben", ReturnToHand(12, "Ben")),
        ("answer 2 1", AnswerQuestion(2, 1)),
        ("undo", UndoEntry()),
        ("redo 12", RedoEntry(12)),
        ("Look  again", LookAgain()),
    ],
)
def test_a_typed_line_is_parsed(line: str, command: GameCommand) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", '"" is not understood; there are challenge NAME'),
        ("hello there", '"hello there" is not understood'),
        ("challenge", 'there is no player ""; write "challenge"'),
        ("add", '"add" is not understood'),
        ("back seven", '"back seven" is not understood'),
        ("back 7 8", '"back 7 8" is not understood'),
        ("play 7", '"play 7" is not understood'),
        ("answer 2 first", '"answer 2 first" is not understood'),
        ("card 12", '"card 12" is not understood'),
        ("card 12 hand", '"hand": not a card'),
        ("card 12 17r", '"17r": no number card 17'),
    ],
)
def test_an_unreadable_line_has_a_reason(line: str, reason: str) -> None:
    command = parse_command(line)
    assert isinstance(command, UnreadableLine)
    assert command.reason.startswith(reason)


@pytest.mark.parametrize("number", [-1, MAX_NUMBER + 1])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    for make in (UndoPlay, lambda k: CorrectPlay(k, "x"), lambda k: CorrectCard(k, None), lambda k: ReturnToHand(k, "Ann")):
        with pytest.raises(ValueError, match=str(number)):
            make(number)
    with pytest.raises(ValueError, match=str(number)):
        AnswerQuestion(1, number)


@pytest.mark.parametrize("text", ["", " Ann", "Ann  Lee", "Ann\nLee"])
def test_a_text_that_is_not_one_line_is_refused(text: str) -> None:
    for make in (ChallengeBuild, AddPlay, lambda line: CorrectPlay(1, line), lambda line: ReturnToHand(1, line)):
        with pytest.raises(ValueError, match="^" + text.replace("\n", "\\n") + "$"):
            make(text)
