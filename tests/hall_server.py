"""A simulated hall: the real program, tables as processes, a network that can be cut, watchers, and what was lost or doubled."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import re
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from numero_cam.base.errors import NumeroCamError
from numero_cam.hall.codes import HALL_CODE_LENGTH, HallPairing
from numero_cam.hall.messages import HALL_VERSION
from numero_cam.hall.store import HallStore
from numero_cam.store.games import GameStore
from numero_cam.web.pairing import CODE_LETTERS
from numero_cam.web.protocol import DeviceRole
from tests.hall_tables import play_tables
from tests.live_server import LiveServer, ask

_TABLES = multiprocessing.get_context("forkserver")
_TABLES.set_forkserver_preload(["tests.hall_tables", "tests.hall_server"])
CATCH_UP_SECONDS = 120.0  #: Maximum time until the hall has everything after the last fault, in seconds.
CLOSING_SECONDS = 0.5  #: Time in which connections that were broken off are closed, in seconds.
WARM_UP_SECONDS = 20.0  #: Time before memory is measured for the first time, in seconds.
GUESSING_ADDRESSES = 200  #: Number of addresses from which codes are guessed.
GUESSING_SECONDS = 60.0  #: Maximum time until the guessing begins or ends, in seconds.
ANSWERED_ROUNDS = 10  #: Number of times that a table, a watcher and a referee are answered at least while codes are guessed.
DEVICE = "11111111-1111-4111-8111-111111111111"


class HallServer(LiveServer):
    """`numero-cam hall` as an organiser starts it."""

    command = ("hall",)
    under = "/hall"

    @property
    def codes(self) -> HallPairing:
        """The codes, from the secret of the program."""
        return HallPairing(self.home / "data" / "numero-cam" / "doors" / "hall.secret")

    def form(self, path: str, **fields: object) -> int:
        """Send a form as the organiser, and return the status."""
        return self.ask(f"hall/{path}", urlencode(fields).encode())[0]

    def memory_bytes(self) -> int:
        """The resident memory of the hall."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self) -> float:
        """Time that the hall took of the processor."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class CuttableNetwork:
    """A proxy on loopback between tables and the port of a hall that can be cut, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._to, self.port, self.cut = port, 0, False
        self._open: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(20), "the proxy did not start"

    def set_cut(self, *, cut: bool) -> None:
        """Cut the network, in the middle of what is under way, or mend it."""
        self.cut = cut
        if cut and self._loop is not None:
            self._loop.call_soon_threadsafe(self._break_off)

    def close(self) -> None:
        """Break everything off, and end."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(20)

    def _break_off(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._ended.wait()
        server.close()
        self._break_off()
        await asyncio.sleep(CLOSING_SECONDS)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = [writer]
        self._open.add(writer)
        try:
            if not self.cut:
                their_reader, their_writer = await asyncio.open_connection("127.0.0.1", self._to)
                opened.append(their_writer)
                self._open.add(their_writer)
                await asyncio.gather(_pump(reader, their_writer), _pump(their_reader, writer))
        except OSError:
            return  # the hall is away, so the table is, too
        finally:
            for each in opened:
                self._open.discard(each)
                each.transport.abort()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


@dataclass
class Watchers:
    """Telephones that look at the board; some of them measure how long a play takes to them."""

    port: int
    cookie: str
    delays: list[float] = field(default_factory=list)  #: Time from a line in a table's own file to a watcher, in seconds.
    heard: int = 0  #: Number of messages.
    measuring: bool = False  #: Whether delays are measured now.

    async def watch(self, number: int, *, measures: bool) -> None:
        """Look at the board, each from an address of its own, and come again when it breaks off."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
                async for event in self._events(number):
                    self.heard += 1
                    if measures:
                        self._measure(event)
            await asyncio.sleep(1)

    async def _events(self, number: int) -> AsyncIterator[str]:
        local = f"127.0.{1 + number // 200}.{1 + number % 200}", 0
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=local, limit=2**22)
        try:
            writer.write(f"GET /hall/news HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n\r\n".encode())
            first = True
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    if not first:
                        yield line.decode().removeprefix("data: ")
                    first = False
        finally:
            writer.close()

    def _measure(self, event: str) -> None:
        if not self.measuring:
            return
        now = datetime.now(UTC)
        for name, section in json.loads(event).items():
            if name.startswith("table/") and section.get("at") and not section["done"]:
                self.delays.append((now - datetime.fromisoformat(section["at"])).total_seconds())


