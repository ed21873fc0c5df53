"""The strongest hint: the best plays, and how each stands beside the best."""

import re

from numero_cam.games.numero.engine import Phase
from numero_cam.numero.live_hints import hint_message
from tests.kept_game import played


def test_advised_plays_are_set_beside_the_best_and_none_is_worth_less_than_nothing() -> None:
    game = played(5)
    turn = next(k for k in range(8, 99) if game.states[k].phase is Phase.PLAY)
    plays = hint_message(game.replayed(turn), "advise")["plays"]
    assert isinstance(plays, list)
    assert len(plays) > 1
    assert plays[0]["worth"] == "brings most"
    assert all(re.fullmatch(r"brings most|[1-9]\d* points? less", play["worth"]) for play in plays)
    assert any(play["worth"] != "brings most" for play in plays)
