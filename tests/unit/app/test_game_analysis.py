"""Kept analyses: one that was killed goes on, a damaged one is made anew, a corrected game is analysed anew, and two at once agree."""

import itertools
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from numero_cam.app import analysis_child
from numero_cam.app.analysis_text import parse_plays, plays_text
from numero_cam.app.analysis_worker import AnalysisWorker
from numero_cam.app.game_analysis import analyse_kept, known_analysis
from numero_cam.app.table_games import TableGame, remove, table_game
from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.store.games import GameStore
from tests.kept_game import keep, played
from tests.needs import needs_kernel

pytestmark = needs_kernel
STOP = 14  #: Number of operations of the games here: a few turns.
WAIT_SECONDS = 60.0


def whole(store: GameStore, number: int) -> GameAnalysis:
    *_, last = analyse_kept(store, table_game(store, number))
    return last


def test_it_is_kept_and_not_made_twice(store: GameStore) -> None:
    number = keep(store, played(3, stop=STOP))
    made = whole(store, number)
    assert made.complete
    assert known_analysis(store, table_game(store, number)) == made
    assert len(list(analyse_kept(store, table_game(store, number)))) == 1


def test_one_that_was_broken_off_goes_on(store: GameStore) -> None:
    number = keep(store, played(3, stop=STOP))
    steps = analyse_kept(store, table_game(store, number), 0.0)
    begun = next(step for step in steps if step.done == 2)
    del steps
    assert known_analysis(store, table_game(store, number)).done == begun.done
    again = list(analyse_kept(store, table_game(store, number)))
    assert again[0].done >= begun.done
    assert again[-1] == whole(store, keep(store, played(3, stop=STOP)))


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda _: "[]",
        lambda _: "{}",
        lambda text: text.replace('"kind"', '"king"'),
        lambda text: text.replace("[1,", "[10000000,"),
        lambda text: text.replace("[[1, ", "[[2, ", 1),
        lambda text: text.replace("[[1, 1, 1, 0, ", "[[1, 1, 2, 0, ", 1),
        lambda text: text.replace('[[1, 1, 1, 0, ""', '[[1, 1, 1, 0, "hand"', 1),
        lambda _: '[[1, 1, 1, 0, "", 1, 1, NaN, true, []]]',
        lambda _: "[" * 9000,
    ],
)
def test_a_damaged_one_is_made_anew(store: GameStore, damage: Callable[[str], str]) -> None:
    number = keep(store, played(3, stop=STOP))
    made = whole(store, number)
    with store.transaction("write") as connection:
        (body,) = connection.execute("SELECT body FROM numero_cam_analyses").fetchone()
        connection.execute("UPDATE numero_cam_analyses SET body = ?", (damage(body),))
    assert known_analysis(store, table_game(store, number)).plays == ()
    assert whole(store, number) == made


def test_a_changed_game_is_analysed_anew(store: GameStore) -> None:
    number = keep(store, played(3, stop=STOP))
    before = whole(store, number)
    store.append(number, [LogEntry("undo", by="person"), LogEntry("undo", by="person")])
    found = table_game(store, number)
    assert known_analysis(store, found).plays == ()
    after = whole(store, number)
    assert after.turns < before.turns
    assert list(after.plays[:-1]) == list(before.plays[: len(after.plays) - 1])


def test_nothing_of_it_stays_with_a_deleted_game(store: GameStore) -> None:
    number = keep(store, played(3, stop=STOP))
    whole(store, number)
    remove(store, number)
    with store.transaction("read") as connection:
        assert connection.execute("SELECT count(*) FROM numero_cam_analyses").fetchone() == (0,)


def test_what_is_written_is_read(store: GameStore) -> None:
    game = played(3, stop=STOP)
    made = whole(store, keep(store, game))
    assert tuple(parse_plays(plays_text(made.plays), game)) == made.plays
    assert parse_plays(plays_text(made.plays), played(4, stop=2)) == []


@pytest.mark.slow
def test_two_at_once_and_one_that_is_killed_leave_the_whole_analysis(store: GameStore) -> None:
    number = keep(store, played(3))
    command = [sys.executable, "-m", "numero_cam.app.analysis_child", store.address, str(number)]
    processes = [subprocess.Popen(command) for _ in range(3)]
    until = time.monotonic() + WAIT_SECONDS
    while not known_analysis(store, table_game(store, number)).plays and time.monotonic() < until:
        time.sleep(0.05)
    processes[0].kill()
    assert [process.wait() for process in processes[1:]] == [0, 0]
    processes[0].wait()
    kept = known_analysis(store, table_game(store, number))
    assert kept.complete
    assert kept == whole(store, keep(store, played(3)))


