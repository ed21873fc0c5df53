"""Games that a program watches: one that gives its events in a loop, and a table to which frames are pushed."""

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self, get_args

from numero_cam.app.watch import GameWatch, WatchEnd, open_game_watch, open_vision_stack
from numero_cam.app.watch_recording import WatchedGame, recorded_game
from numero_cam.base.errors import GameError, SourceError
from numero_cam.base.images import Channels
from numero_cam.capture.files import Photo, read_photo
from numero_cam.capture.source import TimedFrame
from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine import Game, Options, OptionsError
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.options import MAX_PLAYERS
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.games.shared.names import split_names


def watch(
    source: str | int | Path,
    *,
    players: str | Sequence[str] | None = None,
    near: str | None = None,
    hands: Hands = "open",
    options: Options | None = None,
    start: Game | None = None,
    deck: str | None = None,
    on_notice: Callable[[str], None] | None = None,
) -> Generator[LogEntry, None, WatchEnd]:
    """Watch a game at a real table, and give what happens as it is decided.

    Arguments are checked at once; the source is opened when the first event is asked for, and closed when the generator ends or is closed.

    Args:
        source: A camera's number, a film, a folder of pictures, a recording, or a stream's address.
        players: The players in the order of play, as names or as ``"Ann,Ben"``; the first begins. None for those of ``start``,
            or of a recording.
        near: Who sits at the lower edge of the picture; None for the first player.
        hands: Whether hands lie ``open`` before the players, or are held ``hidden``.
        options: What is played; None for all cards, played for points. As many play as there are names.
        start: A game to continue at this table; None for a new game, which begins when its deal is seen.
        deck: Name of a deck; ``auto`` to find it out from the cards, ``none`` to use no deck; None for the one in use.
        on_notice: Is told what is wrong with the camera or the light, a line when it begins.

    Yields:
        What happened.

    Returns:
        How the game stands at the end: the value of the ``StopIteration``.

    Raises:
        OptionsError: Players, a side or a choice that cannot be.
        SourceError: The source cannot be opened, or gives no pictures.
        GameError: No game was seen in it, or ``start`` is none to be watched.
        NumeroCamError: The deck or a model cannot be used.
    """
    named = str(source)
    recorded = recorded_game(named) if players is None and start is None else None
    if recorded is not None and (near, hands, options, deck) != (None, "open", None, None):
        fact = tr("{source} says itself who plays and by which rules", source=named)
        raise OptionsError(tr("{told}; leave near, hands, options and deck out, or name the players", told=fact))
    played = recorded or _watched_game(players, near, hands, options, start)
    return _events(named, played if recorded else replace(played, deck=deck), on_notice or (lambda _: None))


def _events(source: str, played: WatchedGame, on_notice: Callable[[str], None]) -> Generator[LogEntry, None, WatchEnd]:
    """Yield the events of a watched game. `on_notice` is told each deck that cannot be used, then what is wrong with the pictures."""
    watch, left_out = open_game_watch(source, played)
    notice = ""
    with closing(watch):
        for line in left_out:
            on_notice(tr("left out: {line}", line=line))
        while watch.running:
            yield from watch.step()
            if watch.notice and watch.notice != notice:
                on_notice(watch.notice)
            notice = watch.notice
        events, end = watch.finish()
        yield from events
        if end.failure:
            raise (GameError if end.frames else SourceError)(end.failure)
    return end


def _watched_game(
    players: str | Sequence[str] | None, near: str | None, hands: Hands, options: Options | None, start: Game | None
) -> WatchedGame:
    """Return what is known of a game before it is watched, with no deck; the arguments are those of `watch`."""
    if start is not None:
        if start.options.is_solitaire:
            raise GameError(tr("the game is a solitaire; a game of two to {most} players can be watched", most=MAX_PLAYERS))
        names, options = start.names, start.options
        if players is not None and _names(players) != names:
            raise OptionsError(tr("the game that goes on is played by {names}; leave players out", names=", ".join(names)), "players")
    else:
        names = _names(players)
        options = replace(options or Options(), players=len(names))
    if hands not in get_args(Hands):
        raise OptionsError(tr("hands is {hands!r}; choose from {choices}", hands=hands, choices=", ".join(get_args(Hands))), "hands")
    return WatchedGame(GameSetup(options, names, hands, start), 0 if near is None else _player_index(" ".join(near.split()), names), None)


