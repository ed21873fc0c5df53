"""``deck learn|list|show|use|remove`` and ``--deck`` from the command line; the eyes are a stand-in."""

import io
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

from numero_cam.app import deck_learn, session
from numero_cam.app.deck_learn import AnsweredCard, learn_deck, parse_rows, read_answers
from numero_cam.app.decks import model_in_use, pack_faces
from numero_cam.base.images import write_picture
from numero_cam.base.records import CardReading, Frame, TableCard, TableState
from numero_cam.vision.decks import files
from numero_cam.vision.decks.choose import DeckOptions
from numero_cam.vision.faces import FaceLabels, FaceOutput
from tests.looks import LABELS, face_output

Cli = Callable[..., Any]
ROW = [("4r", 0.99), ("9b", 0.99), ("12o", 0.99)]
UNSURE = [("4r", 0.99), ("9b", 0.51), ("7r", 0.5), ("12o", 0.99)]


def quad(n: float) -> Any:  # noqa: ANN401 - an array of the readings' own kind
    shift = np.array([90 * n, 0])
    return np.array([[20, 20], [80, 20], [80, 104], [20, 104]], np.float32) + shift


def split(label: str) -> tuple[str, str]:
    return (label[:-1], label[-1]) if label[-1] in "rbo" else (label, "")


@dataclass
class Eyes:
    """Sees in each photo what is given for its name; every card lies open."""

    shows: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    labels: FaceLabels = LABELS
    apart: float = 1.0  #: From card to card, in the steps of ``quad``.

    def read_with_outputs(self, frame: Frame) -> tuple[TableState, dict[int, FaceOutput]]:
        rows = self.shows.get(Path(frame.name).stem, ROW)
        cards = tuple(
            TableCard(n, CardReading(quad(n * self.apart), label, confidence, (("8r", 0.1),)), "centre", n, 0)
            for n, (label, confidence) in enumerate(rows, 1)
        )
        looks = {card.n: face_output(*split(label), reads=split(label)[0]) for card, (label, _) in zip(cards, rows, strict=True)}
        return TableState(frame.name, 640, 480, cards), looks


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> Eyes:
    seeing = Eyes()
    monkeypatch.setattr(deck_learn, "load_reader", lambda *_: seeing)
    return seeing


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two photos; it is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # pictures to ask by go there
    for name in ("a", "b"):
        write_picture(tmp_path / f"{name}.png", np.full((480, 640, 3), 90, np.uint8))
    (tmp_path / "c.png").write_bytes(b"no picture")
    return tmp_path


@pytest.fixture
def mine(cli: Cli, decks: Path, eyes: Eyes, here: Path) -> Path:
    """A learned deck's file."""
    assert eyes.shows == {}
    assert here.is_dir()
    assert cli("deck", "learn", "--name", "mine", "a.png").status == 0
    return decks / "mine.toml"


@pytest.mark.usefixtures("eyes", "here")
def test_a_pack_is_learned_and_what_is_missing_is_said(cli: Cli, decks: Path) -> None:
    got = cli("deck", "learn", "--name", "mine", "a.png", "b.png")
    assert (got.status, got.err) == (0, "")
    assert "mine: learned 3 faces from 6 cards" in got.out
    assert "Not seen, read less surely: 1r-3r 5r-12r 1b-8b 10b-12b 1o-11o" in got.out
    assert [path.name for path in decks.iterdir()] == ["mine.toml"]


