"""Kept games: by several writers at once, whatever ends them."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.base.errors import StaleError, StoreError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Passed
from numero_cam.store.games import GameStore
from numero_cam.store.lines import timestamp_now

DEAL = LogEntry("deal", "players: Ann, Ben\n…\n")


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def at_once(count: int, work: Callable[[int], None]) -> list[StoreError]:
    """Let so many threads work, each with its number; return the errors of the store."""
    failed: list[StoreError] = []

    def run(who: int) -> None:
        try:
            work(who)
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(who,)) for who in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def bare(lines: tuple[LogEntry, ...]) -> list[LogEntry]:
    return [replace(line, n=0, at="") for line in lines]


def test_a_game_is_as_it_was_kept(store: GameStore) -> None:
    assert store.games() == ()
    assert store.game(1) is None
    first = store.begin("{}", ("Ann", "Ben"))
    assert store.games() == ()  # nothing happened in it
    play = LogEntry("operation", "Ann: pass", "eyes", Passed(0), 0.99, ((Passed(1), 0.01),))
    assert store.append(first, [DEAL, play]) == 2
    assert store.append(first, [LogEntry("undo", by="person")]) == 3
    second = store.begin('{"near": 1}', ("Zoë", "李"))
    assert store.append(second, [DEAL, LogEntry("end", by="person")]) == 2
    assert bare(store.lines(first)) == [DEAL, play, LogEntry("undo", by="person")]
    assert [line.n for line in store.lines(first)] == [1, 2, 3]
    newest, oldest = store.games()
    assert (newest.players, newest.setting, newest.lines, newest.ended) == (("Zoë", "李"), '{"near": 1}', 2, True)
    assert (oldest.game, oldest.lines, oldest.ended) == (first, 3, False)
    assert store.games(1) == (newest,)
    assert store.game(first) == oldest
    assert store.game(2**70) is None
    assert store.append(first, []) == 3


def test_what_was_kept_is_there_for_the_next_program(store: GameStore, address: str) -> None:
    game = store.begin("{}", ("Ann", "Ben"))
    store.append(game, [DEAL])
    store.close()
    again = GameStore.open(address)
    assert bare(again.lines(game)) == [DEAL]
    again.close()


def test_all_lines_are_kept_or_none(store: GameStore) -> None:
    game = store.begin("{}", ("Ann", "Ben"))
    store.append(game, [DEAL])
    broken = LogEntry("note", None)  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="cannot be used"):
        store.append(game, [LogEntry("note", "one"), broken])
    assert bare(store.lines(game)) == [DEAL]


def test_a_deleted_game_is_gone_and_its_number_is_not_given_again(store: GameStore) -> None:
    games = [store.begin("{}", ("Ann", "Ben")) for _ in range(2)]
    for game in games:
        store.append(game, [DEAL])
    assert store.delete(games[1])
    assert not store.delete(games[1])
    assert not store.delete(2**40)
    assert store.lines(games[1]) == ()
    assert [kept.game for kept in store.games()] == [games[0]]
    with pytest.raises(StoreError, match=f"there is no game {games[1]} any more; somebody deleted it"):
        store.append(games[1], [LogEntry("note", "late")])
    assert store.begin("{}", ("Ann", "Ben")) not in games


def test_writers_at_once_lose_nothing(store: GameStore, address: str) -> None:
    """Eight writers; some write to one game, some to their own."""
    shared = store.begin("{}", ("Ann", "Ben"))

    def write(who: int) -> None:
        mine = GameStore.open(address)
        own = mine.begin("{}", ("Ann", "Ben"))
        for n in range(15):
            mine.append(shared if who % 2 else own, [LogEntry("note", f"{who} {n} {part}") for part in "ab"])
        mine.close()

    assert at_once(8, write) == []
    texts = [line.text for line in store.lines(shared)]
    assert sorted(texts) == sorted(f"{who} {n} {part}" for who in (1, 3, 5, 7) for n in range(15) for part in "ab")
    assert [line.n for line in store.lines(shared)] == list(range(1, len(texts) + 1))
    assert all(second == first.replace(" a", " b") for first, second in zip(texts[::2], texts[1::2], strict=True))  # whole transactions
    assert sorted(game.lines for game in store.games()) == [30, 30, 30, 30, 120]


def test_a_new_database_is_made_by_one_of_many(address: str) -> None:
    together = threading.Barrier(8, timeout=60)

    def make(_: int) -> None:
        together.wait()
        GameStore.open(address).close()

    assert at_once(8, make) == []
    store = GameStore.open(address)
    assert store.begin("{}", ("Ann", "Ben")) == 1
    store.close()


def test_one_of_two_who_go_on_with_the_same_line_is_refused(store: GameStore, address: str) -> None:
    """All want to write the line after the one they know: each time one does, and none of the others unseen."""
    game = store.begin("{}", ("Ann", "Ben"))
    wrote: list[int] = []
    together = threading.Barrier(4, timeout=60)

    def write(who: int) -> None:
        mine = GameStore.open(address)
        for known in range(10):
            together.wait()
            try:
                mine.append(game, [LogEntry("note", str(who), at=timestamp_now())], known)
                wrote.append(who)
            except StaleError:
                continue
            finally:
                together.wait()
        mine.close()

    assert at_once(4, write) == []
    assert [line.text for line in store.lines(game)] == list(map(str, wrote))
    assert len(wrote) == 10


LINES = st.builds(
    LogEntry,
    st.sampled_from(["deal", "operation", "undo", "problem", "note", "end"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.sampled_from(["eyes", "person"]),
    st.none() | st.builds(Passed, st.integers(0, 3)),
)


@settings(max_examples=25)
@given(parts=st.lists(st.lists(LINES, max_size=4), min_size=1, max_size=4))
def test_any_lines_come_back_as_they_were(shared_store: GameStore, parts: list[list[LogEntry]]) -> None:
    game = shared_store.begin("{}", ("Ann", "Ben"))
    revision = 0
    for part in parts:
        revision = shared_store.append(game, part, revision)
    assert bare(shared_store.lines(game)) == [line for part in parts for line in part]
    assert revision == sum(map(len, parts))


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameStore]:
    opened = GameStore(tmp_path_factory.mktemp("store") / "games.sqlite")
    yield opened
    opened.close()
