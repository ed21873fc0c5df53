"""``numero-cam numo check PHOTO`` and ``numo score PHOTO`` on a drawn picture of the printed deck."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from numero_cam.cli import shell
from numero_cam.numo.pack import numo_card
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.printing.paper import FilledArea, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels

ROOT = Path(__file__).parents[3]
#: An addition, a run, and two numbers that are each other on their heads, which are no meld.
MELDS = ((3, 4, 7), (9, 12, 15, 18), (66, 99))


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table, wide, high = CharacterTable.default(), 380, 330
    ground = FilledArea((96, 104, 100), (np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32),))
    items: list[FilledArea | PlacedDrawing] = [ground]
    for row, numbers in enumerate(MELDS):
        for column, number in enumerate(numbers):
            card = NumoCard(number)
            drawing = numo_card(number, table.face(card), table.season(card).text)
            items.append(PlacedDrawing(drawing, 25 + column * 70, 18 + row * 102))
    path = tmp_path_factory.mktemp("numo") / "melds.png"
    cv2.imwrite(str(path), page_pixels(PaperPage(wide, high, tuple(items)), 75)[..., ::-1])
    return path


def test_each_row_is_judged_and_the_one_that_is_no_meld_says_why(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "check", str(photo), "--level", "6"]) == 1
    out = capsys.readouterr().out
    assert "Row 1: 3 4 7 is no meld." in out
    assert "Row 2: 9 12 15 18 is a meld: run (R)." in out
    assert "Row 3: 66 99 is no meld." in out
    assert "run (R): it needs three cards or more, not 2" in out


def test_the_sum_by_both_scorings(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", str(photo), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["text"] for row in found["rows"]] == [" ".join(map(str, row)) for row in MELDS]
    assert (found["melds"], found["leftovers"], found["complete"]) == (14 + 54, -(14 + 54 + 165), True)


def test_on_its_head_a_card_is_still_itself(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turned = tmp_path / "turned.png"
    upright = cv2.imread(str(photo))
    assert upright is not None
    cv2.imwrite(str(turned), upright[::-1, ::-1])
    assert shell.run(["numo", "score", str(turned), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["melds"], found["leftovers"]) == (68, -233)


def test_cards_of_numero_are_said_to_be_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", str(ROOT / "sample_images" / "07_puzzle.jpg")]) == 1
    said = capsys.readouterr().err
    assert "these may be cards of another game" in said
    assert len(said.splitlines()) == 1


def test_a_card_is_mended_by_its_number(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", str(photo), "--json"]) == 0
    before = json.loads(capsys.readouterr().out)
    first, *_, last = before["rows"]
    n, gone = last["cards"][0], first["cards"][2]
    assert shell.run(["numo", "score", str(photo), "--json", "--correct", f"{n}=33", "--correct", f"{gone}=none"]) == 0
    after = json.loads(capsys.readouterr().out)
    assert [row["text"] for row in after["rows"]] == ["3 4", "9 12 15 18", "33 99"]
    assert after["leftovers"] == before["leftovers"] + 7 + 66 - 33


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        (["7"], 2, "write the number of a card"),
        (["x=7"], 2, "write the number of a card"),
        (["1="], 2, "write the number of a card"),
        (["1=34"], 2, "no card of NUMO has the number 34"),
        (["1=7 8"], 2, "name one card"),
        (["1=7-troll"], 2, "in full a card is number-character-season"),
        (["1=7", "1=8"], 2, "corrected twice"),
        (["99=7"], 1, "99"),
    ],
)
def test_a_correction_that_is_none_is_one_line(
    photo: Path, said: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell.run(["numo", "check", str(photo), *(f"--correct={one}" for one in said)]) == status
    shown = capsys.readouterr()
    assert words in shown.err
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)


def test_melds_are_drawn_into_the_photo(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jpg"
    assert shell.run(["numo", "check", str(photo), "--annotate", str(out)]) == 1
    drawn, before = cv2.imread(str(out)), cv2.imread(str(photo))
    assert drawn is not None
    assert before is not None
    assert drawn.shape[1] > drawn.shape[0] * before.shape[1] / before.shape[0] * 1.1, "the panel stands beside the photo"
    assert "Row 3" in capsys.readouterr().out


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.txt"
    path.write_text("\n".join(" ".join(map(str, row)) for row in MELDS))
    return path


@pytest.mark.usefixtures("decks")
@pytest.mark.slow
def test_a_pack_of_numo_is_learned_and_read_by(photo: Path, rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learn = ["deck", "learn", "--name", "ours", "--game", "numo", str(photo), "--answers", str(rows)]
    assert shell.run(learn) == 0
    assert "ours: learned 9 faces from 9 cards" in capsys.readouterr().out
    assert shell.run(["numo", "score", str(photo), "--deck", "ours", "--json"]) == 0
    named = json.loads(capsys.readouterr().out)
    assert named["deck"] == "ours"
    assert [row["text"] for row in named["rows"]] == [" ".join(map(str, row)) for row in MELDS]
    assert shell.run(["numo", "score", str(photo), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deck"] == "ours", "its looks are found out"
    assert shell.run(["numo", "score", str(photo), "--deck", "none", "--json"]) == 0
    assert "deck" not in json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("decks")
@pytest.mark.slow
def test_a_deck_of_one_game_is_none_of_the_other(photo: Path, rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numero = str(ROOT / "sample_images" / "07_puzzle.jpg")
    assert shell.run(["deck", "learn", "--name", "ours", "--game", "numo", str(photo), "--answers", str(rows)]) == 0
    capsys.readouterr()
    assert shell.run(["read", numero, "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "", "a deck of NUMO is not left out of NUMERO's, it is none of them"
    assert shell.run(["read", numero, "--deck", "ours"]) == 1
    assert "holds cards of NUMO" in capsys.readouterr().err
    assert shell.run(["deck", "use", "ours"]) == 1
    assert "holds cards of NUMO" in capsys.readouterr().err
    assert shell.run(["deck", "list"]) == 0
    assert "9 cards, of NUMO" in capsys.readouterr().out
    assert shell.run(["deck", "show", "ours"]) == 0
    assert "of NUMO" in capsys.readouterr().out
    assert shell.run(["numo", "check", str(photo), "--deck", "numero"]) == 1
    assert "there is no deck 'numero'" in capsys.readouterr().err


@pytest.mark.usefixtures("decks")
@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--game", "numo", "--copies", "2"), 2, "--copies"),
        (("--characters", "mine.toml"), 2, "--game numo"),
        (("--game", "numo", "--characters", "mine.toml"), 1, "mine.toml: cannot be read"),
        (("--game", "numo", "--answers", "wrong.txt"), 1, "no card of NUMO has the number 34"),
        (("--game", "rummy"), 2, "rummy"),
    ],
)
def test_a_pack_that_cannot_be_learned_is_one_line(
    photo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.txt").write_text("3 34 7\n")
    assert shell.run(["deck", "learn", "--name", "ours", str(photo), *arguments]) == status
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