@pytest.mark.usefixtures("here")
def test_only_the_unsure_are_asked_for_until_they_can_be(cli: Cli, eyes: Eyes, decks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    eyes.shows["a"] = UNSURE
    said, asked = iter(["nine", "4r", "9", "none"]), []

    def prompt(text: str, default: str) -> str:
        asked.append((text, default))
        return next(said)

    monkeypatch.setattr(typer, "prompt", prompt)
    got = cli("deck", "learn", "--name", "mine", "a.png")
    assert got.status == 0, got.err
    assert asked == [("Card 2", "9b")] * 3 + [("Card 3", "7r")]
    assert "nine" in got.out
    assert "4r is in this photo already" in got.out
    picture = Path(got.out.split("stand in ")[1].splitlines()[0])
    assert picture.stat().st_size > 0
    profile = files.load_deck("mine", model=model_in_use())
    assert [e.label for e in profile.examples] == ["4r", "12o", "9", None]
    assert decks.is_dir()


@pytest.mark.usefixtures("here")
def test_nobody_who_answers_is_an_error_and_no_ask_learns_the_sure(
    cli: Cli, eyes: Eyes, decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes.shows["a"] = UNSURE
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    got = cli("deck", "learn", "--name", "mine", "a.png")
    assert (got.status, got.err.count("\n")) == (1, 1)
    assert "card 2 is not sure and nobody answers; give --answers FILE, or --no-ask" in got.err
    assert not decks.exists()
    assert "learned 2 faces" in cli("deck", "learn", "--name", "mine", "a.png", "--no-ask").out


def test_a_picture_in_memory_is_learned_by_answers_in_memory(eyes: Eyes, decks: Path) -> None:
    eyes.shows["pack"] = UNSURE
    rows = parse_rows("4r 9 none 12o", 1)
    frame = Frame("pack", np.zeros((480, 640, 3), np.uint8))
    assert [one.label for one in learn_deck("mine", [frame], answers=rows).examples] == ["4r", "9", None, "12o"]
    by_outline = [[AnsweredCard("9", quad(1)), AnsweredCard("8r", quad(2))]]
    learned = learn_deck("mine", [frame], answers=by_outline, replace=True)
    assert [(one.label) for one in learned.examples] == ["9", "8r"]
    assert [path.name for path in decks.iterdir()] == ["mine.toml"]


@pytest.mark.usefixtures("decks")
def test_a_card_that_is_detected_twice_is_learned_once(eyes: Eyes) -> None:
    eyes.apart = 0.1
    answers = [[AnsweredCard("4r", quad(0.1)), AnsweredCard("12o", quad(0.3))]]
    frame = Frame("pack", np.zeros((480, 640, 3), np.uint8))
    assert [one.label for one in learn_deck("mine", [frame], answers=answers).examples] == ["4r", "12o"]


@pytest.mark.usefixtures("here")
def test_rows_of_answers(cli: Cli, eyes: Eyes, here: Path) -> None:
    eyes.shows["a"] = UNSURE
    (here / "rows.txt").write_text("# the first photo\n4r 9b back 12o\n\n4r, 9b,12o, 5r # one more than is seen\n", encoding="utf-8")
    got = cli("deck", "learn", "--name", "mine", "a.png", "b.png", "--answers", "rows.txt")
    assert (got.status, got.err) == (0, "")
    assert "b.png: not found, or not open: 5r" in got.out
    assert [e.label for e in files.load_deck("mine", model=model_in_use()).examples] == ["4r", "9b", None, "12o", "4r", "9b", "12o"]


@pytest.mark.slow
def test_the_answers_of_printed_sheets_are_those_of_photos_of_them(cli: Cli, here: Path) -> None:
    assert cli("deck", "print", "deck.pdf", "--answers", "rows.txt", "--no-backs").status == 0
    got = read_answers(here / "rows.txt", [f"{k}.jpg" for k in range(10)])
    assert [len(sheet) for sheet in got] == [9] * 9 + [8]
    assert [a.label for sheet in got for a in sheet] == list(pack_faces())


@pytest.mark.usefixtures("eyes")
def test_outlines_with_answers(cli: Cli, here: Path) -> None:
    cards = [{"label": label, "quad": quad(n)[::-1].tolist()} for n, label in ((3, "12k"), (1, None), (2, "9b"), (6, "5r"))]
    (here / "a.json").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    got = cli("deck", "learn", "--name", "mine", "a.png", "--answers", "a.json")
    assert (got.status, got.err) == (0, "")
    assert "a.png: not found, or not open: 5r" in got.out
    assert [e.label for e in files.load_deck("mine", model=model_in_use()).examples] == [None, "9b", "12"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.txt", None, "x.txt: cannot be read: no such file"),
        ("x.txt", "4r 9b\n\n4r", "x.txt: holds the rows of 2 photos, 1 are given"),
        ("x.txt", "4r\n9q 3b", 'x.txt: line 2: "9q": not a card'),
        ("x.txt", "x2 -3 sqrt /5", "a.png: the answers do not fit: 0 of 3 open cards read like theirs"),
        ("x.txt", "4r 4r 12o", "a.png: cards 1 and 2 are both 4r; mend the answers, or say how many a pack holds of each, as --copies 2"),
        ("x.txt", "4r", "1 different faces are known: nothing to learn from"),
        ("x.json", "{", "x.json: is no JSON"),
        ("x.json", "[3]", "x.json: holds no answers"),
        ("x.json", '[{"cards": []}, {"image": "b.png", "cards": []}]', "x.json: has no answers for a.png"),
        ("x.json", '{"cards": [{"quad": 3}]}', 'x.json: a card without "label"'),
        ("x.json", '{"cards": [{"label": "7r"}]}', 'x.json: the card 7r needs "quad"'),
        ("x.json", '{"cards": [{"label": "7r", "quad": [[1, 2]]}]}', 'x.json: the card 7r needs "quad"'),
        ("x.json", '{"cards": [{"label": "77r", "quad": [[1, 2]]}]}', 'x.json: "77r": no number card'),
    ],
)
@pytest.mark.usefixtures("eyes")
def test_answers_that_cannot_be_used(cli: Cli, here: Path, decks: Path, name: str, text: str | None, words: str) -> None:
    if text is not None:
        (here / name).write_text(text, encoding="utf-8")
    got = cli("deck", "learn", "--name", "mine", "a.png", "--answers", name)
    assert (got.status, got.err.count("\n")) == (1, 1), got.err
    assert words in got.err
    assert not decks.exists()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--name", "mine", "a.png"], 1, "a deck 'mine' is there already and stays as it is; --replace learns it anew"),
        (["--name", "mine", "c.png", "--replace"], 1, "c.png: "),
        (["--name", "mine", "none.png", "--replace"], 1, "none.png: "),
        (["--name", "mine", "a.png", "a.png", "--replace"], 2, "a photo is given twice"),
        (["--name", "Mine!", "a.png"], 1, "'Mine!' is no name for a deck"),
        (["--name", "playing", "a.png"], 2, "--name playing: has a meaning of its own"),
        (["--name", "auto", "a.png"], 2, "--name auto: has a meaning of its own"),
        (["a.png"], 2, "--name"),
        (["--name", "other"], 2, "PHOTO"),
        (["--name", "other", "a.png", "--copies", "0"], 2, "--copies"),
    ],
)
def test_bad_input_is_one_line_and_loses_nothing(cli: Cli, mine: Path, arguments: list[str], status: int, words: str) -> None:
    before = mine.read_bytes()
    got = cli("deck", "learn", *arguments)
    assert (got.status, got.err.count("\n")) == (status, 1), got.err
    assert words in got.err
    assert (mine.read_bytes(), [path.name for path in mine.parent.iterdir()]) == (before, ["mine.toml"])


