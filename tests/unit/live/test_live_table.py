"""The live table as an actor: commands and pictures in any order give one game, which one thread touches."""

import itertools
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numero_cam.app.table_games import listed_games, replay_log, snapshot_of
from numero_cam.capture.source import TimedFrame
from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    ReturnToHand,
    UndoPlay,
    UnreadableLine,
)
from numero_cam.games.shared.game import LoggedGame
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.inbox import SetHintLevels
from numero_cam.live.live_table import LiveTable
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.table_commands import (
    PlaceCard,
    Rematch,
    ResumeGame,
    SetRecording,
    StartGame,
    StartPractice,
    StopWatching,
    TableCommand,
    TableRequest,
)
from numero_cam.store.games import GameStore
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TrackedTable
from tests.kept_game import keep, played
from tests.scripted_table import DAMAGED, PAGE, Pumped, ScriptedEyes, film, picture

GAME, SIGHTS = film()
NAMES = GAME.names
STOPPED = 11  #: Operations of the kept game that goes on.
LONG = played(5)
#: Operations after which somebody is to play again.
NEXT_TURN = next(k for k in range(STOPPED + 1, 99) if LONG.states[k].phase is Phase.PLAY)
CENTRE = TablePlace("centre")
OFTEN = settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def lines_of(game: Game) -> list[str]:
    plays = zip(game.states[1:], game.operations[1:], strict=False)
    return [operation_lines(game, state, operation)[0] for state, operation in plays]


def commands(lines: list[str]) -> st.SearchStrategy[GameCommand]:
    """Commands of which some can be carried out, and some cannot."""
    numbers = st.integers(0, 16)
    return st.one_of(
        st.sampled_from(lines).map(AddPlay),
        st.builds(CorrectPlay, numbers, st.sampled_from(lines)),
        numbers.map(UndoPlay),
        st.builds(CorrectCard, st.integers(0, 20), st.none() | st.sampled_from(LONG.options.pack())),
        st.builds(ReturnToHand, st.integers(0, 20), st.sampled_from([*NAMES, "Nobody"])),
        st.builds(ChallengeBuild, st.sampled_from([*NAMES, "Ann"]), st.none() | st.booleans()),
        st.builds(AnswerQuestion, st.just(1), st.integers(1, 2)),
        st.just(UnreadableLine("hello", "hello is no command")),
    )


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Path]:
    """New folders, one for each example of a property."""

    def made() -> Iterator[Path]:
        for number in itertools.count():
            folder = tmp_path / str(number)
            folder.mkdir()
            yield folder

    return made()


def resumed(folder: Path) -> Pumped:
    table = Pumped(folder)
    number = keep(table.store, played(5, stop=STOPPED))
    assert table.ask(ResumeGame(number)) == ""
    return table


def kept_lines(table: Pumped) -> list[tuple[str, str, str]]:
    return [(line.kind, line.text, line.by) for line in table.store.lines(table.game()["game"])]


@pytest.mark.slow
@OFTEN
@given(st.lists(commands(lines_of(LONG)[STOPPED - 3 : STOPPED + 4]), max_size=8), st.randoms(use_true_random=False))
def test_pictures_of_a_still_table_between_commands_change_nothing(
    places: Iterator[Path], asked: list[GameCommand], rng: random.Random
) -> None:
    alone, between = resumed(next(places)), resumed(next(places))
    refusals = [alone.ask(command) for command in asked]
    shown = 0
    for command, refusal in zip(asked, refusals, strict=True):
        waits = [picture(1000 + shown + n) for n in range(rng.randrange(4))]
        shown += len(waits)
        if rng.random() < 0.5:
            between.burst(*waits)
            assert between.ask(command) == refusal
        else:
            between.burst(*waits, TableRequest(command, None, PAGE, "command"))
    assert between.lines() == alone.lines()
    assert kept_lines(between) == kept_lines(alone)
    assert between.game() == alone.game()
    assert sorted(message["number"] for message in between.told("ack")) == [1000 + n for n in range(shown)]  # type: ignore[type-var]
    for table in (alone, between):
        table.table.close()


