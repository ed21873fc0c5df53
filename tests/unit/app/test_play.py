"""A game being played: steps, plays, hints and undo, without a terminal."""

import pytest

from numero_cam.app.play import LiveGame, PlayError, advice, hint, play_line, rematch, resume_game, seat_name, start_game, step, undo_play
from numero_cam.games.numero.engine import Options, Phase, game_text, parse_game
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.champion import ChampionPlayer
from numero_cam.games.numero.players.doubt import CHARACTERS, Doubter
from numero_cam.games.numero.rules.choices import CharacterName


def settled(live: LiveGame) -> LiveGame:
    while (found := step(live)) is not None:
        live = found[0]
    return live


@pytest.mark.parametrize(
    ("level", "by", "against", "names"),
    [
        ("3", "points", "greedy", ["Anna", "Computer"]),
        ("1", "cards", "random", ["Anna", "Ben"]),
        ("2", "points", "random", ["Anna", "Ben", "Cleo"]),
        ("all", "points", "greedy", ["Anna"]),
    ],
)
@pytest.mark.slow
def test_who_follows_the_hints_plays_a_whole_game(level: str, by: str, against: str, names: list[str]) -> None:
    live = settled(start_game(Options.level(level, by=by, players=len(names)), names, seed="4", against=against))
    while not live.is_over:
        assert live.state.player == live.person
        found = hint(live)
        assert found is not None
        before = live
        live, event = play_line(live, play_text(found))
        assert event.operation == found
        back = undo_play(live)
        assert back is not None
        assert back.game == before.game
        live = settled(live)
        assert before.game.operations == live.game.operations[: len(before.game.operations)]
    assert max(seat.score for seat in live.state.seats) > 0


@pytest.mark.parametrize(
    ("names", "again", "person"),
    [
        (["Anna", "Computer"], ("Computer", "Anna"), 1),
        (["Computer", "Anna"], ("Anna", "Computer"), 0),
        (["Anna", "Champion computer (bold)"], ("Champion computer (bold)", "Anna"), 1),
        (["Anna", "Computer", "Computer 2"], ("Computer", "Computer 2", "Anna"), 2),
        (["Anna", "Ben"], ("Computer", "Anna"), 1),  # a game that was played elsewhere
    ],
)
def test_in_a_rematch_the_next_begins_and_the_person_is_known(names: list[str], again: tuple[str, ...], person: int) -> None:
    options = Options.level("2", by="points", players=len(names))
    live = settled(rematch(resume_game(start_game(options, names, seed="4").game), "5"))
    assert (live.game.names, live.person, live.game.options) == (again, person, options)
    assert live.state.player == person
    assert {getattr(operation, "player", None) for operation in live.game.operations[1:]} == set(
        range(person)
    )  # who sits before him has played
    assert undo_play(live) is None
    after, event = play_line(live, play_text(hint(live)))  # type: ignore[arg-type]
    assert event.before.player == person
    assert resume_game(parse_game(game_text(after.game))).person == person


@pytest.mark.parametrize(("kind", "called"), [("expert", "Expert computer"), ("champion", "Champion computer"), ("book", "Book computer")])
def test_an_opponent_is_played_against_and_known_by_its_name_later(kind: str, called: str) -> None:
    live = start_game(Options.level("1", by="cards"), ["Anna", called], seed="3", against=kind, effort=Effort(deals=1))
    assert type(resume_game(live.game).players[1]) is type(live.players[1])
    assert type(resume_game(live.game, against="greedy").players[1]) is not type(live.players[1])
    live = settled(play_line(live, "discard 9 orange")[0])
    assert live.state.player == live.person
    assert live.state.turn == 3


@pytest.mark.parametrize(
    ("called", "character"),
    [
        ("Champion computer", "careful"),
        ("Champion computer (bold)", "bold"),
        ("champion computer (Honest)", "honest"),
        ("Champion computer (tired)", None),
        ("Ben (bold)", None),
    ],
)
def test_a_saved_game_remembers_how_the_computer_bluffs(called: str, character: CharacterName | None) -> None:
    game = start_game(Options.level("1"), ["Anna", called], seed="3", against="champion", character="bold").game
    seen = resume_game(parse_game(game_text(game))).players[1]
    assert isinstance(seen, Doubter)
    assert isinstance(seen, ChampionPlayer) == (character is not None)
    assert seen.character == CHARACTERS[character or "careful"]
    asked = resume_game(game, character="honest").players[1]
    assert isinstance(asked, Doubter)
    assert asked.character == CHARACTERS["honest"]
    assert seat_name("champion", "bold") == "Champion computer (bold)"
    assert seat_name("champion", "careful") == "Champion computer"


@pytest.mark.parametrize("line", ["", "take", "discard 1r 2r", "dance", "take 13: (", "build 4: 4", ":", "a: b", "draw 3r", "x" * 5000])
def test_a_line_that_is_no_play_changes_nothing(line: str) -> None:
    live = start_game(Options.level("1", by="cards"), ["Anna", "Computer"], seed="3")
    before = live.game.copy()
    with pytest.raises(PlayError):
        play_line(live, line)
    assert live.game == before


def test_colours_may_be_words() -> None:
    live = start_game(Options.level("1", by="cards"), ["Anna", "Computer"], seed="3")
    assert play_line(live, "discard 9 Orange")[0].game == play_line(live, "discard 9o")[0].game


def test_nothing_can_be_taken_back_before_the_first_play() -> None:
    assert undo_play(start_game(Options(), ["A", "B"], seed="1")) is None


def test_advice_is_for_turns_whose_next_turn_counts() -> None:
    two = start_game(Options.level("1", by="cards"), ["Anna", "Computer"], seed="3")
    assert advice(two, Effort(deals=2))[0].deals == 2
    alone = start_game(Options.level("1", players=1), ["Anna"], seed="3")
    assert advice(alone, Effort(deals=2)) == []
    assert alone.state.phase is Phase.PLAY
