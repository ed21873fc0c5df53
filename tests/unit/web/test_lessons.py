"""The examples of "What is that?" are played by the engine: cards, builds, arithmetic, points, and every number that is said."""

import json
import re
from collections.abc import Iterator
from gettext import translation
from typing import Any

import pytest

from numero_cam.games.numero.engine import Game, Phase, read_game
from numero_cam.games.numero.engine.notation import read_operation
from numero_cam.games.numero.engine.operations import Drawn, Taken
from numero_cam.games.numero.rules import Build
from numero_cam.text.play_story import play_story
from numero_cam.web.static_files import STATIC_FOLDER
from workshop.messages import DOMAIN, LOCALE

Json = dict[str, Any]

SCRIPTS = STATIC_FOLDER / "js"
LESSONS: dict[str, list[Json]] = json.loads(
    re.search(r"EXAMPLES = (\{.*\});", (SCRIPTS / "lesson_plays.js").read_text(encoding="utf-8"), re.DOTALL)[1]  # type: ignore[index]
)
#: The words of each lesson, a sentence or two for each picture.
WORDS = {
    name: [text.replace('" + "', "") for text in re.findall(r'tr\("(.*)"\)', block)]
    for name, block in re.findall(
        r"^    (\w+): \{title: .*?steps: \[\n(.*?)\n    \]\}",
        re.search(r"^  lessons: \{\n(.*?)\n  \},", (SCRIPTS / "words.js").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)[1],  # type: ignore[index]
        re.DOTALL | re.MULTILINE,
    )
}
EXAMPLES = [(name, example) for name, examples in LESSONS.items() for example in examples]
SUM = re.compile(r"(\d+) ([+−×÷]) (\d+) = (\d+)")
POINTS = re.compile(r"(\d+) (?:points|Punkte)")
NAMES = {"Ann": 0, "Ben": 1}


class Picture:
    """What lies where in a picture of an example, as the page draws it."""

    def __init__(self, example: Json) -> None:
        self.near, self.far, self.row, self.won = list(example["near"]), list(example["far"]), list[str](), list[str]()
        self.middle = [list(pile) for pile in example["middle"]]
        self.gained = dict.fromkeys(NAMES, 0)

    def turn(self, step: Json) -> None:
        for face, to in step.get("moves", ()):
            (place,) = [place for place in (self.near, self.far, self.row, self.won, *self.middle) if face in place]
            place.remove(face)
            named = {"row": self.row, "won": self.won, "near": self.near}
            if to == "middle":
                self.middle.append([face])
            else:
                next(pile for pile in ([named[to]] if to in named else self.middle) if to in named or to in pile).append(face)
        self.middle = [pile for pile in self.middle if pile]
        for name, points in step.get("gain", {}).items():
            self.gained[name] += points

    @property
    def cards(self) -> Iterator[str]:
        yield from (*self.near, *self.far, *self.row, *self.won, *(face for pile in self.middle for face in pile))


def begun(example: Json) -> Game:
    """The game as it lies in the first picture; where nothing is known of Ben's hand, he holds cards that nobody has seen."""
    middle = " ".join("[" + " ".join(pile) + "]" if len(pile) > 1 else pile[0] for pile in example["middle"])
    first = next(line for step in example["steps"] for line in step.get("plays", ())).split(":")[0]
    hands = f"{' '.join(example['near'])}; {' '.join(example['far']) or '? ? ? ? ?'}"
    return read_game(f"numero game 1\nplayers: Ann, Ben\nlevel: 3\nby: points\n\n0 {first}: find {middle}; {hands}\n").whole()


def drawn(game: Game, player: int) -> set[str]:
    return {str(card) for move in game.operations if isinstance(move, Drawn) and move.player == player for card in move.cards}


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_each_picture_is_what_the_engine_has_on_the_table(name: str, example: Json) -> None:
    game, picture = begun(example), Picture(example)
    for step in example["steps"]:
        picture.turn(step)
        for line in step.get("plays", ()):
            read_operation(game, line)
        if not step.get("plays"):
            continue
        state = game.state
        for seat, hand in ((0, picture.near), (1, picture.far)):
            known = {str(card) for card in state.seats[seat].hand} - drawn(game, seat)
            assert set(hand) == known, (name, step)
        piles = [list(map(str, item.cards)) if isinstance(item, Build) else [str(item)] for item in state.centre]
        assert sorted(picture.middle) == sorted(piles), (name, step)
        assert [item.value for item in state.centre if isinstance(item, Build)] in ([], [int(example["value"] or 0)])
        assert picture.gained == {who: state.seats[place].score for who, place in NAMES.items()}
        assert set(picture.won) == {str(card) for card in state.seats[0].won}
        assert not picture.row
    assert game.state.phase is not Phase.OVER


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_the_cards_of_a_take_stand_as_the_engine_tells_it(name: str, example: Json) -> None:
    game = begun(example)
    for line in (line for step in example["steps"] for line in step.get("plays", ())):
        read_operation(game, line)
    told = [play_story(game.names, before, move) for before, move, _ in game.steps() if isinstance(move, Taken)]
    rows = [[list(part) if isinstance(part, tuple) else part for part in row] for each in told for row in each["sets"]]
    assert (rows, [each["card"] for each in told]) == (([example["row"]], [example["card"]]) if example["row"] else ([], [])), name


def texts(language: str) -> dict[str, list[str]]:
    told = translation(DOMAIN, LOCALE, [language], fallback=language == "en")
    return {name: [told.gettext(text) for text in steps] for name, steps in WORDS.items()}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_number_that_is_said_is_in_the_picture_or_of_the_engine(language: str) -> None:
    assert {name: sum(len(example["steps"]) for example in examples) for name, examples in LESSONS.items()} == {
        name: len(steps) for name, steps in WORDS.items()
    }
    for name, steps in texts(language).items():
        said = iter(steps)
        for example in LESSONS[name]:
            game, picture = begun(example), Picture(example)
            for step in example["steps"]:
                text = next(said)
                picture.turn(step)
                for line in step.get("plays", ()):
                    read_operation(game, line)
                numbers = {int(number) for face in picture.cards for number in re.findall(r"\d+", face)}
                numbers |= {abs(entry.points) for entry in game.sheet()} | {abs(points) for points in picture.gained.values()}
                numbers |= {points for entry in game.sheet() for points, _ in entry.scored.printed}
                numbers |= {int(example["value"])} if example["value"] else set()
                assert {int(number) for number in re.findall(r"\d+", text)} <= numbers, (name, text)
                assert {int(number) for number in POINTS.findall(text)} <= {abs(points) for points in picture.gained.values()}, text
                for one, sign, other, result in SUM.findall(text):
                    made = {"+": int(one) + int(other), "−": int(one) - int(other), "×": int(one) * int(other)}
                    assert made[sign] == int(result), text


def test_each_lesson_has_a_calculation() -> None:
    assert [name for name, steps in WORDS.items() if not SUM.search(" ".join(steps))] == ["challenge"]
