"""The analysis of games: what it promises of every game, and that its reasons are true."""

from dataclasses import replace
from itertools import pairwise

import pytest

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.engine.operations import Discarded, Taken
from numero_cam.games.numero.engine.state import Phase
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.analysis import LEAST_LOSS, SURE, GameAnalysis, analyse, tried
from numero_cam.games.numero.players.loss_reason import loss_reason, worth_parts
from numero_cam.games.numero.players.play_worth import Deals, PlayAnalysis, PlayWorth, analysed_turn, turns_of
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import By, LevelName
from numero_cam.games.numero.solve.kernel import SWITCH
from tests.needs import needs_kernel

SMALL = Deals(16, 32)


def whole(game: Game, deals: Deals = SMALL) -> GameAnalysis:
    *_, last = analyse(game, deals=deals)
    return last


def played(*players: str, seed: str = "1", by: By = "points", level: LevelName = "2") -> Game:
    rules = Options.level(level, players=len(players), by=by)
    return one_game(rules, players, seed, Effort(deals=32, seed=seed))


def with_a_present() -> Game:
    """The first player leaves a take of four cards and discards instead; then both discard."""
    game = Game(Options.level("1"))
    game.deal("15r 12b 9r 6b 2r 3b 8r 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    for card in ("2r", "12b"):
        game.discard(card)
        game.draw()
    return game


GAMES: list[tuple[tuple[str, ...], By, LevelName]] = [
    (("greedy", "random"), "points", "all"),
    (("greedy", "greedy"), "cards", "2"),
    (("random", "greedy", "book"), "points", "2"),
]


@needs_kernel
@pytest.mark.parametrize(("players", "by", "level"), GAMES)
def test_what_holds_of_every_game(players: tuple[str, ...], by: By, level: LevelName) -> None:
    """No loss is negative, lead changes sum to the final lead, luck of the mover is in no play, and parts sum to the whole."""
    game = played(*players, by=by, level=level)
    analysis = whole(game)
    scores = [seat.score for seat in game.state.seats]
    assert analysis.complete
    assert [play.k for play in analysis.plays] == [turn.k for turn in turns_of(game)]
    for place, _ in enumerate(players):
        others = [score for who, score in enumerate(scores) if who != place]
        assert analysis.leads[place] == pytest.approx(scores[place] - sum(others) / len(others))
        chosen = sum(analysis.lost_by(place) for analysis in analysis.plays)
        assert analysis.luck(place) == pytest.approx(analysis.leads[place] + chosen)
    for play in analysis.plays:
        assert play.loss >= 0
        assert play.played is not None
        assert play.best is not None
        assert (play.loss == 0) == (play.best is play.played or play.best.leads == play.played.leads)
        for worth in (play.played, play.best):
            assert worth_parts(game, play, worth).lead == pytest.approx(worth.leads[play.player])
            if len(players) == 2:
                assert sum(worth.leads) == pytest.approx(0)
        assert bool(loss_reason(game, play)) == bool(play.loss)
    assert analysis.plays == whole(game).plays  # the same game, the same analysis


def with_play(game: Game, play: PlayAnalysis, worth: PlayWorth) -> Game:
    """The game up to a turn, with another play of it."""
    other = game.replayed(play.k)
    other.do(worth.operation)
    if worth.then is not None:
        other.discard((worth.then,))
    return other


@needs_kernel
@pytest.mark.parametrize(("players", "by", "level"), GAMES)
def test_another_play_is_judged_as_the_analysis_judges(players: tuple[str, ...], by: By, level: LevelName) -> None:
    """The play that was made, tried again, has its loss; the best one has none; and any other is set beside the same best one."""
    game = played(*players, by=by, level=level)
    compared = 0
    for play in whole(game).plays:
        assert play.played is not None
        assert play.best is not None
        made, again = tried(game, play.k, game.replayed(play.last + 1), play, SMALL)
        assert made is play
        assert (again.loss, again.played.leads, again.best.leads) == (play.loss, play.played.leads, play.best.leads)  # type: ignore[union-attr]
        best = tried(game, play.k, with_play(game, play, play.best), play, SMALL)[1]
        assert (best.loss, best.played.leads) == (0, play.best.leads)  # type: ignore[union-attr]
        state = game.states[play.k]
        if state.phase is not Phase.PLAY:
            continue
        for card in {card.value: card for card in state.seat.hand if card.is_number}.values():
            other = game.replayed(play.k)
            other.discard((card,))
            found = tried(game, play.k, other, play, SMALL)[1]
            assert found.loss >= 0
            assert not found.loss or found.best.leads == play.best.leads  # type: ignore[union-attr]
            assert bool(loss_reason(other, found)) == bool(found.loss)
            compared += bool(found.loss)
    assert compared > 20


def test_of_no_turn_and_of_one_that_is_not_known_no_other_play_is_judged() -> None:
    game = with_a_present()
    for k in (0, 2, 99):
        with pytest.raises(ValueError, match=str(k)):
            tried(game, k, game, deals=SMALL)
    hidden = PlayAnalysis(1, 1, 1, 0, "hand")
    with pytest.raises(ValueError, match="1"):
        tried(game, 1, game.replayed(2), hidden, SMALL)


@needs_kernel
def test_a_coarse_play_is_judged_finely_before_another_is_set_beside_it() -> None:
    game = with_a_present()
    coarse = next(step for step in analyse(game, deals=SMALL) if step.plays and not step.done).plays[0]
    assert not coarse.fine
    assert tried(game, 1, game.replayed(2), coarse, SMALL)[0] == whole(game).plays[0]


@needs_kernel
def test_a_take_that_was_not_made_is_a_turning_point() -> None:
    game = with_a_present()
    analysis = whole(game, Deals(32, 64))
    (point,) = analysis.turning_points(0)
    assert point.loss > 5
    found = loss_reason(game, point)
    assert found is not None
    assert (found.kind, type(found.take)) == ("missed", Taken)
    assert analysis.accuracy(0) is not None
    assert analysis.accuracy(0) < 75  # type: ignore[operator] # known, as it says above


@needs_kernel
def test_one_that_was_broken_off_goes_on() -> None:
    game = played("greedy", "random")
    expected = whole(game)
    halves = [step for step in analyse(game, deals=SMALL) if 0 < step.done < step.turns]
    begun = halves[len(halves) // 2]
    steps = list(analyse(game, [play for play in begun.plays if play.fine], SMALL))
    assert steps[-1].plays == expected.plays
    assert steps[0].done >= begun.done


def test_first_all_plays_coarsely_then_each_finely() -> None:
    game = with_a_present()
    steps = list(analyse(game, deals=SMALL))
    assert [(len(step.plays), step.done) for step in steps] == [(1, 0), (2, 0), (2, 1), (2, 2)]
    assert all(before.done <= after.done for before, after in pairwise(steps))


def test_a_game_alone_has_none() -> None:
    game = Game(Options.level("1", players=1))
    game.deal(seed=1)
    assert whole(game).turns == 0


def test_python_says_the_same_as_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where playouts are not compiled, Python makes them: the same plays in the same deals."""
    game, deals = with_a_present(), Deals(2, 2)
    compiled = whole(game, deals)
    monkeypatch.setenv(SWITCH, "off")
    assert [play.played for play in whole(game, deals).plays] == [play.played for play in compiled.plays]


def test_of_a_hand_that_nobody_saw_nothing_is_told() -> None:
    game = Game(Options.level("1"))
    dealt = game.deal_of("15r 12b 9r 6b 2r 3b 8r 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    game.do(replace(dealt, hands=(dealt.hands[0], ()), unknown=(0, 5), stock=(*dealt.stock, *dealt.hands[1]), ordered=False))
    game.discard(game.state.seat.hand[:1])
    game.draw("1o")
    game.discard("12b")
    analysis = whole(game, Deals(4, 4))
    assert [play.unknown for play in analysis.plays] == ["", "hand"]
    assert analysis.luck(0) is None
    assert analysis.accuracy(1) is None


def test_of_a_turn_that_a_challenge_broke_nothing_is_told() -> None:
    game = Game(Options.level("1"))
    game.deal("15r 12b 9r 6b 2r 3b 8r 11b 1g 14b 7r 8b 1o 2o 3o 4o 5o 6o")
    game.discard("2r")
    game.draw()
    (turn,) = turns_of(game)
    assert analysed_turn(game, turn, Playouts(game.options), Deals(2, 2)).unknown == ""
    assert analysed_turn(game, replace(turn, broken=True), Playouts(game.options), Deals(2, 2)).unknown == "steps"


@needs_kernel
def test_the_champion_loses_next_to_nothing() -> None:
    game = played("champion", "champion", level="1")
    analysis = whole(game, Deals(32, 256))
    assert min(analysis.accuracy(player) or 0 for player in (0, 1)) > 97


@needs_kernel
@pytest.mark.slow
def test_the_better_player_is_the_more_accurate() -> None:
    """Against the same greedy player, on the same deals."""
    means = {}
    for name in ("champion", "greedy", "random"):
        found = [
            whole(played(name, "greedy", seed=str(seed), by="points", level="all"), Deals(16, 64)).accuracy(0) or 0 for seed in range(2)
        ]
        means[name] = sum(found) / len(found)
    assert means["champion"] > means["greedy"] > means["random"]


def test_a_loss_that_may_be_chance_is_no_turning_point() -> None:
    worth = PlayWorth(Discarded(0, (parse_card("7r"),)), None, 0, 0.0, 0.0, (0.0, 0.0))
    best = replace(worth, leads=(4 * LEAST_LOSS, -4 * LEAST_LOSS))
    play = PlayAnalysis(1, 1, 1, 0, "", worth, best, choices=2, deals=64, error=3.9 * LEAST_LOSS / SURE)
    for error, count in ((play.error, 1), (4.1 * LEAST_LOSS / SURE, 0)):
        assert len(GameAnalysis("points", (replace(play, error=error),), 1, (0.0, 0.0)).turning_points(0)) == count
