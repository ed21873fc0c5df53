"""Every loader of files that somebody else may have written, with valid files for it."""

import io
import json
import os
import random
import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from numero_cam.app.answers import MAX_POSITION_BYTES, position_of
from numero_cam.app.deck_learn import read_answers
from numero_cam.app.decks import deck_in_use
from numero_cam.app.kept_games import load_whole_game, unfinished_games
from numero_cam.app.photo_files import photo_in
from numero_cam.app.table_games import parse_setting, replay_log, setting_text
from numero_cam.app.watch_recording import WatchedGame, recorded_commands, recorded_game, recording_header
from numero_cam.base.bounded_reader import read_bytes, split_lines
from numero_cam.base.errors import GameError, PositionError
from numero_cam.base.records import Frame
from numero_cam.calibrate import files as calibrations
from numero_cam.capture.recording import ABOUT_FILE, EVENTS_FILE, FRAMES_FILE, PARTS_FILE, Recorder, Recording
from numero_cam.capture.source import TimedFrame
from numero_cam.classroom.classes import Classroom, Pupil, read_class_list
from numero_cam.classroom.mark import take_answers
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.classroom.slips import judge_typed
from numero_cam.classroom.spreadsheets import rows_of_bytes
from numero_cam.classroom.toptake import stored_round, teams_of_rows
from numero_cam.config import load_config
from numero_cam.games.numero.engine import Options, read_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.puzzles import parse_level
from numero_cam.games.numero.rules import PrintedPoints
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.hall.board import board_sections
from numero_cam.hall.messages import GameSent
from numero_cam.hall.records import Entrant, EventSetting, GameStatus, MatchScore, Pairing
from numero_cam.hall.site import export_zip
from numero_cam.hall.store import HallStore
from numero_cam.live.page_fields import ProtocolError
from numero_cam.numo.questions import load_table
from numero_cam.numo.rules import game_text
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.players import play_game
from numero_cam.store.games import GameStore
from numero_cam.vision.decks.files import deck_toml, load_deck
from numero_cam.vision.decks.profile import DeckExample, DeckProfile
from numero_cam.web import pairing as web_pairing
from numero_cam.web.protocol import command_from_page, parse_hello, parse_message
from tests.boards import CAMERA
from tests.slip_piles import printing

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
EXAMPLES = {name: text.encode() for name, text in re.findall(r"`([\w.]+)`[^`]*:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)}
MODEL = "ab" * 32
PRINTED = printing()


def game_command(message: dict[str, object]) -> object:
    return command_from_page(message)


@dataclass(frozen=True)
class Loader:
    """A loader."""

    files: Mapping[str, bytes]  #: Valid contents by file name.
    load: Callable[[Path], object]  #: Loads what lies in a folder.


def _recording(folder: Path) -> Mapping[str, bytes]:
    pixels = np.random.default_rng(3).integers(90, 110, (48, 64, 3)).astype(np.uint8)
    recorder = Recorder(folder, recording_header(WatchedGame(GameSetup(Options.level("2"), ("Ann", "Ben")), 0, None)))
    for n in range(3):
        pixels[8:24, 16 * n : 16 * n + 16] = 250
        recorder.record_frame(TimedFrame(Frame("camera 0", pixels.copy()), n / 15, n))
    recorder.record_event({"n": 1, "say": "challenge Ben"})
    recorder.close()
    return {name: (folder / name).read_bytes() for name in (FRAMES_FILE, ABOUT_FILE, EVENTS_FILE, PARTS_FILE)}


def _play_recording(folder: Path) -> object:
    source = Recording(folder)
    while source.newest() is not None:
        pass
    assert "\n" not in source.ended
    source.close()
    return recorded_game(str(folder)), recorded_commands(str(folder))


def _positions(folder: Path) -> object:
    with (folder / "deals.jsonl").open("rb") as file:
        return [position_of(line) for line in split_lines(file, MAX_POSITION_BYTES, "deals.jsonl", PositionError)]


def _typed(folder: Path) -> object:
    with open_slip_store(folder / "classes.sqlite") as store:
        store.remove_printings(PRINTED.class_name)
        store.put_printing(PRINTED)
        return take_answers(folder / "answers.csv", store, PRINTED)


def _teams(folder: Path) -> object:
    rows = rows_of_bytes((folder / "t.csv").read_bytes(), "t.csv", ("number", "team"), "number,team/17,Red")
    pupils = tuple(Pupil(number, "", "3") for number in (3, 8, 17))
    return teams_of_rows(Classroom("5B", pupils, (), ()), [(row["number"], row["team"]) for _, row in rows])


def _round(folder: Path) -> object:
    with open_slip_store(folder / "classes.sqlite") as store:
        if not store.classes.has(PRINTED.class_name):
            store.classes.add(PRINTED.class_name, [Pupil(3, "Ann", "silver:12")], random.Random(1))  # noqa: S311 - of one
        store.put_printing(PRINTED)
        store.classes.put_round_text(PRINTED.class_name, _text(folder, "round.json"))
        return stored_round(store, PRINTED.class_name)


def _printed(folder: Path) -> object:
    with open_slip_store(folder / "classes.sqlite") as store:
        store.remove_printings(PRINTED.class_name)
        body = read_bytes(folder / "printing.json", 10_000_000, GameError).decode("utf-8", "replace")
        store.put_printing(PRINTED)
    with sqlite3.connect(folder / "classes.sqlite") as file:
        file.execute("UPDATE slip_printing SET body = ?", (body,))
    file.close()
    with open_slip_store(folder / "classes.sqlite") as store:
        found = store.printing(PRINTED.number)
        return found and [found.form_of(slip.slip) for slip in found.slips]


def _class_file(folder: Path) -> object:
    with open_classes(folder / "classes.sqlite") as classes:
        return classes.names(), [classes.room(name) for name in classes.names()]


def _games_file(folder: Path) -> object:
    store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
    try:
        return [(game, parse_setting(game.setting), replay_log(store.lines(game.game))) for game in store.games()]
    finally:
        store.close()


def load_hall(folder: Path) -> object:
    """Everything that a hall reads of its database; what is damaged is named, and the rest is there."""
    store, damage = HallStore.open(f"sqlite:///{folder / 'hall.sqlite'}"), list[str]()
    try:
        event, entrants, matches = store.overview()
        told = json.dumps(board_sections(event, entrants, matches)), store.damage, store.assignment(1)
        for each in store.events(damage.append):
            export_zip(store, each)
            store.log(each.number)
        assert all(line.isprintable() and len(line) < 300 for line in (*damage, *store.damage))
        return told
    finally:
        store.close()


def hall_file(folder: Path) -> Mapping[str, bytes]:
    store = HallStore.open(f"sqlite:///{folder / 'hall.sqlite'}")
    entrants = tuple(Entrant(n, name, ("Ann", "Ben")) for n, name in enumerate(("Owls", "Foxes", "Bears"), 1))
    event = store.new_event(EventSetting("Cup", tables=2), entrants)
    store.open_round(event, 1, (Pairing(1, 2), Pairing(3, None)))
    began, (match, _) = store.event(event).began, store.matches(event)
    store.claim(1, "1" * 36)
    lines = (LogEntry("deal", EXAMPLES["evening.txt"].decode(), n=1, at=began), LogEntry("note", "x", "person", n=2, at=began))
    store.take_game(1, "1" * 36, GameSent("g" * 36, match.number, began, "{}", lines, GameStatus(said="Owls take 12.", points=12)))
    store.add_result(match.number, MatchScore(12, 7, "referee", "time was up"), "referee")
    store.close()
    return {"hall.sqlite": (folder / "hall.sqlite").read_bytes()}


def _text(folder: Path, name: str) -> str:
    return read_bytes(folder / name, 10_000_000, GameError).decode("utf-8", "replace")


def _unfinished(folder: Path) -> object:
    os.environ["NUMERO_CAM_GAMES"] = str(folder)
    return unfinished_games()


def _deck(folder: Path) -> object:
    os.environ["NUMERO_CAM_DECKS"] = str(folder)
    return load_deck("mine", model=MODEL), deck_in_use()


def _message(folder: Path) -> object:
    try:
        told = parse_message(_text(folder, "message.json"))
        return parse_hello(told) if told["type"] == "hello" else game_command(told)
    except ProtocolError as error:  # of no file, so it is none of the project's errors of files
        raise GameError(str(error)) from error


def _paired(folder: Path) -> bytes:
    pairing = web_pairing.DevicePairing(folder / "paired.json")
    for code in (pairing.invite("camera").code, pairing.invite("player", "Ann").code):
        pairing.redeem_code(code)
    return (folder / "paired.json").read_bytes()


def _sqlite_files(folder: Path) -> Mapping[str, Mapping[str, bytes]]:
    with open_classes(folder / "classes.sqlite") as classes:
        classes.add("5B", [Pupil(3, "Ann", "silver:12"), Pupil(8, "", "3")], random.Random(1))  # noqa: S311 - the places on the ladder
    store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
    setting = setting_text(WatchedGame(GameSetup(Options.level("2"), ("Ann", "Ben")), 0, None))
    number = store.begin(setting, ("Ann", "Ben"))
    store.append(number, [LogEntry("deal", EXAMPLES["evening.txt"].decode()), LogEntry("note", "x", "person")], 0)
    store.close()
    return {name: {name: (folder / name).read_bytes()} for name in ("classes.sqlite", "games.sqlite")}


def loaders(work: Path) -> Mapping[str, Loader]:
    """Return all loaders by name; `work` is a folder in which valid files can be made."""
    recorded = WatchedGame(GameSetup(Options.level("2"), ("Ann", "Ben")), 0, None)
    deck = DeckProfile("mine", ("7r", "8r"), 1, (DeckExample("7r", np.arange(6, dtype=np.uint8), (0.0, 0.7, 0.7)),), MODEL, "2026-11-21")
    numo = game_text.game_text(play_game(NumoOptions(), ("random", "greedy"), "1", hands=1)).encode()
    photo = _recording(work / "recording")
    databases = _sqlite_files(work)
    takers = PRINTED.puzzle_of(0)

    return {
        "recording": Loader(photo, _play_recording),
        "deck": Loader({"mine.toml": deck_toml(deck).encode(), "in_use": b"mine\n"}, _deck),
        "camera": Loader({"c.toml": calibrations.camera_toml(CAMERA).encode()}, lambda at: calibrations.load_calibration(at / "c.toml")),
        "table": Loader({"table.toml": EXAMPLES["table.toml"]}, lambda at: calibrations.load_calibration(at / "table.toml")),
        "settings": Loader({"reader.toml": EXAMPLES["reader.toml"]}, lambda at: load_config(at / "reader.toml")),
        "printed points": Loader({"points.toml": EXAMPLES["points.toml"]}, lambda at: PrintedPoints.load(at / "points.toml")),
        "characters of NUMO": Loader(
            {"c.toml": resources.files("numero_cam.numo.rules").joinpath("characters.toml").read_bytes()},
            lambda at: load_table(at / "c.toml"),
        ),
        "game": Loader(
            {"kitchen.txt": EXAMPLES["kitchen.txt"]},
            lambda at: load_whole_game("kitchen.txt", read_bytes(at / "kitchen.txt", 1_000_000, GameError), read_game),
        ),
        "game of NUMO": Loader(
            {"ours.txt": numo},
            lambda at: load_whole_game("ours.txt", read_bytes(at / "ours.txt", 1_000_000, GameError), game_text.read_game),
        ),
        "unfinished games": Loader({"a.txt": EXAMPLES["anna.txt"]}, _unfinished),
        "positions": Loader({"deals.jsonl": EXAMPLES["deals.jsonl"]}, _positions),
        "class": Loader({"5B.csv": EXAMPLES["5B.csv"]}, lambda at: read_class_list(at / "5B.csv")),
        "answers of a class": Loader(
            {"a.csv": EXAMPLES["answers.csv"]}, lambda at: rows_of_bytes((at / "a.csv").read_bytes(), "a.csv", ("number", "answer"), "a/b")
        ),
        "teams": Loader({"t.csv": EXAMPLES["teams.csv"]}, _teams),
        "round": Loader(
            {
                "round.json": b'{"printing":483920,"clock":{"seconds":90,"left":1,"until":2},"shown":1,"names":true,'
                b'"teams":["Red"],"answers":[{"team":"Red","text":"7 + 3"}],"revision":3}'
            },
            _round,
        ),
        "rows of cards": Loader({"rows.txt": EXAMPLES["rows.txt"]}, lambda at: read_answers(at / "rows.txt", ["first.jpg", "second.jpg"])),
        "outlines of cards": Loader(
            {"a.json": EXAMPLES["answers.json"]}, lambda at: read_answers(at / "a.json", ["first.jpg", "second.jpg"])
        ),
        "typed answers": Loader({"answers.csv": b"number,answer\n3,(7 + 2) + 1\n8,7 + 3\n"}, _typed),
        "printing": Loader({"printing.json": json.dumps(PRINTED.to_dict()).encode()}, _printed),
        "typed take": Loader({"take.txt": b"7 + 2 + 1; (8 - 3) x 2"}, lambda at: judge_typed(takers, _text(at, "take.txt"))),
        "command of a game": Loader({"line.txt": b"card 12 hand Ben"}, lambda at: parse_command(_text(at, "line.txt"))),
        "level": Loader({"level.txt": b"silver:12"}, lambda at: parse_level(_text(at, "level.txt"))),
        "kept setting": Loader({"setting.json": setting_text(recorded).encode()}, lambda at: parse_setting(_text(at, "setting.json"))),
        "message of a page": Loader(
            {"message.json": b'{"type": "start", "players": ["Ann", "Ben"], "near": "Ann", "hands": "open", "numbers": 15, "wilds": "x2"}'},
            _message,
        ),
        "paired devices": Loader({"paired.json": _paired(work)}, lambda at: web_pairing.DevicePairing(at / "paired.json")),
        "classes": Loader(databases["classes.sqlite"], _class_file),
        "games": Loader(databases["games.sqlite"], _games_file),
        "hall": Loader(hall_file(work), load_hall),
        "photo from standard input": Loader(
            {"p.jpg": photo[PARTS_FILE]}, lambda at: photo_in(io.BytesIO((at / "p.jpg").read_bytes()), "-").pixels.shape
        ),
    }
