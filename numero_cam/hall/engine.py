"""The address of a hall's database, and SQLAlchemy's engine for it: a file of SQLite, or PostgreSQL."""

import logging
import sqlite3
import struct
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.base.install_line import install_hint
from numero_cam.catalogue import or_list, tr
from numero_cam.hall.postgres import check_address, driver_arguments, find_password
from numero_cam.store.sqlite_file import BEGIN_WRITE, HALLS, READ_SECONDS, connect, limit_reading
from numero_cam.store.store_errors import LOGIN_HINT

LOCK_SECONDS = HALLS.lock_seconds  #: Maximum wait for another program that writes at the same time, in seconds.
CONNECT_SECONDS = 10  #: Maximum wait for an answer of PostgreSQL, in seconds.
POSTGRES_DRIVER = "postgresql+pg8000"
EXAMPLE_FILE = "sqlite:///hall.sqlite"
EXAMPLE_ADDRESSES = or_list((EXAMPLE_FILE, "postgresql://NAME@HOST/DATABASE"))

logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())  # no traceback of a broken connection: its error is raised as well


def parse_address(url: str) -> sa.URL:
    """Return an address that can be used; PostgreSQL without a driver is given the one whose licence allows it to be shipped."""
    try:
        address = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # a port that is no number, as of `sqlite://:memory:`
        # may hold a password
        raise StoreError(tr("the address of the database cannot be read; write one such as {example}", example=EXAMPLE_ADDRESSES)) from None
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername=POSTGRES_DRIVER)
    if address.drivername not in (POSTGRES_DRIVER, "sqlite"):
        kind, example = address.drivername, EXAMPLE_ADDRESSES
        raise StoreError(tr("nothing can be kept in {database}; write an address such as {example}", database=kind, example=example))
    if address.drivername == POSTGRES_DRIVER:
        check_address(address)
    elif address.database in (None, "", ":memory:"):
        example = EXAMPLE_ADDRESSES
        raise StoreError(tr("the address names no file: all would be lost at the end; write one such as {example}", example=example))
    elif address.query or address.host or "\0" in str(address.database):
        raise StoreError(tr("the address of a file has three slashes, then the file and no more, such as {example}", example=EXAMPLE_FILE))
    return address


def address_notices(address: sa.URL) -> tuple[str, ...]:
    """Return a line that says why the password file of an address is not used; empty where nothing is wrong with it."""
    why = find_password(address)[1] if address.drivername == POSTGRES_DRIVER else ""
    return (why,) if why else ()


def display_address(address: sa.URL) -> str:
    """Return the name of a database in messages: its file, or its address without driver, options and password."""
    if address.drivername == "sqlite":
        return str(address.database)
    return address.set(drivername=address.get_backend_name(), query={}).render_as_string(hide_password=True)


def open_engine(address: sa.URL, trusted_seconds: float = 0.0) -> sa.Engine:
    """Return an engine whose transactions are on disk when they are done; a new file of SQLite is private.

    For `trusted_seconds` after its last use a pooled connection is used without a ping. A transaction can then fail where the server was
    restarted; whoever repeats those that fail saves two round trips each.
    """
    if address.drivername == "sqlite":
        path = Path(str(address.database))
        engine = sa.create_engine(address, creator=lambda: connect(path, replace(HALLS, lock_seconds=LOCK_SECONDS)))
        sa.event.listen(engine, "begin", _begin_transaction)
        return engine
    bare = sa.URL.create(address.drivername)
    try:
        engine = sa.create_engine(bare, connect_args={**driver_arguments(address), "timeout": CONNECT_SECONDS})
    except ModuleNotFoundError as error:
        raise StoreError(
            tr("PostgreSQL needs {package}; install it with: {line}", package=error.name, line=install_hint("postgres"))
        ) from error
    sa.event.listen(engine, "do_connect", _connect_postgres)
    sa.event.listen(engine, "connect", _set_lock_timeout)
    _replace_dead_connections(engine, trusted_seconds)
    return engine


def _begin_transaction(connection: sa.Connection) -> None:
    """Begin a transaction of the kind of the execution option `does`: `read`, `write`, or `alone`, where each statement is one."""
    does = connection.get_execution_options().get("does")
    limit_reading(driver_connection(connection), READ_SECONDS if does == "read" else None)
    if does != "alone":
        connection.exec_driver_sql(BEGIN_WRITE if does == "write" else "BEGIN")


def _connect_postgres(dialect: sa.Dialect, _record: object, positional: Any, named: Any) -> object:  # noqa: ANN401 - of the driver
    """Return a connection; errors of pg8000 for a missing password or a server of another kind become ``ConnectionError``."""
    try:
        return dialect.connect(*positional, **named)
    except AttributeError as error:
        if named.get("password") is not None:
            raise
        raise ConnectionError(tr("the server asks for a password; {hint}", hint=LOGIN_HINT)) from error
    except (struct.error, LookupError, ArithmeticError, MemoryError) as error:
        raise ConnectionError(tr("what answers there is no PostgreSQL")) from error


def _set_lock_timeout(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of pg8000
    """Limit the wait for locks of other writers."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    connection.commit()


def _replace_dead_connections(engine: sa.Engine, trusted_seconds: float) -> None:
    """Have connections pinged at checkout and dead ones replaced; SQLAlchemy does not know all errors of pg8000 as disconnections."""
    errors = OSError, engine.dialect.loaded_dbapi.Error
    last_error = [float("-inf")]  # time of the last error; connections that were used before it are pinged

    def ping(connection: Any, record: Any, _proxy: object) -> None:  # noqa: ANN401 - of pg8000 and of SQLAlchemy
        """Test a connection that was not used lately, or not since the last error; have a dead one replaced."""
        if record.info.get(_USED_AT, float("-inf")) > max(time.monotonic() - trusted_seconds, last_error[0]):
            return
        try:
            connection.cursor().execute("SELECT 1")
            connection.rollback()
        except errors as error:
            raise sa.exc.DisconnectionError from error

    def note_use(connection: Any, record: Any) -> None:  # noqa: ANN401 - of pg8000 and of SQLAlchemy
        """Note the time at which a connection was given back."""
        if connection is not None:
            record.info[_USED_AT] = time.monotonic()

    def note_error(context: sa.engine.ExceptionContext) -> None:
        """Note the time of an error, and mark the connection as dead after one of the system."""
        last_error[0] = time.monotonic()
        if isinstance(context.original_exception, OSError):  # pg8000 hands on the system's error where it begins to read an answer
            context.is_disconnect = True

    sa.event.listen(engine, "checkout", ping)
    sa.event.listen(engine, "checkin", note_use)
    sa.event.listen(engine, "handle_error", note_error)


_USED_AT = "used_at"  # key of a pooled connection's time of its last use, in seconds of the monotonic clock
#: PostgreSQL advisory lock that is held while the tables are made, so that two programs do not make them at once.
ADVISORY_LOCK = 0x4E554D47


def driver_connection(connection: sa.Connection) -> sqlite3.Connection:
    """Return the connection of SQLite below one of SQLAlchemy."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)
