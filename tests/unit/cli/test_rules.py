"""``--rule``: one rule, or a file of them for every command; and the options that were there before."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.cli.options import GameOptions, game_rules, given_rules, make_options
from numero_cam.cli.removed import REMOVED
from numero_cam.games.numero.engine.options import CHOICES, LEVELS
from numero_cam.games.numero.rules import parse_card

Cli = Callable[..., Any]
POSITION = ("solve", "--centre", "2r -5 N2 sqrt", "--hand", "3g", "--json")
SIMULATE = ("game", "simulate", "--games", 1, "--players", "random", "--json")


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    (tmp_path / "points.toml").write_text('version = 1\n[points]\n"1" = 7\n', encoding="utf-8")
    path = tmp_path / "ours.toml"
    path.write_text(
        'version = 1\nlevel = "2"\nby = "cards"\nnegative = false\npacks = 2\nlast_chances = "next"\nprinted-points = "points.toml"\n',
        encoding="utf-8",
    )
    return path


def test_one_file_of_rules_serves_every_command(cli: Cli, ours: Path) -> None:
    answer = json.loads(cli(*POSITION, "--rule", ours).out)
    assert (answer["by"], answer["plays"]) == ("cards", [])
    played = json.loads(cli(*SIMULATE, "--rule", ours).out)
    assert (played["level"], played["by"]) == ("2", "cards")
    options = make_options(GameOptions(rule=[str(ours)]).read(level="all"), 2)
    assert (options.negative, options.packs, options.last_chances, options.printed.of(parse_card("1b"))) == ("no", 2, "next", 7)
    scored = json.loads(cli("score", "--take", "1b 1b", "--rule", ours, "--json").out)
    assert scored["problems"] == []
    for command in (("check", "2 + 1", "--centre", "2r 1b", "--hand", "3g"), ("solve", "--centre", "7r", "--hand", "7b", "--advise")):
        assert cli(*command, "--rule", ours).err == ""


def test_what_is_written_on_the_command_line_counts_before_a_file(cli: Cli, ours: Path) -> None:
    answer = json.loads(cli(*POSITION, "--rule", ours, "--by", "points", "--rule", "negative=yes").out)
    assert answer["by"] == "points"
    assert answer["plays"]


@pytest.mark.parametrize(
    ("rules", "status", "why"),
    [
        (("",), 2, "write name=value, with one of by, scoring"),
        (("=3",), 2, "write name=value"),
        (("last-chances=next",), 2, "--rule last-chances does not count here; rules that do: by, scoring"),
        (("nonsense=next",), 2, "write name=value"),
        (("negative=perhaps",), 2, "negative is 'perhaps'; choose from yes, no"),
        (("scoring-steps=Z",), 2, "choose from all, A, AB"),
        (("packs=0",), 2, "give a whole number from 1 to 20"),
        (("negative=no", "negative=no"), 2, "--rule negative is there twice"),
        (("printed-points=nowhere.toml",), 1, "--rule printed-points=nowhere.toml: cannot be read"),
        (("nowhere.toml",), 1, "nowhere.toml: cannot be read"),
    ],
)
def test_a_rule_that_cannot_be_used_is_one_line(cli: Cli, rules: tuple[str, ...], status: int, why: str) -> None:
    got = cli(*POSITION, *(f"--rule={rule}" for rule in rules))
    assert (got.status, got.out, got.err.count("\n")) == (status, "", 1)
    assert why in got.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", 'the line "version = 1" is missing'),
        ("version = 2", "this program reads version = 1"),
        ("version = 1\nhouse = 3", "'house' is no rule; choose from answer-shown, by"),
        ('version = 1\nlast_chances = "all"\nlast-chances = "all"', "last-chances is there twice"),
        ("version = 1\npacks = [2]", "packs = [2]: give a word or a whole number"),
        ("version = 1\npacks = 2.5", "packs = 2.5: give a word or a whole number"),
        ('version = 1\nvalues = "odd"', "ours.toml: values is 'odd'; choose from whole, any, real"),
        ("version = 1\npacks = 21", "ours.toml: packs=21: give a whole number from 1 to 20"),
        ('version = 1\nnegative = "odd"', "ours.toml: negative is 'odd'; choose from yes, no"),
        ("version = 1\nplayers = 99", "ours.toml: players=99: give a whole number from 2 to 4"),
        ('version = 1\nlevel = "77"', "ours.toml: level is '77'; choose from"),
        ('version = 1\nwilds = "7r"', "ours.toml: wilds"),
        ('version = 1\nprinted_points = "nowhere.toml"', "nowhere.toml: cannot be read"),
    ],
)
def test_a_file_of_rules_that_cannot_be_used_is_one_line(cli: Cli, tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    got = cli(*POSITION, "--advise", "--rule", path)
    assert (got.out, got.err.count("\n")) == ("", 1)
    assert got.status == 1
    assert got.err.startswith(f"numero-cam: {path}: ")
    assert why in got.err


@pytest.mark.parametrize("rule", ["numbers = 99", 'numbers = "x"', 'last_chances = "x"', 'playing = "x"', 'wilds = "zz"', 'scoring = "x"'])
def test_a_value_of_a_file_that_makes_no_game_is_said_with_file_and_rule(cli: Cli, tmp_path: Path, rule: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f"version = 1\n{rule}\n", encoding="utf-8")
    got = cli(*SIMULATE, "--rule", path)
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)
    assert got.err.startswith(f"numero-cam: {path}: {rule.split(maxsplit=1)[0].replace('_', '-')}")


def test_every_value_that_a_rule_may_have_may_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    more = [("level", level) for level in LEVELS] + [("playing", "yes"), ("numbers", "5"), ("wilds", "none"), ("wilds", "x2 1/2")]
    for name, value in [*((name, value) for name, values in CHOICES.items() for value in values), *more]:
        path.write_text(f'version = 1\n{name} = "{value}"\n', encoding="utf-8")
        assert given_rules([str(path)], {}, game_rules()) == {name.replace("_", "-"): value}


@pytest.mark.parametrize(("command", "name"), [each for each in REMOVED if each[1].startswith("--")], ids=" ".join)
def test_whoever_types_an_option_of_before_is_told_the_way_now(cli: Cli, command: str, name: str) -> None:
    got = cli(*command.split()[1:], name, "x")
    assert (got.status, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith(f"numero-cam: {name}")
