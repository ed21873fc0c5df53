"""Games as text: read and written, kept until they are over, and the options and results of games that a command plays."""

import contextlib
import os
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any, Self, TypeVar

from numero_cam.base.bounded_reader import decode_text, read_text
from numero_cam.base.errors import GameError
from numero_cam.base.files import user_folder
from numero_cam.base.outputs import unwritable_message, write_atomically, write_new, write_private
from numero_cam.base.private_files import lock_file, make_private_folder, restrict
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Options, OptionsError, game_text, read_game
from numero_cam.games.numero.engine.options import LEVEL_FOR_POINTS
from numero_cam.games.numero.players.tournament import NumeroResult, Plan
from numero_cam.games.numero.rules import PrintedPoints, parse_cards
from numero_cam.games.numero.rules.choices import values_of
from numero_cam.games.shared.choices import YesNo
from numero_cam.games.shared.statistics import margin_interval, share_interval
from numero_cam.games.shared.texts import GameReading, GameTextError
from numero_cam.games.shared.tournament import PlayerScores, standings

AnyGame = TypeVar("AnyGame")  #: A game of any kind, as its own reader makes it.
MAX_GAME_BYTES = 1_000_000  #: Maximum size of a game as text; no game is longer.


def load_game(name: str, raw: bytes, read: Callable[[str], GameReading[AnyGame]]) -> GameReading[AnyGame]:
    """Return what `read` makes of the text of a game file, UTF-8. Raises a `GameError` where it makes no game of it."""
    reading = read(decode_text(raw, name, GameError))
    if reading.game is None:
        raise GameError(f"{name}: {reading.error}")
    return reading


def load_whole_game(name: str, raw: bytes, read: Callable[[str], GameReading[AnyGame]]) -> AnyGame:
    """Return the game of a file that is right from its first line to its last. Raises a `GameError` for any other file."""
    try:
        return load_game(name, raw, read).whole()
    except GameTextError as error:
        raise GameError(f"{name}: {error}") from error


def chosen_options(rules: Mapping[str, str], players: int) -> Options:
    """Return the options of a game.

    Args:
        rules: Each option of docs/rules.md by its name, as people write it; `level` must be there.
        players: How many play.
    """
    chosen: dict[str, Any] = {name.replace("-", "_"): value for name, value in rules.items()}
    level = chosen.pop("level")
    chosen.setdefault("by", "points" if level == LEVEL_FOR_POINTS else "cards")
    for name in {"numbers", "packs"} & chosen.keys():
        if not re.fullmatch(r"[0-9]{1,9}", chosen[name]):
            raise OptionsError(tr("{name} is {value!r}; give a whole number", name=name, value=chosen[name]), name)
        chosen[name] = int(chosen[name])
    if (playing := chosen.get("playing", "no")) not in values_of(YesNo):
        raise OptionsError(tr("{name} is {value!r}; choose from {choices}", name="playing", value=playing, choices="no, yes"), "playing")
    chosen["playing"] = playing == "yes"
    if "wilds" in chosen:
        chosen["wilds"] = () if chosen["wilds"].strip() == "none" else parse_cards(chosen["wilds"])
    if "printed_points" in chosen:
        chosen["printed"] = PrintedPoints.load(chosen.pop("printed_points"))
    return Options.level(level, players=players, **chosen)


FOLDER_VARIABLE = "NUMERO_CAM_GAMES"  #: Environment variable that names another folder for the kept games.
MAX_OFFERED_GAMES = 9  #: Maximum number of kept games that are offered; the newest are.
OWN_NAME = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_\d+\.txt")  #: Names that `KeptGameFile.new` gives.
LOCK_ATTEMPTS = 5  #: How often a lock is tried: another program that only lists the games holds it for a moment.
LOCK_WAIT_SECONDS = 0.03  #: Time between two attempts.


