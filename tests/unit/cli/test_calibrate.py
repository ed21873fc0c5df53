"""``calibrate`` from the command line; the eyes are a stand-in, the boards are real pictures."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app import calibrate, session
from numero_cam.base.images import write_picture
from numero_cam.base.records import Frame, TableState
from numero_cam.calibrate import charuco, sheet
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.files import camera_toml, load_calibration, table_toml
from numero_cam.calibrate.sheet import detect_sheet
from numero_cam.calibrate.table import TableCalibration, table_from_cards
from numero_cam.printing.paper import SHEET_SIZES
from tests import sheets
from tests.boards import CAMERA, POSES, SIZE, STRAIGHT, cards_on, photo, pose
from tests.pdf_pages import Document

Cli = Callable[..., Any]
JARGON = re.compile(r"DICT_|Aruco|OpenCV", re.IGNORECASE)
ABOVE = pose(-28, 4, 6, 650)
SPOTS = [(-40.0, 0.0, 5.0), (60.0, -30.0, -20.0), (170.0, 20.0, 80.0), (20.0, 150.0, 0.0)]
TABLE = cards_on(ABOVE, SPOTS, ["centre", "centre", "centre", "hand"])


@dataclass
class Eyes:
    state: TableState

    def read(self, _: Frame, **_options: object) -> TableState:
        return self.state


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "load_reader", lambda _: Eyes(TABLE))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photos of the board from all sides, one of it on a table, and a small one."""
    folder = tmp_path_factory.mktemp("pictures")
    for k, at in enumerate(POSES):
        write_picture(folder / f"board{k}.png", photo(at).pixels)
    write_picture(folder / "table.png", photo(ABOVE, distortion=STRAIGHT).pixels)
    write_picture(folder / "small.png", photo(POSES[0]).pixels[::2, ::2])
    return folder


