"""A kept game as a page tells it: who won and why, its points item by item, the best takes, and each play with the table before it."""

from collections.abc import Iterator, Sequence
from typing import Any

from numero_cam.app.table_games import TableGame, kept_history, records
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Drawn, Operation, Taken
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.live.game_messages import points_items, table_fields
from numero_cam.live.page_messages import Message
from numero_cam.text import game_words
from numero_cam.text.history_words import history_lines
from numero_cam.text.play_story import bonus_words, play_story
from numero_cam.text.plays import ITEM_NAMES


def game_story(found: TableGame, others: Sequence[TableGame]) -> Message:
    """Return the whole game for pages; ``others`` are the other kept games, for records and the series."""
    game = found.require_game()
    over = game.state.phase is Phase.OVER
    winners = [game.names[place] for place in game.state.winners()] if over else []
    earlier = [each for each in others if each.kept.game < found.kept.game]
    return {
        "game": found.kept.game,
        "began": found.kept.began,
        "players": list(game.names),
        "by": game.options.by,
        "over": over,
        "winner": game_words.winner_line(game) if over else "",
        "winners": winners,
        "why": _why(game),
        "scores": {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)},
        "rows": list(_rows(game)),
        "best": [take for name in game.names if (take := _best_take(game, name)) is not None],
        "records": list(_broken_records(game, found, earlier)),
        "series": _series(found, earlier),
        "frames": list(_frames(game)),
    }


def game_past(names: Sequence[str], log: Sequence[LogEntry]) -> Message:
    """Return the history of a kept game for pages: `entries`, the oldest first."""
    return {"entries": history_lines(names, kept_history(log))}


def _gain(state: State, operation: Operation) -> int:
    """Return the points that an operation brings its player at once; 0 for one that takes nothing."""
    if not isinstance(operation, Taken):
        return 0
    return sum(entry.points for entry in gained_entries(state, operation, apply(state, operation)))


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
    return tr("What made it: {what}, {points} to {others}.", what=row["what"], points=row["points"][winner], others=row["points"][second])


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


def _broken_records(game: Game, found: TableGame, earlier: Sequence[TableGame]) -> Iterator[str]:
    """Yield a sentence for each record of a player that this game broke."""
    known = {one.player: one for one in records(earlier, game.options.by).players}
    now = {one.player: one for one in records([found], game.options.by).players}
    for name in game.names:
        before, reached = known.get(name), now.get(name)
        if before is None or reached is None:
            continue  # a first game breaks no record
        if before.best_take and reached.best_take > before.best_take:
            yield tr("{name}'s best take so far: {points}", name=name, points=reached.best_take)
        if before.best_score is not None and reached.best_score is not None and reached.best_score > before.best_score:
            yield tr("{name}'s highest score so far: {points}", name=name, points=reached.best_score)


def _series(found: TableGame, earlier: Sequence[TableGame]) -> Message:
    """Return how many games these players have won against each other up to this one."""
    same = [each for each in (found, *earlier) if each.over and set(each.kept.players) == set(found.kept.players)]
    return {"games": len(same), "wins": {name: sum(name in each.snapshot.winners for each in same) for name in found.kept.players}}


def _frames(game: Game) -> Iterator[Message]:
    """Yield each play with the table before it and the scores after it; cards that are drawn belong to the play before."""
    for k, (before, operation, after) in enumerate(game.steps()):
        player = getattr(operation, "player", None)
        if player is None or isinstance(operation, Drawn):
            continue
        yield {
            "k": k,
            "kind": type(operation).__name__.lower(),
            **table_fields(game.names, before),
            "player": game.names[player],
            **play_story(game.names, before, operation),
            **points_items(game.names, player, gained_entries(before, operation, after)),
            "after": {name: seat.score for name, seat in zip(game.names, after.seats, strict=True)},
        }