def games_folder() -> Path:
    """Return where the unfinished games of this user are; it need not be there."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else user_folder() / "games"


def make_games_folder() -> bool:
    """Make the folder of games, and return whether it was missing: then this user has never played."""
    place = games_folder()
    if place.is_dir():
        return False
    with contextlib.suppress(OSError):
        make_private_folder(place)
    return True


@dataclass(frozen=True)
class UnfinishedGame:
    """A kept game that is not finished."""

    path: Path  #: Its file.
    game: Game  #: As far as it was played.
    when: float  #: Seconds since 1970: when it was played last.


def unfinished_games() -> list[UnfinishedGame]:
    """Return the games that wait, the newest first; those being played in another window and damaged files are left out."""
    found: list[UnfinishedGame] = []
    for path in _newest():
        if len(found) == MAX_OFFERED_GAMES:
            break
        file = KeptGameFile.claimed(path)
        if file is None:
            continue
        file.leave()
        with contextlib.suppress(OSError, GameError):  # a damaged file stays where it is, for people to look at
            reading = read_game(read_text(path, MAX_GAME_BYTES, GameError))
            if reading.game is not None and reading.error is None:
                found.append(UnfinishedGame(path, reading.game, path.stat().st_mtime))
    return found


def _newest() -> list[Path]:
    """Return the files of kept games, the newest first, and deny other accounts those that the program named; empty without a folder."""
    with contextlib.suppress(OSError):
        found = sorted(games_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
        restrict(path for path in found if OWN_NAME.fullmatch(path.name))  # in a folder that the user named, too
        return found
    return []


class KeptGameFile:
    """The file of a kept game, locked so that no other window plays the same game.

    Args:
        path: The file.
        lock: The file descriptor that holds the lock, of an open file beside it.
    """

    def __init__(self, path: Path, lock: int | None) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def new(cls, part: str = "") -> "KeptGameFile":
        """Return a locked file for a new game, named by the time; `part` is the subfolder for games of another kind than Numero."""
        stamp, where = time.strftime("%Y-%m-%d_%H-%M-%S"), games_folder() / part
        try:
            make_private_folder(where)
            for number in range(1, 1000):
                path = where / f"{stamp}_{number}.txt"
                file = None if path.exists() else cls.claimed(path)
                if file is not None:
                    return file
        except OSError as error:
            raise GameError(unwritable_message(where, error)) from error
        raise GameError(tr("{folder}: cannot be written", folder=where))

    @classmethod
    def claimed(cls, path: Path) -> "KeptGameFile | None":
        """Return a file, locked; None where another program plays its game, or nothing can be written beside it."""
        try:
            lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        for _ in range(LOCK_ATTEMPTS):
            with contextlib.suppress(OSError):
                lock_file(lock)
                return cls(path, lock)
            time.sleep(LOCK_WAIT_SECONDS)
        os.close(lock)
        return None

    def write(self, game: Game) -> None:
        """Replace the file by the game as text; the old file stays until the new one is whole."""
        self.keep_text(game_text(game))

    def keep_text(self, text: str) -> None:
        """Replace the file by the text of a game of any kind."""
        write_private(self.path, text.encode(), GameError)

    def forget(self) -> None:
        """Remove the file and its lock: the game is over, or not wanted any more."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.leave()
        with contextlib.suppress(OSError):
            self.path.with_suffix(".lock").unlink(missing_ok=True)

    def leave(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        """Hold the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.leave()


def write_game(path: Path, game: Game) -> None:
    """Write a game to a file; what lay there stays as it was until the new one is whole."""
    write_atomically(path, game_text(game).encode(), GameError)


def write_new_game(path: Path, game: Game) -> bool:
    """Write a game to a file that is not there yet; return False, with nothing written, where it is there."""
    return write_new(path, game_text(game).encode(), GameError)


@dataclass(frozen=True)
class SimulatedGames:
    """Games that were played."""

    plan: Plan  #: What was played.
    level: str  #: The level, as it was asked for.
    results: tuple[NumeroResult, ...]  #: How each game ended, at least one.
    seconds: float  #: How long they took, above 0.

    @cached_property
    def standings(self) -> tuple[PlayerScores, ...]:
        """The wins and scores of each player."""
        return standings(self.plan.players, self.results)

    def mean_cards(self, player: int) -> float:
        """Return how many cards a player has after a game, those left in the hand taken off."""
        return fmean(result.cards[player] for result in self.results)

    @property
    def speed(self) -> Mapping[str, float]:
        """Mean number of turns of a game, seconds of all games, and games a second, by the names of the JSON."""
        games = len(self.results)
        turns = fmean(result.turns for result in self.results)
        return {"turns": round(turns, 2), "seconds": round(self.seconds, 3), "games_per_second": round(games / self.seconds, 2)}

    @property
    def margin(self) -> tuple[float, float, float] | None:
        """Mean lead of the first of two players, in points or cards, and its 95 % interval: mean, low, high; None without two players."""
        if len(self.plan.players) != 2:
            return None
        ahead = [result.scores[0] - result.scores[1] for result in self.results]
        return margin_interval(ahead, group=2 if self.plan.all_seats else 1)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numero-cam game simulate --json` prints."""
        options, margin = self.plan.options, self.margin
        about: dict[str, object] = {
            "games": len(self.results),
            "seed": self.plan.seed,
            "level": self.level,
            "by": options.by,
            "scoring": options.scoring,
            "both_seats": self.plan.all_seats,
            "players": [self._player_scores(one) for one in self.standings],
        }
        if margin is not None:
            about |= {"margin": round(margin[0], 3), "margin_95": [round(end, 3) if isfinite(end) else None for end in margin[1:]]}
        return {**about, **self.speed}

    def _player_scores(self, one: PlayerScores) -> dict[str, object]:
        """Return the object of a player; `wins_95` is the 95 % interval of the share of games won."""
        return {
            "name": one.name,
            "wins": one.wins,
            "shared": one.shared,
            "wins_95": [round(end, 4) for end in share_interval(one.wins, len(self.results))],
            "mean_score": round(fmean(one.scores), 3),
            "least_score": min(one.scores),
            "most_score": max(one.scores),
            "mean_cards": round(self.mean_cards(one.player), 3),
        }
