"""PostgreSQL over a network as its users write it: encrypted by `sslmode`, the password from where its own library looks for it."""

import re
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.base.errors import StoreError
from numero_cam.base.install_line import install_line
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall import engine as hall_engine
from numero_cam.hall import postgres
from numero_cam.hall.engine import parse_address
from numero_cam.hall.postgres import driver_arguments, find_password, is_this_computer
from numero_cam.hall.postgres_games import copy_postgres_games
from numero_cam.hall.store import HallStore
from numero_cam.store.games import TABLES, GameStore
from tests.certified import Authority
from tests.needs import missing
from tests.postgres import Postgres, programs, started
from tests.watcher import left_behind, network_calls

RULES = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n"
PASSWORD = "all:the\\kings@horses"  # noqa: S105 - of a server of this test alone
WRITTEN = PASSWORD.replace("@", "%40").replace("\\", "%5C").replace(":", "%3A")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home, and nothing in the environment."""
    for name in ("PGPASSWORD", "PGPASSFILE", "PGSSLMODE", "PGSSLROOTCERT", "PGUSER", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`ours.crt` signed the server's certificate, which is for localhost; `theirs.crt` did not."""
    folder = tmp_path_factory.mktemp("certificates")
    ours = Authority("ours")
    ours.write(folder / "ours.crt")
    Authority("theirs").write(folder / "theirs.crt")
    ours.certify("localhost", folder / "server.crt", folder / "server.key")
    return folder


@pytest.fixture(scope="module")
def encrypted(certificates: Path) -> Iterator[Postgres]:
    """A server on a network that speaks to nobody unencrypted, with a user `ann` and her database `games`."""
    found = programs()
    if found is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def options(data: Path) -> Sequence[str]:
        for name in ("server.crt", "server.key"):
            path = data / name
            path.touch(0o600)
            path.write_bytes((certificates / name).read_bytes())
        (data / "pg_hba.conf").write_text(RULES, encoding="utf-8")
        return "-h", "localhost", "-c", "ssl=on", "-c", "password_encryption=scram-sha-256"

    with started(found, options, port) as running:
        running.run(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'".replace(":", "\\:"))
        running.run("CREATE DATABASE games OWNER ann")
        yield running


def address(server: Postgres, host: str = "localhost", password: str = f":{WRITTEN}", **options: object) -> str:
    return f"postgresql://ann{password}@{host}:{server.port}/games?" + "&".join(f"{name}={value}" for name, value in options.items())


def said(url: str) -> str:
    with pytest.raises(StoreError) as error:
        HallStore.open(url)
    assert "\n" not in str(error.value)
    assert PASSWORD not in str(error.value)
    return str(error.value)


def opens(url: str) -> bool:
    HallStore.open(url).close()
    return True


@pytest.mark.slow
def test_whose_certificate_and_name_are_right_is_spoken_to(encrypted: Postgres, certificates: Path) -> None:
    assert opens(address(encrypted, sslmode="verify-full", sslrootcert=certificates / "ours.crt"))
    assert opens(address(encrypted, "127.0.0.1", sslmode="verify-ca", sslrootcert=certificates / "ours.crt"))
    assert opens(address(encrypted, "127.0.0.1", sslmode="require", sslrootcert=certificates / "ours.crt"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["require", "prefer", "allow"])
def test_what_is_not_verified_is_encrypted(encrypted: Postgres, mode: str) -> None:
    assert opens(address(encrypted, "127.0.0.1", sslmode=mode))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "options", "why"),
    [
        ("127.0.0.1", {"sslmode": "verify-full", "sslrootcert": "ours.crt"}, "IP address mismatch, certificate is not"),
        ("localhost", {"sslmode": "verify-full", "sslrootcert": "theirs.crt"}, "unable to get local issuer certificate"),
        ("localhost", {"sslmode": "verify-ca", "sslrootcert": "theirs.crt"}, "unable to get local issuer certificate"),
        ("localhost", {"sslmode": "require", "sslrootcert": "theirs.crt"}, "unable to get local issuer certificate"),
        ("localhost", {"sslmode": "verify-full"}, "unable to get local issuer certificate"),
        ("localhost", {"sslmode": "verify-full", "sslrootcert": "system"}, "unable to get local issuer certificate"),
    ],
)
def test_whose_certificate_or_name_is_wrong_is_refused_in_one_line(
    encrypted: Postgres, certificates: Path, host: str, options: dict[str, str], why: str
) -> None:
    if options.get("sslrootcert", "system") != "system":
        options = {**options, "sslrootcert": str(certificates / options["sslrootcert"])}
    words = said(address(encrypted, host, **options))
    assert f"cannot be used: the certificate of the server is not trusted: {why}" in words
    assert words.endswith("; give its authority, ?sslrootcert=FILE, or see docs/hall.md")


