"""The kept games that a page is offered to go on with."""

from numero_cam.app.table_games import table_games
from numero_cam.live.page_messages import Message
from numero_cam.store.lines import KeptGames

MAX_OFFERED = 8  #: Maximum number of kept games that are read; those that were never dealt are left out of them.


def resumable_games(store: KeptGames) -> list[Message]:
    """Return the newest kept games of people with their scores, the newest first. It may take a while: some are played again."""
    return [
        {"game": each.kept.game, "began": each.kept.began, "players": list(each.kept.players), "scores": each.scores, "over": each.over}
        for each in table_games(store, MAX_OFFERED)
        if each.dealt and each.kept.players
    ]
