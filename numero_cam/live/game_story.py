"""A kept game as a page tells it: who won and why, its points item by item, the best takes, and each play with the table before it."""

from collections.abc import Iterator, Sequence

from numero_cam.app.table_games import TableGame, kept_history, records
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Drawn
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.live.game_ending import game_ending
from numero_cam.live.game_messages import points_items, table_fields
from numero_cam.live.page_messages import Message
from numero_cam.text.history_words import history_lines
from numero_cam.text.play_story import play_story


def game_story(found: TableGame, others: Sequence[TableGame]) -> Message:
    """Return the whole game for pages; ``others`` are the other kept games, for records and the series."""
    game = found.require_game()
    earlier = [each for each in others if each.kept.game < found.kept.game]
    return {
        "game": found.kept.game,
        "began": found.kept.began,
        **game_ending(game),
        "records": list(_broken_records(game, found, earlier)),
        "series": _series(found, earlier),
        "frames": list(_frames(game)),
    }


def game_past(names: Sequence[str], log: Sequence[LogEntry]) -> Message:
    """Return the history of a kept game for pages: `entries`, the oldest first."""
    return {"entries": history_lines(names, kept_history(log))}


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
    same = [each for each in (found, *earlier) if each.over and each.kept.players and set(each.kept.players) == set(found.kept.players)]
    return {"games": len(same), "wins": {name: sum(name in each.snapshot.winners for each in same) for name in found.kept.players}}


def _frames(game: Game) -> Iterator[Message]:
    """Yield each play with the table before it and the scores after it; cards that are drawn belong to the play before."""
    for k, (before, operation, after) in enumerate(game.steps()):
        player = getattr(operation, "player", None)
        if player is None or isinstance(operation, Drawn):
            continue
        yield {
            "k": k,
            "turn": before.turn,
            "kind": type(operation).__name__.lower(),
            **table_fields(game.names, before),
            "player": game.names[player],
            **play_story(game.names, before, operation),
            **points_items(game.names, player, gained_entries(before, operation, after)),
            "after": {name: seat.score for name, seat in zip(game.names, after.seats, strict=True)},
        }