def _names(players: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the players' names, two or more. Raises an `OptionsError` for None, another number, or names that cannot be."""
    if players is None:
        raise OptionsError(tr('say who plays: players=["Ann", "Ben"], the first begins'), "players")
    names = tuple(split_names(players) if isinstance(players, str) else players)
    if not 2 <= len(names) <= MAX_PLAYERS:
        count, most = len(names), MAX_PLAYERS
        raise OptionsError(
            ngettext("players: {n} is named; 2 to {most} play", "players: {n} are named; 2 to {most} play", count, most=most), "players"
        )
    check_names(names)
    return names


def _player_index(near: str, names: tuple[str, ...]) -> int:  # near: name of a player
    if near not in names:
        raise OptionsError(tr('near: "{name}" is none of the players {names}', name=near, names=", ".join(names)), "near")
    return names.index(near)


class _PushedFrame:
    """A source that holds the one frame that was pushed last; see ``FrameSource``."""

    def __init__(self) -> None:
        self.waiting: TimedFrame | None = None  # the frame that nobody has taken yet
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - nothing is waited for
        frame, self.waiting = self.waiting, None
        return frame

    def close(self) -> None:
        self.ended = self.ended or tr("closed")


class WatchedTable:
    """A game at a real table, whose pictures a program pushes itself; it may be used in a ``with`` block.

    The same frames give the same events as ``watch``. One thread uses it at a time.

    Args:
        players: The players in the order of play, as names or as ``"Ann,Ben"``; the first begins. None for those of ``start``.
        near: Who sits at the lower edge of the picture; None for the first player.
        hands: Whether hands lie ``open`` before the players, or are held ``hidden``.
        options: What is played; None for all cards, played for points. As many play as there are names.
        start: A game to continue at this table; None for a new game, which begins when its deal is seen.
        deck: Name of a deck; ``auto`` to find it out from the cards, ``none`` to use no deck; None for the one in use.

    Raises:
        OptionsError: Players, a side or a choice that cannot be.
        GameError: ``start`` is no game to be watched.
        NumeroCamError: The deck or a model cannot be used.
    """

    def __init__(
        self,
        players: str | Sequence[str] | None = None,
        *,
        near: str | None = None,
        hands: Hands = "open",
        options: Options | None = None,
        start: Game | None = None,
        deck: str | None = None,
    ) -> None:
        played = _watched_game(players, near, hands, options, start)
        follower = open_vision_stack(deck).follower(len(played.setting.names), played.near)
        self._source = _PushedFrame()
        self._watch = GameWatch(self._source, follower, GameWatcher(played.setting))
        self._pushed = 0
        self._seconds = 0.0

    @property
    def game(self) -> Game:
        """The game with the operations decided so far, without those that were taken back."""
        return self._watch.game

    @property
    def notice(self) -> str:
        """What is wrong with the frames just now, as that they are too dark, a line for the user; empty where all is well."""
        return self._watch.notice

    def push(self, frame: Photo, seconds: float, *, channels: Channels = "BGR") -> list[LogEntry]:
        """Look at the next frame, and return what was decided.

        Args:
            frame: A frame of any kind that ``read_photo`` takes, as a NumPy array. It is copied.
            seconds: When it was taken, by a clock that never goes back; 0 or more.
            channels: The order of the colours of an array: ``BGR``, as OpenCV gives it, or ``RGB``.

        Raises:
            PictureError: The frame is no picture; the table stays as it was.
            SourceError: The seconds go back or are no time, or the table is closed; the table stays as it was.
        """
        self._refuse_closed()
        taken = self._checked_time(seconds)
        picture = read_photo(frame, channels=channels, name=tr("frame {number}", number=self._pushed))
        self._source.waiting = TimedFrame(picture, taken, self._pushed, "camera")
        self._pushed, self._seconds = self._pushed + 1, taken
        return list(self._watch.step())

    def say(self, line: str) -> list[LogEntry]:
        """Carry out a line that a person says of the game: ``"challenge Ann"``, ``"back 7"`` and the other forms of ``parse_command``.

        Returns:
            What was decided; a ``refusal`` with the reason where it cannot be done.

        Raises:
            SourceError: The table is closed.
        """
        self._refuse_closed()
        return list(self._watch.execute(parse_command(line)))

    def close(self) -> list[LogEntry]:
        """Decide what is open, and let go of the table; closing it again does nothing.

        Returns:
            What was decided.
        """
        if self._source.ended:
            return []
        events, _ = self._watch.finish()
        return list(events)

    def __enter__(self) -> Self:
        """Return the table."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the table."""
        self.close()

    def _refuse_closed(self) -> None:
        if self._source.ended:
            raise SourceError(tr("the table is closed; make a new WatchedTable"))

    def _checked_time(self, seconds: float) -> float:
        """Return the time of a frame in seconds. Raises a `SourceError` where it is none, below 0, or before the frame pushed last."""
        try:
            taken = float(seconds)
        except (TypeError, ValueError):
            taken = math.nan
        if not (math.isfinite(taken) and taken >= 0):
            raise SourceError(
                tr(
                    "frame {number}: its time is {seconds!r}; give the seconds at which it was taken, 0 or more",
                    number=self._pushed,
                    seconds=seconds,
                )
            )
        if taken < self._seconds:
            raise SourceError(
                tr(
                    "frame {number}: taken at {taken:g} s, before the frame at {last:g} s; push frames in the order of time",
                    number=self._pushed,
                    taken=taken,
                    last=self._seconds,
                )
            )
        return taken
