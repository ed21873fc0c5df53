"""What is said of a database that cannot be used: the kind of an error decides the hint, whoever raises it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from numero_cam.store.store_errors import unusable_message

BUSY = "another program holds it: close it and try again"
HINTS = {
    "SQLITE_BUSY": BUSY,
    "SQLITE_BUSY_SNAPSHOT": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_FULL": "nothing more can be written: make room on the disk",
    "SQLITE_INTERRUPT": "it takes longer to read than any such file",
    "SQLITE_TOOBIG": "it holds a text or picture that no such file does",
    "SQLITE_IOERR": "the disk gives an error",
    "SQLITE_READONLY": "it may be read only",
    "SQLITE_CANTOPEN": "is there such a folder",
    "SQLITE_CORRUPT": "it is damaged: take a copy",
    "SQLITE_CORRUPT_INDEX": "it is damaged: take a copy",
    "SQLITE_NOTADB": "it is damaged or no file of this program",
}


@pytest.mark.parametrize("name", HINTS)
def test_sqlite_s_codes_have_hints_by_their_lowest_byte(name: str) -> None:
    error = sqlite3.OperationalError("what happened.\n ")
    error.sqlite_errorcode = getattr(sqlite3, name)
    assert unusable_message("games.sqlite", error).startswith(f"games.sqlite: cannot be used: what happened; {HINTS[name]}")


@pytest.mark.parametrize("name", ["SQLITE_ERROR", "SQLITE_CONSTRAINT_PRIMARYKEY"])
def test_other_codes_of_sqlite_have_none(name: str) -> None:
    error = sqlite3.DatabaseError("what happened")
    error.sqlite_errorcode = getattr(sqlite3, name)
    assert unusable_message("games.sqlite", error) == "games.sqlite: cannot be used: what happened"


def test_an_error_of_sqlite_s_module_itself_has_no_code() -> None:
    with closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.Error) as caught:
        connection.execute("SELECT ?")
    assert unusable_message("x", caught.value).startswith("x: cannot be used: Incorrect number of bindings")


class ServerError(Exception):
    """As the driver of PostgreSQL raises it: the fields of the server's answer by their letters."""


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("08006", "; is the database running, and is the address right?"),
        ("3D000", "; make the database first: createdb"),
        ("25006", "; it may be read only: name another"),
        ("42501", "; this user must be allowed to make and use tables there"),
        ("53100", "; the server has no room left: nothing more can be written; what was kept before is unharmed"),
        ("55P03", f"; {BUSY}"),
        ("57P01", "; the server ended or was stopped: it is tried again"),
        ("23505", ""),
        ("", ""),
    ],
)
def test_postgresql_s_codes_have_hints_by_their_first_two_signs(code: str, hint: str) -> None:
    error = ServerError({"S": "ERROR", "C": code, "M": "what  happened."})
    assert unusable_message("h/games", error) == f"h/games: cannot be used: what happened{hint}"


def errors() -> Iterator[tuple[BaseException, str]]:
    """Errors that say little, and what is said of them."""
    yield ServerError({"S": "ERROR"}), "{'S': 'ERROR'}"
    yield ServerError(), ""
    yield ServerError("words."), "words"
    yield OSError(28, "No space left on device"), "No space left on device"
    yield OSError("only words"), "only words"
    yield UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"), "surrogates not allowed"


@pytest.mark.parametrize(("error", "words"), list(errors()))
def test_other_errors_are_told_in_their_own_words(error: BaseException, words: str) -> None:
    said = unusable_message(Path("games.sqlite"), error)
    assert said.startswith("games.sqlite: cannot be used: ")
    assert said.endswith(words)
    assert "\n" not in said


class InterfaceError(Exception):
    """As the driver of PostgreSQL calls what happens before there is a connection."""


def test_a_server_that_cannot_be_reached_is_asked_for() -> None:
    said = unusable_message("h/games", InterfaceError("Can't create a connection to host h."))
    assert said == "h/games: cannot be used: Can't create a connection to host h; is the database running, and is the address right?"
