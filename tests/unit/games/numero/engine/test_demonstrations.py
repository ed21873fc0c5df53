"""The guide's two demonstration games, move by move: its tables of hands and centre, and our golden text files."""

from pathlib import Path

import pytest

from numero_cam.games.numero.engine import Phase, game_text, parse_game
from tests.tables import texts

GAMES = Path(__file__).resolve().parents[4] / "golden" / "games"

# After each play and draw as the guide prints it: non-dealer's hand, centre, dealer's hand.
TABLES = {
    "level_1_demonstration": [
        ("4 1 5 13 2", "10 3", "8 13 9 14 15"),
        ("4 1 5 12 2", "", "8 13 9 14 15"),
        ("4 1 5 12 2", "8", "2 13 9 14 15"),
        ("11 1 5 12 2", "[8 4]", "2 13 9 14 15"),
        ("11 1 5 12 2", "[8 4 2]", "3 13 9 14 15"),
        ("15 1 5 12 2", "[8 4 2] 11", "3 13 9 14 15"),
        ("15 1 5 12 2", "[8 4 2] [11 3]", "7 13 9 14 15"),
        ("15 10 5 12 2", "[8 4 2 1] [11 3]", "7 13 9 14 15"),
        ("15 10 5 12 2", "[11 3]", "7 13 9 14 4"),
        ("15 14 5 12 2", "[11 3] 10", "7 13 9 14 4"),
        ("15 14 5 12 2", "[11 3] [10 4]", "7 13 9 14 6"),
        ("15 5 12 2", "", "7 13 9 14 6"),
    ],
    "level_2_demonstration": [
        ("7 3 2 11 -2", "13 6", "4 10 -4 1 9"),
        ("7 3 2 15 12", "6", "4 10 -4 1 9"),
        ("7 3 2 15 12", "[6 4]", "14 10 -4 1 9"),
        ("7 3 11 15 12", "[6 4 2]", "14 10 -4 1 9"),
        ("7 3 11 15 12", "[6 4 2 -4 1]", "14 10 -3 7 9"),
        ("7 14 11 15 12", "[6 4 2 -4 1 3]", "14 10 -3 7 9"),
        ("7 14 11 15 12", "", "14 10 7"),
    ],
}


def hand(text: str) -> list[str]:
    return sorted(text.split())


@pytest.mark.parametrize("name", TABLES)
def test_hands_and_centre_after_every_play(name: str) -> None:
    game = parse_game((GAMES / f"{name}.txt").read_text(encoding="utf-8"))
    # A turn ends with its draw; what the guide prints is the table after each of these.
    shown = [game.states[1], *[later for later in game.states[2:] if later.phase is Phase.PLAY and not later.began]]
    shown += [] if game.state is shown[-1] else [game.state]
    for state, (first, centre, second) in zip(shown, TABLES[name], strict=True):
        assert hand(texts(state.seats[0].hand)) == hand(first)
        assert texts(state.centre) == centre
        assert hand(texts(state.seats[1].hand)) == hand(second)


@pytest.mark.parametrize("name", TABLES)
def test_the_golden_text_is_read_and_printed_alike(name: str) -> None:
    text = (GAMES / f"{name}.txt").read_text(encoding="utf-8")
    assert game_text(parse_game(text)) == text


def test_what_they_have_won() -> None:
    first = parse_game((GAMES / "level_1_demonstration.txt").read_text(encoding="utf-8"))
    assert [seat.score for seat in first.state.seats] == [3 + 5, 5]
    second = parse_game((GAMES / "level_2_demonstration.txt").read_text(encoding="utf-8"))
    assert [seat.score for seat in second.state.seats] == [3, 8]  # "to win eight cards"
