"""The record of what happened: its JSON gives back every operation and every entry, and nothing that somebody else wrote breaks it."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numero_cam.games.numero.engine.log_entry import KINDS, KeptKind, LogEntry, operation_json, parse_operation, read_entry
from numero_cam.games.numero.engine.operations import Move, Passed
from tests.strategies import OPERATIONS, operations

shares = st.floats(0, 1)
entries = st.builds(
    LogEntry,
    st.just("operation"),
    st.text(max_size=20),
    st.sampled_from(["eyes", "person"]),
    operations,
    shares,
    st.lists(st.tuples(operations, shares), max_size=3).map(tuple),
    st.integers(0, 1000),
    st.text(max_size=20),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(operations)
def test_every_operation_comes_back_from_its_json(operation: Move) -> None:
    assert parse_operation(json.loads(json.dumps(operation_json(operation)))) == operation


def test_every_kind_of_operation_has_its_json() -> None:
    assert set(OPERATIONS) == set(KINDS.values())


@given(entries)
def test_an_entry_comes_back_as_it_was_kept(entry: LogEntry) -> None:
    assert read_entry(**entry.row) == entry


@pytest.mark.parametrize("answers", [("Yes", "No"), ("No",)])
@pytest.mark.parametrize("kind", ["note", "change"])
def test_the_answers_of_a_question_come_back(kind: KeptKind, answers: tuple[str, ...]) -> None:
    entry = LogEntry(kind, "is it in your pack?", answers=answers, parts=int(kind == "change"))
    assert read_entry(**entry.row) == entry


def refusal(value: object) -> str:
    """Why a value is no operation; empty where it is one."""
    try:
        parse_operation(value)
    except ValueError as error:
        return str(error)
    return ""


@given(values)
@example([])
@example({"kind": []})
@example({"kind": "dealt", "hands": [], "centre": [], "stock": []})
def test_what_is_no_operation_gets_one_line(value: object) -> None:
    why = refusal(value)
    assert why
    assert "\n" not in why


@given(operations, st.data())
def test_an_operation_with_a_wrong_field_gets_one_line(operation: Move, data: st.DataObject) -> None:
    written: dict[str, Any] = operation_json(operation)
    name = data.draw(st.sampled_from([field.name for field in fields(operation)]))
    wrong = data.draw(values)
    why = refusal({**written, name: wrong})
    assert "\n" not in why
    assert len(why) < 300
    assert refusal({key: value for key, value in written.items() if key != name})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("player", -1),
        ("player", True),
        ("player", 10**9),
        ("player", 0.0),
        ("card", "16r"),
        ("card", "7r 8r"),
        ("ways", "7r"),
        ("ways", ["7r"] * 10_000),
        ("ways", ["(" * 500 + "7r" + ")" * 500]),
        ("ways", ["7r" + " N3" * 21]),
        ("ways", ["7r + " * 100_000 + "7r"]),
        ("ways", ["[7r]=1/0"]),
        ("ways", ["[7r]=" + "9" * 5000]),
    ],
)
def test_a_wrong_field_is_refused(name: str, wrong: object) -> None:
    written = {"kind": "taken", "player": 0, "card": "7r", "ways": ["4g + 3o"], name: wrong}
    assert refusal(written)
    assert "\n" not in refusal(written)


@given(st.text() | values.map(json.dumps))
@example('{"operation": null, "sure": 1, "instead": []}')
@example('{"sure": 1, "others": [["a\\nb", 0.5]]}')
@example("[" * 100_000)
@example('{"operation": {"kind": "passed", "player": 1}, "sure": 7, "instead": []}')
def test_an_entry_whose_json_is_damaged_is_known_by_its_text(body: str) -> None:
    assert read_entry("operation", "Ann: pass", "person", body, n=3, at="then") == LogEntry(
        "operation", "Ann: pass", "person", n=3, at="then"
    )


def test_an_entry_of_an_earlier_version_has_its_alternatives_as_lines() -> None:
    entry = read_entry("operation", "Ann: pass", "eyes", '{"sure": 0.93, "others": [["1 Ann: discard 7r", 0.05]]}')
    assert (entry.operation, entry.sure, entry.other_lines) == (None, 0.93, (("1 Ann: discard 7r", 0.05),))


def test_an_entry_of_an_earlier_version_is_kept_again_with_how_sure_it_was() -> None:
    entry = read_entry("operation", "Ann: pass", "eyes", '{"sure": 0.5, "others": []}')
    assert json.loads(entry.row["seen"]) == {"sure": 0.5, "others": []}


def test_earlier_versions_find_what_they_read_beside_the_operation() -> None:
    seen = json.loads(LogEntry("operation", "Ann: pass", operation=Passed(0), sure=0.8, others=((Passed(1), 0.2),)).row["seen"])
    assert (seen["sure"], seen["others"]) == (0.8, [])