@dataclass
class HallFaults:
    """How often something is broken in the time of a simulation."""

    table_kills: int = 0
    hall_kills: int = 0
    database_restarts: int = 0
    cut_seconds: float = 0.0


class SimulatedHall:
    """A hall with its tables, all files in an empty folder.

    So many seconds lie between two plays of a table; one process plays ``per_process`` tables.
    """

    def __init__(self, folder: Path, database: str, tables: int, seconds: float, per_process: int = 1) -> None:
        self._folder, self._database, self.tables, self._seconds, self._per = folder, database, tables, seconds, per_process
        home = folder / "home"
        home.mkdir()
        self.hall = HallServer(home, "--database", database)
        self.network = CuttableNetwork(self.hall.port)
        teams = "\n".join(f"Team {number}" for number in range(1, 2 * tables + 1))
        made = self.hall.form("new", name="Simulated", list=teams, tables=tables, system="swiss", level="3", by="points", hands="open")
        assert made == 303, f"the event was not made: {made}"
        assert self.draw(), "the first round was not drawn"
        self._codes = self.hall.codes
        self.processes: dict[int, multiprocessing.process.BaseProcess] = {}
        for first in range(1, tables + 1, per_process):
            self.start_tables(first)

    def draw(self) -> bool:
        """Draw the next round, where all results are in; return whether it was drawn."""
        store = HallStore.open(self._database)
        try:
            matches = store.matches(1)
            if any(match.result is None and match.pairing.away is not None for match in matches):
                return False
            number = max((match.round for match in matches), default=0) + 1
            return self.hall.form("round", event=1, round=number) == 303 and len(store.matches(1)) > len(matches)
        finally:
            store.close()

    def start_tables(self, first: int) -> None:
        numbers = range(first, min(first + self._per, self.tables + 1))
        given = (self._folder / "tables", f"http://127.0.0.1:{self.network.port}", self._seconds)
        codes = {number: self._codes.lasting_code("table", number) for number in numbers}
        # A server that has the program in memory forks them: starting Python sixty times would cost more than a minute of two cores.
        process = _TABLES.Process(target=play_tables, args=(*given, codes), daemon=True)
        process.start()
        self.processes[first] = process

    def kill_tables(self, chance: random.Random) -> None:
        """Kill a process of tables as a power cut does, and start it again."""
        first = chance.choice(sorted(self.processes))
        self.processes[first].kill()
        self.processes[first].join(20)
        self.start_tables(first)

    def kill_hall(self) -> None:
        """Kill the hall as a power cut does, and start it again on its port."""
        self.hall.kill()
        self.hall.start()

    def begun(self) -> int:
        """Number of tables of which the hall has a line."""
        store = HallStore.open(self._database)
        try:
            return sum(bool(match.status and match.status.have) for match in store.matches(1))
        finally:
            store.close()

    def mismatches(self) -> tuple[int, int, int]:
        """Compare what the tables wrote with what the hall has: lines in all, lines that are lost, lines that are doubled or others."""
        store = HallStore.open(self._database)
        total = lost = other = 0
        try:
            for match in store.games(1):
                if not match.game:
                    continue
                found = [(line.n, line.kind, line.text, line.at) for line in store.game_lines(match.game)]
                own = self._own_lines(match.table or 0, match.game)
                total += len(own)
                lost += len(set(own) - set(found))
                other += len(found) - len(set(found) & set(own))
        finally:
            store.close()
        return total, lost, other

    def _own_lines(self, table: int, game: str) -> list[tuple[int, str, str, str]]:
        folder = self._folder / "tables" / str(table)
        told = json.loads((folder / "hall.json").read_text())
        number = next(each["number"] for each in told["games"] if each["game"] == game)
        store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
        try:
            return [(line.n, line.kind, line.text, line.at) for line in store.lines(number)]
        finally:
            store.close()

    def end_plays(self) -> None:
        """Let the tables play no more; they still send."""
        for process in self.processes.values():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGUSR1)

    def stop_tables(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.join(20)

    def close(self) -> None:
        """End everything."""
        self.stop_tables()
        self.network.close()
        self.hall.stop()


@contextlib.contextmanager
def watched(hall: SimulatedHall, watchers: int, measuring: int) -> Iterator[Watchers]:
    """Have telephones look at the board for the length of a block."""
    code = hall.hall.codes.lasting_code("watcher")
    _, _, head = ask(f"http://127.0.0.1:{hall.hall.port}/hall/pair", urlencode({"code": code}).encode())
    cookie = re.split(r";", str(head["set-cookie"]))[0]
    looking = Watchers(hall.hall.port, cookie)
    ended = threading.Event()

    async def all_watch() -> None:
        tasks = [asyncio.create_task(looking.watch(number, measures=number < measuring)) for number in range(watchers)]
        await asyncio.to_thread(ended.wait)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(CLOSING_SECONDS)

    thread = threading.Thread(target=lambda: asyncio.run(all_watch()), daemon=True)
    thread.start()
    try:
        yield looking
    finally:
        ended.set()
        thread.join(20)


@dataclass
class Simulated:
    """What was found."""

    lines: int = 0  #: Number of lines that tables wrote in matches.
    lost: int = 0  #: Number of these that the hall has not.
    doubled: int = 0  #: Number of lines of the hall that are there twice or are none of a table.
    delays: list[float] = field(default_factory=list)  #: Times from a line in a table's file to a watcher, in seconds, sorted.
    rounds: int = 1  #: Number of rounds that were drawn.
    processor_share: float | None = None  #: What the hall takes of one core; None where it was killed in between.
    memory: tuple[int, int] = (0, 0)  #: Resident memory of the hall at the beginning and at the end of its longest life, in bytes.
    faults: HallFaults = field(default_factory=HallFaults)  #: How often something was broken.


def simulate(
    hall: SimulatedHall, seconds: float, faults: HallFaults, looking: Watchers, restart_database: Callable[[], None] | None = None
) -> Simulated:
    """Let a hall play for so many seconds, and break what is to be broken, spread over the time; then compare.

    ``restart_database`` is None for a file.
    """
    found, chance = Simulated(faults=faults), random.Random(1)  # noqa: S311
    until = time.monotonic() + CATCH_UP_SECONDS
    while hall.begun() < hall.tables:
        assert time.monotonic() < until, f"{hall.begun()} tables began their game"
        time.sleep(0.5)
    looking.measuring, spent = True, hall.hall.processor_seconds()
    begin = time.monotonic()
    plan = sorted(_plan(faults, seconds, hall, chance, restart_database), key=lambda one: one[0])
    memory = MemoryWatch(hall.hall)
    while (now := time.monotonic() - begin) < seconds or plan:
        while plan and plan[0][0] <= now:
            plan.pop(0)[1]()
        memory.look()
        with contextlib.suppress(OSError, NumeroCamError):
            found.rounds += hall.draw()
        time.sleep(1)
    looking.measuring = False
    found.processor_share = (hall.hall.processor_seconds() - spent) / (time.monotonic() - begin) if not faults.hall_kills else None
    hall.network.set_cut(cut=False)
    hall.end_plays()
    until = time.monotonic() + CATCH_UP_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError, NumeroCamError):
            found.lines, found.lost, found.doubled = hall.mismatches()
            if not found.lost:
                break
        time.sleep(1)
    found.delays, found.memory = sorted(looking.delays), memory.longest
    return found


