"""The table: one thread that looks at pictures, understands the game, keeps it, and tells what there is to tell."""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from numero_cam.app.answers import Question
from numero_cam.app.session import Session
from numero_cam.app.table_games import rebuilt, setting_of, setting_text, table_games
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_open import Eyes
from numero_cam.app.watch_recording import Recorded
from numero_cam.app.watch_table import TableWatch
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.base.images import encode_picture
from numero_cam.capture.pushed import Pushed
from numero_cam.capture.source import FrameSource
from numero_cam.games.numero.engine import OptionsError, Phase
from numero_cam.games.numero.watching.events import Asked, Event
from numero_cam.games.numero.watching.watch import Watching
from numero_cam.live.commands import Commanded, GoOn, Practise, Record, RefusedError, Say, Start, Stop
from numero_cam.live.hints import Strength, hint_message
from numero_cam.live.modes import Borrowed, Follows, Looking, Practising
from numero_cam.live.playing import Keeping, Playing
from numero_cam.live.recordings import record_in
from numero_cam.live.starting import recorded_of
from numero_cam.live.words import Looked, Message, ask_message, plays, practice_message, say_message, standing, table_message
from numero_cam.store.games import GameStore

WAIT = 0.05
"""Seconds to wait for a picture before somebody who asks for something is heard."""
PREVIEW = 0.2
"""Seconds between two pictures of a source of the server's own that are shown on pages."""
GAMES_TOLD = 8
"""Kept games that a page is offered to go on with."""

Tell = Callable[[Message, int | None], None]
"""Takes a message, and the page that it is for; None for all."""


