"""Messages that say why a database cannot be used and what to do, for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr

PRIMARY_CODE_MASK = 0xFF  #: Mask of the primary result code in an extended SQLite error code.
_SQLITE_HINTS = {
    sqlite3.SQLITE_BUSY: tr("another program holds it: close it and try again"),
    sqlite3.SQLITE_LOCKED: tr("another program holds it: close it and try again"),
    sqlite3.SQLITE_FULL: tr("nothing more can be written: make room on the disk; what was kept before is unharmed"),
    sqlite3.SQLITE_INTERRUPT: tr("it takes longer to read than any such file; take a copy that you kept"),
    sqlite3.SQLITE_TOOBIG: tr("it holds a text or picture that no such file does; take a copy that you kept"),
    sqlite3.SQLITE_IOERR: tr("the disk gives an error: what was kept before is unharmed as long as the disk is; take a copy of the file"),
    sqlite3.SQLITE_READONLY: tr("it may be read only: see to it that you may write in its folder, or name another"),
    sqlite3.SQLITE_CANTOPEN: tr("is there such a folder, and may you write in it?"),
    sqlite3.SQLITE_CORRUPT: tr("it is damaged: take a copy that you kept, or name another"),
    sqlite3.SQLITE_NOTADB: tr("it is damaged or no file of this program: take a copy that you kept, or name another"),
}
LOGIN_HINT = tr("is the name right, and is the password in the file ~/.pgpass, in PGPASSWORD or in NUMERO_CAM_HALL?")
#: PostgreSQL error class, the first two characters of an error code, to a hint.
_POSTGRES_HINTS = {
    "08": tr("is the database running, and is the address right?"),
    "28": LOGIN_HINT,
    "3D": tr("make the database first: createdb"),
    "25": tr("it may be read only: name another"),
    "42": tr("this user must be allowed to make and use tables there"),
    "53": tr("the server has no room left: nothing more can be written; what was kept before is unharmed"),
    "55": tr("another program holds it: close it and try again"),
    "57": tr("the server ended or was stopped: it is tried again"),
}
_TRUST_HINT = tr("give its authority, ?sslrootcert=FILE, or see docs/hall.md")
#: Words of the driver's messages to a hint.
_DRIVER_HINTS = {
    "refuses SSL": tr("it would be spoken to unencrypted: turn its TLS on, or write ?sslmode=disable where nobody can listen on the way"),
    "password": LOGIN_HINT,
}


@contextmanager
def named_errors(name: object, *more: type[Exception]) -> Iterator[None]:
    """Turn errors of SQLite, of the system and of a driver into a `StoreError` that names the database."""
    errors: tuple[type[Exception], ...] = (sqlite3.Error, OSError, UnicodeError, *more)
    try:
        yield
    except errors as error:
        raise StoreError(unusable_message(name, getattr(error, "orig", None) or error)) from error


def unusable_message(name: object, error: BaseException) -> str:
    """Return one line that says what is wrong with a database and what to do."""
    if isinstance(error, UnicodeDecodeError):  # SQLite's own message quotes names of a damaged file
        return tr("{database}: is damaged: it holds text that is not UTF-8", database=name)
    reason, hint = _reason_and_hint(error)
    unusable = tr("{database}: cannot be used: {reason}", database=name, reason=reason)
    return f"{unusable}; {hint}" if hint else unusable


def check_version(name: object, version: int, known: int) -> None:
    """Refuse a database whose version is above the `known` one: a later version of the program wrote it."""
    if version > known:
        raise StoreError(later_version_message(name, version, known))


def later_version_message(name: object, version: int, known: int) -> str:
    """Return one line that says that a later version of the program wrote a database."""
    return tr(
        "{database}: was written by a later version of this program (its version {version}, here {known}); install that one",
        database=name,
        version=version,
        known=known,
    )


def _reason_and_hint(error: BaseException) -> tuple[str, str]:
    """Return why a database cannot be used, and what to do, which may be empty."""
    if isinstance(error, sqlite3.Error):
        return _one_line(error), _SQLITE_HINTS.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY_CODE_MASK, "")
    if isinstance(error, OSError):
        return _system_reason_and_hint(error)
    answer = error.args[0] if error.args else ""
    if isinstance(answer, dict):  # pg8000 hands on the fields of the server's answer by their letters
        return _one_line(answer.get("M", error)), _POSTGRES_HINTS.get(str(answer.get("C", ""))[:2], "")
    if type(error).__name__ != "InterfaceError":
        return _one_line(error), ""
    return _one_line(error), next((hint for words, hint in _DRIVER_HINTS.items() if words in str(error)), _POSTGRES_HINTS["08"])


def _system_reason_and_hint(error: OSError) -> tuple[str, str]:
    """Return the same for an error of the system or of an encrypted connection."""
    kinds = {kind.__name__ for kind in type(error).__mro__}  # Python in a browser has no ssl
    if "SSLCertVerificationError" in kinds:
        return tr(
            "the certificate of the server is not trusted: {reason}", reason=_one_line(getattr(error, "verify_message", error))
        ), _TRUST_HINT
    if "SSLError" in kinds:
        return tr("the connection cannot be encrypted: {reason}", reason=_one_line(getattr(error, "reason", None) or error)), ""
    return _one_line(error.strerror or error), ""


def _one_line(text: object) -> str:
    """Return a text on one line without a full stop."""
    return " ".join(str(text).split()).rstrip(".")
