"""Prints the reasons of losses in a few games, as they are told, with what they are told of: `python -m tests.told_reasons SEED...`.

The language of a process is decided once, so each language is a process of its own.
"""

import json
import sys
from collections.abc import Iterator

from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.verify import sources
from numero_cam.games.numero.players.analysis import analyse
from numero_cam.games.numero.players.loss_reason import loss_reason, worth_parts
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.rules import cards_of
from numero_cam.games.numero.rules.calculation import flat_cards, way_text
from numero_cam.text.analysis import reason_line
from tests.kept_game import played

LEVELS = ("1", "2", "3", "all")


def told(game: Game) -> Iterator[dict[str, object]]:
    """Each reason: the sentence, its facts, and the position in which its take is made."""
    *_, analysis = analyse(game, deals=Deals(8, 16))
    for play in analysis.plays:
        found = loss_reason(game, play)
        if found is None or play.played is None or play.best is None:
            continue
        parts = [worth_parts(game, play, worth) for worth in (play.played, play.best)]
        told: dict[str, object] = {
            "kind": found.kind,
            "said": reason_line(game, play),
            "by": game.options.by,
            "names": list(game.names),
            "now": play.played.now,
            "loss": play.loss,
            "parts": [[one.replies, one.back, one.later] for one in parts],
        }
        if found.take is not None:
            k = {"missed": play.k, "threat": play.last + 1}.get(found.kind) or next_play(game, play.last)
            before = game.states[k]
            lying = sources(before, found.take.ways).centre
            told |= {
                "taker": str(found.take.card),
                "player": found.player,
                "sets": [[str(card) for card in flat_cards(way)] for way in found.take.ways],
                "ways": [way_text(way) for way in found.take.ways],
                "clears": sorted(map(str, lying)) == sorted(map(str, before.centre)),
                "wilds": bool(found.wilds),
                "lying": [str(card) for item in lying for card in cards_of(item)],
                "centre": [str(card) for item in before.centre for card in cards_of(item)],
                "real": str(game.operations[next_play(game, play.last)]) if found.kind == "left" else "",
                "take": str(found.take),
            }
        yield told


def next_play(game: Game, last: int) -> int:
    """The index of the next operation that is no draw."""
    return next(k for k in range(last + 1, len(game.operations)) if type(game.operations[k]).__name__ != "Drawn")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        names = ("Ann", "Ben", "Cleo")[: 2 + seed % 2]
        for line in told(played(seed, by=("points", "cards")[seed % 3 == 2], level=LEVELS[seed % 4], names=names)):
            print(json.dumps(line))  # noqa: T201 - the answer