class LiveTable:
    """A table that pages look at together.

    Args:
        eyes: What it takes to follow tables.
        store: Where games are kept.
        tell: Is given each message, in the table's own thread.
        source: A source of the server's own; None where a page hands the pictures in.
        recordings: The folder in which recordings are made, where somebody asks for one.
    """

    def __init__(self, eyes: Eyes, store: GameStore, tell: Tell, *, source: FrameSource | None = None, recordings: Path) -> None:
        self._eyes, self.store, self._tell, self._recordings = eyes, store, tell, recordings
        self.pushed = Pushed(self._done_with)
        self.own_source = source is not None
        self._source = Borrowed(source or self.pushed)
        self._opened = source
        self._asked: queue.Queue[Commanded] = queue.Queue()
        self._mode: Looking | Practising | Playing = self._looking()
        self._notice: tuple[str, str] = ("", "")
        self._game: Message = {}
        self._table: Message | None = None
        self._practice: Message = {"type": "practice", "lines": []}
        self._levels: set[Strength] = set()
        self._hints = ThreadPoolExecutor(1, "hints")
        self._thoughts: dict[Strength, Future[None]] = {}
        self._shown = float("-inf")
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="table", daemon=True)
        self._lock = threading.Lock()
        self._tell_game()

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def ask(self, asked: Commanded) -> None:
        """Have something done, in the table's own thread; whoever asks is told where it is refused."""
        self._asked.put(asked)

    def now(self) -> list[Message]:
        """Return what a page needs that has just come: the game, what is wrong, what was practised, and the table as it was seen last."""
        with self._lock:
            told = [self._game, self._notice_message(), self._practice, self._ask_message()]
        table = self._table
        return told if table is None else [*told, {**table, "number": None}]

    def hints_for(self, levels: set[Strength], chosen: Strength = "none") -> None:
        """Say which strengths of hints the pages ask for, and which one a page has just chosen: that one is told anew."""
        self._levels = levels
        self._hint({chosen})

    def close(self) -> None:
        """End the watching and let go of everything; what is open is kept."""
        self._closing = True
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._hints.shutdown(wait=False, cancel_futures=True)
        if self._opened is not None:
            self._opened.close()
        self.pushed.close()
        self.store.close()

    @property
    def revision(self) -> int:
        """Number of the last line that was kept of the game; 0 where there is none."""
        return self._mode.keeping.revision if isinstance(self._mode, Playing) else 0

    def _work(self) -> None:
        while not self._closing:
            self._hear()
            try:
                self._look()
            except NumeroCamError as error:
                self._tell_notice("table", str(error))
                time.sleep(WAIT)
        if isinstance(self._mode, Playing) and self._mode.watch is not None:
            self._mode.watch.close()

    def _hear(self) -> None:
        while True:
            try:
                asked = self._asked.get_nowait()
            except queue.Empty:
                return
            try:
                self._do(asked)
            except (RefusedError, NumeroCamError, OptionsError) as error:
                self._tell({"type": "refused", "to": asked.kind, "why": str(error)}, asked.page)

    def _do(self, asked: Commanded) -> None:
        match asked.command:
            case Start() as start:
                self._begin(recorded_of(start))
            case GoOn(game):
                self._go_on(game)
            case Practise():
                self._leave()
                follows = Follows(self._eyes.follower())
                self._mode = Practising(TableWatch(self._source, follows, Session(self._eyes.reader, Question())), follows)
                self._tell_game()
            case Stop():
                self._leave()
                self._tell_game()
            case Say(line):
                self._say(line, asked.revision)
            case Record(on):
                self._record(on=on)

    def _looking(self) -> Looking:
        return Looking(self._source, Follows(self._eyes.follower()))

    def _begin(self, played: Recorded) -> None:
        self._leave()
        number = self.store.begin(setting_text(played), played.setting.names)
        self._mode = self._playing(played, Keeping(self.store, number))
        self._tell_game()

    def _go_on(self, number: int) -> None:
        kept = self.store.game(number)
        if kept is None:
            message = f"there is no game {number} any more"
            raise RefusedError(message)
        lines = self.store.lines(number)
        again, keeping = rebuilt(lines), Keeping(self.store, number)
        keeping.goes_on(lines, again)
        self._leave()
        self._mode = self._playing(setting_of(kept.setting).going_on(again.game if again else None), keeping)
        self._tell_game()

    def _playing(self, played: Recorded, keeping: Keeping) -> Playing:
        watching = Watching(played.setting)
        follows = Follows(self._eyes.follower(len(played.setting.names), played.near))
        start = played.setting.start
        if start is not None and start.state.phase is Phase.OVER:
            return Playing(None, watching, None, keeping, played)
        return Playing(GameWatch(self._source, follows, watching), watching, follows, keeping, played)

    def _leave(self) -> None:
        """End what goes on; a game that was watched is kept, and its last chances count as passed."""
        if isinstance(self._mode, Playing):
            self._told(self._mode.end())
        self._mode = self._looking()
        self._practice = {"type": "practice", "lines": []}

    def _say(self, line: str, revision: int | None) -> None:
        if not isinstance(self._mode, Playing):
            message = "no game is being played"
            raise RefusedError(message)
        self._told(self._mode.say(line, revision))
        self._tell_game()

    def _record(self, *, on: bool) -> None:
        if not isinstance(self._mode, Playing) or self._mode.watch is None:
            message = "only a game that is watched can be recorded"
            raise RefusedError(message)
        if on:
            played = self._mode.played.going_on(None if self._mode.waits else self._mode.game)
            self._mode.recording = record_in(self._mode.watch, played, self._recordings)
        else:
            self._mode.watch.record(None)
            self._mode.recording = None
        self._tell_game()

    def _look(self) -> None:
        before, mode, camera = self._source.last, self._mode, self.pushed.camera
        if isinstance(mode, Playing):
            if mode.watch is None:
                self._source.newest(WAIT)
            else:
                self._told(mode.step(WAIT))
        elif isinstance(mode, Practising):
            seen = mode.step(WAIT)
            if seen is not None:
                self._practice = practice_message(seen.solved)
                self._tell(self._practice, None)
        else:
            mode.step(WAIT)
            if camera not in {None, self.pushed.camera}:
                self._mode = self._looking()  # another camera, or mirrored now: what lay in the former picture is nowhere in this one
        if self._source.last is not before:
            self._looked()
        self._warn()

    def _looked(self) -> None:
        """Tell what lies there in the picture that was looked at, and that it is done with."""
        picture = self._source.last
        follows = self._mode.follows
        if picture is not None and follows is not None:
            number = picture.n if self.own_source else self.pushed.looking_at
            looked = Looked(number, picture.t, (picture.frame.width, picture.frame.height), follows.table.lying(), follows.busy)
            told = (self._mode.told, self._mode.held) if isinstance(self._mode, Playing) else ({}, {})
            self._table = table_message(looked, self._mode.names, *told)
            self._tell(self._table, None)
            if self.own_source and time.monotonic() - self._shown > PREVIEW:
                self._shown = time.monotonic()
                jpeg = encode_picture(picture.frame.pixels, ".jpg")
                self._tell({"type": "picture", "number": picture.n, "size": looked.size, "jpeg": jpeg}, None)
        self.pushed.looked()

    def _done_with(self, number: int) -> None:
        self._tell({"type": "ack", "number": number}, None)

    def _warn(self) -> None:
        kind = "source" if self._source.ended or self._source.notice else "camera"
        text = self._mode.notice or (self._source.ended if self.own_source else "")
        if isinstance(self._mode, Looking) and not (self.own_source or self.pushed.begun):
            text = ""  # the page has only just been opened: nobody was asked for a camera
        if isinstance(self._mode, Playing):
            self._mode.keeping.try_again()
            if self._mode.keeping.trouble:
                kind, text = "kept", self._mode.keeping.trouble
            elif not text and self._mode.keeping.problem:
                kind, text = "problem", self._mode.keeping.problem
        self._tell_notice(kind, text)

    def _tell_notice(self, kind: str, text: str) -> None:
        if text != self._notice[1]:
            with self._lock:
                self._notice = kind, text
            self._tell(self._notice_message(), None)

    def _notice_message(self) -> Message:
        kind, text = self._notice
        return {"type": "notice", "kind": kind, "text": text}

    def _told(self, events: tuple[Event, ...]) -> None:
        """Tell what was decided, once it is kept."""
        if not events or not isinstance(self._mode, Playing):
            return
        self._tell_game()
        if any(isinstance(event, Asked) for event in events):
            self._tell(self._ask_message(), None)
        said = say_message(self._mode.names, events)
        if said is not None:
            self._tell(said, None)

    def _ask_message(self) -> Message:
        return ask_message(self._mode.keeping.asked if isinstance(self._mode, Playing) else None)

    def _tell_game(self) -> None:
        message = self._game_message()
        with self._lock:
            self._game = message
        self._tell(message, None)
        self._hint(self._levels)

    def _game_message(self) -> Message:
        mode = self._mode
        if isinstance(mode, Practising):
            return {"type": "game", "state": "practice", "revision": 0}
        if isinstance(mode, Looking):
            return {"type": "game", "state": "none", "revision": 0, "games": self.kept_games()}
        game, setting = mode.game, mode.played.setting
        over = game.state.phase is Phase.OVER
        return {
            "type": "game",
            "state": "waiting" if mode.waits else "over" if over else "playing",
            "watched": mode.watch is not None,
            "revision": mode.keeping.revision,
            "game": mode.keeping.number,
            "players": list(setting.names),
            "near": setting.names[mode.played.near],
            "hands": setting.hands,
            "by": setting.options.by,
            "pack": list(dict.fromkeys(map(str, setting.options.pack()))),
            "recording": mode.recording,
            **standing(game),
            "plays": plays(game, mode.keeping.standing),
        }

    def kept_games(self) -> list[Message]:
        """Return the kept games, newest first, with how they stand."""
        try:
            found = table_games(self.store, GAMES_TOLD)
        except StoreError as error:
            self._tell_notice("kept", str(error))
            return []
        return [
            {"game": each.kept.game, "began": each.kept.began, "players": list(each.kept.players), "scores": each.scores, "over": each.over}
            for each in found
            if each.dealt
        ]

    def _hint(self, levels: set[Strength]) -> None:
        """Tell the pages their hints; thinking is done beside the table."""
        if not isinstance(self._mode, Playing):
            return
        game = self._mode.game.copy()
        for level in levels - {"none"}:
            if level in self._thoughts:
                self._thoughts[level].cancel()  # where it still waits: only the newest one counts
            self._thoughts[level] = self._hints.submit(self._think, game, level)

    def _think(self, game: object, level: Strength) -> None:
        mode = self._mode
        if isinstance(mode, Playing) and mode.game == game:  # else it went on meanwhile
            self._tell(hint_message(mode.game, level), None)
