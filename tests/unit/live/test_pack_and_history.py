"""Whatever is played, mended, undone, answered about the pack and resumed: the kept game, the history and the watched game are one."""

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app.table_games import kept_history, replay_log
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.game_commands import GameCommand, RedoEntry, UndoEntry
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.live.table_commands import ResumeGame, StartGame, StopWatching
from numero_cam.text.history_words import history_lines
from tests.scripted_table import Pumped, picture
from tests.seeds import few_of

NAMES = ("Ann", "Ben")
CENTRE, STOCK, ROWS = TablePlace("centre"), TablePlace("stock"), (TablePlace("row", 0), TablePlace("row", 1))
DEALT = {CENTRE: "6r 5g", ROWS[0]: "4r 4b 9b 7o 10b", ROWS[1]: "1r 2g 5r 8o 6g"}
STRANGE = ("1/2", "1/3", "5r", "4b")  #: None of the pack, or a second one of it.
PACKS = ("pack 15 1 -2 -3 1/2", "pack 10 1 -2", "pack 15 2 -2 x2 1/2")
SETTING = StartGame(NAMES, cards="3", by="points")


class Evening:
    """A live table on which anything may happen."""

    def __init__(self, folder: Path, dealt: Mapping[TablePlace, str] = DEALT) -> None:
        self.folder, self.sights, self.t, self.n = folder, list[Sight](), 0.0, 0
        self.cards: dict[int, SeenCard] = {}
        self.pumped = Pumped(folder, self.sights)
        for place, faces in (DEALT | dict(dealt)).items():
            for face in faces.split():
                self.lay(face, place)
        self.pumped.ask(SETTING)
        self.look(6)

    def lay(self, face: str, place: TablePlace) -> None:
        """Lay a card that was not seen before."""
        number = len(self.cards) + 100
        self.cards[number] = SeenCard(number, ((place, 1.0),), ((face, 0.999),), x=float(number * 2))

    def look(self, sights: int, *busy: TablePlace) -> None:
        """Show the table for a number of sights."""
        for _ in range(sights):
            self.t += 0.2
            self.sights.append(Sight(self.t, tuple(self.cards.values()), busy=frozenset(busy)))
            self.pumped.put(picture(self.n))
            self.n += 1

    def resume(self) -> None:
        """Stop, and go on in a program that was started anew."""
        number = self.pumped.game()["game"]
        self.pumped.ask(StopWatching())
        self.pumped.table.close()
        self.pumped = Pumped(self.folder, self.sights)
        self.pumped.ask(ResumeGame(number))
        self.look(3)

    def asked(self) -> list[str]:
        """The questions about the pack that pages were told of."""
        return [str(message["question"]) for message in self.pumped.told("ask") if message["answers"]]

    def answer(self, choice: int) -> None:
        """Answer the question about the pack."""
        assert not self.pumped.ask(parse_command(f"answer {self.pumped.told('ask')[-1]['ask']} {choice}"))
        assert self.is_one()

    def lines(self) -> tuple[LogEntry, ...]:
        """What is kept of the game."""
        return self.pumped.store.lines(self.pumped.game()["game"])

    def command(self, what: str, draw: random.Random) -> GameCommand | None:
        """Return a command of a kind as a person may give it now; None where there is none."""
        game, asked = self.pumped.game(), self.pumped.told("ask")[-1:]
        hand, name, plays = [card for cards in game["hands_of"].values() for card in cards], game["player"], len(game["plays"])
        if what in ("undo", "redo"):
            step = game[what]
            return None if step is None else (UndoEntry if what == "undo" else RedoEntry)(step["n"])
        lines = {
            "pack": draw.choice(PACKS),
            "answer": f"answer {asked[0]['ask']} {draw.choice((1, 2))}" if asked and asked[0]["answers"] else "",
            "end": f"add {name}: end",
            "last": f"add {name}: draw last",
            "discard": f"add {name}: discard {draw.choice(hand)}" if hand else "",
            "correct": f"play {draw.randint(1, plays + 1)} {name}: discard {draw.choice(hand)}" if hand else "",
            "back": f"back {draw.randint(1, plays + 1)}",
            "mend": f"card {draw.choice(list(self.cards))} {draw.choice(game['pack'])}",
        }
        return parse_command(lines[what]) if lines[what] else None

    def strange(self, draw: random.Random) -> None:
        """Lay a card that the pack lacks, into the middle or a hand."""
        place = draw.choice((CENTRE, *ROWS))
        self.look(1, CENTRE if place == CENTRE else STOCK)
        self.lay(draw.choice(STRANGE), place)
        self.look(10)

    def leads_back_and_forth(self) -> bool:
        """Return whether all is taken back, and done again, to the same game, with the same cards."""
        told, count = self.told(), 0
        while self.pumped.game()["state"] in ("playing", "over") and not self.pumped.ask(UndoEntry()):
            count += 1
            assert self.is_one()
        for _ in range(count):
            assert not self.pumped.ask(RedoEntry())
            assert self.is_one()
        return self.told() == told

    def told(self) -> dict[str, Any]:
        """Return the game as pages know it, but for its history."""
        return {key: value for key, value in self.pumped.game().items() if key not in ("revision", "undo", "redo", "changed")}

    def is_one(self) -> bool:
        """Return whether what is kept and what is told are the same, with the same steps to undo and redo."""
        told = self.pumped.game()
        if told["state"] not in ("playing", "over"):
            return True
        log = self.pumped.store.lines(told["game"])
        replayed, kept = replay_log(log), kept_history(log)
        assert replayed is not None
        game = replayed[0]
        history_lines(NAMES, kept)
        steps = [None if told[name] is None else told[name]["n"] for name in ("undo", "redo")]
        assert steps == [waiting[-1].n if waiting else None for waiting in (kept.done, kept.undone)]
        assert kept.line is game.line
        assert {str(card) for card in game.state.options.pack()} == set(told["pack"])
        hands = [sorted([*map(str, seat.hand), *"?" * seat.unknown]) for seat in game.state.seats]
        assert hands == [sorted(told["hands_of"][name]) for name in NAMES]
        return [seat.score for seat in game.state.seats] == [told["scores"][name] for name in NAMES]