@pytest.mark.slow
def test_a_server_elsewhere_is_verified_unless_something_else_is_said(
    encrypted: Postgres, certificates: Path, monkeypatch: pytest.MonkeyPatch, nothing_set: Path
) -> None:
    assert opens(address(encrypted))
    monkeypatch.setattr(postgres, "is_this_computer", lambda _: False)
    assert "is not trusted" in said(address(encrypted))
    assert opens(address(encrypted, sslmode="require"))
    monkeypatch.setenv("PGSSLROOTCERT", str(certificates / "ours.crt"))
    assert opens(address(encrypted))
    monkeypatch.delenv("PGSSLROOTCERT")
    (nothing_set / ".postgresql").mkdir()
    (nothing_set / ".postgresql" / "root.crt").write_bytes((certificates / "ours.crt").read_bytes())
    assert opens(address(encrypted))
    monkeypatch.setenv("PGSSLMODE", "disable")
    assert "no encryption" in said(address(encrypted))


@pytest.mark.slow
def test_an_authority_that_cannot_be_read_is_named_in_one_line(encrypted: Postgres, tmp_path: Path) -> None:
    (tmp_path / "empty.crt").touch()
    for name, why in (("empty.crt", "no certificate is in it"), ("missing.crt", "no such file or directory")):
        words = said(address(encrypted, sslmode="verify-full", sslrootcert=tmp_path / name))
        assert words == f"{tmp_path / name}: the certificate of the authority cannot be read: {why}"
    assert said(address(encrypted, sslmode="verify-ca")).startswith("sslmode=verify-ca needs the certificate of your own authority")


@pytest.mark.slow
def test_the_password_is_of_the_address_the_environment_or_a_file(
    encrypted: Postgres, monkeypatch: pytest.MonkeyPatch, nothing_set: Path
) -> None:
    url, hint = address(encrypted, password=""), "is the password in the file ~/.pgpass, in PGPASSWORD or in NUMERO_CAM_HALL?"
    assert said(url).endswith(hint)
    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert said(url).endswith(hint)
    assert opens(address(encrypted))
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert opens(url)
    monkeypatch.delenv("PGPASSWORD")
    kept = PASSWORD.replace("\\", "\\\\").replace(":", "\\:")
    usual, named = nothing_set / ".pgpass", nothing_set / "named"
    usual.write_text(f"# of the school\nelsewhere:*:*:*:wrong\nlocalhost:{encrypted.port}:games:ann:{kept}\n", encoding="utf-8")
    usual.chmod(0o644)
    assert f"{hint}; {usual}: other accounts can read it, so no password is taken from it" in said(url)
    usual.chmod(0o600)
    assert opens(url)
    usual.rename(named)
    assert said(url).endswith(hint)
    assert opens(address(encrypted, password="", passfile=named))
    monkeypatch.setenv("PGPASSFILE", str(named))
    assert opens(url)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "the address of the database cannot be read; write one such as sqlite:///hall.sqlite or postgresql://"),
        ("sqlite://", "the address names no file: all would be lost at the end"),
        ("mysql://ann:secret@host/games", "nothing can be kept in mysql; write an address such as"),
        ("postgresql+psycopg2://ann:secret@host/games", r"nothing can be kept in postgresql\+psycopg2"),
        ("postgresql://ann:secret@127.0.0.1:1/games", "127.0.0.1:1/games: cannot be used: .*; is the database running, and is the address"),
        ("sqlite://games.sqlite", "the address names no file"),
        ("sqlite:///games.sqlite?mode=ro", "the address of a file has three slashes, then the file and no more"),
        ("sqlite://host/games.sqlite", "the address of a file has three slashes"),
        ("sqlite:///a\0b", "the address of a file has three slashes"),
        ("postgresql://ann:secret@host:port/games", "the address of the database cannot be read"),
        ("postgresql://ann:p@secret@host/games", "the address of the database has two @; write that of the password as %40"),
        (
            "postgresql://ann:secret@host/games?sslmod=require",
            'has the option "sslmod", which is not known; there are sslmode, sslrootcert',
        ),
        ("postgresql://ann:secret@host/games?sslmode=on", "sslmode of the database's address is none of disable, allow, prefer, require"),
        ("postgresql://ann:secret@host/games?sslmode=verify-ca", "sslmode=verify-ca needs the certificate of your own authority"),
    ],
)
def test_an_address_that_cannot_be_used_is_named_without_its_password(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as error:
        HallStore.open(address)
    assert "secret" not in str(error.value)


def test_a_missing_driver_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pg8000"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(StoreError, match=re.escape(f"PostgreSQL needs pg8000; install it with: {install_line('postgres')}")):
        HallStore.open("postgresql://ann@127.0.0.1/games")


@pytest.mark.slow
def test_a_postgresql_that_refuses_is_told_in_one_line_with_what_to_do(server: Postgres) -> None:
    # The driver may notice that the server hung up before it reads why.
    refused = (
        'database "nowhere" does not exist; make the database first: createdb',
        "network error; is the database running, and is the address right?",
    )
    assert said(server.address("nowhere")).endswith(refused)
    server.run("CREATE ROLE guest LOGIN")
    assert "this user must be allowed to make and use tables there" in said(server.new().replace("//numero@", "//guest@"))


@pytest.mark.slow
def test_tables_are_made_by_one_program_at_a_time(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_engine, "LOCK_SECONDS", 1)
    address = server.new()
    other = sa.create_engine(address.replace("postgresql:", "postgresql+pg8000:"))
    with other.begin() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(hall_engine.ADVISORY_LOCK)))
        assert said(address).endswith("another program holds it: close it and try again")
    other.dispose()
    assert opens(address)


