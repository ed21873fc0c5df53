"""The past of a game at the live table: nothing changes that no entry shows, and every step leads back and forth."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app.table_games import kept_history, replay_log
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory, HistoryEntry
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Operation
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    NamePack,
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
)
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.live.table_commands import DraftPlay, ResumeGame
from numero_cam.store.games import GameStore
from numero_cam.text.history_words import history_fields, history_line, history_lines
from tests.kept_game import keep, played
from tests.scripted_table import Pumped, film, picture
from tests.seeds import few_of

GAME, SIGHTS = film()
NAMES = GAME.names
PACKS = ((15, (), 1), (15, GAME.options.wilds, 2), (12, GAME.options.wilds, 1))  #: Without wild cards, two packs, lower numbers.
FIRST = 12  #: Sights after which the game has begun.


def history_of(table: Pumped) -> GameHistory:
    """The history of the game, as it is kept."""
    return _history(table.store, table.game()["game"], table.game()["revision"])


@lru_cache(maxsize=1)
def _history(store: GameStore, game: int, revision: int) -> GameHistory:
    """The history of a game of so many lines, which is read once: reading it takes most of a test's time."""
    log = store.lines(game)
    assert len(log) == revision
    return kept_history(log)


def line_of(table: Pumped) -> NumeroLine:
    line = history_of(table).line
    assert line is not None
    return line


def sheet(line: NumeroLine) -> list[tuple[object, ...]]:
    """Each operation as people see it on the table, with what it brought each player."""
    nodes = [*line.back_to(0)][::-1]
    return [
        (on_table(one.operation), *((each.player, each.points) for each in entries(one.parent.state, one.operation, one.state)))
        for one in nodes
    ]


def on_table(operation: Operation) -> object:
    """An operation without the order of cards in a hand or in the stock."""
    match operation:
        case Dealt(hands, centre):
            return [*map(sorted_texts, hands), sorted_texts(centre)]
        case Drawn(player, cards):
            return player, sorted_texts(cards)
    return operation


def sorted_texts(cards: tuple[object, ...]) -> list[str]:
    return sorted(map(str, cards))


def differing(before: NumeroLine, after: NumeroLine) -> set[int]:
    """The numbers of the operations that one game has otherwise than another one, or has alone."""
    some, others = sheet(before), sheet(after)
    return {k for k in range(max(len(some), len(others))) if some[k : k + 1] != others[k : k + 1]}


def at_table(folder: Path, pictures: int) -> Pumped:
    """A game that is watched so far."""
    table = Pumped(folder, SIGHTS)
    table.begin(NAMES)
    for number in range(pictures):
        table.put(picture(number))
    assert table.game()["state"] == "playing"
    return table


class RandomCommands:
    """Commands at a table that are drawn by chance: some can be carried out, some cannot."""

    def __init__(self, seed: int, table: Pumped) -> None:
        self._rng, self._table = random.Random(seed), table  # noqa: S311 - a test that is drawn again
        self.shown = 0

    def next(self, shown: int) -> GameCommand:
        """A command; `shown` is the number of the sight that is seen."""
        rng, line = self._rng, line_of(self._table)
        state, depth = line.state, line.depth
        hand = [card for seat in state.seats for card in seat.hand]
        tracks = [card.id for card in SIGHTS[shown].cards]
        name = rng.choice(NAMES)
        discard = f"{name}: discard {rng.choice(hand)}" if hand else f"{name}: pass"
        missing = rng.sample(state.stock, min(len(state.stock), state.missing)) if state.missing else ()
        draw = f"{NAMES[state.player]}: draw {' '.join(map(str, missing))}".strip()
        known = [*hand, *(card for card in state.stock)]
        return rng.choice(
            (
                CorrectCard(rng.choice(tracks), rng.choice(known)),
                CorrectCard(rng.choice(tracks), rng.choice([*hand, None])),
                ReturnToHand(rng.choice(tracks), name),
                CorrectPlay(rng.randrange(1, depth + 1), discard, rng.random() < 0.5),
                UndoPlay(rng.randrange(1, depth + 1)),
                AddPlay(discard),
                AddPlay(draw),
                NamePack(*rng.choice(PACKS)),
                UndoEntry(),
                UndoEntry(),
                RedoEntry(),
            )
        )


def carried_out(table: Pumped, command: GameCommand) -> bool:
    """Give a command; whether it was carried out. What it changes is what its entries show."""
    before = history_of(table)
    refusal = table.ask(command)
    after = history_of(table)
    steps = [one for one in after.entries[len(before.entries) :] if one.entry.kind not in ("problem", "note")]
    assert before.line is not None
    assert after.line is not None
    assert_shown(before.line, steps, after.line)
    if refusal:
        assert after.line is before.line
        assert "\n" not in refusal
    return not refusal