@pytest.mark.slow
@OFTEN
@given(st.lists(commands(lines_of(LONG)[STOPPED - 3 : STOPPED + 4]), min_size=1, max_size=8))
def test_after_each_command_a_list_knows_how_the_game_stands_without_playing_it(places: Iterator[Path], asked: list[GameCommand]) -> None:
    table = resumed(next(places))
    number = table.game()["game"]
    before = table.game()["revision"]
    for command in asked:
        table.ask(command)
        if table.game()["revision"] == before:
            continue  # nothing was kept yet
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GameStore, "lines", None)
            (listed,) = listed_games(table.store, 1)
        again = replay_log(table.store.lines(number))
        assert again is not None
        assert listed.snapshot == snapshot_of(again[0])
    table.table.close()


@pytest.mark.slow
@OFTEN
@given(st.lists(st.lists(commands(lines_of(GAME)[:8]), max_size=2), max_size=len(SIGHTS)))
def test_commands_among_pictures_give_the_game_that_one_thread_would_have_made(
    places: Iterator[Path], bursts: list[list[GameCommand]]
) -> None:
    """Commands in the order in which they came, then the newest picture: the same is done here without a table."""
    table = Pumped(next(places), SIGHTS)
    table.begin(NAMES)
    alone = GameWatcher(GameSetup(Options.level("2", by="cards", players=2), NAMES))
    for number, sight in enumerate(SIGHTS):
        burst = bursts[number] if number < len(bursts) else []
        table.burst(*(TableRequest(command, None, PAGE, "command") for command in burst), picture(number))
        for command in burst:
            alone.execute(command)
        alone.see(sight)
    assert table.lines() == lines_of(alone.game)
    assert table.game()["scores"] == {name: seat.score for name, seat in zip(NAMES, alone.game.state.seats, strict=True)}
    again = replay_log(table.store.lines(table.game()["game"]))
    assert (again is None and not alone.game.operations) or (again is not None and again[0] == alone.game)
    table.table.close()


def test_a_film_is_understood_and_a_refused_challenge_tells_what_it_decided(tmp_path: Path) -> None:
    table = Pumped(tmp_path, SIGHTS)
    table.begin(NAMES)
    refusals = []
    for number in range(len(SIGHTS)):
        table.put(picture(number))
        before = table.lines()
        refusals.append(table.ask(ChallengeBuild(NAMES[0])))
        told = table.lines()
        again = replay_log(table.store.lines(table.game()["game"]))
        assert told == (lines_of(again[0]) if again else []), "pages know what is kept"
        if told != before:
            break
    else:
        pytest.fail("no challenge decided anything")
    assert refusals[-1]
    table.table.close()


@pytest.mark.parametrize("referee", [True, False])
def test_a_page_is_told_where_only_a_referee_can_answer_a_challenge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, referee: bool
) -> None:
    table = resumed(tmp_path)
    refusal = LogEntry("referee" if referee else "refusal", "nobody knows the hand")
    monkeypatch.setattr(NumeroSession, "execute", lambda *_: (refusal,))
    assert table.ask(ChallengeBuild(NAMES[0])) == refusal.text
    assert ("referee" in table.told("refused")[-1]) is referee
    table.table.close()


def test_a_card_of_the_deal_that_an_arm_covered_is_kept_once_it_is_seen(tmp_path: Path) -> None:
    places = {CENTRE: "6r 4b", TablePlace("row", 0): "4r 5g 6b 7o 10b", TablePlace("row", 1): "1r 2g 3b 8o 9r"}
    where = {card: place for place, cards in places.items() for card in cards.split()}
    lying = {card: SeenCard(n, ((place, 1.0),), ((card, 0.98),)) for n, (card, place) in enumerate(where.items())}
    phases = [(15, {"4b"}, True), (10, set[str](), False), (3, set[str](), True), (6, {"6r", "4b", "10b"}, False)]
    frames = [(gone, busy) for times, gone, busy in phases for _ in range(times)]
    sights = [
        Sight(n / 10, tuple(lying[card] for card in lying if card not in gone), busy=frozenset({CENTRE} if busy else ()))
        for n, (gone, busy) in enumerate(frames)
    ]
    table = Pumped(tmp_path, sights)
    table.begin(("Ann", "Ben"))
    for number in range(25):
        table.put(picture(number))
    lines = table.store.lines(table.game()["game"])
    assert [line.kind for line in lines] == ["deal", "problem", "change", "deal"]
    assert "?" in lines[0].text
    assert (lines[2].text, lines[2].by, lines[2].parts) == ("a card that was not known is the 4 blue", "eyes", 1)
    assert "?" not in lines[3].text
    assert sorted(table.game()["centre"]) == ["4b", "6r"], "pages are told"
    for number in range(25, len(sights)):
        table.put(picture(number))
    again = replay_log(table.store.lines(table.game()["game"]))
    assert again is not None
    assert lines_of(again[0]) == table.lines() == ["1 Ann: take 10b: 6r + 4b"]
    table.table.close()


