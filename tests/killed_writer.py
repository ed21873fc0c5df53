"""Writes games to a database and is killed 50 times at random moments; whoever comes next goes on with the game.

`python tests/killed_writer.py ADDRESS` says what was found, and fails where a line was lost, doubled or is another. A process of its
own, so that what it forks holds no thread of the tests.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Sequence

from numero_cam.app.table_games import replay_log
from numero_cam.games.numero.engine import Options, game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.store.games import GameStore
from numero_cam.store.lines import timestamp_now

KILLS = 50
LONGEST = 0.15  #: Seconds a writer writes at most; a line takes some 4 ms, a game some 80 lines.
EARLY = 5  #: Of so many writers one is killed while it opens the database.
GAMES = 60
Line = tuple[str, str]


def story(seed: int) -> list[Line]:
    """The lines of a whole game; here and there a play is decided, taken back and decided again."""
    chance = random.Random(seed)  # noqa: S311
    game = one_game(Options.level("2", players=2), ("greedy", "random"), f"killed {seed}")
    lines: list[Line] = [("deal", game_text(game.replayed(1)))]
    for state, operation in list(zip(game.states, game.operations, strict=False))[1:]:
        text = operation_lines(game, state, operation)[0]
        if chance.random() < 0.1:
            lines += [("operation", text), ("undo", text)]
        lines.append(("operation", text))
    return [*lines, ("end", "")]


def write(address: str, stories: Sequence[Sequence[Line]], told: int) -> None:
    """Go on with the last game, then play the next, until killed; say of each line that is kept how many there are in all."""
    store, chance = GameStore.open(address), random.Random()  # noqa: S311
    os.write(told, b"0\n")
    kept = store.games()
    before = sum(game.lines for game in kept[1:])
    for number in range(max(0, len(kept) - 1), GAMES):
        game = kept[0].game if kept and number == len(kept) - 1 else store.begin("{}", ("greedy", "random"))
        done = len(store.lines(game))
        while done < len(stories[number]):
            part = stories[number][done : done + chance.randint(1, 3)]
            done = store.append(game, [LogEntry(kind, text, at=timestamp_now()) for kind, text in part], done)  # type: ignore[arg-type]
            os.write(told, f"{before + done}\n".encode())
        before += done


def kill_one(address: str, stories: Sequence[Sequence[Line]], chance: random.Random) -> int:
    """Let a writer live for a moment; return how many lines it said were kept."""
    hears, tells = os.pipe()
    writer = os.fork()
    if not writer:
        os.close(hears)
        write(address, stories, tells)
        os._exit(0)
    os.close(tells)
    with os.fdopen(hears) as heard:
        if chance.randrange(EARLY):
            heard.readline()
        time.sleep(chance.uniform(0, LONGEST))
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        return max((int(line) for line in heard.read().splitlines(keepends=True) if line.endswith("\n")), default=0)


def check(address: str, stories: Sequence[Sequence[Line]], told: int) -> int:
    """Compare what is kept with the stories; return how many lines there are."""
    store = GameStore.open(address)
    games = store.games()[::-1]
    for number, kept in enumerate(games):
        lines = store.lines(kept.game)
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
        assert [(line.kind, line.text) for line in lines] == list(stories[number][: len(lines)])
        assert len(lines) == len(stories[number]) or number == len(games) - 1
    if games:
        again = replay_log(store.lines(games[-1].game))
        assert again is not None
        game, log = again
        assert len(game.operations) == 1 + len(log)
    store.close()
    total = sum(kept.lines for kept in games)
    assert total >= told, f"{told - total} lines were lost"
    return total


def main(address: str) -> None:
    """Kill writers, and compare after each."""
    stories, chance = [story(seed) for seed in range(GAMES)], random.Random(23)  # noqa: S311
    total, wrote, least = 0, 0, []
    for _ in range(KILLS):
        told = kill_one(address, stories, chance)
        now_there = check(address, stories, max(told, total))
        wrote += now_there > total
        least.append(now_there - told if told else 0)
        total = now_there
    store = GameStore.open(address)
    sys.stdout.write(f"{KILLS} killed, {wrote} of them had written; {total} lines in {len(store.games())} games, none lost, none doubled\n")
    sys.stdout.write(f"lines kept and not yet told when killed: {sum(more > 0 for more in least)} times\n")
    store.close()
    assert wrote >= KILLS // 5, "hardly any writer lived long enough to be a test"


if __name__ == "__main__":
    main(sys.argv[1])
