"""The analysis as a page tells it: its sums add up, and each play that lost something says what would have been better."""

import pytest

from numero_cam.games.numero.players.analysis import analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.live.analysis_message import analysis_message
from tests.kept_game import played
from tests.needs import needs_kernel

pytestmark = needs_kernel


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cleo")])
def test_the_sums_on_the_page_add_up(names: tuple[str, ...]) -> None:
    game = played(2, names=names)
    *_, analysis = analyse(game, deals=Deals(8, 16))
    message = analysis_message(game, analysis)
    plays = message["plays"]
    assert isinstance(plays, list)
    assert message["done"] == message["turns"] == len(plays)
    losing = [play for play in plays if "better" in play]
    assert [play["k"] for play in losing] == [play.k for play in analysis.plays if play.loss]
    assert [play["turn"] for play in plays] == [game.states[play["k"]].turn for play in plays]
    for play in losing:
        *parts, end = play["parts"]
        assert (sum(one for _, one, _ in parts), sum(other for _, _, other in parts)) == end[1:]
        assert end[2] - end[1] == play["loss"]
        assert play["lost"].split()[0] == (str(play["loss"]) if play["loss"] else "half")
        assert play["better"].startswith(names[play["player"]])
        assert play["why"]
    assert {play["k"] for play in losing} >= set(message["turning"])  # type: ignore[call-overload]
    assert [one["name"] for one in message["players"]] == list(names)  # type: ignore[attr-defined]


def test_a_problem_is_told() -> None:
    game = played(2, stop=3)
    *_, analysis = analyse(game, deals=Deals(2, 2))
    assert analysis_message(game, analysis, "It stopped.")["problem"] == "It stopped."