def assert_shown(before: NumeroLine, steps: list[HistoryEntry], after: NumeroLine) -> None:
    """Every step from one game to another is an entry, and each shows all that it changes."""
    for step in steps:
        assert step.before is before
        assert step.after is not None
        shown = history_line(NAMES, step)
        if step.entry.kind == "operation":
            assert step.after.parent is before
        else:
            assert {play["k"] for play in shown["touched"]} == differing(before, step.after)
            assert all(play["was"] != play["now"] or play["points_were"] != play["points_are"] for play in shown["touched"])
            score = {name: (was, now) for name, was, now in shown["scores"]}
            for name, was, now in zip(NAMES, before.state.seats, step.after.state.seats, strict=True):
                assert score.get(name, (was.score, was.score)) == (was.score, now.score)
        before = step.after
    assert before is after


def told(table: Pumped) -> dict[str, Any]:
    """What pages know of the game, but for its history."""
    return {key: value for key, value in table.game().items() if key not in ("revision", "undo", "redo", "changed")}


def undo_all(table: Pumped) -> int:
    """Take back all that may be; how many steps that were."""
    count = 0
    while carried_out(table, UndoEntry()):
        count += 1
    return count


@pytest.mark.parametrize("seed", few_of(500, quick=3, slow=60))
def test_no_entry_changes_what_it_does_not_show_and_every_step_leads_back_and_forth(tmp_path: Path, seed: int) -> None:
    pictures = FIRST + seed % (len(SIGHTS) - FIRST)
    table = at_table(tmp_path, pictures)
    drawn, beginning = RandomCommands(seed, table), line_of(table).up(1)
    for _ in range(6):
        carried_out(table, drawn.next(pictures - 1))
        before = told(table), line_of(table)
        if carried_out(table, UndoEntry()):
            assert carried_out(table, RedoEntry())
            assert (told(table), line_of(table)) == before
    end, waiting = (told(table), line_of(table)), len(history_of(table).undone)
    count = undo_all(table)
    assert line_of(table) is beginning
    assert [table.ask(RedoEntry()) for _ in range(count)] == [""] * count
    assert (told(table), line_of(table)) == end
    assert len(history_of(table).undone) == waiting
    assert_kept(table)
    table.table.close()


def assert_kept(table: Pumped) -> None:
    """The store has the game and the history that pages are told of."""
    log = table.store.lines(table.game()["game"])
    history, replayed = kept_history(log), replay_log(log)
    assert replayed is not None
    assert replayed[0].line is history.line
    fields = history_fields(NAMES, history)
    for name in ("undo", "redo"):
        assert fields[name] == table.game()[name]


PLACES = {TablePlace("centre"): "6r 4b", TablePlace("row", 0): "4r 5g 6b 7o 10b", TablePlace("row", 1): "1r 2g 3b 8o 9r"}
TRACKS = {card: number for number, card in enumerate(" ".join(PLACES.values()).split())}
TAKE, DRAW = "Ann: take 10b: 6r + 4b", "Ann: draw 1b"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Pumped]:
    """Ann has taken the middle and drawn a card; both were said."""
    where = {card: place for place, cards in PLACES.items() for card in cards.split()}
    sight = tuple(SeenCard(TRACKS[card], ((place, 1.0),), ((card, 0.98),)) for card, place in where.items())
    made = Pumped(tmp_path, [Sight(n / 10, sight) for n in range(4)])
    made.begin(("Ann", "Ben"))
    for number in range(4):
        made.put(picture(number))
    assert [made.ask(AddPlay(line)) for line in (TAKE, DRAW)] == ["", ""]
    yield made
    made.table.close()


def changed(table: Pumped) -> dict[str, Any]:
    return dict(table.game()["changed"])


def test_a_mend_that_touches_an_earlier_take_shows_it_and_is_one_tap_from_being_taken_back(table: Pumped) -> None:
    before = told(table)
    assert table.ask(CorrectCard(TRACKS["4r"], parse_card("4b"))) == ""
    change = changed(table)
    assert (change["said"], change["by"]) == ("The 4 red of Ann is the 4 blue.", "person")
    assert [(play["k"], play["was"], play["now"]) for play in change["touched"]] == [
        (0, "Dealt: Ann: 4 red; in the middle: 4 blue", "Dealt: Ann: 4 blue; in the middle: 4 red"),
        (1, "Ann takes 3 cards with the 10: 6 + 4. (4 blue)", "Ann takes 3 cards with the 10: 6 + 4. (4 red)"),
    ]
    assert change["scores"] == []
    assert table.game()["undo"]["said"] == change["said"]
    assert table.ask(UndoEntry(table.game()["undo"]["n"])) == ""
    assert told(table) == before
    assert table.game()["redo"]["said"] == change["said"]
    kept = history_lines(("Ann", "Ben"), kept_history(table.store.lines(table.game()["game"])))
    said = [line["said"] for line in kept if line["kind"] != "problem"]
    assert said[1:] == [
        "Ann takes 3 cards with the 10: 6 + 4.",
        "Ann draws 1 card.",
        "The 4 red of Ann is the 4 blue.",
        "Taken back: The 4 red of Ann is the 4 blue.",
    ]
    assert all(line["at"] for line in kept)


