"""Messages of pages become commands or are refused in words; their limits at the edges, by the numbers of docs/live-protocol.md."""

import json
import struct
from typing import Any

import pytest
from hypothesis import given
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
from numero_cam.live.table_commands import PlaceCard, ResumeGame, SetRecording, StartGame, StartPractice, StopWatching
from numero_cam.web.protocol import (
    ROLES,
    Hello,
    Role,
    command_from_page,
    pack_picture,
    parse_hello,
    parse_message,
    parse_picture,
    parse_revision,
)

LINE = 300  #: Letters of a short text.
JSON = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=400)
    | st.lists(st.text(max_size=20), max_size=6)
    | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)
)
KINDS = ("start", "go_on", "practise", "stop", "play", "add", "card", "challenge", "answer", "record", "hello", "level", "nothing")
KEYS = ("players", "near", "hands", "cards", "by", "game", "k", "as", "id", "player", "shown", "ask", "choice", "on", "revision", "role")


def refused(told: dict[str, Any], read: Any = command_from_page) -> str:  # noqa: ANN401 - any of the readers
    with pytest.raises(ProtocolError) as caught:
        read(told)
    return str(caught.value)


def picture(
    size: tuple[int, int] = (1280, 720), data: bytes = b"jpeg", *, mark: bytes = b"NF", version: int = 1, ms: float = 0.0, camera: int = 3
) -> bytes:
    """As docs/live-protocol.md lays it out: 24 bytes, little-endian, then a JPEG."""
    return struct.pack("<2sBBHIdHHH", mark, version, 1, camera, 17, ms, *size, 0) + data


@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_message_is_a_command_or_refused(kind: str, keys: dict[str, object]) -> None:
    told = {**keys, "type": kind}
    for read in (command_from_page, parse_hello, parse_revision):
        try:
            found = read(told)
        except ProtocolError as error:
            said = str(error)
        else:
            said = command_text(found) if isinstance(found, GameCommand) else ""
        assert said.isprintable()
        assert len(said) < 400


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_an_object_or_refused(text: str) -> None:
    try:
        told = parse_message(text)
    except ProtocolError:
        return
    assert isinstance(told["type"], str)


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
        ({"type": "start", "players": ["Ann"], "cards": ""}, StartGame(("Ann",), cards="all")),
        ({"type": "start", "players": ["Ann"], "cards": "2", "by": None}, StartGame(("Ann",), cards="2")),
        ({"type": "start", "players": ["Ann"], "numbers": 0}, StartGame(("Ann",), numbers=0)),
        ({"type": "start", "players": ["Ann"], "hands": "open", "by": "points"}, StartGame(("Ann",), by="points")),
        ({"type": "record"}, SetRecording(on=False)),
        ({"type": "record", "on": 1}, SetRecording(on=False)),
        ({"type": "practise", "more": 1}, StartPractice()),
        ({"type": "stop", "more": 1}, StopWatching()),
        ({"type": "card", "id": 7, "as": "9g", "player": "Ann"}, CorrectCard(7, parse_card("9g"))),
        ({"type": "card", "id": 7, "as": "NONE", "player": "Ann"}, CorrectCard(7, None)),
        ({"type": "challenge", "player": "Ann", "shown": True}, ChallengeBuild("Ann", shown=True)),
        ({"type": "challenge", "player": "Ann", "shown": None}, ChallengeBuild("Ann")),
        ({"type": "challenge", "player": "Ann", "shown": "yes"}, ChallengeBuild("Ann", shown=False)),
        ({"type": "dance"}, None),
    ],
)
def test_a_message_asks_for_a_command(told: dict[str, object], command: object) -> None:
    assert command_from_page(told) == command


def test_a_text_of_20000_letters_is_read_and_no_longer_one() -> None:
    for length in (19_999, 20_000):
        text = json.dumps({"type": "x", "as": ""})
        text = text.replace('""', '"' + "a" * (length - len(text)) + '"')
        assert len(text) == length
        assert parse_message(text)["type"] == "x"
    with pytest.raises(ProtocolError, match="the message is too long"):
        parse_message(text.replace("aa", "aaa", 1))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"type": 3}', '"hello"', "{", "[" * 5000])