def watch_games(monkeypatch: pytest.MonkeyPatch) -> dict[int, tuple[object, list[int]]]:
    """Write down for each game the threads that touch it, each time another one does. The games are held: so their ids stay theirs."""
    touched: dict[int, tuple[object, list[int]]] = {}
    lock = threading.Lock()

    def noted(game: object, name: str) -> Any:  # noqa: ANN401 - any attribute
        me = threading.get_ident()
        with lock:
            _, threads = touched.setdefault(id(game), (game, []))
            if not threads or threads[-1] != me:
                threads.append(me)
        return object.__getattribute__(game, name)

    monkeypatch.setattr(LoggedGame, "__getattribute__", noted)
    return touched


def test_no_game_is_touched_by_two_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy for a hint goes from the owner to the thread that thinks, and never back."""
    number = 0
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    for seed in range(3):
        number = keep(store, played(seed, stop=STOPPED))
    lines = lines_of(played(2))[STOPPED - 1 :]
    touched = watch_games(monkeypatch)
    news, hints = threading.Semaphore(0), threading.Semaphore(0)
    owners: set[int] = set()

    def send(message: Any, _page: int | None) -> None:  # noqa: ANN401 - any message
        if message["type"] in ("game", "refused"):
            owners.add(threading.get_ident())
            news.release()
        if message["type"] == "hint":
            hints.release()

    table = LiveTable(ScriptedEyes(), store, send, recordings=tmp_path / "recordings")  # type: ignore[arg-type]
    constructed = threading.get_ident()
    table.start()
    table.put(SetHintLevels(frozenset({"play", "cards"})))
    table.put(TableRequest(ResumeGame(number), None, PAGE, "go_on"))

    def page(seed: int) -> None:
        rng = random.Random(seed)  # noqa: S311 - a test that is drawn again
        for n in range(30):
            table.put(picture(1000 * seed + n))
            table.put(TableRequest(AddPlay(rng.choice(lines)), None, PAGE, "add"))
            table.put(TableRequest(UndoPlay(rng.randrange(STOPPED, STOPPED + 3)), None, PAGE, "play"))
            table.put(SetHintLevels(frozenset({"play", "cards"}), "play"))
            assert len(table.snapshot.messages) >= 4

    pages = [threading.Thread(target=page, args=(seed,)) for seed in range(1, 4)]
    for thread in pages:
        thread.start()
    for thread in pages:
        thread.join()
    for _ in range(2 + 3 * 30 * 2):
        assert news.acquire(timeout=60)
    table.put(SetHintLevels(frozenset({"play"}), "play"))
    assert hints.acquire(timeout=60)
    table.close()
    (owner,) = owners - {constructed}
    assert touched
    shared = [threads for _, threads in touched.values() if len(threads) > 1]
    assert shared, "no hint was worked out in another thread"
    assert {(threads[0], len(threads)) for threads in shared} == {(owner, 2)}, "a game went back, or was not the owner's"
    mine = [game for game, threads in touched.values() if threads == [owner]]
    assert any(len(object.__getattribute__(game, "operations")) >= STOPPED for game in mine), "the game itself is the owner's alone"


def test_another_thread_cannot_step_the_table(tmp_path: Path) -> None:
    table = Pumped(tmp_path)
    assert table.table.step(0)
    caught: list[str] = []

    def step() -> None:
        with pytest.raises(RuntimeError) as error:
            table.table.step(0)
        caught.append(str(error.value))

    other = threading.Thread(target=step)
    other.start()
    other.join()
    assert caught == ["this table is stepped by another thread already; put a record into it instead"]
    table.table.close()
    assert not table.table.step(0)


def test_a_step_handles_one_thing_commands_before_pictures(tmp_path: Path) -> None:
    table = Pumped(tmp_path)
    table.table.put(picture(1))
    table.table.put(picture(2))
    table.table.put(TableRequest(StopWatching(), None, PAGE, "stop"))
    before = len(table.sent)
    kinds = []
    for _ in range(3):
        assert table.table.step(0)
        kinds.append([message["type"] for message, _ in table.sent[before:]])
        before = len(table.sent)
    assert kinds == [["ack"], ["game"], ["table", "ack"]]
    assert [message["number"] for message in table.told("ack")] == [1, 2]
    table.table.close()


def test_a_hint_for_a_position_that_is_over_is_not_told(tmp_path: Path) -> None:
    table = resumed(tmp_path)
    table.put(SetHintLevels(frozenset({"play"}), "play"))
    for line in lines_of(LONG)[STOPPED - 1 : NEXT_TURN - 1]:
        assert table.ask(AddPlay(line)) == ""
    assert table.hints.run() == 1, "the one that was not begun was dropped for the newer one"
    table.put(SetHintLevels(frozenset({"play"})))
    assert table.table.step(0)
    (hint,) = table.told("hint")
    again = replay_log(table.store.lines(table.game()["game"]))
    assert again is not None
    assert hint == hint_message(again[0], "play")
    assert hint["lines"]
    table.put(SetHintLevels(frozenset({"play", "cards"}), "cards"))
    table.table.put(TableRequest(StopWatching(), None, PAGE, "stop"))
    assert table.hints.run() == 1, "it was worked out while the game was ended"
    for _ in range(2):
        assert table.table.step(0)
    assert table.game()["watched"] is False
    assert table.told("hint") == [hint]
    table.table.close()


def test_no_hint_is_worked_out_where_the_hall_gives_none(tmp_path: Path) -> None:
    table = resumed(tmp_path)
    given = [False]
    table.table.gives_hints = lambda players: given[0] or set(players) != set(LONG.names)
    assert table.game()["hints"] is True  # as it was resumed
    table.put(SetHintLevels(frozenset({"advise"}), "advise"))
    assert table.ask(AddPlay(lines_of(LONG)[STOPPED - 1])) == ""
    assert table.game()["hints"] is False
    assert table.hints.run() == 0
    given[0] = True
    for line in lines_of(LONG)[STOPPED : NEXT_TURN - 1]:
        assert table.ask(AddPlay(line)) == ""
    assert table.game()["hints"] is True
    assert table.hints.run() == 1
    table.table.close()


def test_eyes_that_fail_are_told_and_the_page_may_give_the_next_picture(tmp_path: Path) -> None:
    table = Pumped(tmp_path, SIGHTS)
    table.begin(NAMES)
    table.put(picture(DAMAGED))
    assert table.told("notice")[-1]["text"] == "the eyes failed"
    assert [message["number"] for message in table.told("ack")] == [DAMAGED]
    table.put(picture(0))
    assert table.told("notice")[-1]["text"] != "the eyes failed"
    table.table.close()


def test_what_is_published_is_never_older_than_what_is_told(tmp_path: Path) -> None:
    table = Pumped(tmp_path, SIGHTS)
    table.begin(NAMES)
    for number in range(len(SIGHTS)):
        table.put(picture(number))
    assert table.ask(UndoPlay(2)) == ""
    snapshot = table.table.snapshot
    for (message, _), published in zip(table.sent, table.published, strict=True):
        newest = {each["type"]: each for each in published.messages}
        told = {**message, "number": None} if message["type"] == "table" else message
        assert newest.get(str(message["type"]), told) == told
    assert (snapshot.revision, snapshot.players) == (table.game()["revision"], NAMES)
    assert table.ask(StopWatching()) == ""
    assert table.table.snapshot.players == NAMES  # the game shows its result
    assert table.ask(StopWatching()) == ""
    assert (table.table.snapshot.revision, table.table.snapshot.players) == (0, ())
    assert snapshot.revision > 0
    table.table.close()


def test_a_game_is_left_and_gone_on_with_again(tmp_path: Path) -> None:
    table = resumed(tmp_path)
    number, lines = table.game()["game"], table.lines()
    assert table.ask(ResumeGame(number)) == ""
    assert (table.game()["game"], table.lines()) == (number, lines)
    assert table.ask(UndoPlay(STOPPED - 1)) == ""
    assert table.told("notice") == []
    assert "no game 99" in table.ask(ResumeGame(99))
    assert table.game()["state"] == "playing"
    assert "only a game" in (table.ask(StopWatching()) or table.ask(SetRecording(on=True)))
    assert table.ask(UndoPlay(1)) == ""  # its result can be mended
    assert table.ask(StopWatching()) == ""
    assert table.ask(UndoPlay(1)) == "no game is being played"
    table.table.close()


@pytest.mark.parametrize("dealt", [False, True])
@pytest.mark.parametrize("place", ["hand", "centre"])
def test_a_card_that_is_placed_as_in_practice_is_refused_in_a_game(tmp_path: Path, place: str, *, dealt: bool) -> None:
    """A page may not have heard yet that another one began a game."""
    table = resumed(tmp_path) if dealt else Pumped(tmp_path, SIGHTS)
    if not dealt:
        table.begin(NAMES)
    lines = kept_lines(table)
    assert "a game is being played now" in table.ask(PlaceCard(0, place))
    assert kept_lines(table) == lines
    assert table.ask(StopWatching()) == ""
    table.table.close()


def test_what_came_before_the_end_is_done(tmp_path: Path) -> None:
    table = resumed(tmp_path)
    table.table.put(TableRequest(UndoPlay(STOPPED - 1), None, PAGE, "play"))
    table.table.close()
    assert len(table.lines()) == STOPPED - 2


BEGINS = (StartGame(("Cleo", "Dan"), cards="2", by="cards"), StartPractice(), Rematch(), ResumeGame(1))


@pytest.mark.parametrize("command", BEGINS, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize("dealt", [False, True])
def test_a_game_that_is_played_ends_only_by_who_says_that_it_ends(tmp_path: Path, command: TableCommand, *, dealt: bool) -> None:
    """Of two pages that begin at once the second is told what its game would end."""
    table = Pumped(tmp_path, SIGHTS)
    keep(table.store, played(5, stop=STOPPED))
    if dealt:
        assert table.ask(ResumeGame(keep(table.store, played(7, stop=STOPPED)))) == ""
    else:
        table.begin(NAMES)
    before, lines = table.game(), table.lines()
    names = " and ".join(before["players"])
    assert table.ask(command, replaces=False) == f"a game of {names} is on the table; it would end"
    assert table.sent[-1][0]["replaces"] == before["game"]
    assert (table.game(), table.lines()) == (before, lines)
    table.put(TableRequest(command, None, PAGE, "command", before["game"] + 1))  # a game that ended meanwhile
    assert table.sent[-1][0]["type"] == "refused"
    assert table.game() == before
    assert table.ask(command) == ""
    assert table.game() != before
    table.table.close()


def test_what_ends_no_game_needs_no_word(tmp_path: Path) -> None:
    table = Pumped(tmp_path, SIGHTS)
    assert table.ask(StartPractice(), replaces=False) == ""
    assert table.ask(StartGame(NAMES, cards="2", by="cards"), replaces=False) == ""
    assert table.ask(StopWatching(), replaces=False) == ""
    assert table.ask(StartGame(NAMES, cards="2", by="cards"), replaces=False) == ""
    table.table.close()


class Remembering(ScriptedEyes):
    """Eyes whose followers each remember in how many pictures they looked, a card a picture."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: tuple[TrackedCard, ...] = ()

    def follower(self, players: int = 2, near: int = 0) -> "Remembering":  # noqa: ARG002 - any table
        return Remembering()

    def look(self, picture: TimedFrame) -> Sight | None:
        self._cards += (TrackedCard(len(self._cards), np.zeros((4, 2)), (("7r", 1.0),), CENTRE),)
        return super().look(picture)

    def tracked_table(self) -> TrackedTable:
        return TrackedTable(self._cards)


