"""Hints: each says more than the one before, the strongest names the play, and the advisor sets plays beside the best."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from numero_cam.app.play import PERSONS_PHASES, hint_of
from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.notation import parse_game, play_text
from numero_cam.games.numero.engine.operations import Built, Discarded, Passed, Taken
from numero_cam.games.numero.players.advice import advise_player
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.solve.kernel import SWITCH
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.hints import HINT_LEVELS, HintLevel, hint_for_player
from numero_cam.text.analysis import advised_plays, why_line
from numero_cam.text.game_words import equation
from numero_cam.text.playing import hint_lines
from numero_cam.text.words import figure
from tests.kept_game import played
from tests.seeds import few_of

BEFORE_ADVICE: Sequence[HintLevel] = HINT_LEVELS[1:-1]


def test_advised_plays_stand_in_the_order_of_what_they_bring_and_some_bring_less() -> None:
    game = played(5)
    turn = next(k for k in range(8, 99) if game.states[k].phase is Phase.PLAY)
    plays = hint_message(game.replayed(turn), "advise")["plays"]
    assert isinstance(plays, list)
    assert len(plays) > 1
    best, *others = [play["worth"] for play in plays]
    assert best == "brings most"
    amounts = {"about as good": 0.0, "a little less": 0.5}
    found = [amounts[worth] if worth in amounts else int(re.fullmatch(r"([1-9]\d*) points? less", worth)[1]) for worth in others]  # type: ignore[index]
    assert found == sorted(found)
    assert any(found)


def test_advised_plays_say_why_in_the_sentences_of_the_analysis() -> None:
    told = Counter[str]()
    for seed in range(3):
        game = played(seed, level=("1", "3", "all")[seed])
        for turn in [k for k, state in enumerate(game.states) if state.phase is Phase.PLAY and not state.laid][2::12]:
            now = game.replayed(turn)
            for play, less, why in advised_plays(now, advise_player(now.state, Effort(deals=8)), 3):
                assert why.endswith("."), (play, less)
                assert not re.search("deals|your next turn", why)
                told[less.partition(" ")[2] or less] += 1
                assert bool(re.match("A bluff", why)) == play.bluff
    assert {"most", "as good"} <= set(told), told
    assert told["points less"] > 3


@pytest.mark.parametrize("seed", few_of(12, quick=3))
def test_without_the_kernel_each_hint_has_a_reason_too(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(seed, level=("1", "3", "all")[seed % 3], by=("points", "cards")[seed % 2])
    monkeypatch.setenv(SWITCH, "off")
    for k, state in [(k, state) for k, state in enumerate(game.states) if state.phase is Phase.PLAY and not state.laid][::2]:
        assert why_line(game.replayed(k), hint_of(state)), (k, hint_of(state))


def positions(game: Game, step: int) -> list[Game]:
    """Some of the moments of a game in which a player is to play."""
    return [game.replayed(k) for k, state in enumerate(game.states) if state.phase in PERSONS_PHASES][::step]


def shown(message: dict[str, object]) -> set[str]:
    """The cards that a hint shows, and the signs between them."""
    sets: Sequence[Sequence[object]] = message["sets"]  # type: ignore[assignment]
    return {str(item) for item in (message["card"], *(item for row in sets for item in row)) if item}


@pytest.mark.parametrize("seed", few_of(40, quick=3))
def test_every_hint_says_more_than_the_one_before_and_the_strongest_names_the_play(seed: int) -> None:
    for game in positions(played(seed, level=("1", "3", "all")[seed % 3]), step=4):
        messages = [hint_message(game, level) for level in BEFORE_ADVICE]
        levels = messages[0]["levels"]
        assert isinstance(levels, list)
        assert levels == [level for level in HINT_LEVELS if level in levels]
        assert all(message["levels"] == levels for message in messages)
        assert ("advise" in levels) == (game.state.phase is Phase.PLAY and not game.state.laid)
        told = {level: message["lines"] for level, message in zip(BEFORE_ADVICE, messages, strict=True)}
        sentences = [told[level] for level in levels if level != "advise"]
        assert all(sentences)
        assert len(set(map(str, sentences))) == len(sentences), "a press that says nothing new"
        before = [level for level in BEFORE_ADVICE if level not in levels]
        assert all(told[level] == told[BEFORE_ADVICE[BEFORE_ADVICE.index(level) - 1]] for level in before)
        for weak, strong in pairwise(messages):
            assert shown(weak) <= shown(strong)
        assert_names_play(str(sentences[-1]), game)


def assert_names_play(sentence: str, game: Game) -> None:
    match None if game.state.laid else hint_of(game.state):
        case Taken(_, card, ways):
            assert figure(card) in sentence
            assert all(equation(way) in sentence for way in ways)
        case Built(_, card, _, _):
            assert figure(card) in sentence
            assert "=" in sentence
        case Discarded(_, cards):
            assert all(figure(card) in sentence for card in cards)
        case Passed():
            assert "pass" in sentence
        case other:
            assert other is None  # a wild card was laid and has to be used
            assert "use it" in sentence


@pytest.mark.parametrize("seed", few_of(40, quick=3))
def test_the_hints_of_a_game_at_the_keyboard_are_each_said_once(seed: int) -> None:
    for game in positions(played(seed, level=("1", "3", "all")[seed % 3]), step=4):
        found = None if game.state.laid else hint_of(game.state)
        lines = [line.plain for line in hint_lines(game.state, found)]
        assert len(set(lines)) == len(lines)
        if found is None:  # a wild card was laid and has to be used
            assert len(lines) == 1
        else:
            assert lines[-1].endswith(play_text(found))


def test_where_nothing_can_be_advised_a_hint_says_why_and_has_all_its_fields() -> None:
    table = "numero game 1\nplayers: Ann, Ben\nlevel: all\nhand Ann: {hand}\nhand Ben: 1r 1g 2r 2g 7r\ncentre: 6b 4g\n\n"
    plain, unseen, laid = (parse_game(table.format(hand=hand)) for hand in ("3r 4r 10b 2g -2", "? ? ? ? ?", "8r 10b 3r x2 2g"))
    laid.lay("4g x2")
    for level in HINT_LEVELS[1:]:
        assert hint_message(unseen, level)["why"] == "Ann holds cards that nobody has seen"
        assert hint_message(laid, level)["lines"] == ["A wild card was laid; use it in this turn."]
        assert hint_message(unseen, level)["lines"] == []
        assert {frozenset(hint_message(game, level)) for game in (unseen, laid)} == {frozenset(hint_message(plain, level))}


def test_alone_there_is_no_advice_to_ask_for() -> None:
    game = one_game(Options.level("3", players=1), ("greedy",), "alone")
    alone = next(game.replayed(k) for k, state in enumerate(game.states) if state.phase in PERSONS_PHASES)
    assert "advise" not in hint_message(alone, "cards")["levels"]  # type: ignore[operator]
    assert hint_message(alone, "advise")["lines"] == hint_message(alone, "play")["lines"]


def test_the_page_of_another_player_is_told_nothing_of_a_hint() -> None:
    game = positions(played(1), step=1)[0]
    for level in HINT_LEVELS[1:]:
        message = hint_message(game, level)
        other = hint_for_player(message, "somebody else")
        assert {name for name, value in other.items() if value} == {"type", "level", "player", "why"}
        assert set(other) == set(message)
        assert hint_for_player(message, f" {game.player.lower()}") == message