def test_its_process_rests_two_seconds_after_each_of_work(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    rests, seconds = list[float](), itertools.count()
    monkeypatch.setattr("numero_cam.app.analysis_child.time.process_time", lambda: next(seconds))
    monkeypatch.setattr("numero_cam.app.analysis_child.time.sleep", rests.append)
    monkeypatch.setattr("numero_cam.app.analysis_child.os.nice", lambda _: None, raising=False)
    found = table_game(store, keep(store, played(3, stop=STOP)))
    analysis_child.main(store.address, found.kept.game)
    kept = known_analysis(store, found)
    assert kept.complete
    assert len(rests) >= kept.turns
    assert set(rests) == {2.0}


def refuses(monkeypatch: pytest.MonkeyPatch, when: Callable[[int], bool]) -> None:
    """Let the file of games refuse to be written, `when` tells of the number of the write."""
    writes, kept = itertools.count(1), GameStore.keep_snapshots

    def keep_snapshots(store: GameStore, *asked: Any) -> None:  # noqa: ANN401 - as that one
        if when(next(writes)):
            raise StoreError("it may be read only")
        kept(store, *asked)

    monkeypatch.setattr(GameStore, "keep_snapshots", keep_snapshots)


def test_on_a_file_that_cannot_be_written_its_process_ends_at_once_and_says_why(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    number, looks = keep(store, played(3, stop=STOP)), itertools.count()
    found = table_game(store, number)
    monkeypatch.setattr("numero_cam.app.analysis_child.os.nice", lambda _: None, raising=False)
    monkeypatch.setattr("numero_cam.app.analysis_child.time.sleep", lambda _: next(looks))
    refuses(monkeypatch, lambda _: True)
    with pytest.raises(StoreError, match="read only"):
        analysis_child.main(store.address, number)
    assert next(looks) == 0  # nothing was looked at in vain
    *_, told = analyse_kept(store, found)
    assert told.complete  # a person who asks for it is told all the same
    assert known_analysis(store, found).plays == ()


def test_its_process_ends_with_a_reason_where_only_the_whole_cannot_be_kept(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    found, other = (table_game(store, keep(store, played(seed, stop=5))) for seed in (3, 4))
    refuses(monkeypatch, lambda write: write in (2, 3))
    assert [step.complete for step in analyse_kept(store, found, 0.0, must_keep=True)][-1]  # somebody else wrote for a moment
    assert known_analysis(store, found).complete
    refuses(monkeypatch, lambda write: write > 1)
    with pytest.raises(StoreError):
        list(analyse_kept(store, other, must_keep=True))


def test_a_first_look_that_was_kept_stays_when_it_goes_on(store: GameStore) -> None:
    found = table_game(store, keep(store, played(3, stop=STOP)))
    looked_at(store, found)
    assert all(len(step.plays) == step.turns for step in analyse_kept(store, found))


def looked_at(store: GameStore, found: TableGame) -> None:
    """Keep a first, coarse look at all plays of a game."""
    steps = analyse_kept(store, found, 0.0)
    assert next(step for step in steps if len(step.plays) == step.turns).done < found.require_game().state.turn


class Started:
    """In place of the processes that a worker starts: the games for which it starts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games: list[int] = []
        self.returncode: int | None = None
        monkeypatch.setattr("numero_cam.app.analysis_worker.subprocess.Popen", self._start)

    def _start(self, command: list[str], **_: object) -> "Started":
        self.games.append(int(command[-1]))
        self.returncode = None
        return self

    def poll(self) -> int | None:
        return self.returncode

    def terminate(self) -> None:
        self.returncode = -15

    def wait(self) -> None:
        assert self.returncode == -15


def test_a_game_asked_for_first_is_looked_at_before_an_earlier_one_is_looked_at_finely(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, worker = Started(monkeypatch), AnalysisWorker(store)
    first, second, third = (table_game(store, keep(store, played(seed, stop=6))) for seed in (3, 4, 5))
    for found in (first, second, first):
        worker.analysis(found)  # the first look at the first game comes first
    assert started.games == [1]
    looked_at(store, first)
    for found in (first, second, first, third, second):
        worker.analysis(found)  # then the second game is looked at; the third waits for it
    assert started.games == [1, 2]
    assert not any(map(worker.has_failed, (first, second, third)))
    looked_at(store, second)
    for found in (first, second, third):
        worker.analysis(found)
    assert started.games == [1, 2, 3]
    whole(store, 3)
    started.returncode = 0
    worker.analysis(first)
    assert started.games == [1, 2, 3, 1]
    worker.close()


def test_an_analysis_that_two_windows_ask_for_is_worked_out_once(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    started, worker = Started(monkeypatch), AnalysisWorker(store)
    found = table_game(store, keep(store, played(3, stop=STOP)))
    for _ in range(2):
        worker.analysis(found)
    known = known_analysis

    def ends_meanwhile(store: GameStore, found: TableGame) -> GameAnalysis:
        """What is known; then the process makes the whole of it, before the other window's question goes on."""
        before = known(store, found)
        if started.returncode is None:
            whole(store, found.kept.game)
            started.returncode = 0
        return before

    monkeypatch.setattr("numero_cam.app.analysis_worker.known_analysis", ends_meanwhile)
    assert worker.analysis(found).complete
    assert started.games == [1]


@pytest.mark.slow
def test_the_worker_goes_on_until_all_is_known(store: GameStore) -> None:
    worker = AnalysisWorker(store)
    found = table_game(store, keep(store, played(3, stop=STOP)))
    until = time.monotonic() + WAIT_SECONDS
    while not worker.analysis(found).complete:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert not worker.has_failed(found)
    worker.close()


@pytest.mark.slow
def test_a_process_that_ends_too_early_is_not_started_again_and_again(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    worker = AnalysisWorker(store)
    found = table_game(store, keep(store, played(3, stop=STOP)))
    until = time.monotonic() + WAIT_SECONDS
    while not worker.has_failed(found):
        assert time.monotonic() < until
        worker.analysis(found)
        time.sleep(0.05)
    worker.close()