def test_the_cards_before_another_camera_are_not_told_of_its_pictures(tmp_path: Path) -> None:
    table = Pumped(tmp_path, eyes=Remembering())
    told = []
    for number, camera in enumerate((1, 1, 2, 2, 2, 1)):
        table.put(replace(picture(number), camera=camera))
        told.append(len(table.told("table")[-1]["cards"]))  # type: ignore[arg-type]
    assert told == [1, 2, 0, 1, 2, 0]
    table.table.close()


def test_of_two_pages_that_correct_in_turns_whoever_did_not_look_again_is_refused(tmp_path: Path) -> None:
    table = resumed(tmp_path)
    seen = {"a": table.game()["revision"], "b": table.game()["revision"]}
    lines = lines_of(played(5))[STOPPED - 1 :]
    for turn in range(6):
        page, other = ("a", "b") if turn % 2 else ("b", "a")
        command = AddPlay(lines[0]) if turn % 2 == 0 else UndoPlay(STOPPED)
        seen[page] = table.game()["revision"]
        assert table.ask(command, seen[page]) == ""
        before = table.lines()
        stale = "somebody corrected the game on another page meanwhile; look again"
        for older in range(seen[other], table.game()["revision"]):
            assert table.ask(UndoPlay(1), older) == stale
        assert table.lines() == before
        seen[page] = table.game()["revision"]
    table.table.close()
