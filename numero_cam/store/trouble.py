"""Why a database cannot be used, and what to do: the same words for every one that the program keeps."""

import sqlite3
import ssl

PRIMARY = 0xFF
"""The part of a code of SQLite that tells the kind of an error."""
_SQLITE = {
    sqlite3.SQLITE_BUSY: "another program holds it: close it and try again",
    sqlite3.SQLITE_LOCKED: "another program holds it: close it and try again",
    sqlite3.SQLITE_FULL: "nothing more can be written: make room on the disk; what was kept before is unharmed",
    sqlite3.SQLITE_IOERR: "the disk gives an error: what was kept before is unharmed as long as the disk is; take a copy of the file",
    sqlite3.SQLITE_READONLY: "it may be read only: see to it that you may write in its folder, or name another",
    sqlite3.SQLITE_CANTOPEN: "is there such a folder, and may you write in it?",
    sqlite3.SQLITE_CORRUPT: "it is damaged: take a copy that you kept, or name another",
    sqlite3.SQLITE_NOTADB: "it is damaged or no file of this program: take a copy that you kept, or name another",
}
WHO_MAY_COME_IN = "is the name right, and is the password in the file ~/.pgpass, in PGPASSWORD or in DATABASE_URL?"
_POSTGRES = {
    "08": "is the database running, and is the address right?",
    "28": WHO_MAY_COME_IN,
    "3D": "make the database first: createdb",
    "25": "it may be read only: name another",
    "42": "this user must be allowed to make and use tables there",
    "53": "the server has no room left: nothing more can be written; what was kept before is unharmed",
    "55": "another program holds it: close it and try again",
    "57": "the server ended or was stopped: it is tried again",
}
"""By the first two signs of PostgreSQL's codes, which name the class of an error."""
_TRUST = "give its authority, ?sslrootcert=FILE, or see docs/live-games.md"
_DRIVER = {
    "refuses SSL": "it would be spoken to unencrypted: turn its TLS on, or write ?sslmode=disable where nobody can listen on the way",
    "password": WHO_MAY_COME_IN,
}
"""By words of the driver's own messages."""


def cannot_be_used(name: object, error: BaseException) -> str:
    """Return one line that says what is wrong with a database and what to do.

    Args:
        name: Of the file or database.
        error: Of SQLite, of the driver of PostgreSQL, or of the system.
    """
    words, hint = _words(error)
    return f"{name}: cannot be used: {words}{f'; {hint}' if hint else ''}"


def later_version(name: object, version: int, known: int) -> str:
    """Return one line that says that a later version of the program wrote a database."""
    return f"{name}: was written by a later version of this program (its version {version}, here {known}); install that one"


def _words(error: BaseException) -> tuple[str, str]:
    if isinstance(error, sqlite3.Error):
        return _line(error), _SQLITE.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY, "")
    if isinstance(error, OSError):
        return _system_words(error)
    told = error.args[0] if error.args else ""
    if isinstance(told, dict):  # pg8000 hands on the fields of the server's answer by their letters
        return _line(told.get("M", error)), _POSTGRES.get(str(told.get("C", ""))[:2], "")
    if type(error).__name__ != "InterfaceError":
        return _line(error), ""
    return _line(error), next((hint for words, hint in _DRIVER.items() if words in str(error)), _POSTGRES["08"])


def _system_words(error: OSError) -> tuple[str, str]:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate of the server is not trusted: {_line(error.verify_message)}", _TRUST
    if isinstance(error, ssl.SSLError):
        return f"the connection cannot be encrypted: {_line(error.reason or error)}", ""
    return _line(error.strerror or error), ""


def _line(text: object) -> str:
    return " ".join(str(text).split()).rstrip(".")