@pytest.fixture
def here(pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder but for these photos."""
    monkeypatch.chdir(tmp_path)
    for path in pictures.iterdir():
        (tmp_path / path.name).symlink_to(path)
    return tmp_path


@pytest.mark.parametrize("name", ["board.pdf", "board.png"])
def test_the_board_is_written(cli: Cli, tmp_path: Path, name: str) -> None:
    got = cli("calibrate", "board", tmp_path / name, "--paper", "letter")
    assert (got.status, got.err) == (0, "")
    assert "100 mm long" in got.out
    data = (tmp_path / name).read_bytes()
    if name.endswith("pdf"):
        words = " ".join(word for word, _, _ in Document(data).draw(0, 40).words)
        assert charuco.NAME in words
        assert not JARGON.search(words)
        assert "this line is 100 mm long" in words


@pytest.mark.slow
def test_a_camera_is_calibrated(cli: Cli, here: Path) -> None:
    got = cli("calibrate", "camera", *sorted(here.glob("board*.png")), "--out", "cam.toml")
    assert (got.status, got.err) == (0, "")
    assert got.out.count(" corners\n") == len(POSES)
    camera = load_calibration(here / "cam.toml")
    assert isinstance(camera, CameraCalibration)
    assert f"cam.toml: error {camera.error:.2f} pixels, from 11 photos of 960 x 720 pixels" in got.out
    assert camera.matrix[0, 0] == pytest.approx(CAMERA.matrix[0, 0], rel=0.005)


@pytest.mark.slow
def test_a_bad_calibration_leaves_the_old_one(cli: Cli, here: Path) -> None:
    (here / "camera.toml").write_text("the old one")
    got = cli("calibrate", "camera", "board0.png", "board1.png")
    assert got.status == 1
    assert got.err.startswith("numero-cam: too few views: the board is seen in 2 of 2 photos")
    assert (here / "camera.toml").read_text() == "the old one"


@pytest.mark.slow
@pytest.mark.usefixtures("eyes")
def test_a_table_is_calibrated_by_the_board(cli: Cli, here: Path) -> None:
    got = cli("calibrate", "table", "table.png", "--annotate", "zones.jpg")
    assert (got.status, got.err) == (0, "")
    assert got.out.startswith("table.toml: by the board, error ")
    assert (here / "zones.jpg").exists()
    table = load_calibration(here / "table.toml")
    assert isinstance(table, TableCalibration)
    assert table.white is not None


@pytest.mark.usefixtures("eyes")
@pytest.mark.slow
def test_a_table_is_calibrated_by_its_cards(cli: Cli, here: Path) -> None:
    write_picture(here / "cards.png", photo(pose(0, 0, 0, 300, 5000)).pixels)  # no board
    got = cli("calibrate", "table", "cards.png")
    assert (got.status, got.err) == (0, "")
    assert got.out.startswith("table.toml: by 4 open cards, error ")


@pytest.mark.usefixtures("eyes")
@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("camera", "none.jpg"), 1, "none.jpg: there is no such file"),
        (("camera", "board0.png", "--out", "camera.json"), 2, "end its name in .toml"),
        (("board", "board.svg"), 2, "end its name in .pdf or .png"),
        (("sheet", "sheet.svg"), 2, "end its name in .pdf or .png"),
        (("table", "table.png", "--camera", "none.toml"), 1, "none.toml: cannot be read"),
        (("table", "table.png", "--annotate", "x/zones.jpg"), 2, "there is no folder x"),
        (("table", "table.png", "--camera", "other.toml"), 1, "the calibration was made for 64 x 48"),
        (("table", "table.png", "--camera", "spot.toml"), 1, "is the calibration of a table; give that of a camera"),
    ],
)
@pytest.mark.slow
def test_bad_input_is_one_line(cli: Cli, here: Path, arguments: tuple[str, ...], status: int, words: str) -> None:
    good = camera_toml(CAMERA)
    (here / "other.toml").write_text(good.replace("width = 960", "width = 64").replace("height = 720", "height = 48"))
    (here / "spot.toml").write_text(table_toml(table_from_cards(photo(ABOVE), TABLE, "2026-11-21")))
    got = cli("calibrate", *arguments)
    assert got.status == status
    assert words in got.err
    assert got.err.count("\n") == 1
    assert not (here / "table.toml").exists()


@pytest.mark.parametrize(("name", "paper"), [("sheet.pdf", "letter"), ("sheet.png", "a4")])
@pytest.mark.slow
def test_the_marker_sheet_is_written(cli: Cli, tmp_path: Path, name: str, paper: str) -> None:
    got = cli("calibrate", "sheet", tmp_path / name, "--paper", paper)
    assert (got.status, got.err) == (0, "")
    assert "the line on the sheet must be 100 mm long" in got.out
    data = (tmp_path / name).read_bytes()
    if name.endswith("pdf"):
        drawn = Document(data).draw(0, 100)
        assert drawn.size == pytest.approx(SHEET_SIZES[paper], abs=0.1)
        assert len(detect_sheet(Frame("sheet.pdf", drawn.pixels)).ids) == sheet.MARKERS
        words = " ".join(word for word, _, _ in drawn.words)
        assert sheet.NAME in words
        assert not JARGON.search(words)
        assert "this line is 100 mm long" in words


ON_TABLE = sheets.view(-28, 4, 6, 800)
NO_CARDS = TableState("table.jpg", *SIZE, ())


@pytest.fixture
def empty_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card lies on any table."""
    monkeypatch.setattr(calibrate, "load_reader", lambda _: Eyes(NO_CARDS))


@pytest.mark.usefixtures("empty_table")
@pytest.mark.parametrize("by", [(), ("--by", "sheet", "--ruler", "100")])
def test_a_table_without_cards_is_calibrated_by_the_sheet(cli: Cli, here: Path, by: tuple[str, ...]) -> None:
    write_picture(here / "sheet.png", sheets.photo(ON_TABLE).pixels)
    got = cli("calibrate", "table", "sheet.png", *by, "--annotate", "zones.jpg")
    assert (got.status, got.err) == (0, "")
    assert got.out.startswith("table.toml: by 6 markers of the sheet, error 0.")
    assert (here / "zones.jpg").exists()
    table = load_calibration(here / "table.toml")
    assert isinstance(table, TableCalibration)
    assert table.made_by == "sheet"
    assert table.white is not None


@pytest.mark.usefixtures("empty_table")
def test_a_small_print_that_was_measured_is_used(cli: Cli, here: Path) -> None:
    write_picture(here / "small_print.png", sheets.photo(ON_TABLE, scale=0.95).pixels)
    assert cli("calibrate", "table", "small_print.png").status == 1
    got = cli("calibrate", "table", "small_print.png", "--ruler", "95")
    assert (got.status, got.err) == (0, "")


SHEETS = {
    "right.png": lambda: sheets.photo(ON_TABLE),
    "small_print.png": lambda: sheets.photo(ON_TABLE, scale=0.95),
    "blurred.png": lambda: sheets.photo(ON_TABLE, blur=14),
}


@pytest.mark.usefixtures("empty_table")
@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("blurred.png", "--ruler", "97"), 1, "--ruler is given, but neither the marker sheet nor the board lies there"),
        (("small_print.png",), 1, "the marker sheet was printed at the wrong size, about 95% of the right one by the edges of its paper"),
        (("right.png", "--by", "cards", "--ruler", "97"), 2, "--ruler is the line on the sheet or the board; --by cards uses neither"),
        (("right.png", "--ruler", "3.94"), 2, "the line on the sheet cannot be 3.94 mm long"),
    ],
)
@pytest.mark.slow
def test_a_wrong_sheet_is_one_line_and_overwrites_nothing(
    cli: Cli, here: Path, arguments: tuple[str, ...], status: int, words: str
) -> None:
    if arguments[0] in SHEETS:
        write_picture(here / arguments[0], SHEETS[arguments[0]]().pixels)
    (here / "table.toml").write_text("the old one")
    got = cli("calibrate", "table", *arguments, "--annotate", "zones.jpg")
    assert got.status == status
    assert words in got.err
    assert got.err.count("\n") == 1
    assert (here / "table.toml").read_text() == "the old one"
    assert not (here / "zones.jpg").exists()


@pytest.mark.slow
def test_reading_with_a_calibration(cli: Cli, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "load_reader", lambda *_: Eyes(TABLE))
    table = table_from_cards(photo(ABOVE), TABLE, "2026-11-21", CAMERA)
    (here / "table.toml").write_text(table_toml(table))
    got = cli("read", "table.png", "--calibration", "table.toml", "--json")
    assert (got.status, got.err) == (0, "")
    assert '"zone": "hand"' in got.out
    refused = cli("read", "small.png", "--calibration", "table.toml")
    assert refused.status == 1
    assert "the calibration was made for 960 x 720" in refused.err
    assert (table.width, table.height) == SIZE
