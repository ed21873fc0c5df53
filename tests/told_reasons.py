"""Prints the reasons of losses and of hints in a few games, with what they are told of: `python -m tests.told_reasons SEED...`.

The language of a process is decided once, so each language is a process of its own.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace

from numero_cam.app.play import hint_of
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Built, Dealt, Drawn, Taken
from numero_cam.games.numero.engine.verify import sources
from numero_cam.games.numero.players.analysis import analyse
from numero_cam.games.numero.players.loss_reason import loss_reason, play_reason, worth_parts
from numero_cam.games.numero.players.play_worth import Deals, PlayAnalysis, next_best
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import cards_of
from numero_cam.games.numero.rules.calculation import flat_cards, way_text
from numero_cam.text.analysis import HINT_DEALS, reason_line, why_line
from tests.kept_game import played

LEVELS = ("1", "2", "3", "all")
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def told(game: Game) -> Iterator[dict[str, object]]:
    """Each reason: the sentence, its facts, and the position in which its take is made."""
    *_, analysis = analyse(game, deals=Deals(8, 16))
    for play in analysis.plays:
        yield from facts(game, play)


def facts(game: Game, play: PlayAnalysis) -> Iterator[dict[str, object]]:
    """The reason of a play, if it lost something."""
    found = loss_reason(game, play)
    if found is None or play.played is None or play.best is None:
        return
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
            "items": list(map(str, lying)),
            **rules(game, play.k),
            "lies": text_of(game.states[play.last + 1].centre),
            "best_lies": text_of((*apply(game.states[play.k], play.best.operation).centre, *((play.best.then,) if play.best.then else ()))),
        }
    yield told


def rules(game: Game, k: int) -> dict[str, object]:
    """What a player sees before an operation that makes a take possible: the unseen number cards, and how values are made."""
    unseen = sorted({str(card) for card in view_of(game.states[k]).unseen if card.is_number})
    return {"unseen": unseen, "values": game.options.values, "negative": game.options.negative == "yes"}


def text_of(centre: Iterable[object]) -> str:
    """A centre in the notation of a position."""
    return " ".join(map(str, centre))


def hints(game: Game) -> Iterator[dict[str, object]]:
    """Each reason of a hint in every third turn: the sentence, and the positions of which it speaks."""
    for k, state in [
        each for each in enumerate(game.states) if each[1].phase is Phase.PLAY and not each[1].laid and not each[1].seat.unknown
    ][::3]:
        before, play = game.replayed(k), hint_of(state)
        after, found = apply(state, play), play_reason(state, play)
        told: dict[str, object] = {
            "kind": "hint",
            "play": type(play).__name__,
            "said": why_line(before, play),
            "by": state.options.by,
            "next": game.names[(state.player + 1) % len(game.names)],
            **rules(game, k),
            "lies": text_of((*(after if isinstance(play, Built) else state).centre, *((found.other,) if found.other else ()))),
            "after": text_of(after.centre),
            "other": str(found.other or ""),
            "sets": [[str(card) for card in flat_cards(way)] for way in play.ways] if isinstance(play, Taken) else [],
            "taker": str(play.card) if isinstance(play, Taken) else "",
            "reason": [],
        }
        take = found.then or found.spared
        if take is not None and not found.empties:
            sets = [[str(card) for item in each.cards for card in cards_of(item)] for each in take.play.sets]
            told |= {"taker": str(take.taker), "sets": sets}
        elif not isinstance(play, Taken) and not found.empties and (second := next_best(before, play, Playouts(game.options), HINT_DEALS)):
            told["reason"] = list(facts(*second))
        yield told


def next_play(game: Game, last: int) -> int:
    """The index of the next operation that is no draw."""
    return next(k for k in range(last + 1, len(game.operations)) if type(game.operations[k]).__name__ != "Drawn")


def with_a_hidden_hand(game: Game, player: int) -> Game:
    """The same game, in which nobody saw the hand of a player; by cards, where nobody challenges."""
    deal, *others = game.operations
    assert isinstance(deal, Dealt)
    hands = tuple(() if who == player else hand for who, hand in enumerate(deal.hands))
    unknown = tuple(len(hand) if who == player else 0 for who, hand in enumerate(deal.hands))
    seen = Game(game.options, game.names)
    seen.do(replace(deal, hands=hands, stock=(*deal.stock, *deal.hands[player]), ordered=False, unknown=unknown))
    for operation in others:
        if isinstance(operation, Drawn) and operation.player == player and seen.state.seat.unknown:
            seen.do(replace(operation, cards=(), unknown=len(operation.cards)))
        else:
            seen.do(operation)
    return seen


def game_of(seed: int) -> Game:
    """One of the games: of two to four players, every fourth with a hidden hand."""
    names, by = NAMES[: 2 + seed % 3], "cards" if seed % 4 == 3 or seed % 5 == 2 else "points"
    game = played(seed, by=by, level=LEVELS[seed % 7 % 4], names=names)
    return with_a_hidden_hand(game, 1) if seed % 4 == 3 else game


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        game = game_of(seed)
        for line in (*told(game), *hints(game)):
            print(json.dumps(line))  # noqa: T201 - the answer