KINDS = ["undo", "undo", "redo", "pack", "answer", "answer", "end", "last", "discard", "correct", "back", "mend"]
KINDS += ["look", "strange", "resume"]


@pytest.mark.parametrize("seed", few_of(60, quick=3))
def test_what_is_kept_told_and_watched_is_one_game(tmp_path: Path, seed: int) -> None:
    draw, evening = random.Random(seed), Evening(tmp_path)  # noqa: S311 - a test
    for _ in range(draw.randint(4, 9)):
        what = draw.choice(KINDS)
        if what == "look":
            evening.look(5)
        elif what == "strange":
            evening.strange(draw)
        elif what == "resume":
            evening.resume()
        elif (command := evening.command(what, draw)) is not None:
            refused = evening.pumped.ask(command)
            assert what not in ("undo", "redo") or "meanwhile" not in refused
        assert evening.is_one(), what
    assert evening.leads_back_and_forth()
    log = evening.lines()
    for kept in range(len(log)):  # whatever is lost at the end, the rest is told
        history_lines(NAMES, kept_history(log[:kept]))
    evening.pumped.table.close()


@pytest.mark.parametrize("place", [CENTRE, ROWS[0]], ids=["middle", "hand"])
def test_a_card_that_is_not_in_the_pack_goes_when_a_person_says_so(tmp_path: Path, place: TablePlace) -> None:
    evening, draw = Evening(tmp_path), random.Random(1)  # noqa: S311 - a test
    evening.look(1, CENTRE if place == CENTRE else STOCK)
    evening.lay("1/2", place)
    evening.look(12)
    evening.answer(2)
    assert "1/2" not in evening.pumped.game()["pack"]
    undo = evening.command("undo", draw)
    assert undo is not None
    assert not evening.pumped.ask(undo)
    assert "1/2" in evening.pumped.game()["pack"]
    assert evening.leads_back_and_forth()
    evening.pumped.table.close()


@pytest.mark.parametrize("place", [CENTRE, ROWS[0]], ids=["middle", "hand"])
@pytest.mark.parametrize("choice", [1, 2], ids=["yes", "no"])
def test_a_question_about_the_pack_is_open_again_in_a_game_that_goes_on_until_it_is_answered(
    tmp_path: Path, choice: int, place: TablePlace
) -> None:
    evening = Evening(tmp_path)
    evening.look(1, CENTRE if place == CENTRE else STOCK)
    evening.lay("1/2", place)
    evening.look(12)
    (asked,) = evening.asked()
    told, lines = evening.told(), len(evening.lines())
    for _ in range(2):
        evening.resume()
        assert evening.asked() == [asked]
        assert evening.told() == told
    assert [line.text for line in evening.lines()].count(asked) == 1
    assert len(evening.lines()) > lines  # that it was left
    evening.answer(choice)
    assert evening.pumped.told("ask")[-1]["ask"] == 0
    said = evening.told()
    assert ("1/2" in said["pack"]) == (choice == 1)
    for _ in range(2):
        evening.resume()
        evening.look(12)
        assert evening.asked() == []
        assert evening.told() == said
    assert evening.leads_back_and_forth()
    evening.pumped.table.close()


def test_a_question_about_dealt_cards_is_open_again_and_no_leads_back_to_what_was_named(tmp_path: Path) -> None:
    evening = Evening(tmp_path, {ROWS[0]: "4r 4b 9b 1/2 10b"})
    evening.look(30)
    (asked,) = evening.asked()
    evening.resume()
    assert evening.asked() == [asked]
    evening.answer(2)
    told = evening.told()
    assert "1/2" not in told["pack"]
    assert told["hands_of"]["Ann"] == ["4r", "4b", "9b", "10b", "?"]
    assert evening.leads_back_and_forth()
    evening.resume()
    evening.look(12)
    assert (evening.asked(), evening.told()) == ([], told)
    evening.pumped.table.close()


@pytest.mark.parametrize("said", ["undo", "pack 15 1 -2 -3", "pack 15 1 -2 -3 1/2"])
def test_who_takes_the_pack_back_or_names_it_has_answered(tmp_path: Path, said: str) -> None:
    evening = Evening(tmp_path)
    evening.look(1, CENTRE)
    evening.lay("1/2", CENTRE)
    evening.look(12)
    while "undo" in said and evening.pumped.told("ask")[-1]["ask"]:
        assert not evening.pumped.ask(UndoEntry())
    evening.pumped.ask(parse_command(said))
    evening.resume()
    assert evening.asked() == [] or "pack" in said
    evening.pumped.table.close()


def test_who_leaves_a_game_leaves_its_question(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.look(1, CENTRE)
    evening.lay("1/2", CENTRE)
    evening.look(12)
    assert evening.asked()
    evening.pumped.ask(replace(SETTING, demonstration=True))
    assert evening.pumped.told("ask")[-1]["ask"] == 0
    evening.pumped.table.close()