def test_a_deck_is_learned_anew(cli: Cli, mine: Path, eyes: Eyes) -> None:
    eyes.shows["b"] = [("4r", 0.99), ("9b", 0.99)]
    assert cli("deck", "learn", "--name", "mine", "b.png", "--replace").status == 0
    assert "Seen: 4r 9b\n" in cli("deck", "show", "mine").out
    assert mine.read_text(encoding="utf-8").count("[[cards]]") == 2


def test_decks_are_listed_used_and_removed(cli: Cli, mine: Path) -> None:
    got = cli("deck", "list").out
    assert all(word in got for word in ("numero", "playing", "mine", "3 of 36 faces seen, 3 cards", "In use: auto"))
    assert cli("deck", "use", "mine").out == "deck: mine\n"
    assert "In use: mine" in cli("deck", "list").out
    assert "Seen: 4r 9b 12o" in cli("deck", "show", "mine").out
    got = cli("deck", "remove", "mine")
    assert (got.status, got.out) == (0, "deck: found out from photo to photo, among the learned ones\nmine: removed\n")
    assert not mine.exists()
    assert "In use: auto" in cli("deck", "list").out


@pytest.mark.parametrize("name", ["numero", "playing"])
def test_a_built_in_deck_is_shown_and_stays(cli: Cli, name: str) -> None:
    assert "built in" in cli("deck", "show", name).out
    got = cli("deck", "remove", name)
    assert (got.status, got.err) == (1, f"numero-cam: deck '{name}' is built in and stays\n")


