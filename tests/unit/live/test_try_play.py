"""Another play of a kept game: what may be tapped, what the play is worth, and one line for what cannot be tried."""

from typing import Any

import pytest

from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.live.analysis_message import analysis_message
from numero_cam.live.try_play import MAX_BEGUN, TryPlay, parse_try, try_message
from tests.kept_game import played

SMALL = Deals(8, 16)


def opening() -> Game:
    """Two turns: a take of four cards is there, and two cards are put down."""
    game = Game(Options.level("2"), ("Ann", "Ben"))
    game.deal("15r 12b 9r 6b 2r 3b -2 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    for card in ("2r", "12b"):
        game.discard(card)
        game.draw()
    return game


def analysed(game: Game) -> GameAnalysis:
    *_, last = analyse(game, deals=SMALL)
    return last


def tried(game: Game, known: GameAnalysis | None = None, *, shows_others: bool = True, **asked: Any) -> dict[str, Any]:  # noqa: ANN401 - of any field
    return dict(try_message(game, () if known is None else known.plays, TryPlay(**asked), shows_others=shows_others))


def lines(message: dict[str, Any]) -> list[str]:
    return [play["line"] for play in message["draft"]["plays"]]


def test_the_table_is_as_it_was_and_cards_are_tapped_on_it() -> None:
    game = opening()
    message = tried(game, k=1)
    assert (message["player"], message["played"], message["begun"], message["tried"]) == ("Ann", "Ann puts down the 2.", [], None)
    assert message["centre"] == ["7r", "8b"]
    assert message["scores"] == {"Ann": 0, "Ben": 0}
    assert sorted(face for face, _ in message["draft"]["hand"]) == sorted(map(str, game.states[1].seat.hand))
    assert lines(tried(game, k=1, card="15r", items=("7r", "8b")))[0] == "Ann: take 15r: 8b + 7r"
    assert tried(game, k=1, items=("7r", "99x"))["draft"]["items"] == ["7r"]  # of a tap on a card that is not there nothing stays
    hidden = tried(game, k=1, shows_others=False)
    assert (message["hands"], hidden["hands"]) == ("open", "hidden")
    assert hidden["hands_of"] == {**message["hands_of"], "Ben": ["?"] * 5}


def test_its_numbers_are_those_of_the_analysis() -> None:
    game = opening()
    known = analysed(game)
    first = analysis_message(game, known)["plays"][0]  # type: ignore[index]
    same = tried(game, known, k=1, line="Ann: discard 2r")["tried"]
    assert same == {**first, "beside": "It is as good as what was played."}
    take = tried(game, known, k=1, line="Ann: take 15r: 7r + 8b")["tried"]
    assert take["said"] == "Ann takes 3 cards with the 15: 7 + 8."
    assert take["beside"] == f"It is better than what was played by {first['loss'] - take['loss']} points."
    worse = tried(game, known, k=1, line="Ann: discard 9r")["tried"]
    assert worse["better"] == first["better"]
    assert worse["parts"][-1][2] == first["parts"][-1][2]
    if worse["loss"] > first["loss"]:
        assert worse["beside"].startswith("It is worse than what was played by ")


def test_a_turn_may_begin_with_a_wild_card() -> None:
    game = opening()
    begun = tried(game, k=1, line="discard -2")
    assert (begun["begun"], begun["tried"]) == (["discard -2"], None)
    assert "-2" not in [face for face, _ in begun["draft"]["hand"]]
    assert tried(game, k=1, begun=("discard -2",), line="discard 9r")["tried"]["said"] == "Ann puts down the 9."


def test_every_turn_of_a_whole_game_can_be_tried() -> None:
    game = played(6, names=("Ann", "Ben", "Cleo"))
    known = analysed(game)
    for play in known.plays[::5]:
        message = tried(game, known, k=play.k)
        assert message["player"] == game.names[play.player]
        assert not any(": challenge" in line for line in lines(message))
        assert message["played"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"k": 0}, "no turn begins with play 0"),
        ({"k": 2}, "no turn begins with play 2"),
        ({"k": 99}, "no turn begins with play 99"),
        ({"k": 1, "line": "discard 8b"}, "That does not work"),
        ({"k": 1, "line": "take 15r: 7r + 7r"}, "That does not work"),
        ({"k": 1, "line": "jump"}, "jump"),
        ({"k": 1, "line": "discard " + "9" * 9000}, "characters"),
        ({"k": 1, "begun": ("discard 2r",)}, "open it anew"),
        ({"k": 1, "begun": ("challenge [7r 8b]",)}, "That does not work"),
    ],
)
def test_what_cannot_be_tried_is_one_line(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=why) as told:
        tried(opening(), **asked)
    assert "\n" not in str(told.value)


def test_a_challenge_and_a_turn_that_is_not_known_cannot_be_tried() -> None:
    game = Game(Options.level("2"), ("Ann", "Ben"))
    game.deal("15r 12b 9r 6b 2r 3b -2 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    game.build("2r", "7r + 2r")
    game.draw()
    game.discard("12b")
    k = len(game.operations) - 1
    assert not any(": challenge" in line for line in lines(tried(game, k=k)))
    with pytest.raises(GameError, match="a challenge cannot be tried"):
        tried(game, k=k, line="challenge [7r 2r]")
    seen = analysed(opening())
    hidden = GameAnalysis(
        "points", tuple(type(play)(play.k, play.last, play.turn, play.player, "hand") for play in seen.plays), 2, (0.0, 0.0)
    )
    with pytest.raises(GameError, match="nobody saw the hand"):
        tried(opening(), hidden, k=1)
    alone = Game(Options.level("1", players=1))
    alone.deal(seed=1)
    alone.pass_turn()
    with pytest.raises(GameError, match="no turn begins"):
        tried(alone, k=1)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "k=",
        "k=x",
        "k=-1",
        "k=1.5",
        "k=123456",
        "k=²",
        "card=8b",
        "k=1" + "&item=8b" * 41,
        "k=1" + "&begun=x" * (MAX_BEGUN + 1),
        "&a" * 90,
    ],
)
def test_a_query_that_cannot_be_read_is_one_line(query: str) -> None:
    with pytest.raises(GameError) as told:
        parse_try(query)
    assert "\n" not in str(told.value)


def test_a_query_is_read_as_it_was_meant() -> None:
    asked = parse_try("k=12&begun=Ann%3A+discard+x3&card=8b&item=3b&item=%5B8b+4r%5D&line=Ann%3A+take+8b%3A+3b+%2B+5r")
    assert asked == TryPlay(12, ("Ann: discard x3",), "8b", ("3b", "[8b 4r]"), "Ann: take 8b: 3b + 5r")
    assert parse_try("k=3&card=&line=") == TryPlay(3)
