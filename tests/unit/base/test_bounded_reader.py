"""What is within the bounds is read as ever; what goes beyond them is one line, before memory, stack or time are spent on it."""

import io
import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.bounded_reader import (
    MAX_DEPTH,
    MAX_WHOLE_NUMBER,
    finite_number,
    list_of,
    parse_json,
    parse_toml,
    plain_text,
    read_bytes,
    read_lines,
    read_stream,
    read_text,
    read_toml,
    whole_number,
)
from numero_cam.base.errors import ConfigError, NumeroCamError

TEXTS = st.text("[]{}\"\\'#=,. ab\n\té", max_size=12)
PLAIN = (
    st.none() | st.booleans() | st.integers(-MAX_WHOLE_NUMBER, MAX_WHOLE_NUMBER) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=20)


@given(VALUES)
def test_json_within_the_bounds_is_read_as_ever(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert parse_json(text, "f", ConfigError) == value


@given(st.text("[]{}\"\\'#=,.ab1\n ", max_size=60))
def test_toml_within_the_bounds_is_read_as_ever(text: str) -> None:
    try:
        wanted = tomllib.loads(text)
    except ValueError:
        with pytest.raises(ConfigError, match=r"^f: is not a TOML file"):
            parse_toml(text, "f", ConfigError)
    else:
        assert parse_toml(text, "f", ConfigError) == wanted


@given(st.text('[]{}"\\:,1 ', max_size=60))
def test_what_is_no_json_is_one_line(text: str) -> None:
    try:
        wanted = json.loads(text)
    except ValueError:
        with pytest.raises(ConfigError, match=r"^f: is no JSON that can be used: [^\n]+$"):
            parse_json(text, "f", ConfigError)
    else:
        assert parse_json(text, "f", ConfigError) == wanted


@pytest.mark.parametrize("nested", ["[{0}]", '{{"a": {0}}}', '[1, "]]", {0}]'])
def test_the_depth_is_bounded_exactly(nested: str) -> None:
    def deep(levels: int) -> str:
        text = "1"
        for _ in range(levels):
            text = nested.format(text)
        return text

    assert parse_json(deep(MAX_DEPTH), "f", ConfigError) == json.loads(deep(MAX_DEPTH))
    with pytest.raises(ConfigError, match=f"more than {MAX_DEPTH} deep"):
        parse_json(deep(MAX_DEPTH + 1), "f", ConfigError)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, "deep"),
        ('{"a":' * 200_000, "deep"),
        ('"' + "[" * 200_000, "Unterminated string"),
        ('"\\' * 200_000, "Unterminated string"),
        ("9" * 5000, "is too large"),
        ("1" + "0" * 25, "is too large"),
        (str(MAX_WHOLE_NUMBER + 1), "is too large"),
        (str(-MAX_WHOLE_NUMBER - 1), "is too large"),
        ("1e400", "no number that can be used"),
        ("0." + "1" * 100, "no number that can be used"),
        ("NaN", "NaN is no number"),
        ("-Infinity", "-Infinity is no number"),
    ],
)
def test_json_beyond_the_bounds_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        parse_json(text, "f", ConfigError)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 200_000, "deep"),
        ("a = " + "{b = " * 200_000, "deep"),
        (".".join(["a"] * 200_000) + " = 1", "parts"),
        (" . ".join(['"a,"'] * 200_000) + " = 1", "parts"),
        ('x = {a = """\n""" , "z"' + ".c" * 200_000 + " = 1}", "parts"),  # hidden behind the end of a text of several lines
        ("[" + ".".join(["a"] * 200_000) + "]", "parts"),
        ('a = "\\' * 200_000, "TOML"),
        ("a = 1" + "0" * 25, "too large"),
        ("a = 1" + "0" * 5000, "TOML"),
        ("a = 0x" + "f" * 5000, "too large"),
        ("a = [[1], {b = 1" + "0" * 25 + "}]", "too large"),
        ("a = nan", "no number that can be used"),
        ("a = 1e999", "no number that can be used"),
    ],
)
def test_toml_beyond_the_bounds_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as error:
        parse_toml(text, "f", ConfigError)
    assert len(str(error.value)) < 300


def test_a_file_is_read_up_to_its_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf1234567")
    assert read_bytes(path, 10, ConfigError)[3:] == b"1234567"
    assert read_text(path, 10, ConfigError) == "1234567"
    assert read_stream(io.BytesIO(b"123"), 3, "-", ConfigError) == b"123"
    with pytest.raises(ConfigError, match=r"f: is larger than any such file \(9 bytes\)"):
        read_bytes(path, 9, ConfigError)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda _: None, "cannot be read: no such file"),
        (lambda path: path.mkdir(), "cannot be read: is a directory"),
        (lambda path: path.write_bytes(b"\xff\xfe"), "is no text in UTF-8"),
        (lambda path: path.write_text("a ="), "is not a TOML file"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path: Path, make: object, why: str) -> None:
    make(tmp_path / "f.toml")  # type: ignore[operator]
    with pytest.raises(NumeroCamError, match=rf"^{tmp_path}/f\.toml: {why}"):
        read_toml(tmp_path / "f.toml", ConfigError)


def test_a_name_with_a_zero_byte_is_no_file() -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_bytes("a\x00b", 10, ConfigError)


def test_lines_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"one\r\n\ntwo")
    assert list(read_lines(path, 3, ConfigError)) == [b"one", b"", b"two"]
    lines = read_lines(path, 2, ConfigError)
    with pytest.raises(ConfigError, match=r"line 1 is longer than any such line \(2 bytes\)"):
        next(lines)
    with pytest.raises(ConfigError, match="no such file"):
        next(read_lines(tmp_path / "none", 3, ConfigError))


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1], 11, -1, 10**30])
def test_a_whole_number_is_nothing_else(value: object) -> None:
    assert whole_number(10, 0, 10) == 10
    with pytest.raises(ValueError, match="is no whole number from 0 to 10"):
        whole_number(value, 0, 10)


@pytest.mark.parametrize("value", [True, "1", None, [1], float("nan"), float("inf"), 10**400])
def test_a_finite_number_is_nothing_else(value: object) -> None:
    assert finite_number(3) == 3.0
    with pytest.raises(ValueError, match="is no number"):
        finite_number(value)


def test_texts_and_lists_are_bounded() -> None:
    assert plain_text("ab", 2) == "ab"
    assert list_of([1, 2], 2) == [1, 2]
    for value in ("abc", "a\n", 7, None, "\ud800"):
        with pytest.raises(ValueError, match="is no text of at most 2 characters"):
            plain_text(value, 2)
    for other in ((1, 2), "ab", [1, 2, 3], None):
        with pytest.raises(ValueError, match="is no list of at most 2 entries"):
            list_of(other, 2)
