"""The arguments of a connection to PostgreSQL, with the options, files and environment variables of its own library, libpq.

Source: PostgreSQL 17 documentation, 32.1.2 (parameter key words), 32.16 (the password file), 32.19 (TLS).
"""

import getpass
import ipaddress
import os
import ssl
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import StoreError, reason_of
from numero_cam.catalogue import tr

DEFAULT_PORT = 5432
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
#: Names of the options after the question mark of an address.
ADDRESS_OPTIONS = ("sslmode", "sslrootcert", "host", "passfile", "application_name", "unix_sock")
SYSTEM_AUTHORITIES = "system"  #: Value of `sslrootcert` for the authorities that the operating system trusts.
MAX_PASSWORD_FILE_BYTES = 1_000_000  #: Maximum size of a password file, in bytes.
PASSWORD_LINE_FIELDS = 5  #: Number of fields in a line of a password file: host, port, database, user, password.


def driver_arguments(address: sa.URL) -> dict[str, Any]:
    """Return the arguments of ``pg8000.dbapi.connect`` for an address with the `ADDRESS_OPTIONS`, the password included."""
    options, host = _options(address), _host(address)
    given: dict[str, Any] = {"user": _user(address), "database": address.database or None, "password": find_password(address)[0]}
    if "application_name" in options:
        given["application_name"] = options["application_name"]
    port = address.port or DEFAULT_PORT
    socket = options.get("unix_sock") or (f"{host}/.s.PGSQL.{port}" if host.startswith("/") else "")
    if socket:  # never leaves this computer, so the library of PostgreSQL encrypts nothing there either
        return {**given, "unix_sock": socket, "ssl_context": False}
    return {**given, "host": host, "port": port, "ssl_context": _ssl_context(options, host)}


def find_password(address: sa.URL) -> tuple[str | None, str]:
    """Return the password of the address, of `PGPASSWORD` or of the password file, or None; and a line why the file is not used, or empty.

    The file is not used where other accounts may read it, as in the library of PostgreSQL.
    """
    given = str(address.password) if address.password else os.environ.get("PGPASSWORD")
    if given:
        return given, ""
    path = Path(_options(address).get("passfile") or os.environ.get("PGPASSFILE") or _default_password_file())
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            return None, tr("{file}: is no plain file, so no password is taken from it", file=path)
        if sys.platform != "win32" and mode & 0o077:
            return None, tr(
                "{file}: other accounts can read it, so no password is taken from it; mend it with: chmod 600 {file}", file=path
            )
        lines = read_bytes(path, MAX_PASSWORD_FILE_BYTES, StoreError).decode(errors="replace").splitlines()
    except FileNotFoundError:
        return None, ""
    except (OSError, ValueError, StoreError) as error:
        unread = tr("{file}: cannot be read: {reason}", file=path, reason=getattr(error, "strerror", None) or error)
        return None, tr("{error}; so no password is taken from it", error=str(error) if isinstance(error, StoreError) else unread)
    host, user = _host(address), _user(address)
    wanted = (host, str(address.port or DEFAULT_PORT), address.database or user, user)
    found = (line[-1] for line in map(_fields, lines) if len(line) == PASSWORD_LINE_FIELDS and _matches_connection(line, wanted))
    return next(found, None), ""


def is_this_computer(host: str) -> bool:
    """Return whether a host, a name, an address or the folder of a socket, is this computer."""
    if host.startswith("/") or host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(address: sa.URL) -> None:
    """Raise ``StoreError`` for an address with an unknown option or `sslmode`, or with an unescaped @ in its password."""
    options = _options(address)
    unknown = next((name for name in options if name not in ADDRESS_OPTIONS), None)
    if unknown is not None:
        known = ", ".join(ADDRESS_OPTIONS)
        told = tr('the address of the database has the option "{option}", which is not known', option=unknown[:40])
        raise StoreError(tr("{told}; there are {known}", told=told, known=known))
    if "@" in (address.host or ""):
        raise StoreError(tr("the address of the database has two @; write that of the password as %40"))
    if options.get("sslmode", "disable") not in SSL_MODES:
        raise StoreError(tr("sslmode of the database's address is none of {modes}", modes=", ".join(SSL_MODES)))


