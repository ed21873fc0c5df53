"""The live table as an actor: records come in by one queue, messages go out, and one thread alone touches the game."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from numero_cam.app.answers import Question
from numero_cam.app.session import Session
from numero_cam.app.watch_table import TableWatch
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.base.images import encode_picture
from numero_cam.base.rounds import PAUSE_SECONDS, Rounds, error_line
from numero_cam.capture.pushed import PushedPicture, PushedSource
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.live.game_commands import new_game_record
from numero_cam.live.game_messages import say_message
from numero_cam.live.hint_worker import HintWorker
from numero_cam.live.hints import HintLevel
from numero_cam.live.inbox import CloseTable, DraftReady, HintReady, Inbox, InboxItem, KeptGamesUnread, PictureDropped, SetHintLevels
from numero_cam.live.numero_session import NumeroSession, resume_session
from numero_cam.live.page_messages import Message, TableFrame, question_message, refused_message, table_message
from numero_cam.live.resumable_games import resumable_games
from numero_cam.live.table_commands import (
    DraftPlay,
    PlaceCard,
    RefusedError,
    Rematch,
    ResumeGame,
    SetRecording,
    StartGame,
    StartPractice,
    StopWatching,
    TableRequest,
)
from numero_cam.live.table_modes import GameMode, GameRecorder, HandTracker, LookMode, PracticeMode, SharedSource
from numero_cam.store.lines import KeptGames
from numero_cam.table.photo_reader import MIRRORED, OTHER_GAME, OTHER_GAME_BESIDE
from numero_cam.table.tracker import VisionStack
from numero_cam.text.history_words import history_fields

SendMessage = Callable[[Message, int | None], None]  #: Takes a message, and the number of the page that it is for; None for all pages.
#: Kind and words on a page of notices that name options of the command line.
PAGE_NOTICES = {
    MIRRORED: ("mirrored", tr("the picture is mirrored, so no card is read")),
    OTHER_GAME: ("camera", tr("these cards are of another game, or of a pack that was not learned yet; none is read")),
    OTHER_GAME_BESIDE: ("camera", tr("beside these cards lies another game, or a pack that was not learned yet; it is not read")),
}
NO_NOTICE: Message = {"type": "notice", "kind": "", "text": ""}
NO_PRACTICE: Message = {"type": "practice", "pack": [], "lines": [], "centre": [], "hand": [], "card": "", "sets": []}


@dataclass(frozen=True)
class TableSnapshot:
    """The state of the table as its owner published it. Any thread may read it; it and its messages never change."""

    revision: int = 0  #: Number of the last stored line of the game; 0 without a game.
    players: tuple[str, ...] = ()  #: The players; empty without a game.
    by_page: bool = True  #: Whether the table looks at pictures of pages.
    #: The messages for a page that has just connected: game, notice, practice, question, the last table and its picture.
    messages: tuple[Message, ...] = ()


class Announcements:
    """Sends the messages of the table, and publishes a snapshot before each of them. Only the table's owner calls it."""

    def __init__(self, send: SendMessage) -> None:
        self._send = send
        self._game: Message = {"type": "game", "state": "none", "revision": 0, "source": "page", "games": []}
        self._notice = NO_NOTICE
        self._players: tuple[str, ...] = ()
        self._table: Message | None = None
        self._picture: Message | None = None
        self._practice: Message = NO_PRACTICE
        self._question: Message = question_message(None)
        self.snapshot = TableSnapshot()  #: The newest snapshot; the one thing here that other threads read.
        self._publish()

    def game(self, message: Message, players: tuple[str, ...]) -> None:
        """Send the state of the game."""
        self._game, self._players = message, players
        self._publish_and_send(message)

    def practice(self, message: Message) -> None:
        """Send the result of practice."""
        self._practice = message
        self._publish_and_send(message)

    def question(self, message: Message) -> None:
        """Send the open question."""
        self._question = message
        self._publish_and_send(message)

    def table(self, message: Message) -> None:
        """Send the cards on the table."""
        # The number is that of a picture on the page that gave it; a page that has just come gave none.
        self._table = {**message, "number": None}
        self._publish_and_send(message)

    def picture(self, message: Message) -> None:
        """Send the picture of the server's own camera, in which the cards were read."""
        self._picture = message
        self._publish_and_send(message)

    def notice(self, kind: str, text: str) -> None:
        """Send the notice of what is wrong where it changed; its text is empty where all is well."""
        if text != self._notice["text"]:
            self._notice = {"type": "notice", "kind": kind, "text": text}
            self._publish_and_send(self._notice)

    def send_once(self, message: Message, page: int | None = None) -> None:
        """Send a message that is not part of the snapshot."""
        self._send(message, page)

    def clear(self) -> None:
        """Remove the practice from the snapshot, and withdraw the question."""
        self._practice = NO_PRACTICE
        if self._question != (none := question_message(None)):
            self.question(none)
        self._publish()

    def _publish_and_send(self, message: Message) -> None:
        """Publish the snapshot, and send a message to all pages."""
        self._publish()
        self._send(message, None)

    def _publish(self) -> None:
        """Make the snapshot from the last message of each kind."""
        seen = [message for message in (self._table, self._picture) if message is not None]
        messages = (self._game, self._notice, self._practice, self._question, *seen)
        self.snapshot = TableSnapshot(int(str(self._game["revision"])), self._players, self._game["source"] == "page", messages)


