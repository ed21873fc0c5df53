"""How a game ended, as a page tells it: who won and why, the points item by item, and the best take of each player."""

from collections.abc import Iterator, Sequence
from typing import Any

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Operation, Taken
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.live.page_messages import Message
from numero_cam.text import game_words
from numero_cam.text.play_story import bonus_words, play_story
from numero_cam.text.plays import ITEM_NAMES
from numero_cam.text.words import signed


def game_ending(game: Game) -> Message:
    """Return how a game ended, or how it stands where it was not played to its end; as `Ending` in `static/js/protocol.d.ts`."""
    over = game.state.phase is Phase.OVER
    return {
        "players": list(game.names),
        "by": game.options.by,
        "over": over,
        "winner": game_words.winner_line(game) if over else "",
        "winners": [game.names[place] for place in game.state.winners()] if over else [],
        "why": _why(game),
        "scores": {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)},
        "rows": list(_rows(game)),
        "left": game_words.left_line(game.state, game.names),
        "best": [take for name in game.names if (take := _best_take(game, name)) is not None],
    }


def _why(game: Game) -> str:
    """Return what decided the game, or who is ahead where it was not played to its end; empty where nobody is."""
    scores = [seat.score for seat in game.state.seats]
    first, *others = sorted(range(len(scores)), key=lambda place: -scores[place])
    if not others or scores[first] == scores[others[0]]:
        return ""
    if game.state.phase is not Phase.OVER:
        return tr("{name} is ahead by {n}.", name=game.names[first], n=scores[first] - scores[others[0]])
    if game.state.winners() != (first,):
        return ""
    return _most_cards_made_it(game, scores) or _largest_lead(game, game.names[first], game.names[others[0]])


def _largest_lead(game: Game, winner: str, second: str) -> str:
    """Return the kind of item in which the winner is farthest ahead of the second."""
    row = max(_rows(game), key=lambda row: row["points"][winner] - row["points"][second], default=None)
    if row is None:
        return ""
    own, others = (f"{name} {signed(row['points'][name])}" for name in (winner, second))
    return tr("What made it: {what} ({own}, {others}).", what=row["what"], own=own, others=others)


def _most_cards_made_it(game: Game, scores: Sequence[int]) -> str:
    """Return that the points for most cards decided the game; empty where they did not."""
    most = [entry for entry in game.sheet() if entry.item == "most_cards"]
    without_most = [score - sum(entry.points for entry in most if entry.player == place) for place, score in enumerate(scores)]
    winners = game.state.winners()
    if len(winners) != 1 or len(most) != 1:
        return ""
    ahead = max(without_most)
    if without_most[winners[0]] == ahead:
        return ""
    other = game.names[without_most.index(ahead)]
    return tr("Most cards made it: without those {points} points {name} would be ahead.", points=most[0].points, name=other)


def _rows(game: Game) -> Iterator[dict[str, Any]]:
    """Yield for each kind of item `what` it is and the `points` of each player by name; together they are the scores."""
    sums: dict[str, dict[str, int]] = {}
    for entry in game.sheet():
        row = sums.setdefault(ITEM_NAMES.get(entry.item) or bonus_words(entry.scored), dict.fromkeys(game.names, 0))
        row[game.names[entry.player]] += entry.points
    order = list(dict.fromkeys(ITEM_NAMES.values()))
    for what in sorted(sums, key=lambda what: order.index(what) if what in order else len(order)):
        if any(sums[what].values()):
            yield {"what": what, "points": sums[what]}


def _best_take(game: Game, name: str) -> Message | None:
    """Return the take of a player that brought most; None where he took nothing."""
    takes = [
        (_gain(before, operation), -k, before, operation)
        for k, (before, operation, _) in enumerate(game.steps())
        if isinstance(operation, Taken) and game.names[operation.player] == name
    ]
    if not takes:
        return None
    points, k, before, operation = max(takes, key=lambda take: take[:2])
    return {"player": name, "k": -k, **play_story(game.names, before, operation), "points": points}


def _gain(state: State, operation: Operation) -> int:
    """Return the points that an operation brings its player at once; 0 for one that takes nothing."""
    if not isinstance(operation, Taken):
        return 0
    return sum(entry.points for entry in gained_entries(state, operation, apply(state, operation)))