def _options(address: sa.URL) -> dict[str, str]:
    """Return the options of an address by name; the last value of one that is given several times."""
    return {name: value if isinstance(value, str) else value[-1] for name, value in address.query.items()}


def _host(address: sa.URL) -> str:  # name, address or folder of a socket
    return _options(address).get("host") or address.host or "localhost"


def _user(address: sa.URL) -> str:  # of the address, `PGUSER` or the system
    if address.username or os.environ.get("PGUSER"):
        return address.username or os.environ["PGUSER"]
    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:  # an account without a name
        raise StoreError(tr("the address of the database names no user: postgresql://NAME@HOST/DATABASE")) from error


def _ssl_context(options: dict[str, str], host: str) -> ssl.SSLContext | bool | None:
    """Return pg8000's `ssl_context`: False for no TLS, None for unverified TLS if the server has it, else a context for TLS alone."""
    usual = "prefer" if is_this_computer(host) else "verify-full"
    mode = options.get("sslmode") or os.environ.get("PGSSLMODE") or usual
    if mode not in SSL_MODES:
        raise StoreError(tr("PGSSLMODE is none of {modes}", modes=", ".join(SSL_MODES)))
    root = options.get("sslrootcert") or os.environ.get("PGSSLROOTCERT") or _default_root_certificate()
    if mode == "disable":
        return False
    if mode in ("allow", "prefer"):
        return None
    if mode == "verify-ca" and root in ("", SYSTEM_AUTHORITIES):
        raise StoreError(
            tr("sslmode=verify-ca needs the certificate of your own authority: sslrootcert=FILE; or write sslmode=verify-full")
        )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if mode == "require" and root in ("", SYSTEM_AUTHORITIES):
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context
    context.check_hostname = mode == "verify-full"
    if root in ("", SYSTEM_AUTHORITIES):
        context.load_default_certs()
        return context
    try:
        context.load_verify_locations(root)
    except (OSError, ValueError) as error:  # an error of TLS is one of the system
        reason = tr("no certificate is in it") if isinstance(error, ssl.SSLError) else reason_of(error)
        raise StoreError(tr("{file}: the certificate of the authority cannot be read: {reason}", file=root, reason=reason)) from error
    return context


def _default_root_certificate() -> str:
    path = _postgres_folder() / "root.crt"
    return str(path) if path.is_file() else ""


def _default_password_file() -> Path:
    return _postgres_folder() / "pgpass.conf" if sys.platform == "win32" else Path.home() / ".pgpass"


def _postgres_folder() -> Path:
    """The folder in which the library of PostgreSQL has its own files."""
    return Path(os.environ.get("APPDATA", ""), "postgresql") if sys.platform == "win32" else Path.home() / ".postgresql"


def _fields(line: str) -> tuple[str, ...]:  # of a line of a password file; none of a comment
    return () if line.startswith("#") else tuple(_split_fields(line))


def _split_fields(line: str) -> Iterator[str]:
    """Yield the fields between colons; a backslash takes the character after it as it is."""
    field, signs = "", iter(line)
    for sign in signs:
        if sign == ":":
            yield field
            field = ""
        else:
            field += next(signs, "") if sign == "\\" else sign
    yield field


def _matches_connection(line: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Return whether a line's host, port, database and user, or `*`, are those wanted; for a socket the line may say localhost."""
    host = {wanted[0], *(["localhost"] if wanted[0].startswith("/") else [])}
    return (line[0] == "*" or line[0] in host) and all(own in ("*", value) for own, value in zip(line[1:-1], wanted[1:], strict=True))