def record_in(game: NumeroSession, folder: Path) -> str:
    """Begin to record a game that is watched, and return the folder that is made for it."""
    place = folder / time.strftime("%Y-%m-%d-%H%M%S")
    game.record(Recorder(place, game.recording_header()))
    return str(place)


STEP_SECONDS = 0.05  #: Maximum wait of a step for an item, in seconds. A command may wait as long for the server's own camera.
PREVIEW_SECONDS = 0.2  #: Minimum time between two pictures of the server's own camera on pages, in seconds.
CLOSE_SECONDS = 5  #: Maximum wait for the owner's last step, in seconds.


class LiveTable:
    """A table that pages look at together.

    Its owner is the thread that calls `step`. Only the owner touches the game, the cards that are followed and the source of pictures.
    Other threads use `put`, `snapshot` and `store` (which any thread may ask) and `own_source` (which never changes).

    A table with a source of its own looks at pictures of a page in a game that says so, and at its source again once that game is left.

    Args:
        eyes: The models that follow tables.
        store: Where games are kept.
        send: Is given each message, in the owner's thread.
        source: A source of the server's own; None where pages hand the pictures in.
        reopen: Opens that source anew: a film waits as soon as cards are seen, and begins again with each game.
        recordings: The folder in which recordings are made, where somebody asks for one.
        executor: Works hints out; None for a thread of its own.
    """

    def __init__(
        self,
        eyes: VisionStack,
        store: KeptGames,
        send: SendMessage,
        *,
        source: FrameSource | None = None,
        reopen: Callable[[], FrameSource] | None = None,
        recordings: Path,
        executor: Executor | None = None,
    ) -> None:
        self._eyes, self.store, self._recordings = eyes, store, recordings
        #: Returns what is wrong beside the table, such as a hall that does not answer; empty where all is well.
        self.beside: Callable[[], str] = str
        #: Returns whether hints are given in a game of these players; the organiser of a hall says so.
        self.gives_hints: Callable[[Sequence[str]], bool] = lambda _players: True
        #: Returns why nothing is changed any more in the game of a number, such as one of a hall that has its result; empty where it is.
        self.settled_words: Callable[[int], str] = lambda _number: ""
        self.own_source = source is not None
        self._inbox = Inbox()
        self._out = Announcements(send)
        self._hints = HintWorker(self.put, executor)
        self._levels: frozenset[HintLevel] = frozenset()  # all that some page asks for
        self._position = 0  # number of the position, which grows with each change of the game
        self._pushed = PushedSource(self._acknowledge)
        self._opened, self._reopen = source or self._pushed, reopen
        self._by_page = source is None
        self._source = SharedSource(self._opened)
        self._mode: LookMode | PracticeMode | GameMode = self._new_look_mode()
        self._previewed = float("-inf")  # when a picture of the own source was sent last, by `time.monotonic`
        self._owner: int | None = None  # number of the owner's thread
        self._closed = False
        self._rounds = Rounds(tr("the table"))
        self._thread = threading.Thread(target=self._pump, name="table", daemon=True)
        self._tell_game()

    def start(self) -> None:
        """Have a thread of its own pump the table until it is closed."""
        self._thread.start()

    def put(self, item: InboxItem) -> None:
        """Put an item into the inbox, from any thread."""
        self._inbox.put(item)

    @property
    def snapshot(self) -> TableSnapshot:
        """The newest snapshot."""
        return self._out.snapshot

    @property
    def has_work(self) -> bool:
        """Whether a step finds something to do at once. Only the owner asks."""
        return self._inbox.waits or (self._by_page and self._pushed.repeats)

    def close(self) -> None:
        """End the table and release its resources; the game is stored. Without a thread of its own, the owner calls it."""
        self.put(CloseTable())
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)
        else:
            while self.step():
                pass
        self._hints.close()
        self._opened.close()
        self.store.close()

    def step(self, timeout: float = STEP_SECONDS) -> bool:
        """Handle the next record or picture, if one comes within ``timeout`` seconds; return False once the table is closed."""
        self._check_owner()
        if self._closed:
            return False
        polled = (self._by_page and self._pushed.repeats) or (not self._by_page and not self._opened.ended and not self._film_waits)
        self._handle(self._inbox.take(0.0 if polled else timeout), timeout)
        return not self._closed

    def _handle(self, item: InboxItem | None, timeout: float) -> None:
        """Handle an item of the inbox; for None look at the next picture."""
        match item:
            case TableRequest() as request:
                self._carry_out(request)
            case SetHintLevels(levels, chosen):
                self._levels = levels
                self._ask_hints(frozenset({chosen}))
            case HintReady() | DraftReady() as answer:
                self._pass_on(answer)
            case PictureDropped(number):
                self._acknowledge(number)
            case KeptGamesUnread(reason):
                self._out.notice("kept", reason)
            case PushedPicture(number) if not self._by_page:  # the game that asked for it is over
                self._acknowledge(number)
            case PushedPicture() as picture:
                self._pushed.put(picture)
                self._look_at_next(timeout)
            case CloseTable():
                self._close_mode()
            case None if not self._film_waits:
                self._look_at_next(timeout)

    def _pass_on(self, answer: HintReady | DraftReady) -> None:
        """Send a hint or a draft that was worked out."""
        if isinstance(answer, DraftReady):
            self._out.send_once(answer.message, answer.page)
        elif answer.position == self._position:  # else the game went on meanwhile
            self._out.send_once(answer.message)

    @property
    def _film_waits(self) -> bool:
        """Whether the source is a film that waits for a game, with which it begins again: its first cards are in view."""
        last = self._source.last
        if self._by_page or not isinstance(self._mode, LookMode) or last is None or last.pace == "camera":
            return False
        return bool(self._mode.follows.tracked_table().cards)

    def _pump(self) -> None:
        """Step until the table is closed."""
        while not self._closed:
            self.step_safely()
            if self._rounds.trouble:
                time.sleep(PAUSE_SECONDS)

    def step_safely(self, timeout: float = STEP_SECONDS) -> None:
        """Make a step, as `step`; an error becomes a notice on all pages and goes no further."""
        with self._rounds.round():
            self.step(timeout)
        if self._rounds.trouble:
            self._out.notice("table", self._rounds.trouble)

    def _check_owner(self) -> None:
        """Raise a `RuntimeError` where the caller is not the thread that made the first step."""
        caller = threading.get_ident()
        self._owner = self._owner or caller
        if caller != self._owner:
            raise RuntimeError("this table is stepped by another thread already; put a record into it instead")

    def _close_mode(self) -> None:
        """Mark the table as closed, and close its game."""
        self._closed = True
        if isinstance(self._mode, GameMode):
            self._mode.game.close()

    def _carry_out(self, request: TableRequest) -> None:
        """Carry out a command; its page is told an error, and one that is not foreseen is raised again."""
        before = self._mode
        try:
            self._dispatch(request)
        except Exception as error:
            if self._mode is not before:  # the mode ended before the error came
                self._tell_game()
            foreseen = isinstance(error, (RefusedError, NumeroCamError))
            self._out.send_once(refused_message(request.kind, str(error) if foreseen else error_line(error), error), request.page)
            if not foreseen:
                raise

    def _check_replaced(self, request: TableRequest) -> None:
        """Refuse a command that ends a game being played, unless it names that game as the one it `replaces`: of two starts one counts."""
        mode = self._mode
        if not isinstance(mode, GameMode) or not mode.game.watched or mode.game.over:
            return
        if request.replaces != mode.recorder.number and request.command != ResumeGame(mode.recorder.number):
            raise RefusedError(
                tr("a game of {names} is on the table; it would end", names=and_list(mode.names)), replaces=mode.recorder.number
            )

    def _dispatch(self, request: TableRequest) -> None:
        """Carry out a command by its type; raise a `RefusedError` where that is not possible now."""
        match request.command:
            case StartGame() as start:
                self._begin_game(NumeroSession(new_game_record(start)), request, demonstration=start.demonstration)
            case ResumeGame(game):
                self._resume(game, request)
            case Rematch():
                self._begin_game(self._game_mode().game.rematch(), request)
            case DraftPlay() as asked:
                mode = self._game_mode()
                self._hints.draft(request.page, mode.game.draft(asked, mode.recorder.log))
            case StartPractice():
                self._check_replaced(request)
                self._end_mode()
                self._from_the_beginning()
                follows = HandTracker(self._eyes.follower())
                self._mode = PracticeMode(TableWatch(self._source, follows, Session(self._eyes.reader, Question())), follows)
                self._tell_game()
            case StopWatching():
                self._stop()
            case SetRecording(on):
                self._record(on=on)
            case command:
                self._execute(command, request.revision)

    def _new_look_mode(self) -> LookMode:
        """Return the mode without a game, with a new tracker."""
        return LookMode(self._source, HandTracker(self._eyes.follower()))

    def _from_the_beginning(self) -> None:
        """Open a film again, so that it begins with its first picture, and give the photo of a page once more."""
        self._pushed.show_again()
        last = self._source.last
        if self._reopen is not None and last is not None and last.pace != "camera":
            opened = self._reopen()
            self._opened.close()
            self._opened = opened
            self._source = SharedSource(opened)

    def _look_at_pages(self) -> None:
        """Look at pictures of pages from now on; the own source goes on where it is when that ends."""
        self._by_page, self._source = True, SharedSource(self._pushed)

    def _look_at_own_source(self) -> None:
        """Look at the own source again, if there is one."""
        if self.own_source and self._by_page:
            self._by_page, self._source = False, SharedSource(self._opened)

    def _begin_game(self, game: NumeroSession, request: TableRequest, *, demonstration: bool = False) -> None:
        """Begin a new game on the table, and store it; a demonstration as a game of nobody."""
        self._check_replaced(request)
        self._end_mode()
        self._from_the_beginning()
        number = self.store.begin(game.setting_text(), () if demonstration else game.names)
        if request.by_page:
            self._look_at_pages()
        self._mode = self._new_game_mode(game, GameRecorder(self.store, number))
        self._tell_game()

    def _resume(self, number: int, request: TableRequest) -> None:
        """Go on with the kept game of this number."""
        kept = self.store.game(number)
        if kept is None:
            raise RefusedError(tr("there is no game {number} any more", number=number))
        replay = resume_session(kept.setting)
        self._check_replaced(request)
        self._end_mode()  # before the lines are read: the game that goes on may be the one that was left
        lines, recorder = self.store.lines(number), GameRecorder(self.store, number)
        game, active = replay(lines)
        recorder.resume(game, lines, active)
        self._mode = self._new_game_mode(game, recorder)
        self._tell_game()
        if recorder.asked is not None:
            self._out.question(question_message(recorder.asked))

    def _new_game_mode(self, game: NumeroSession, recorder: GameRecorder) -> GameMode:
        """Return the mode of a game, which is watched unless it is over."""
        if game.over:
            return GameMode(game, None, recorder)
        follows = HandTracker(self._eyes.follower(len(game.names), game.near))
        game.watch(self._source, follows)
        return GameMode(game, follows, recorder)

    def _end_mode(self) -> None:
        """Return to looking only. A watched game is stored, and its open last chances count as passed."""
        if isinstance(self._mode, GameMode) and (events := self._mode.end()):
            self._tell_events(events)
        self._look_at_own_source()
        self._mode = self._new_look_mode()
        self._hints.drop()
        self._out.clear()

    def _game_mode(self) -> GameMode:
        """Return the mode of the game on the table; without one raise a `RefusedError`."""
        if not isinstance(self._mode, GameMode):
            raise RefusedError(tr("no game is being played"))
        return self._mode

    def _stop(self) -> None:
        """End the watching of a game that was dealt, which then shows its result; leave anything else."""
        mode = self._mode
        if not isinstance(mode, GameMode) or not mode.game.watched or mode.game.waits:
            self._end_mode()
            self._tell_game()
            return
        mode.follows = None
        self._hints.drop()
        self._out.clear()
        self._tell_events(mode.end())

    def _execute(self, command: PlaceCard | GameCommand, revision: int | None) -> None:
        """Carry out a command of practice, or of the game as the page knows it at this revision."""
        if isinstance(self._mode, PracticeMode):
            self._mode.execute(command)
            self._pushed.show_again()
            return
        if why := self.settled_words(self._game_mode().recorder.number):
            raise RefusedError(why)
        events, refusal = self._game_mode().execute(command, revision)
        self._tell_events(events)
        if refusal is not None:
            raise RefusedError(refusal.text, referee=refusal.kind == "referee")

    def _record(self, *, on: bool) -> None:
        """Begin or end the recording of the game."""
        if not isinstance(self._mode, GameMode) or not self._mode.game.watched:
            raise RefusedError(tr("only a game that is watched can be recorded"))
        if on:
            self._mode.recording = record_in(self._mode.game, self._recordings)
        else:
            self._mode.game.record(None)
            self._mode.recording = None
        self._tell_game()

    def _look_at_next(self, timeout: float) -> None:
        """Look at the next picture, if there is one, and send what is wrong; wait for the timeout after an error."""
        before = self._source.last
        try:
            self._look(timeout)
            if self._source.last is not before:
                self._tell_table()
            self._send_notice()
        except NumeroCamError as error:
            self._out.notice("table", str(error))
            time.sleep(timeout)
        finally:
            self._pushed.report_processed()

    def _look(self, timeout: float) -> None:
        """Have the mode look at the next picture, and send what follows from it."""
        mode, camera = self._mode, self._pushed.camera
        if isinstance(mode, GameMode):
            if not mode.game.watched:
                self._source.newest(timeout)
                return
            kept, events = mode.recorder.revision, mode.step(timeout)
            if events or mode.recorder.revision != kept:
                self._tell_events(events)
        elif isinstance(mode, PracticeMode):
            if (message := mode.step(timeout)) is not None:
                self._out.practice(message)
        else:
            mode.step(timeout)
            if camera not in {None, self._pushed.camera}:
                self._mode = self._new_look_mode()  # another camera, or mirrored now: what lay in the former picture is nowhere in this one

    def _tell_table(self) -> None:
        """Send the cards in the last picture, and from time to time the picture itself where it is the server's own."""
        picture, follows = self._source.last, self._mode.follows
        if picture is None or follows is None:
            return
        number = self._pushed.looking_at if self._by_page else picture.n
        frame = TableFrame(number, picture.t, (picture.frame.width, picture.frame.height), follows.tracked_table().cards, follows.busy)
        said = (self._mode.game.corrected, self._mode.game.held) if isinstance(self._mode, GameMode) else (follows.corrected, {})
        self._out.table(table_message(frame, self._mode.names, *said))
        if not self._by_page and (self._film_waits or time.monotonic() - self._previewed > PREVIEW_SECONDS):
            self._previewed = time.monotonic()
            jpeg = encode_picture(picture.frame.pixels, ".jpg")
            self._out.picture({"type": "picture", "number": picture.n, "size": frame.size, "jpeg": jpeg})

    def _acknowledge(self, number: int) -> None:
        """Tell pages that the picture with this number is done with."""
        self._out.send_once({"type": "ack", "number": number})

    def _send_notice(self) -> None:
        """Send the one thing that is wrong: with the store first, then with source or camera, the game, and beside the table."""
        kind = "source" if self._source.ended or self._source.notice else "camera"
        text = self._mode.notice or ("" if self._by_page else self._source.ended)
        if isinstance(self._mode, LookMode) and self._by_page and not self._pushed.begun:
            text = ""  # the page has only just been opened: nobody was asked for a camera
        if text in PAGE_NOTICES:
            kind, text = PAGE_NOTICES[text]
        if isinstance(self._mode, GameMode):
            recorder = self._mode.recorder
            recorder.try_again()
            if recorder.trouble:
                kind, text = "kept", recorder.trouble
            elif not text and recorder.problem:
                kind, text = "problem", recorder.problem
        beside = self.beside()
        # That nobody opened a camera yet is seen on the page anyway: what is wrong beside comes first.
        if not text or (beside and kind == "source" and self._by_page and not self._pushed.begun):
            kind, text = "hall", beside
        self._out.notice(kind, text)

    def _tell_events(self, events: tuple[LogEntry, ...]) -> None:
        """Send the state of the game and what was decided; both are stored already."""
        self._tell_game()
        if not isinstance(self._mode, GameMode):
            return
        if any(event.kind == "question" for event in events):
            asked = self._mode.recorder.asked
            self._out.question(question_message(asked, self._mode.game.play_messages([play for play, _ in asked.others] if asked else [])))
        said = say_message(self._mode.names, events)
        if said is not None:
            self._out.send_once(said)

    def _tell_game(self) -> None:
        """Send the state of the game, and ask for hints in this new position."""
        self._position += 1
        source = "page" if self._by_page else "server"
        self._out.game({**self._game_message(), "source": source}, self._mode.names)
        self._ask_hints(self._levels)

    def _game_message(self) -> Message:
        """Return the message `game`, the state of the table's mode, but for its field `source`."""
        mode = self._mode
        if isinstance(mode, PracticeMode):
            return {"type": "game", "state": "practice", "revision": 0}
        if isinstance(mode, LookMode):
            return {"type": "game", "state": "none", "revision": 0, "games": self._kept_games()}
        game = mode.game
        return {
            "type": "game",
            "state": "waiting" if game.waits else "over" if game.over else "playing",
            "watched": game.watched,
            "revision": mode.recorder.revision,
            "game": mode.recorder.number,
            "players": list(game.names),
            "near": game.names[game.near],
            "recording": mode.recording,
            "hints": self.gives_hints(game.names),
            **game.message_fields(mode.recorder.log),
            **history_fields(game.names, mode.recorder.history),
        }

    def _kept_games(self) -> list[Message]:
        """Return the kept games to go on with; none where they cannot be read, which is a notice."""
        try:
            return resumable_games(self.store)
        except StoreError as error:
            self._out.notice("kept", str(error))
            return []

    def _ask_hints(self, levels: frozenset[HintLevel]) -> None:
        """Ask for hints of these levels, where hints are given in the game."""
        if isinstance(self._mode, GameMode) and self._mode.game.watched and self.gives_hints(self._mode.names):
            self._hints.ask(self._mode.game, levels, self._position)
