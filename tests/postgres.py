"""A PostgreSQL of its own for tests: made in a folder, reached by a socket in it, gone afterwards."""

import gc
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import URL, create_engine, text

_NUMBERS = count(1)
USER = "nobody"  #: PostgreSQL does not run as root; who tests as root has it run as this user.


STATUS_LINE = 7  #: Line of the server's status in `postmaster.pid`, from 0 (`LOCK_FILE_LINE_PM_STATUS` in `miscadmin.h`).


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`; None where they are not installed."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return places[-1] if places else None


class Postgres:
    """A server with databases that are made on demand; its port is a part of the name of its socket, also where it is on no network."""

    def __init__(self, folder: Path, start: "Callable[[], subprocess.Popen[bytes]]", port: int) -> None:
        self.folder, self._start, self.port = folder, start, port
        self.process = start()

    def address(self, database: str) -> str:
        socket = str(self.folder / f".s.PGSQL.{self.port}")
        url = URL.create("postgresql", username="numero", database=database, query={"unix_sock": socket})
        return url.render_as_string(hide_password=False)

    def new(self) -> str:
        """Make a database and return its address."""
        name = f"games{next(_NUMBERS)}"
        self.run(f"CREATE DATABASE {name}")
        return self.address(name)

    def stop(self) -> None:
        """End the server as its own program does: whoever is connected is let go."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)

    def restart(self, pause: float = 0.0) -> None:
        """End the server, and start it again after some seconds."""
        self.stop()
        time.sleep(pause)
        self.process = self._start()
        _wait(self)

    def limit_files(self, most: int) -> None:
        """Let no file grow beyond a size in bytes, as a full disk does; -1 for any size. It needs `prlimit` of Linux.

        Only a size that ends within a page of the database makes the server say that the disk is full.
        """
        own = str(self.process.pid)
        for process in (own, *Path(f"/proc/{own}/task/{own}/children").read_text().split()):
            limiting = ["prlimit", "--pid", process, f"--fsize={most}:unlimited"]
            subprocess.run(limiting, check=process == own, stderr=subprocess.DEVNULL, **_as_user())  # type: ignore[call-overload]

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement as the owner of the server."""
        engine = create_engine(self.address(database).replace("postgresql:", "postgresql+pg8000:"), isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.execute(text(statement))
        finally:
            engine.dispose()


def _as_user() -> dict[str, object]:
    """How a process of the server is started: as its user."""
    return {"user": USER, "extra_groups": ()} if os.geteuid() == 0 else {}


def no_network(_data: Path) -> Sequence[str]:
    """The options of a server that listens to no network."""
    return ("-h", "")


@contextmanager
def started(bin_: Path, options: Callable[[Path], Sequence[str]] = no_network, port: int = 5432) -> Iterator[Postgres]:
    """A server of its own, started with the options that its data make."""
    folder = Path(tempfile.mkdtemp(prefix="numero-pg-"))
    as_user = _as_user()
    if as_user:
        shutil.chown(folder, USER)
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **as_user}
    command = [bin_ / "initdb", "-D", data, "-U", "numero", "--auth=trust", "-E", "UTF8", "--no-sync", "--no-locale"]
    try:
        subprocess.run(command, check=True, **quiet)  # type: ignore[call-overload]
        more = options(data)
        if as_user:
            for path in data.iterdir():
                shutil.chown(path, USER)
        started_as = [bin_ / "postgres", "-D", data, "-k", folder, "-p", str(port), "-F", *more]
        server = Postgres(folder, lambda: subprocess.Popen(started_as, **quiet), port)  # type: ignore[call-overload]
        try:
            _wait(server)
            yield server
        finally:
            server.stop()
            gc.collect()  # connections that the server cut are let go here, not in whatever test runs next
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: Postgres) -> None:
    """Wait until the server is ready, as `pg_ctl` does: by the status in its own file, without a connection that it would refuse."""
    file = server.folder / "data" / "postmaster.pid"
    until = time.monotonic() + 60
    while True:
        lines = file.read_text().splitlines() if file.exists() else []
        if len(lines) > STATUS_LINE and (lines[0], lines[STATUS_LINE].strip()) == (str(server.process.pid), "ready"):
            return
        assert server.process.poll() is None, "PostgreSQL ended"
        assert time.monotonic() < until, "PostgreSQL does not become ready"
        time.sleep(0.05)