def test_what_is_no_object_with_a_type_is_named_so(text: str) -> None:
    with pytest.raises(ProtocolError, match="no object of JSON with a type"):
        parse_message(text)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_is_greeted(role: Role) -> None:
    assert parse_hello({"type": "hello", "v": 1, "role": role}) == Hello(role, "")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"type": "hell", "v": 1, "role": "keeper"}, "a page says hello first"),
        ({"type": "hello", "v": 0, "role": "keeper"}, "this page speaks version 0 and the table version 1; load the page again"),
        ({"type": "hello", "role": "keeper"}, "this page speaks version None and the table version 1; load the page again"),
        (
            {"type": "hello", "v": "9\n" * 30, "role": "keeper"},
            f"this page speaks version {' '.join('9' * 10)} and the table version 1; load the page again",
        ),
        ({"type": "hello", "v": 1, "role": "owner"}, "there is no such role; there are camera, keeper, player, watcher"),
        ({"type": "hello", "v": 1}, "there is no such role; there are camera, keeper, player, watcher"),
        ({"type": "hello", "v": 1, "role": "player", "player": 3}, '"player" of the message is no short text'),
    ],
)
def test_who_greets_otherwise_is_told_why(told: dict[str, Any], why: str) -> None:
    assert refused(told, parse_hello) == why


@pytest.mark.parametrize("number", [0, 1, 10**9 - 1])
def test_numbers_below_a_thousand_million_are_read(number: int) -> None:
    assert parse_revision({"revision": number}) == number
    assert command_from_page({"type": "answer", "ask": number, "choice": number}) == AnswerQuestion(number, number)


@pytest.mark.parametrize("number", [-1, 10**9, 1.0, float("nan"), "1", None, True])
def test_what_is_no_such_number_is_refused(number: object) -> None:
    assert refused({"revision": number}, parse_revision) == '"revision" of the message is no number'
    assert refused({"type": "play", "k": number}) == '"k" of the message is no number'


def test_a_short_text_has_300_letters_at_most() -> None:
    assert command_from_page({"type": "add", "as": "a" * LINE}) == AddPlay("a" * LINE)
    assert refused({"type": "add", "as": "a" * (LINE + 1)}) == '"as" of the message is no short text'
    assert refused({"type": "add"}) == '"as" of the message is no short text'
    assert refused({"type": "add", "as": " \n"}) == '"as" of the message is no short text'
    assert command_from_page({"type": "play", "k": 1}) == UndoPlay(1)  # not needed there
    assert refused({"type": "play", "k": 1, "as": "a" * (LINE + 1)}) == '"as" of the message is no short text'


@given(st.text(max_size=LINE))
def test_what_is_told_of_a_text_can_be_read_and_stands_on_one_line(text: str) -> None:
    try:
        found = command_from_page({"type": "add", "as": text})
    except ProtocolError:
        assert not "".join(letter for letter in text if letter.isprintable()).strip()
        return
    assert isinstance(found, AddPlay)
    assert found.line == " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def test_up_to_eight_names_of_less_than_300_letters_begin_a_game() -> None:
    names = [f"Player {number}" for number in range(8)]
    assert command_from_page({"type": "start", "players": names}) == StartGame(tuple(names))
    assert command_from_page({"type": "start", "players": []}) == StartGame(())
    long = "a" * (LINE - 1)
    assert command_from_page({"type": "start", "players": [long]}) == StartGame((long,))
    for players in ([*names, "Ninth"], [long + "a"], ["Ann", 3], "Ann", None, {"Ann": 1}):
        assert refused({"type": "start", "players": players}) == "the players are not a list of names"


