"""Games as the live table keeps them, without a table."""

from numero_cam.app.table_games import setting_text
from numero_cam.app.watch_recording import WatchedGame
from numero_cam.games.numero.engine import Game, Options, game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Ended, Move
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.store.lines import KeptGames


def played(
    seed: object, by: str = "points", level: str = "3", names: tuple[str, ...] = ("Ann", "Ben"), stop: int | None = None, *, packs: int = 1
) -> Game:
    """A game between a player who takes what he can and one who plays anything; the first operations of it, or all."""
    options = Options.level(level, players=len(names), by=by, packs=packs)
    game = one_game(options, ("greedy", "random", "greedy", "random")[: len(names)], f"kept {seed}")
    again = Game(options, names)
    for operation in game.operations[:stop]:
        again.do(operation)
    return again


def careless(seed: int = 2, stop: int = 60) -> Game:
    """A game against the computer that a person ended early who plays anything: there is something to learn from."""
    options = Options.level("3", players=2, by="points")
    game, again = one_game(options, ("random", "greedy"), f"careless {seed}"), Game(options, ("Ann", "Computer"))
    for operation in game.operations[:stop]:
        again.do(operation)
    again.do(Ended(again.state.player))
    return again


def dealt(own: str, others: str, centre: str) -> Game:
    """A game in which the person is to play from this hand and centre."""
    options = Options.level("3", players=2, by="points")
    hands, laid = [own.split(), others.split()], centre.split()
    rest = [str(card) for card in options.pack()]
    for card in (*hands[0], *hands[1], *laid):
        rest.remove(card)
    game = Game(options, ("Ann", "Computer"))
    one_by_one = [card for pair in zip(*hands, strict=True) for card in pair]
    game.deal(" ".join([*one_by_one, *laid, *rest]))
    assert {str(card) for card in game.state.seat.hand} == set(hands[0])
    return game


def keep(store: KeptGames, game: Game, *, demonstration: bool = False) -> int:
    """Keep a game line by line, a demonstration as a game of nobody; its number."""
    setting = setting_text(WatchedGame(GameSetup(game.options, game.names), 0, None))
    number = store.begin(setting, () if demonstration else game.names)
    store.append(number, log_of(game), 0)
    return number


def log_of(game: Game) -> list[LogEntry]:
    """The log of a game, as a table keeps it."""
    plays = [
        LogEntry("operation", play_line(game.names, before, operation), operation=operation)
        for before, operation, _ in game.steps()
        if isinstance(operation, Move)
    ]
    return [LogEntry("deal", game_text(game.replayed(1))), *plays]
