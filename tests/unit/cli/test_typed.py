"""``solve`` with typed positions, and what all commands share."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app import answers
from numero_cam.base import rounds
from numero_cam.cli import app
from numero_cam.cli import solve as positions
from numero_cam.games.numero.rules import parse_position
from numero_cam.games.numero.solve import solve

Cli = Callable[..., Any]
GUIDE = ("solve", "--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2", "--scoring", "guide")
SETTINGS = {"by": "points", "scoring": "website", "values": "whole"}


def start(*arguments: str, given: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numero_cam", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, input=given, env=env)


def test_the_example_of_the_contract(cli: Cli) -> None:
    got = cli(*GUIDE, "--json")
    assert (got.status, got.err) == (0, "")
    assert got.out.isascii()
    assert got.out.count("\n") == 1
    answer = json.loads(got.out)
    assert list(answer) == ["centre", "hand", "by", "scoring", "values", "proven", "problems", "milliseconds", "plays"]
    assert answer["milliseconds"]["solve"] > 0
    (play,) = answer["plays"]
    assert list(play) == ["kind", "with", "cards", "points", "clears", "groups", "breakdown", "say"]


def test_people_get_the_arithmetic_and_the_points(cli: Cli) -> None:
    got = cli(*GUIDE)
    assert got.status == 0
    told = (
        "11 red, 8 orange, 3 blue, 5 red",
        "Best take (most points): with the 11 green, 8 cards, 57 points",
        "÷ 2 = 11",
        "5 − 4 = 1",
        "+ 30",
        "= 57",
        "Start with the 5. Take away 4: 1.",
        "That clears the middle.",
    )
    for words in told:
        assert words in got.out
    assert "\x1b" not in got.out  # a pipe gets plain text


@pytest.mark.parametrize(
    ("centre", "hand", "centre_json", "hand_json"),
    [
        ("", "", [], []),
        ("[8b 4r] 3g", "15o", ["[8b 4r]", "3g"], ["15o"]),
        ("10h, 1s", "Ad", ["10h", "1s"], ["1d"]),
        ("7 red, 1 1/2", "½ 50% ×3 ÷4 −2 √ N²", ["7r", "3/2"], ["1/2", "1/2", "x3", "/4", "-2", "sqrt", "N2"]),
    ],
)
def test_every_way_to_write_a_card(cli: Cli, centre: str, hand: str, centre_json: list[str], hand_json: list[str]) -> None:
    got = cli("solve", "--center", centre, "--hand", hand, "--json")
    assert got.status == 0
    answer = json.loads(got.out)
    assert (answer["centre"], answer["hand"]) == (centre_json, hand_json)
    assert answer.items() >= SETTINGS.items()


def test_no_take_is_an_answer(cli: Cli) -> None:
    assert json.loads(cli("solve", "--centre", "7r", "--hand", "8b", "--json").out)["plays"] == []
    got = cli("solve", "--centre", "7r", "--hand", "8b")
    assert (got.status, "No take is possible." in got.out) == (0, True)


def test_what_cannot_be_is_named_and_still_answered(cli: Cli) -> None:
    arguments = ("solve", "--centre", "7r 7r [sqrt N2]", "--hand", "7b 1r 2r 3r 4r 5r")
    answer = json.loads(cli(*arguments, "--json").out)
    assert len(answer["problems"]) == 3
    assert answer["plays"][0]["with"] == "7b"
    assert cli(*arguments).out.count("Problem: ") == 3
    assert len(json.loads(cli(*arguments, "--json", "--rule", "packs=2").out)["problems"]) == 2


def test_top_and_settings_reach_the_solver(cli: Cli) -> None:
    answer = json.loads(
        cli("solve", "--centre", "7r 8b 15o", "--hand", "7b 15r 8r", "--top", 3, "--by", "cards", "--values", "any", "--json").out
    )
    assert len(answer["plays"]) == 3
    assert (answer["by"], answer["values"]) == ("cards", "any")
    assert cli("solve", "--centre", "7r 8b 15o", "--hand", "7b 15r 8r", "--top", 2).out.count("Take 2: ") == 1


def test_printed_points_of_the_user(cli: Cli, tmp_path: Path) -> None:
    table = tmp_path / "points.toml"
    table.write_text('version = 1\n[points]\n"15" = 9\n')
    answer = json.loads(cli("solve", "--centre", "15r", "--hand", "15b", "--rule", f"printed-points={table}", "--json").out)
    assert [item["points"] for item in answer["plays"][0]["breakdown"] if item["item"] == "printed"] == [18]
    table.write_text("version = 7\n")
    got = cli("solve", "--centre", "15r", "--hand", "15b", "--rule", f"printed-points={table}")
    assert (got.status, got.err.count("\n")) == (1, 1)
    assert "version" in got.err


BAD_ARGUMENTS = [
    (("solve",), "give one of: a photo, --centre with --hand, or --positions FILE"),
    (("solve", "--centre", "7r"), "--hand is missing"),
    (("solve", "--hand", "7r"), "--centre is missing"),
    (("solve", "a.jpg", "--centre", "7r", "--hand", "7b"), "give one of"),
    (("solve", "--positions", "x", "--hand", "7b"), "give one of"),
    (("solve", "--centre", "7r 99z 3b", "--hand", "7b"), '--centre: card 2, "99z": not a card; accepted are'),
    (("solve", "--centre", "7r", "--hand", "7b 2/7"), "--hand: card 2,"),
    (("solve", "--centre", "7r", "--hand", "[7b]"), "a build lies in the middle"),
    (("solve", "--centre", "[8b 4r", "--hand", "7b"), "--centre: card 1"),
    (("solve", "--centre", "7r", "--hand", "7b", "--correct", "1=7r"), "with a photo only"),
    (("solve", "--centre", "7r", "--hand", "7b", "--annotate", "x.jpg"), "with a photo only"),
    (("read", "a.jpg", "--correct", "seven"), "such as 3=7r"),
    (("read", "a.jpg", "--correct", "3=7q"), "not a card"),
    (("read", "a.jpg", "--correct", "3=7r", "--correct", "3=8r"), "corrected twice"),
    (("read", "a.jpg", "--annotate", "c.xyz"), "unknown kind of picture"),
    (("read", "a.jpg", "--annotate", "no_such_folder/c.jpg"), "there is no folder no_such_folder"),
]


@pytest.mark.parametrize(("arguments", "why"), BAD_ARGUMENTS)
@pytest.mark.slow
def test_bad_arguments_get_one_line_and_status_2(cli: Cli, arguments: tuple[str, ...], why: str) -> None:
    got = cli(*arguments)
    assert (got.status, got.out) == (2, "")
    assert got.err.startswith("numero-cam: ")
    assert got.err.count("\n") == 1
    assert why in got.err
    assert "--help)" in got.err


LINES = [
    ('{"centre": ["7r"], "hand": ["7b"]}', None),
    ("seven", "not a JSON object"),
    ("", "is empty"),
    ("[]", "not a JSON object"),
    ('{"centre": ["7r"]}', '"hand" is missing'),
    ('{"centre": "7r", "hand": []}', '"centre" must be a list of cards'),
    ('{"centre": [7], "hand": []}', '"centre" must be a list of cards'),
    ('{"centre": ["7r", "x9"], "hand": []}', 'centre: card 2, "x9"'),
    ('{"centre": [], "hand": ["[7r]"]}', "hand: card 1"),
    ("[" * 100_000, "not a JSON object"),
    ('{"centre": ["[8b 4r]=12", "3g"], "hand": ["15g"], "name": "ignored"}', None),
    (json.dumps({"centre": [f"[1r{' x5' * 6200}]", "7r"], "hand": ["7b"]}), None),  # a value too long to print
    ('{"centre": ["7r"], "hand": ["7b"]}', None),
]


def test_a_bad_line_of_a_file_gets_its_error_in_its_place(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join(line for line, _ in LINES) + "\n\n\n")
    got = cli("solve", "--positions", path, "--json")
    answers = [json.loads(line) for line in got.out.splitlines()]
    assert got.status == 1
    assert len(answers) == len(LINES)  # empty lines at the end are no positions
    for answer, (_, why) in zip(answers, LINES, strict=True):
        assert (why in answer["error"]) if why else answer["plays"]
    assert "line 2: not a JSON object" in got.err


def test_a_file_of_positions_for_people(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"centre": ["7r", "7r"], "hand": ["7b"]}\r\n{"centre": [], "hand": []}', encoding="utf-8-sig")
    got = cli("solve", "--positions", path)
    assert (got.status, got.err) == (0, "")
    first, second = got.out.splitlines()
    assert first.startswith("1: With 7b: ")
    assert "Problem: 7r lies there twice" in first
    assert second == "2: No take is possible."


@pytest.mark.parametrize("data", [b"\xff\xd8\xff\xe0\x00\x10JFIF\n\x00\n\x00\n", '{"centre": [], "hand": []}\n'.encode("utf-16")])
def test_a_file_that_is_no_text_is_one_line(cli: Cli, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(data)
    got = cli("solve", "--positions", path)
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)
    assert f"{path}: line 1 holds a zero byte" in got.err


def test_a_line_that_is_not_proven_says_so(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"centre": ["11r", "8o", "3b", "5r"], "hand": ["11g", "x3", "-4", "/2"]}')
    assert "proven" not in cli("solve", "--positions", path).out
    unproven = replace(solve(parse_position("7r", "7b")), proven=False)
    monkeypatch.setattr(answers, "solve", lambda *_, **__: unproven)
    assert cli("solve", "--positions", path).out.endswith(" Not proven: a better take may exist.\n")


def test_an_empty_file_of_positions_has_no_answer(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("")
    assert (cli("solve", "--positions", path, "--json").out, cli("solve", "--positions", path).status) == ("", 0)


@pytest.mark.parametrize("path", ["no_such_file.jsonl", "."])
def test_a_file_of_positions_that_is_none(cli: Cli, path: str) -> None:
    got = cli("solve", "--positions", path)
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)


def test_positions_from_standard_input() -> None:
    got = start("solve", "--positions", "-", "--json", given='{"centre": ["7r"], "hand": ["7b"]}\n')
    assert (got.returncode, got.stderr) == (0, "")
    assert json.loads(got.stdout)["plays"]


def test_a_typed_position_loads_no_eyes_and_no_numbers() -> None:
    code = (
        "import sys; from numero_cam.cli.shell import run\n"
        "for more in (['--json'], [], ['--brief']): run(['solve', '--centre', '7r 8b', '--hand', '15g x2', *more])\n"
        "heavy = {'cv2', 'numpy', 'onnxruntime', 'torch', 'PIL', 'jinja2', 'numero_cam.table.photo_reader'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    got = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (got.returncode, got.stderr) == (0, "")


def test_version_and_help(cli: Cli) -> None:
    assert start("--version").stdout.startswith("numero-cam ")
    for arguments in (("-h",), ("--help",), ("read", "-h"), ("solve", "--help")):
        got = cli(*arguments)
        assert (got.status, got.err) == (0, "")
        assert "Examples:" in got.out


def test_signs_survive_any_system() -> None:
    got = start(*GUIDE, env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert (got.returncode, got.stderr) == (0, "")
    assert "÷ 2" in got.stdout


def test_no_color_is_respected_and_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in cli(*GUIDE).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in cli(*GUIDE).out


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"centre": ["7r"], "hand": ["7b"]}\n' * 2000)
    command = f"'{sys.executable}' -m numero_cam solve --positions '{path}' --json | head -n 1"
    got = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (got.stdout.count("\n"), got.stderr) == (1, "")


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (KeyboardInterrupt(), 130, "stopped"),
        (RuntimeError("two\nlines"), 1, "a fault of this program, please report it: RuntimeError: two lines"),
    ],
)
def test_nothing_escapes_as_a_traceback(monkeypatch: pytest.MonkeyPatch, cli: Cli, error: BaseException, status: int, words: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(answers, "solve", fail)
    got = cli(*GUIDE)
    assert got.status == status
    assert got.err.strip().splitlines()[-1].startswith(f"numero-cam: {words}")
    assert "Traceback" not in got.err


def test_a_fault_can_be_shown(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(answers, "solve", fail)
    monkeypatch.setenv(rounds.TRACEBACK, "1")
    with pytest.raises(RuntimeError):
        cli(*GUIDE)


def test_every_command_has_help_with_examples() -> None:
    for command in app.app.registered_commands:
        assert command.callback is not None
        assert "Examples:" in (command.callback.__doc__ or "")
    assert positions.answer_positions.__doc__


def test_the_sentence_stands_first_and_alone_where_it_is_asked_for(cli: Cli) -> None:
    said = cli(*GUIDE).out.splitlines()
    brief = cli(*GUIDE, "--brief")
    assert brief.status == 0
    assert brief.out.splitlines() == said[:1]
    assert brief.out.startswith("Take 8 cards for 57 points with the 11 green, which clears the middle: ")


@pytest.mark.parametrize(("language", "written"), [("fractions", "× 3/4"), ("percent", "× 75 %"), ("decimal", "× 0.75")])
def test_the_language_of_fraction_cards_changes_words_only(cli: Cli, language: str, written: str) -> None:
    typed = ("solve", "--centre", "4r 8b", "--hand", "9o 3/4", "--language", language)
    assert written in cli(*typed).out
    plays = [json.loads(cli(*one, "--json").out)["plays"] for one in (typed, typed[:-2])]
    assert plays[0] == plays[1]


def test_one_sentence_is_not_for_programs(cli: Cli) -> None:
    for more in (("--json",), ("--target", "all")):
        got = cli("solve", "--centre", "4r 8b", "--hand", "x2", "--brief", *more)
        assert (got.status, got.out) == (2, "")
        assert "--brief" in got.err