@pytest.mark.parametrize("told", [{"hands": "shown"}, {"hands": "hidden", "by": "luck"}, {"hands": None}, {"by": ""}])
def test_a_game_that_is_played_otherwise_is_refused(told: dict[str, Any]) -> None:
    why = "hands are open or hidden, and a game is played for points or cards"
    assert refused({"type": "start", "players": ["Ann"], **told}) == why


def test_a_card_of_a_hand_without_a_player_is_one_of_practice() -> None:
    assert command_from_page({"type": "card", "id": 7, "as": "hand"}) == PlaceCard(7, "hand")
    assert command_from_page({"type": "card", "id": 7, "as": "centre"}) == PlaceCard(7, "centre")
    assert command_from_page({"type": "card", "id": 7, "as": "hand", "player": "Ann"}) == ReturnToHand(7, "Ann")


@pytest.mark.parametrize("face", ["zz", "hand Ann", "9g 8r", "x" * LINE])
def test_a_face_that_is_no_card_is_named(face: str) -> None:
    assert "not a card" in refused({"type": "card", "id": 7, "as": face})


def test_a_picture_is_read_as_it_was_packed_in_the_document() -> None:
    handed, its = parse_picture(picture(ms=1500.0, data=b"\xff\xd8"), 5)
    assert (handed.number, handed.picture, handed.camera, handed.seconds, handed.taken, its) == (5, b"\xff\xd8", 3, 1.5, 17, 17)
    assert pack_picture(17, b"jpeg", (1280, 720)) == struct.pack("<2sBBHIdHHH", b"NF", 1, 0, 0, 17, 0.0, 1280, 720, 0) + b"jpeg"


def test_a_picture_of_one_and_a_half_megabytes_is_taken_and_no_larger_one() -> None:
    whole = picture(data=b"x" * (1_500_000 - 24))
    assert len(whole) == 1_500_000
    assert len(parse_picture(whole, 1)[0].picture) == 1_500_000 - 24
    with pytest.raises(ProtocolError, match="the picture has 1500001 bytes; 1500000 at most"):
        parse_picture(whole + b"x", 1)


@pytest.mark.parametrize("data", [b"", b"NF", picture(data=b"")])
def test_a_head_alone_is_no_picture(data: bytes) -> None:
    with pytest.raises(ProtocolError, match=r"the message is no picture$"):
        parse_picture(data, 1)
    assert parse_picture(picture(data=b"j"), 1)[0].picture == b"j"


@given(st.binary(max_size=80))
def test_any_bytes_are_a_picture_or_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_picture(data, 1)


@pytest.mark.parametrize(("mark", "version"), [(b"NE", 1), (b"NF", 0), (b"NF", 2)])
def test_a_picture_of_another_mark_or_version_is_refused(mark: bytes, version: int) -> None:
    with pytest.raises(ProtocolError, match="no picture of this version; load the page again"):
        parse_picture(picture(mark=mark, version=version), 1)


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (2049, 1), (1, 2049)])
def test_a_side_has_1_to_2048_pixels(size: tuple[int, int]) -> None:
    assert [parse_picture(picture(fits), 1)[1] for fits in ((1, 2048), (2048, 1))] == [17, 17]
    with pytest.raises(ProtocolError, match=f"the picture has {size[0]} x {size[1]} pixels; 2048 a side at most"):
        parse_picture(picture(size), 1)


@pytest.mark.parametrize("ms", [float("nan"), float("inf"), float("-inf")])
def test_a_time_that_is_no_time_is_refused_and_any_other_is_taken(ms: float) -> None:
    assert [parse_picture(picture(ms=taken), 1)[0].seconds for taken in (-1.0, 1e300)] == [-0.001, 1e297]
    with pytest.raises(ProtocolError, match="2048 a side at most"):
        parse_picture(picture(ms=ms), 1)


@pytest.mark.parametrize(("flags", "of_film"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_picture_says_whether_it_is_of_a_film(flags: int, of_film: bool) -> None:
    data = bytearray(picture())
    data[3] = flags
    assert parse_picture(bytes(data), 5)[0].of_film is of_film