@pytest.mark.slow
def test_a_server_that_ends_a_connection_is_asked_again(server: Postgres, capfd: pytest.CaptureFixture[str]) -> None:
    address, end = server.new(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'games%'"
    opens(address)
    engine, ended = hall_engine.open_engine(parse_address(address)), list[str]()
    rows = sa.text("SELECT count(*) FROM numero_cam_hall_events")

    @sa.event.listens_for(engine, "before_cursor_execute")
    def end_in_mid_transaction(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if len(ended) == 1:
            ended.append(statement)
            server.run(end)

    def count() -> int:
        with engine.begin() as connection:
            return int(connection.execute(rows).scalar_one())

    assert count() == 0
    server.run(end)
    assert count() == 0
    ended.append("now")
    with pytest.raises((sa.exc.SQLAlchemyError, OSError)):  # the system's, where the connection ends while an answer is awaited
        count()
    assert count() == 0
    engine.dispose()
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_connection_that_is_reset_while_an_answer_is_awaited_is_not_used_again(server: Postgres) -> None:
    engine = hall_engine.open_engine(parse_address(server.new()))

    @sa.event.listens_for(engine, "do_execute")
    def reset(_cursor: object, statement: str, *_more: object) -> None:
        if "reset" in statement:
            raise ConnectionResetError

    with engine.connect() as connection:
        with pytest.raises(ConnectionResetError):
            connection.execute(sa.text("SELECT 'reset'"))
        assert connection.invalidated
    engine.dispose()


@pytest.mark.slow
def test_postgresql_on_this_machine_needs_no_network(server: Postgres, tmp_path: Path) -> None:
    code = "import sys; from numero_cam.hall.store import HallStore; HallStore.open(sys.argv[1]).close()"
    assert network_calls(tmp_path / "home", [sys.executable, "-c", code, server.new()]) == []
    assert left_behind(tmp_path / "home") == []


@pytest.mark.slow
def test_games_of_an_earlier_version_are_copied_once(server: Postgres, tmp_path: Path) -> None:
    address = server.new()
    engine = sa.create_engine(parse_address(address))
    with engine.begin() as connection:
        for table in TABLES:
            connection.execute(sa.text(table.replace("AUTOINCREMENT", "")))
        for game, day in ((3, "01"), (5, "02"), (6, "03")):
            row = {"game": game, "began": f"2026-01-{day}T12:30:00.123+00:00", "players": "Ann\nZoë", "setting": "{}"}
            connection.execute(sa.text("INSERT INTO numero_cam_games VALUES (:game, :began, :players, :setting)"), row)
        for game, n, kind in ((3, 1, "deal"), (3, 2, "end"), (5, 1, "deal")):
            line = {"game": game, "n": n, "at": f"2026-01-0{game}T12:30:01.000+00:00", "kind": kind, "text": f"{kind} {game}"}
            connection.execute(sa.text("INSERT INTO numero_cam_lines VALUES (:game, :n, :at, :kind, :text, 'eyes', '')"), line)
    engine.dispose()
    with closing(GameStore(tmp_path / "games.sqlite")) as store:
        assert copy_postgres_games(address, store) == 2
        assert copy_postgres_games(address, store) == 0
        newest, oldest = store.games()
        assert (oldest.began, oldest.players, oldest.ended) == ("2026-01-01T12:30:00.123+00:00", ("Ann", "Zoë"), True)
        assert [line.text for line in store.lines(oldest.game)] == ["deal 3", "end 3"]
        assert store.lines(newest.game)[0].at == "2026-01-05T12:30:01.000+00:00"
        store.append(oldest.game, [LogEntry("note", "it goes on")])
        assert copy_postgres_games(address, store) == 0
        with pytest.raises(StoreError, match="is a file; copy it as any file"):
            copy_postgres_games(f"sqlite:///{tmp_path / 'games.sqlite'}", store)


@pytest.mark.slow
def test_why_a_password_file_is_not_used_is_said(server: Postgres, nothing_set: Path) -> None:
    path = nothing_set / ".pgpass"
    path.write_text("*:*:*:*:secret\n", encoding="utf-8")
    path.chmod(0o640)
    store = HallStore.open(server.new())
    assert store.notices == (f"{path}: other accounts can read it, so no password is taken from it; mend it with: chmod 600 {path}",)
    store.close()
    path.unlink()
    path.mkdir()
    assert find_password(sa.make_url("postgresql://h/d")) == (None, f"{path}: is no plain file, so no password is taken from it")


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).filter(lambda text: len(text.splitlines()) == 1)


@pytest.fixture(scope="module")
def passwords(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("passwords") / "pgpass"
    path.touch(0o600)
    return path


@settings(max_examples=30)
@given(names=st.lists(NAMES, min_size=4, max_size=4), anything=st.lists(st.booleans(), min_size=3, max_size=3))
@pytest.mark.slow
def test_any_names_are_found_in_a_password_file(passwords: Path, names: list[str], anything: list[bool]) -> None:
    user, database, host, password = names
    wanted = sa.URL.create("postgresql", user, host=f"h{host}", database=database, query={"passfile": str(passwords)})
    told = [("*" if any_ else text) for text, any_ in zip((f"h{host}", database, user), anything, strict=True)]
    escaped = [text if text == "*" else text.replace("\\", "\\\\").replace(":", "\\:") for text in told]
    line = ":".join((escaped[0], "5432", *escaped[1:], password.replace("\\", "\\\\").replace(":", "\\:")))
    passwords.write_text(f"elsewhere:*:*:*:wrong\n{line}\n", encoding="utf-8")
    assert find_password(wanted) == (password, "")
    assert find_password(wanted.set(port=5433)) == (None, "")
    assert driver_arguments(wanted)["user"] == user


@contextmanager
def answering(data: bytes) -> Iterator[int]:
    """A server of another kind: its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as connection:
                connection.recv(8)
                connection.sendall(data)

        thread = threading.Thread(target=answer)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def test_a_server_without_tls_is_not_spoken_to_where_tls_is_asked_for() -> None:
    with answering(b"N") as port:
        words = said(f"postgresql://ann:{WRITTEN}@127.0.0.1:{port}/games?sslmode=require")
    assert "Server refuses SSL; it would be spoken to unencrypted: turn its TLS on" in words


@pytest.mark.parametrize("data", [b"", b"SSH-2.0-OpenSSH_9\r\n", b"NHTTP/1.1 400 Bad\r\n\r\n", b"N" + b"\xff" * 40, b"NR\0\0\0\x05x"])
def test_what_is_no_postgresql_is_one_line(data: bytes) -> None:
    with answering(data) as port:
        assert "cannot be used" in said(f"postgresql://ann:{WRITTEN}@127.0.0.1:{port}/games")


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("/var/run/postgresql", True),
        ("LOCALHOST", True),
        ("localhost.", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("::2", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_which_hosts_are_this_computer(host: str, local: bool) -> None:
    assert is_this_computer(host) == local


def test_addresses_as_users_of_postgresql_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def arguments(url: str) -> dict[str, object]:
        told = driver_arguments(parse_address(url))
        return {name: value for name, value in told.items() if value is not None and name != "ssl_context"}

    monkeypatch.setenv("PGUSER", "ann")
    socket_of = {"user": "ann", "database": "games", "unix_sock": "/run/.s.PGSQL.5432"}
    assert arguments("postgresql:///games?host=/run") == socket_of
    assert arguments("postgresql://[::1]:99/games") == {"user": "ann", "database": "games", "host": "::1", "port": 99}
    assert arguments("postgresql://") == {"user": "ann", "host": "localhost", "port": 5432}
    assert arguments("postgresql://ben@h/g?application_name=numero")["application_name"] == "numero"
