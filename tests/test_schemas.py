"""The JSON of every command fits its schema in `numero_cam/schemas`, and the schemas know every key and every choice."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from numero_cam.cli import shell
from numero_cam.games.numero.engine.options import CHOICES
from numero_cam.games.numero.rules.choices import FractionsInPlay, ScoringSteps, Values, values_of
from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.kinds import NumoKind
from numero_cam.numo.rules.options import NumoOptions

ROOT = Path(__file__).parent.parent
SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "numero_cam" / "schemas").glob("*.json"))}
PHOTO = str(ROOT / "sample_images" / "07_puzzle.jpg")
FAN = str(ROOT / "sample_images" / "03_fan_in_hand.jpg")
TAKE = str(ROOT / "sample_images" / "08_a_take_laid_out.jpg")
GAME = str(ROOT / "tests" / "golden" / "games" / "points_with_challenge.txt")
NUMO_GAME = str(ROOT / "tests" / "golden" / "numo" / "runs.txt")
NUMO_PHOTO = str(ROOT / "tests" / "data" / "numo_melds.png")
TYPED = ("solve", "--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2")
CALLS = [
    ("solve", TYPED),
    ("solve", ("solve", "--centre", "7r", "--hand", "8b")),
    ("solve", (*TYPED, "--top", "all", "--child", "2", "--advise", "--think", "0.05")),
    ("solve", ("solve", PHOTO, "--top", "2")),
    ("target", ("solve", "--centre", "3 4 5", "--hand", "/3", "--target", "all")),
    ("score", ("score", "--take", "10r 10o 6b 4g", "--rule", "scoring-steps=AB")),
    ("score", ("score", "--take", "10r 3o")),
    ("score", ("score", TAKE)),
    ("check", ("check", "8 + 3; 11", *TYPED[1:], "--show-best")),
    ("check", ("check", "8 - 3", *TYPED[1:])),
    ("check", ("check", "(3 + 4 + 5) / 3", "--centre", "3 4 5", "--hand", "/3", "--all")),
    ("read", ("read", PHOTO, FAN, "nothing.jpg")),
    ("puzzle", ("puzzle", "make", "--level", "gold:20", "--count", "2")),
    ("game", ("game", "replay", GAME)),
    ("game_analysis", ("game", "analyse", GAME)),
    ("numo_check", ("numo", "check", "7 4 28")),
    ("numo_melds", ("numo", "melds", "--hand", "6 18 3 4 7", "--table", "R 9 12 15")),
    ("numo_melds", ("numo", "melds", "--hand", "3 18 5", "--level", "2")),
    ("numo_score", ("numo", "score", "--melds", "+ 3 4 7; R 9 12 15")),
    ("numo_score", ("numo", "score", "--left", "7 12 144")),
    ("numo_replay", ("numo", "replay", NUMO_GAME)),
    ("numo_simulate", ("numo", "simulate", "--games", "1", "--hands", "3")),
    ("numo_photo", ("numo", "check", NUMO_PHOTO)),
]


def strict(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the schema with no keys allowed but those it names: what is printed must be described."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema else {}
    return {**closed, **{key: strict(part) for key, part in schema.items()}}


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[" ".join(call)[:40] for _, call in CALLS])
def test_what_is_printed_fits_its_schema(name: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    shell.run([*arguments, "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for line in lines:
        jsonschema.validate(json.loads(line), strict(SCHEMAS[name]), cls=jsonschema.Draft202012Validator)


def test_positions_and_their_answers_fit_their_schemas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"centre": ["7r", "[8b 4r]"], "hand": ["7b"]}\n{"centre": ["7q"], "hand": []}\n', encoding="utf-8")
    for line in path.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), strict(SCHEMAS["positions"]))
    shell.run(["solve", "--positions", str(path), "--json"])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(answer) == {"error"} for answer in answers] == [False, True]
    for answer in answers:
        jsonschema.validate(answer, strict(SCHEMAS["solve"]))


@pytest.mark.parametrize("spoil", [lambda a: a.pop("proven"), lambda a: a.update(by="fun"), lambda a: a["plays"][0].update(cards="8")])
def test_what_does_not_fit_is_refused(spoil: Callable[[dict[str, Any]], object], capsys: pytest.CaptureFixture[str]) -> None:
    shell.run([*TYPED, "--json"])
    answer = json.loads(capsys.readouterr().out)
    spoil(answer)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, SCHEMAS["solve"])


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas_with_the_choices_of_the_rules(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    wanted = {"by": CHOICES["by"], "scoring": CHOICES["scoring"], "values": values_of(Values)}
    wanted |= {"scoring_steps": values_of(ScoringSteps), "fractions_in_play": values_of(FractionsInPlay)}
    asked = SCHEMAS[name].get("$defs", {}).get("answer", SCHEMAS[name]).get("properties", {})
    for key, choices in wanted.items():
        if key in asked and not name.startswith("numo"):  # another game has other choices of the same name
            assert tuple(asked[key]["enum"]) == choices


def enums(schema: Any, key: str) -> list[set[str]]:  # noqa: ANN401 - any JSON
    """Return what a key may be, wherever a schema names it."""
    if isinstance(schema, list):
        return [found for part in schema for found in enums(part, key)]
    if not isinstance(schema, dict):
        return []
    own = schema.get(key)
    told = own.get("enum") or own.get("items", {}).get("enum") if isinstance(own, dict) else None
    return [*([set(told)] if told else []), *(found for part in schema.values() for found in enums(part, key))]


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name.startswith("numo_")])
def test_the_schemas_of_numo_know_its_kinds_and_scorings(name: str) -> None:
    kinds = [*enums(SCHEMAS[name], "kind"), *enums(SCHEMAS[name], "kinds")]
    scorings = enums(SCHEMAS[name], "scoring")
    assert all(each == {kind.value for kind in NumoKind} for each in kinds)
    assert all(each == set(choices_of(NumoOptions)["scoring"]) for each in scorings)
    assert kinds or scorings
