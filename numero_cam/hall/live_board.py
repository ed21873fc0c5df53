"""The board: reads the running event after each write, and sends each watcher the sections that changed.

No page polls the database: a change sets a mark, and after `GATHER_SECONDS` the event is read once for all watchers. States are sent whole,
so a watcher who slept needs no catching up, and a slow one holds nobody up.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence

from numero_cam.base.rounds import Rounds
from numero_cam.catalogue import tr
from numero_cam.hall.board import Section, board_sections
from numero_cam.hall.records import Entrant, Event, Match
from numero_cam.hall.store import HallStore

GATHER_SECONDS = 0.2  #: Time in which changes are gathered, in seconds.
#: Time after which a watcher to whom nothing was sent gets an empty line, in seconds, so that a connection that broke is noticed.
ALIVE_SECONDS = 15.0
#: Time after which the event is read without a mark, in seconds: another program may have written a file, which sets no mark here.
REREAD_SECONDS = 30.0
RETRY_SECONDS = 2.0  #: Time until the next try to read a database that cannot be read, in seconds.
MAX_WATCHERS = 800  #: Maximum number of watchers at a time, where the system grants enough connections.
#: Number of further boards and of connections that are kept for organiser and referees, so that no crowd of watchers keeps them out.
PLACES_FOR_STAFF = 64
WATCHER_RETRY_MS = 10_000  #: Time after which a watcher who found no place asks again, in milliseconds.
Overview = Callable[[], tuple[Event | None, Sequence[Entrant], Sequence[Match]]]


class HallBoard:
    """Holds the sections of the board and sends them to watchers. All methods but `mark` belong to the event loop.

    The overview of the store alone has no scores and plays of running games.
    """

    def __init__(self, store: HallStore, connections: int = MAX_WATCHERS + PLACES_FOR_STAFF, overview: Overview | None = None) -> None:
        self._store, self._overview = store, overview or store.overview
        self._places = min(MAX_WATCHERS, max(connections - PLACES_FOR_STAFF, connections // 2))
        self._sections: dict[str, tuple[int, Section]] = {}  # the version in which each changed last, and the section, by name
        self._version = 0
        self._marked = asyncio.Event()
        self._changed = asyncio.Event()
        self._sent: dict[int, str] = {}  # the event for watchers who have a version, by that version
        self._loop: asyncio.AbstractEventLoop | None = None
        self.watchers = self._staff = 0
        self._rounds = Rounds(tr("the hall's board"))
        store.subscribe(self.mark)

    def mark(self) -> None:
        """Note that something was written, so that `follow` reads the event; may be called in any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._marked.set)

    async def follow(self) -> None:
        """Read the event whenever something was written; ends when it is cancelled."""
        self._loop = asyncio.get_running_loop()
        self._marked.set()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REREAD_SECONDS):
                    await self._marked.wait()
            self._marked.clear()
            with self._rounds.round():
                self._publish(*await asyncio.to_thread(self._read))
            if self._rounds.trouble:
                behind = tr("The board cannot be read anew just now; the window where the hall was started says why.")
                self._publish({name: section for name, (_, section) in self._sections.items()}, behind)
                self._loop.call_later(RETRY_SECONDS, self._marked.set)
            await asyncio.sleep(GATHER_SECONDS)

    async def news(self, may_watch: Callable[[], bool] = lambda: True, *, staff: bool = False) -> AsyncIterator[str]:
        """Yield events of `text/event-stream`: all sections first, then those that changed; an empty line where nothing did.

        Without a place, a watcher gets a message and the time of the next try; `staff` have places of their own. `may_watch` is asked
        before each event, as new codes end the right of others.
        """
        if (self._staff >= PLACES_FOR_STAFF) if staff else (self.watchers >= self._places):
            full = {"head": {"title": "", "round": "", "next": "", "trouble": tr("Too many look at the board; this device tries again.")}}
            yield f"retry: {WATCHER_RETRY_MS}\ndata: {json.dumps(full, ensure_ascii=False)}\n\n"
            return
        self._count(1, staff=staff)
        try:
            known = 0
            while may_watch():
                event, known = self._since(known), self._version
                yield event
                try:
                    async with asyncio.timeout(ALIVE_SECONDS):
                        while self._version == known:
                            await self._changed.wait()
                except TimeoutError:
                    yield ":\n\n"
        finally:
            self._count(-1, staff=staff)

    def _count(self, more: int, *, staff: bool) -> None:  # 1 for a watcher who came, -1 for one who went
        if staff:
            self._staff += more
        else:
            self.watchers += more

    def _read(self) -> tuple[dict[str, Section], str]:
        """Return the sections by name, and sentences on damaged rows, joined."""
        sections = board_sections(*self._overview())
        return sections, " ".join(self._store.damage)

    def _publish(self, fresh: dict[str, Section], trouble: str) -> None:
        """Take new sections, and wake the watchers where any changed; one that is gone is sent as an empty section."""
        fresh = {**fresh, "head": {**fresh.get("head", {}), "trouble": trouble}}
        changed = {name: section for name, section in fresh.items() if self._sections.get(name, (0, None))[1] != section}
        gone = {name for name, (_, section) in self._sections.items() if section and name not in fresh}
        if not changed and not gone:
            return
        self._version += 1
        for name in gone:
            changed[name] = {}
        self._sections |= {name: (self._version, section) for name, section in changed.items()}
        self._sent.clear()
        self._changed.set()
        self._changed = asyncio.Event()  # the next change; a lock that all watchers take in turn costs more

    def _since(self, known: int) -> str:
        """Return the event of the sections that changed after version `known`; the text is cached for all watchers of that version."""
        if known not in self._sent:
            changed = {name: section for name, (version, section) in self._sections.items() if version > known and (known or section)}
            self._sent[known] = f"data: {json.dumps(changed, ensure_ascii=False)}\n\n"
        return self._sent[known]
