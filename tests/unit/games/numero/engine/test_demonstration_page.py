"""docs/demonstrations.md: the two prepared deals, step by step, are the games that lie beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from numero_cam.games.numero.engine import Game, parse_game
from numero_cam.games.numero.engine.operations import Dealt, Drawn
from numero_cam.text.game_words import operation_lines
from tests.tables import texts

DOCS = Path(__file__).resolve().parents[5] / "docs"
GOLDEN = Path(__file__).resolve().parents[4] / "golden" / "games"
LEVELS = {"level-1": "level_1_demonstration", "level-2": "level_2_demonstration"}
HEAD = """# Demonstration games

Two games that show every kind of play, for a class to follow on the table. They are those of the Complete Guide; `numero-cam game replay`
tells them, and `numero-cam play` goes on with them.

Stack a pack in the order below, the first card on top, and deal it: one card to each player in turn until each has five, then two face up
in the middle. The rest is the stock. Colours do not matter. Play as each line says; beside it stands what then lies on the table.
"""


def steps(game: Game) -> Iterator[str]:
    """Give a row of the table for each turn: its plays, then what lies there after the draw."""
    said: list[str] = []
    for place, operation in enumerate(game.operations):
        if isinstance(operation, Dealt):
            continue
        before, after = game.states[place], game.states[place + 1]
        said += [line.partition(", ")[2] for line in operation_lines(game.names, before, operation, after)]
        last = place + 1 == len(game.operations)
        if last or (not isinstance(game.operations[place + 1], Drawn) and after.turn != before.turn) or isinstance(operation, Drawn):
            hands = " \\| ".join(texts(seat.hand) or "none" for seat in after.seats)
            yield f"| {before.turn} | {' '.join(said)} | {texts(after.centre) or 'empty'} | {hands} |"
            said = []


def page() -> str:
    parts = [HEAD]
    for file, name in LEVELS.items():
        text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
        order = next(line.removeprefix("cards: ") for line in text.splitlines() if line.startswith("cards: "))
        game = parse_game(text)
        dealt = game.states[1]
        hands = "; ".join(f"{name} {texts(seat.hand)}" for name, seat in zip(game.names, dealt.seats, strict=True))
        parts.append(
            f"## Level {file[-1]}\n\nFile: [demonstrations/{file}.txt](demonstrations/{file}.txt)\n\nThe pack, top card first: {order}\n"
        )
        parts.append(f"After the deal: {hands}; in the middle {texts(dealt.centre)}.\n")
        parts.append("| turn | play | then in the middle | hands |\n|---|---|---|---|\n" + "\n".join(steps(game)) + "\n")
    return "\n".join(parts)


def test_the_page_is_the_games(request: pytest.FixtureRequest) -> None:
    path = DOCS / "demonstrations.md"
    if request.config.getoption("--update-golden"):
        path.write_text(page(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(("file", "name"), LEVELS.items())
def test_the_files_beside_it_are_the_games(file: str, name: str) -> None:
    assert (DOCS / "demonstrations" / f"{file}.txt").read_bytes() == (GOLDEN / f"{name}.txt").read_bytes()