def test_what_a_person_said_of_a_play_stays_his_when_a_card_is_corrected(table: Pumped) -> None:
    assert table.ask(CorrectCard(TRACKS["4r"], parse_card("4b"))) == ""
    line = line_of(table)
    told_of = history_of(table).play_entries
    assert [told_of[one].by for one in (line.parent, line)] == ["person", "person"]


def test_after_another_play_nothing_waits_to_be_done_again(table: Pumped) -> None:
    assert table.ask(UndoEntry()) == ""
    assert table.game()["redo"] is not None
    assert table.ask(AddPlay(DRAW)) == ""
    assert table.game()["redo"] is None
    assert table.ask(RedoEntry()) == "there is nothing to redo"


def test_undo_takes_back_what_it_says_and_a_draw_can_be_added_again(table: Pumped) -> None:
    before = told(table)
    assert table.game()["undo"] == {"n": 2, "said": "Ann draws 1 card."}
    assert table.ask(UndoEntry(2)) == ""
    assert table.lines() == [f"1 {TAKE}"]
    assert table.ask(DraftPlay(1)) == ""
    table.hints.run()
    table.table.step(0)
    assert table.told("draft")[-1]["verbs"] == ["draw"]
    assert table.ask(AddPlay(DRAW)) == ""
    assert told(table) == before


def test_a_stale_undo_is_refused_in_one_sentence(table: Pumped) -> None:
    step = table.game()["undo"]["n"]
    assert table.ask(UndoEntry(step)) == ""
    before = told(table)
    refusal = "the game went on meanwhile, so this would change something else; look again"
    assert table.ask(UndoEntry(step)) == refusal
    assert table.ask(RedoEntry(step + 1)) == refusal
    assert table.ask(RedoEntry(step), 1) == "somebody corrected the game on another page meanwhile; look again"
    assert told(table) == before


def test_a_game_whose_result_a_hall_has_asks_the_referee(table: Pumped) -> None:
    table.table.settled_words = lambda number: f"ask the referee of game {number}"
    before, lines = told(table), table.store.lines(1)
    for command in (UndoEntry(), RedoEntry(), UndoPlay(1), AddPlay(DRAW), CorrectCard(TRACKS["4r"], None)):
        assert table.ask(command) == "ask the referee of game 1"
    assert (told(table), table.store.lines(1)) == (before, lines)


def test_what_an_earlier_version_took_back_of_plays_before_another_pack_is_a_change_that_can_be_taken_back(table: Pumped) -> None:
    """It took plays back of which the change of the pack told anew."""
    line = line_of(table)
    assert table.ask(NamePack(15, (), 1)) == ""
    log = table.store.lines(table.game()["game"])
    undo = next(entry for entry in log if entry.kind == "undo")
    history = kept_history([*log, LogEntry("back", undo.text, "person", parts=1), undo])
    assert [one.n for one in history.done] == [1, 2, 3, 4]
    assert [one.entry.kind for one in history.done[2:]] == ["change", "back"]
    assert history.done[2].before is line
    for one, following in zip(history.done, history.done[1:], strict=False):
        assert one.after is following.before
    assert history_line(NAMES, history.done[-1])["said"] == "1 Ann: draw 1 blue."


def test_a_game_of_an_earlier_version_says_that_nothing_was_noted_and_goes_on_with_undo(tmp_path: Path) -> None:
    table = Pumped(tmp_path)
    number = keep(table.store, played(5, stop=8))
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file, file:
        file.execute("UPDATE numero_cam_lines SET seen = '' WHERE kind = 'deal'")
    lines = table.store.lines(number)
    assert history_lines(("Ann", "Ben"), kept_history(lines))[-1]["said"] == "Before this nothing was noted."
    assert table.ask(ResumeGame(number)) == ""
    table.ask(UndoEntry())
    kept = [line["said"] for line in history_lines(("Ann", "Ben"), kept_history(table.store.lines(number)))]
    assert kept[len(lines)] == "Before this nothing was noted."
    assert kept[-1].startswith("Taken back: ")
    assert kept.count("Before this nothing was noted.") == 1
    again = Pumped(tmp_path)
    assert again.ask(ResumeGame(number)) == ""
    assert again.game()["redo"]["said"] in kept[-1]
    assert again.ask(RedoEntry()) == ""
    assert line_of(again) is played(5, stop=8).line
    table.table.close()
    again.table.close()