@pytest.mark.parametrize("command", ["show", "use", "remove"])
@pytest.mark.parametrize("name", ["other", "no such"])
def test_a_deck_that_is_not_there(cli: Cli, mine: Path, command: str, name: str) -> None:
    got = cli("deck", command, name)
    assert (got.status, got.err.count("\n")) == (1, 1)
    assert name in got.err
    assert mine.exists()


def test_a_deck_that_cannot_be_used_is_named(cli: Cli, mine: Path, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.write_text(mine.read_text(encoding="utf-8").replace("version = 2", "version = 9"), encoding="utf-8")
    words = "is of another version than this program (2); learn it again"
    given: list[DeckOptions | None] = []

    class NoEyes:
        def read(self, *_: object, **__: object) -> None:
            raise typer.Exit(0)

    def load_reader(_: object, decks: DeckOptions | None) -> NoEyes:
        given.append(decks)
        return NoEyes()

    monkeypatch.setattr(session, "load_reader", load_reader)
    for arguments in (["deck", "show", "mine"], ["deck", "use", "mine"], ["read", photo, "--deck", "mine"]):
        got = cli(*arguments)
        assert (got.status, got.err.count("\n")) == (1, 1)
        assert words in got.err
    assert words in cli("deck", "list").out.replace("\n", " ")
    got = cli("read", photo)  # only one of those that come into question: named, and the photo is read
    assert got.status == 0
    assert words in got.err
    assert given == [DeckOptions()]


@pytest.mark.parametrize(
    ("arguments", "forced", "names"),
    [
        ([], False, ["mine"]),
        (["--deck", "auto"], False, ["mine"]),
        (["--deck", "none"], None, []),
        (["--deck", "mine"], True, ["mine"]),
        (["--deck", "playing"], True, ["playing"]),
    ],
)
@pytest.mark.usefixtures("mine")
def test_the_decks_by_which_is_read(
    cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], forced: bool | None, names: list[str]
) -> None:
    given: list[DeckOptions | None] = []

    def load_reader(_: object, decks: DeckOptions | None) -> None:
        given.append(decks)
        raise typer.Exit(0)

    monkeypatch.setattr(session, "load_reader", load_reader)
    cli("read", photo, *arguments)
    (decks,) = given
    assert (decks.forced if decks else None) is forced
    assert [p.name for p in decks.profiles] == names if decks else names == []


def test_without_a_learned_deck_nothing_is_asked(cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[DeckOptions | None] = []
    monkeypatch.setattr(session, "load_reader", lambda _, decks: given.append(decks))
    cli("read", photo)
    assert given == [DeckOptions()]


def test_deck_goes_with_a_photo_only(cli: Cli) -> None:
    for arguments in (["solve", "--centre", "7r", "--hand", "7b", "--deck", "mine"], ["score", "--take", "7r 7b", "--deck", "mine"]):
        got = cli(*arguments)
        assert (got.status, got.err.count("\n")) == (2, 1)
        assert "--deck goes with a photo only" in got.err
