"""Messages of pages: what fits becomes a command, everything else is refused in words, and nothing breaks."""

import json
import struct
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    ReturnToHand,
    UndoPlay,
)
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.table_commands import ResumeGame, SetRecording, StartGame, StartPractice, StopWatching
from numero_cam.web.protocol import (
    MAX_PICTURE_BYTES,
    MAX_TEXT_LENGTH,
    Hello,
    command_from_page,
    pack_picture,
    parse_hello,
    parse_message,
    parse_picture,
    parse_revision,
)

JSON = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=400)
    | st.lists(st.text(max_size=20), max_size=6)
    | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)
)
AT_ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  #: No test fails because a machine is slow.
KINDS = ("start", "go_on", "practise", "stop", "play", "add", "card", "challenge", "answer", "record", "hello", "level", "nothing")
KEYS = (
    "players",
    "near",
    "hands",
    "cards",
    "by",
    "game",
    "k",
    "as",
    "id",
    "player",
    "shown",
    "ask",
    "choice",
    "on",
    "revision",
    "role",
    "v",
)


def game_command(message: dict[str, Any]) -> object:
    return command_from_page(message)


@AT_ANY_SPEED
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_message_is_a_command_or_refused(kind: str, keys: dict[str, object]) -> None:
    told = {**keys, "type": kind}
    for read in (game_command, parse_hello, parse_revision):
        try:
            found = read(told)
        except ProtocolError as error:
            said = str(error)
        else:
            said = command_text(found) if isinstance(found, GameCommand) else ""
        assert said.isprintable()
        assert len(said) < 400


@AT_ANY_SPEED
@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_an_object_or_refused(text: str) -> None:
    try:
        told = parse_message(text)
    except ProtocolError:
        return
    assert isinstance(told["type"], str)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"type": 3}', "[" * 5000, "x" * (MAX_TEXT_LENGTH + 1)])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse_message(text)


@pytest.mark.parametrize(
    ("told", "command"),
    [
        ({"type": "start", "players": ["Ann", "Ben"]}, StartGame(("Ann", "Ben"))),
        (
            {"type": "start", "players": ["Ann", "Ben"], "near": "Ben", "hands": "hidden", "cards": "2", "by": "cards"},
            StartGame(("Ann", "Ben"), "Ben", "hidden", "2", "cards"),
        ),
        (
            {"type": "start", "players": ["Ann", "Ben"], "numbers": 6, "wilds": "x2  -3"},
            StartGame(("Ann", "Ben"), numbers=6, wilds="x2 -3"),
        ),
        ({"type": "start", "players": ["Ann", "Ben"], "packs": 2}, StartGame(("Ann", "Ben"), packs=2)),
        ({"type": "go_on", "game": 3}, ResumeGame(3)),
        ({"type": "practise"}, StartPractice()),
        ({"type": "stop"}, StopWatching()),
        ({"type": "record", "on": True}, SetRecording(on=True)),
        ({"type": "play", "k": 3, "as": "Ann: discard 5r"}, CorrectPlay(3, "Ann: discard 5r")),
        ({"type": "play", "k": 3, "as": None}, UndoPlay(3)),
        ({"type": "add", "as": "Ann:  discard\n5r"}, AddPlay("Ann: discard 5r")),
        ({"type": "card", "id": 7, "as": "9g"}, CorrectCard(7, parse_card("9g"))),
        ({"type": "card", "id": 7, "as": " G9"}, CorrectCard(7, parse_card("9g"))),
        ({"type": "card", "id": 7, "as": "none"}, CorrectCard(7, None)),
        ({"type": "card", "id": 7, "as": "hand", "player": "Ann  Lee"}, ReturnToHand(7, "Ann Lee")),
        ({"type": "challenge", "player": "Ann"}, ChallengeBuild("Ann")),
        ({"type": "challenge", "player": "Ann bluff"}, ChallengeBuild("Ann bluff")),
        ({"type": "challenge", "player": "Ann", "shown": False}, ChallengeBuild("Ann", shown=False)),
        ({"type": "answer", "ask": 2, "choice": 1}, AnswerQuestion(2, 1)),
        ({"type": "dance"}, None),
    ],
)
def test_a_message_asks_for_a_command(told: dict[str, object], command: object) -> None:
    assert game_command(told) == command


def test_a_page_of_another_version_is_told_so() -> None:
    assert parse_hello({"type": "hello", "v": 1, "role": "player", "player": "Ann"}) == Hello("player", "Ann")
    with pytest.raises(ProtocolError, match="load the page again"):
        parse_hello({"type": "hello", "v": 2, "role": "keeper"})
    with pytest.raises(ProtocolError, match="hello first"):
        parse_hello({"type": "start"})


def test_a_picture_comes_as_it_was_packed() -> None:
    handed, its = parse_picture(pack_picture(17, b"jpeg", (1280, 720)), 5)
    assert (handed.number, handed.picture, its, handed.taken) == (5, b"jpeg", 17, 17)


@AT_ANY_SPEED
@given(st.binary(max_size=80))
def test_any_bytes_are_a_picture_or_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_picture(data, 1)


@pytest.mark.parametrize("size", [(0, 720), (5000, 720), (1280, 0)])
def test_a_picture_of_no_possible_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ProtocolError, match="pixels"):
        parse_picture(pack_picture(1, b"jpeg", size), 1)


def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(ProtocolError, match="at most"):
        parse_picture(pack_picture(1, b"x" * MAX_PICTURE_BYTES, (1280, 720)), 1)


def test_a_clock_that_is_no_number_is_refused() -> None:
    data = struct.pack("<2sBBHIdHHH", b"NF", 1, 0, 0, 1, float("nan"), 1280, 720, 0) + b"jpeg"
    with pytest.raises(ProtocolError):
        parse_picture(data, 1)


def test_json_that_python_alone_knows_is_no_number() -> None:
    with pytest.raises(ProtocolError):
        parse_revision(json.loads('{"revision": NaN}'))
