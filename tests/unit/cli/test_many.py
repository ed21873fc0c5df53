"""``read``, ``solve`` and ``score`` with many photos: folders, patterns, standard input, tables, pictures in a folder, progress."""

import csv
import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from numero_cam.app.photos import READ, SCORED, SOLVED
from numero_cam.base.images import decode_picture
from numero_cam.base.records import TableState

Cli = Callable[..., Any]
Seen = Callable[[TableState], Any]
Make = Callable[..., TableState]


@pytest.fixture
def table(make_table: Make) -> TableState:
    return make_table(("8b", "centre", 0.99, 0, 0), ("4r", "centre", 0.95, 0, 1), ("3g", "centre", 0.8), ("15o", "hand"), (None, "hand"))


@pytest.fixture
def folder(photo: Path, tmp_path: Path) -> Path:
    """Two photos, out of order, with what else lies in such folders."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("b.JPG", "a.jpg"):
        shutil.copy(photo, folder / name)
    (folder / "answers.json").write_text("{}")
    (folder / "._a.jpg").write_bytes(b"\x00\x05\x16\x07")
    return folder


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")  # by this spreadsheets know UTF-8
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.parametrize("command", ["read", "solve", "score"])
def test_a_folder_and_a_pattern_stand_for_their_pictures(cli: Cli, seen: Seen, table: TableState, folder: Path, command: str) -> None:
    reader = seen(table)
    for asked in (folder, folder / "[ab].*"):
        got = cli(command, asked, "--json")
        assert (got.status, got.err) == (0, "")
        assert [json.loads(line)["image"] for line in got.out.splitlines()] == [str(folder / "a.jpg"), str(folder / "b.JPG")]
    assert len(reader.asked) == 4


@pytest.mark.parametrize("command", ["read", "solve", "score"])
def test_what_fails_leaves_the_others(cli: Cli, seen: Seen, table: TableState, folder: Path, tmp_path: Path, command: str) -> None:
    seen(table)
    (folder / "aa.png").write_bytes(b"no picture")
    (tmp_path / "none").mkdir()
    got = cli(command, tmp_path / "gone.jpg", folder, tmp_path / "none", tmp_path / "*.gif", "--json")
    answers = [json.loads(line) for line in got.out.splitlines()]
    assert (got.status, got.err.count("\n")) == (1, 4)
    assert ["error" in answer for answer in answers] == [True, False, True, False, True, True]
    assert answers[0] == {"image": str(tmp_path / "gone.jpg"), "error": "there is no such file"}
    assert answers[4] == {"image": str(tmp_path / "none"), "error": "is a folder without pictures"}
    people = cli(command, folder)
    assert people.status == 1
    assert people.err.startswith(f"numero-cam: {folder / 'aa.png'}: ")


def test_a_picture_from_standard_input(cli: Cli, seen: Seen, table: TableState, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = seen(table)
    for data, status in ((photo.read_bytes(), 0), (b"", 1)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        got = cli("solve", "-")
        assert (got.status, got.err.count("\n")) == (status, status)
    assert got.err == "numero-cam: -: is empty (0 bytes)\n"
    assert [asked["name"] for asked in reader.asked] == ["-"]


def test_a_row_for_each_card_or_photo(cli: Cli, seen: Seen, table: TableState, make_table: Make, folder: Path) -> None:
    seen(table)
    (folder / "c.jpg").write_bytes(b"")
    cards = cli("read", folder, "--csv")
    assert cards.status == 1
    assert cards.out.splitlines()[0] == "\ufeff" + ",".join(READ)
    rows = rows_of(cards.out)
    assert [row["card"] for row in rows] == ["8b", "4r", "3g", "15o", ""] * 2 + [""]
    assert (rows[1]["n"], rows[1]["zone"], rows[1]["order"]) == ("2", "centre", "1")
    assert rows[-1]["error"] == "is empty (0 bytes)"
    first, _, last = rows_of(cli("solve", folder, "--csv").out)
    assert tuple(first) == SOLVED
    assert (first["centre"], first["hand"], first["with"], first["cards"]) == ("[8b 4r] 3g", "15o", "15o", "4")
    assert (first["complete"], first["look_at"], first["proven"]) == ("no", "3 5", "yes")
    assert (last["with"], last["error"]) == ("", "is empty (0 bytes)")
    seen(make_table(("7r", "take"), ("7b", "take")))
    scored = rows_of(cli("score", folder, "--csv", "--cleared").out)[0]
    assert tuple(scored) == SCORED
    assert (scored["take"], scored["points"], scored["cleared"]) == ("7r 7b", "8", "yes")
    seen(make_table())
    assert rows_of(cli("read", folder, "--csv").out)[0]["card"] == ""


@pytest.mark.slow
def test_every_photo_is_drawn_into_a_folder(cli: Cli, seen: Seen, table: TableState, folder: Path, photo: Path, tmp_path: Path) -> None:
    seen(table)
    other = tmp_path / "a.jpg"
    shutil.copy(photo, other)
    for command in ("read", "solve"):
        out = tmp_path / command
        assert cli(command, folder, other, "--annotate", out).status == 0
        assert sorted(path.name for path in out.iterdir()) == ["a-2.jpg", "a.jpg", "b.JPG"]
        assert decode_picture((out / "a.jpg").read_bytes()).shape[1] > 0
    before = (folder / "a.jpg").read_bytes()
    got = cli("read", folder, "--annotate", folder)
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert "would be overwritten" in got.err
    assert (folder / "a.jpg").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("read", "--correct", "1=7r"), "--correct mends one photo, 2 are given"),
        (("solve", "--correct", "1=7r"), "--correct mends one photo, 2 are given"),
        (("score", "--correct", "1=7r"), "--correct mends one photo, 2 are given"),
        (("solve", "--hand", "7r"), "belong to one photo, 2 are given"),
        (("solve", "--annotate", "a.png"), "--annotate draws one photo, 2 are given"),
        (("read", "--csv", "--json"), "give one of them"),
    ],
)
def test_what_does_not_go_with_many(cli: Cli, seen: Seen, table: TableState, folder: Path, arguments: tuple[str, ...], why: str) -> None:
    seen(table)
    got = cli(arguments[0], folder, *arguments[1:])
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert why in got.err


@pytest.mark.parametrize("option", ["--csv", "--annotate=drawn", "--seat=far", "--correct=1=7r"])
def test_options_of_photos_need_a_photo(cli: Cli, option: str) -> None:
    got = cli("solve", "--centre", "7r", "--hand", "7b", option)
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert f"{option.partition('=')[0]} goes with a photo only" in got.err


@pytest.fixture
def scan(photo: Path, tmp_path: Path) -> Path:
    """A TIFF of three pages."""
    picture = Image.open(photo)
    picture.save(tmp_path / "scan.tif", save_all=True, append_images=[picture, picture])
    return tmp_path / "scan.tif"


@pytest.mark.parametrize("command", ["read", "solve", "score"])
def test_each_picture_of_a_file_of_several_is_read(cli: Cli, seen: Seen, table: TableState, scan: Path, photo: Path, command: str) -> None:
    seen(table)
    got = cli(command, scan, photo, "--json", "--annotate", scan.parent / "drawn")
    assert (got.status, got.err) == (0, "")
    names = [json.loads(line)["image"] for line in got.out.splitlines()]
    assert names == [*(f"{scan}, page {page}" for page in (1, 2, 3)), str(photo)]
    drawn = {path.name for path in (scan.parent / "drawn").iterdir()}
    assert drawn == {"scan.jpg", "scan-page-2.jpg", "scan-page-3.jpg", photo.name}


def test_a_correction_belongs_to_one_picture(cli: Cli, seen: Seen, table: TableState, scan: Path) -> None:
    seen(table)
    got = cli("read", scan, "--correct", "1=7r")
    assert (got.status, got.out) == (1, "")
    assert got.err.endswith("scan.tif: holds 3 pictures, and one is expected; save each as a file of its own\n")