def _plan(
    faults: HallFaults, seconds: float, hall: SimulatedHall, chance: random.Random, restart: Callable[[], None] | None
) -> Iterator[tuple[float, Callable[[], object]]]:
    """When each thing is broken. Nothing is broken in the first tenth of the time and in the last, and the network is cut in the middle."""
    early, late = seconds * 0.1, seconds * 0.9
    for times, does in (
        (faults.table_kills, lambda: hall.kill_tables(chance)),
        (faults.hall_kills, hall.kill_hall),
        (faults.database_restarts if restart else 0, restart or (lambda: None)),
    ):
        for _ in range(times):
            yield chance.uniform(early, late), does
    if faults.cut_seconds:
        yield seconds * 0.45, lambda: hall.network.set_cut(cut=True)
        yield seconds * 0.45 + faults.cut_seconds, lambda: hall.network.set_cut(cut=False)


class MemoryWatch:
    """The resident memory of the hall in its longest life, from `WARM_UP_SECONDS` after its start on."""

    def __init__(self, server: HallServer) -> None:
        self._server, self._process, self._born = server, server.process.pid, time.monotonic()
        self._first, self._length = 0, 0.0
        self.longest = (0, 0)

    def look(self) -> None:
        """Measure once."""
        if self._server.process.pid != self._process:
            self._process, self._born, self._first = self._server.process.pid, time.monotonic(), 0
        age = time.monotonic() - self._born
        if age < WARM_UP_SECONDS:
            return
        now = self._server.memory_bytes()
        self._first = self._first or now
        if age >= self._length:
            self._length, self.longest = age, (self._first, now)


