"""Numero in a hall: what `hall.hall_game` asks of a game."""

from collections.abc import Sequence
from typing import cast, get_args

from numero_cam.app.table_games import replay_lines
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Phase, game_text
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.points import entries
from numero_cam.hall.hall_game import GameChoices, ReplayedMatch, ToldPlay
from numero_cam.hall.records import PlayLine
from numero_cam.store.games import GameLine, LineAuthor, LineKind
from numero_cam.text.play_story import play_story


class NumeroHall:
    """See `HallGame`."""

    def choices(self) -> GameChoices:
        """See `HallGame`."""
        return GameChoices(
            levels=(
                ("1", tr("Level 1: numbers only")),
                ("2", tr("Level 2: numbers and −")),
                ("3", tr("Level 3: numbers, − × ÷")),
                ("unit-fractions", tr("with ½ ⅓ ¼ …")),
                ("all", tr("all cards of the pack")),
            ),
            by=(("points", tr("points, with every bonus")), ("cards", tr("the most cards"))),
            hands=(("open", tr("lie open on the table")), ("hidden", tr("are held, and hidden"))),
        )

    def replay(self, setting: str, lines: Sequence[PlayLine]) -> ReplayedMatch | None:  # noqa: ARG002 - the deal holds the rules
        """See `HallGame`."""
        again = replay_lines(_game_line(line) for line in lines)
        if again is None:
            return None
        game = again.game
        plays = [
            ToldPlay(
                game.names[operation.player],
                play_story(game.names, before, operation).said,
                sum(entry.points for entry in entries(before, operation, after) if entry.player == operation.player),
            )
            for before, operation, after in zip(game.states, game.operations, game.states[1:], strict=False)
            if not isinstance(operation, Dealt)
        ]
        scores = {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)}
        return ReplayedMatch(game_text(game), scores, game.state.phase is Phase.OVER, plays)


def _game_line(line: PlayLine) -> GameLine:
    if line.kind not in get_args(LineKind) or line.by not in get_args(LineAuthor):
        message = tr("line {n} of the game is of no known kind", n=line.n)
        raise GameError(message)
    return GameLine(cast("LineKind", line.kind), line.text, cast("LineAuthor", line.by), n=line.n, at=line.at)
