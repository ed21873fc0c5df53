"""What the words of an analysis say of leads and losses: an expected lead is said as one, parts add up, a small loss is said."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.engine.operations import Discarded
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse
from numero_cam.games.numero.players.champion import lead
from numero_cam.games.numero.players.play_worth import Deals, PlayAnalysis, PlayWorth
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import By
from numero_cam.live.analysis_message import analysis_message
from numero_cam.text.analysis import about, analysis_json, beside_line, player_rows, summary_line, unknown_line
from tests.kept_game import played

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def new_game(by: By = "points", players: int = 2) -> Game:
    return Game(Options.level("1", players=players, by=by), NAMES[:players])


def play_of(k: int, player: int, loss: float, players: int) -> PlayAnalysis:
    """A play of which only is known what it lost."""
    played = PlayWorth(Discarded(player, (parse_card("7r"),)), None, 0, 0.0, 0.0, (0.0,) * players)
    best = tuple(loss if who == player else -loss / (players - 1) for who in range(players))
    return PlayAnalysis(k, k, k, player, "", played, replace(played, leads=best) if loss else played, choices=2)


def analysed(game: Game, scores: Sequence[float], losses: Sequence[tuple[int, float]], *, over: bool = True) -> GameAnalysis:
    """An analysis of which only the scores in the end, and what each play of a player lost, are known."""
    plays = tuple(play_of(k, player, loss, len(scores)) for k, (player, loss) in enumerate(losses, start=1))
    return GameAnalysis(game.options.by, plays, len(plays), tuple(lead(scores, who) for who in range(len(scores))), over)


def numbers_in(said: str) -> list[int]:
    """The numbers of a sentence, which are whole, with the signs of mathematics, and never a signed 0."""
    assert not re.search(r"-\d|[−+]0|\d\.\d", said), said
    return [int(number.replace("−", "-")) for number in re.findall(r"[+−]?\d+", said)]


def random_analysis(seed: int) -> tuple[Game, GameAnalysis, list[float]]:
    """An analysis of a game of two to four players, every third of a game that goes on, and the scores in the end."""
    rng = random.Random(seed)  # noqa: S311 - a test
    players, over = rng.randint(2, 4), bool(seed % 3)
    scores = [float(rng.randint(0, 3 + seed % 40)) if over else rng.uniform(0, rng.choice((1, 40))) for _ in range(players)]
    losses = [(rng.randrange(players), rng.choice((0.0, rng.uniform(0, 9)))) for _ in range(rng.randint(1, 20))]
    game = new_game(rng.choice(("points", "cards")), players)
    return game, analysed(game, scores, losses, over=over), scores


def test_the_parts_of_a_lead_add_up_and_a_draw_is_a_draw() -> None:
    draws = 0
    for seed in range(600):
        game, analysis, scores = random_analysis(seed)
        said = summary_line(game, analysis).partition(" Without")[0]
        first = [name for name, score in zip(game.names, scores, strict=True) if score == max(scores)]
        *ahead, skill, luck = numbers_in(said)
        assert ("would probably end" in said) == (not analysis.over), said
        if ahead:
            assert said.startswith(f"{first[0]} "), said
            assert len(first) == 1
            assert ahead == [skill + luck] == [round(max(analysis.leads))]
            assert ahead[0] > 0
            assert numbers_in(player_rows(game, analysis)[game.names.index(first[0])][4]) == [luck]  # the table says the same
        else:
            draws += 1
            assert (len(first) > 1) if analysis.over else round(max(analysis.leads)) == 0, said
            assert all(name in said for name in first) or not analysis.over
            assert len(scores) > 2 or skill == -luck
    assert draws > 20


def test_who_would_be_ahead_without_losses_is_who_had_most_luck() -> None:
    kinds = set()
    for seed in range(600):
        game, analysis, _ = random_analysis(seed)
        told, found, without = summary_line(game, analysis).partition(" Without anybody's losses, ")
        luck = [analysis.luck(who) or 0.0 for who in range(len(game.names))]
        name = game.names[luck.index(max(luck))]
        assert bool(found) == any(play.loss for play in analysis.plays)
        if not found:
            continue
        if without == "probably nobody would be ahead.":
            assert max(luck) <= 1
            kinds.add("nobody")
            continue
        (ahead,) = numbers_in(without)
        assert abs(ahead - max(luck)) <= 1
        assert ahead > 0
        assert without.startswith(f"{name} would probably ")
        leads = told.startswith((f"{name} is", f"{name} would"))
        assert (" still be " in without) == leads
        if leads or len(luck) == 2:
            kinds.add("still" if leads else "other")
    assert kinds == {"nobody", "still", "other"}


def test_the_sentences_of_a_summary() -> None:
    game = new_game()
    assert summary_line(game, analysed(game, (31, 20), [(0, 9.4), (1, 3.4)])) == (
        "Ann is 11 points ahead: −6 by choices, +17 by luck. Without anybody's losses, Ann would probably still be 17 points ahead."
    )
    assert summary_line(game, analysed(game, (31, 14.2), [(1, 25.0)], over=False)) == (
        "Ann would probably end 17 points ahead: +25 by choices, −8 by luck. "
        "Without anybody's losses, Ben would probably be 8 points ahead."
    )
    assert summary_line(game, analysed(game, (9, 9), [(0, 0.3)])) == (
        "It is a draw between Ann and Ben. Ann: 0 by choices, 0 by luck. Without anybody's losses, probably nobody would be ahead."
    )
    three = new_game("cards", 3)
    assert (
        summary_line(three, analysed(three, (9, 6, 4), [(0, 0.0)]))
        == "Ann is 4 cards ahead of the mean of the others: 0 by choices, +4 by luck."
    )
    hidden = replace(analysed(game, (9, 6), [(0, 1.0), (1, 2.0)]), plays=(PlayAnalysis(1, 1, 1, 0, "hand"), play_of(2, 1, 2.0, 2)))
    assert summary_line(game, hidden) == ""
    assert unknown_line(hidden).startswith("1 of 2 plays are not known: what was luck, and who would be ahead")


def test_of_a_game_that_goes_on_the_lead_is_an_expected_one() -> None:
    for stop in (2, 9):
        game = played(3, stop=stop)
        *_, analysis = analyse(game, deals=Deals(2, 2))
        assert not analysis.over
        for told in (analysis_json(game, analysis), analysis_message(game, analysis)):
            assert "would probably end" in str(told["summary"])
    assert analysis_json(game, analysis)["over"] is False


def test_a_small_loss_is_said_and_none_is_no_point() -> None:
    assert [about(loss, "points") for loss in (0.0, 0.4, 1.2)] == ["0 points", "half a point at most", "1 point"]
    game = played(2, by="cards", stop=4)
    *_, analysis = analyse(game, deals=Deals(2, 2))
    play = analysis.plays[0]
    assert play.played is not None
    for loss in (0.0, 0.48):
        worth = replace(play.played, leads=(play.played.leads[0] + loss, play.played.leads[1] - loss))
        found = replace(play, best=worth if loss else play.played)
        message = analysis_message(game, replace(analysis, plays=(found,)))
        (told,) = cast("list[dict[str, object]]", message["plays"])
        assert ("better" in told) == bool(loss)
        assert told.get("lost") == ("half a card at most" if loss else None)
        assert message["players"][0]["lost"] == about(loss, "cards")  # type: ignore[index]
        as_good = "It is about as good as what was played." if loss else "It is as good as what was played."
        assert beside_line(replace(play, best=play.played), found, "cards") == as_good