def cookie(hall: HallServer, role: DeviceRole, table: int = 0) -> str:
    """The cookie of a device that typed the right code."""
    code = hall.codes.lasting_code(role, table)
    status, _, head = hall.ask("hall/pair", urlencode({"code": code}).encode(), cookie="")
    assert status == 303
    return str(head["set-cookie"]).split(";")[0]


def hello(hall: HallServer, who: str, device: str = DEVICE) -> tuple[int, dict[str, object]]:
    """What the hall answers a table."""
    status, told, _ = hall.ask("hall/table/hello", json.dumps({"v": HALL_VERSION, "device": device}).encode(), cookie=who)
    return status, json.loads(told)


@dataclass
class Attacked:
    """What a hall answered while somebody guessed codes."""

    statuses: list[int] = field(default_factory=list)  #: Of the answers to guesses.
    #: Statuses of the answers to a table, a watcher and a referee, with who they were.
    others: set[tuple[int, str]] = field(default_factory=set)
    waits: list[float] = field(default_factory=list)  #: Of these three, each time, in seconds.
    seconds: float = 0.0  #: How long the guessing took.


def attack(hall: HallServer, guesses: int) -> Attacked:
    """Type wrong codes from many addresses at once, in a process of its own, and ask as a table, a watcher and a referee meanwhile.

    The hall has an event. The guessing ends after the others were answered often enough: where they had to wait for its end this would not
    end.
    """
    found = Attacked()
    table, watcher = cookie(hall, "table", 1), cookie(hall, "watcher")
    right = urlencode({"code": hall.codes.lasting_code("referee")}).encode()
    asked: dict[str, Callable[[], int]] = {
        "table": lambda: hello(hall, table)[0],
        "watcher": lambda: hall.ask("hall/board", cookie=watcher)[0],
        "referee": lambda: hall.ask("hall/pair", right, cookie="")[0],
    }
    begun, enough, done = _TABLES.Event(), _TABLES.Event(), _TABLES.Event()
    theirs, ours = _TABLES.Pipe(duplex=False)
    process = _TABLES.Process(target=_guess_codes, args=(hall.port, guesses, (begun, enough, done), ours), daemon=True)
    process.start()
    ours.close()
    try:
        assert begun.wait(GUESSING_SECONDS), "no code was guessed"
        begin, rounds = time.monotonic(), 0
        while rounds < ANSWERED_ROUNDS or not enough.is_set():
            assert process.is_alive(), "the guessing broke off"
            for who, ask_hall in asked.items():
                since = time.monotonic()
                found.others.add((ask_hall(), who))
                found.waits.append(time.monotonic() - since)
            rounds += 1
        found.seconds = time.monotonic() - begin
        done.set()
        found.statuses = theirs.recv()
    finally:
        process.kill()
        process.join(GUESSING_SECONDS)
    return found


def _guess_codes(port: int, guesses: int, told: tuple[Any, Any, Any], answer: Any) -> None:  # noqa: ANN401 - events and a pipe of `_TABLES`
    """Guess codes until there were enough and the others were answered, and send the statuses of all answers."""
    begun, enough, done = told
    statuses: list[int] = []
    chance = random.Random(1)  # noqa: S311

    def goes_on() -> bool:
        begun.set()
        if len(statuses) < guesses:
            return True
        enough.set()
        return not done.is_set()

    async def guess_all() -> None:
        await asyncio.gather(*(_guess(port, number, chance, statuses, goes_on) for number in range(GUESSING_ADDRESSES)))

    asyncio.run(guess_all())
    answer.send(statuses)


async def _guess(port: int, number: int, chance: random.Random, statuses: list[int], goes_on: Callable[[], bool]) -> None:
    """Type wrong codes from an address of its own, one after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.1.{1 + number}", 0))
    while goes_on():
        body = urlencode({"code": "".join(chance.choices(CODE_LETTERS, k=HALL_CODE_LENGTH))})
        writer.write(f"POST /hall/pair HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        statuses.append(int(answer.split(" ", 2)[1]))
        assert "set-cookie" not in answer.lower()
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None
        await reader.readexactly(int(length[1]))
    writer.close()
