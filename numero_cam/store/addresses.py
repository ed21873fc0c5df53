"""Addresses of databases, and connections whose transactions are on disk when they are done.

Only this, `games` and `postgres` know SQLAlchemy.
"""

import logging
import sqlite3
import struct
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.base.private import make_private_file
from numero_cam.store.postgres import check_address, driver_arguments, password_of
from numero_cam.store.trouble import WHO_MAY_COME_IN

WAIT = 3
"""Seconds to wait for another program that writes at the same time, which takes it milliseconds."""
PATIENCE = 10
"""Seconds to wait for an answer of PostgreSQL."""
DRIVER = "postgresql+pg8000"
ADDRESSES = "sqlite:///games.sqlite or postgresql://NAME@HOST/DATABASE"

# Of a connection that broke SQLAlchemy logs a traceback; what is to be said of it is raised as well.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())


def engine_address(url: str) -> sa.URL:
    """Return an address that can be used; PostgreSQL without a driver is given the one whose licence allows it to be shipped.

    Raises:
        StoreError: It is no address, or of a database that is none of the two.
    """
    try:
        address = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # a port that is no number, as of `sqlite://:memory:`
        message = f"the address of the kept games cannot be read; write one such as {ADDRESSES}"  # it may hold a password
        raise StoreError(message) from None
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername=DRIVER)
    if address.drivername not in (DRIVER, "sqlite"):
        message = f"games cannot be kept in {address.drivername}; write an address such as {ADDRESSES}"
        raise StoreError(message)
    if address.drivername == DRIVER:
        check_address(address)
    elif address.database in (None, "", ":memory:"):
        message = f"the address names no file: all would be lost at the end; write one such as {ADDRESSES}"
        raise StoreError(message)
    elif address.query or address.host or "\0" in str(address.database):
        message = "the address of a file has three slashes, then the file and no more, such as sqlite:///games.sqlite"
        raise StoreError(message)
    return address


def notices_of(address: sa.URL) -> tuple[str, ...]:
    """Return what is to be said of an address that can be used, a line each: why a password file is not used."""
    why = password_of(address)[1] if address.drivername == DRIVER else ""
    return (why,) if why else ()


def shown_address(address: sa.URL) -> str:
    """Return how a database is called in messages: its file, or its address without the password."""
    return str(address.database) if address.drivername == "sqlite" else address.set(query={}).render_as_string(hide_password=True)


def open_engine(address: sa.URL) -> sa.Engine:
    """Return an engine whose transactions are on disk when they are done; a new file of SQLite is private.

    Raises:
        StoreError: The driver is not installed, or an option of the address cannot be used.
    """
    if address.drivername == "sqlite":
        make_private_file(Path(str(address.database)))
        engine = sa.create_engine(address, connect_args={"timeout": WAIT})
        sa.event.listen(engine, "connect", _strict)
        sa.event.listen(engine, "begin", _begin)
        return engine
    bare = sa.URL.create(address.drivername)
    try:
        engine = sa.create_engine(bare, connect_args={**driver_arguments(address), "timeout": PATIENCE})
    except ModuleNotFoundError as error:
        message = f"PostgreSQL needs {error.name}; install it with: pip install 'numero-cam[postgres]'"
        raise StoreError(message) from error
    sa.event.listen(engine, "do_connect", _connect)
    sa.event.listen(engine, "connect", _patient)
    _replace_dead(engine)
    return engine


def _strict(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of sqlite3
    """On disk before it is told; what is deleted is overwritten. Transactions are begun by `_begin` alone."""
    connection.isolation_level = None
    _write_ahead(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn to WAL. SQLite does not wait for the lock that this takes on a new file, so it is asked again until `WAIT` is over."""
    end = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: sa.Connection) -> None:
    """Who will write takes the place of the writer at once: two that read first could not both go on."""
    does = connection.get_execution_options().get("does")
    if does != "alone":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if does == "write" else "BEGIN")


def _connect(dialect: sa.Dialect, _record: object, positional: Any, named: Any) -> object:  # noqa: ANN401 - of the driver
    """Say in words what the driver is not prepared for: a password that is missing, and a server of another kind."""
    try:
        return dialect.connect(*positional, **named)
    except AttributeError as error:
        if named.get("password") is not None:
            raise
        message = f"the server asks for a password; {WHO_MAY_COME_IN}"
        raise ConnectionError(message) from error
    except (struct.error, LookupError, ArithmeticError, MemoryError) as error:
        message = "what answers there is no PostgreSQL"
        raise ConnectionError(message) from error


def _patient(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of pg8000
    """Who waits for another writer is told so in time."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{WAIT}s'")
    connection.commit()


def _replace_dead(engine: sa.Engine) -> None:
    """Have connections replaced whose server ended or began anew; SQLAlchemy's own ping does not know all errors that pg8000 raises."""
    errors = OSError, engine.dialect.loaded_dbapi.Error

    def ping(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401 - a connection of pg8000
        try:
            connection.cursor().execute("SELECT 1")
            connection.rollback()
        except errors as error:
            raise sa.exc.DisconnectionError from error

    sa.event.listen(engine, "checkout", ping)
