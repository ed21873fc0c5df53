"""Numero in a hall: what `hall.hall_game` asks of a game."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import cast, get_args

from numero_cam.app.table_games import replay_lines
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Phase, game_text
from numero_cam.games.numero.engine.operations import Dealt, Drawn
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.shared.names import MAX_NAME_LENGTH, distinct_names, name_problem
from numero_cam.hall.hall_game import GameChoices, ReplayedMatch, ToldPlay
from numero_cam.hall.records import PlayLine
from numero_cam.store.lines import GameLine, LineAuthor, LineKind
from numero_cam.text.play_story import play_story

ROOM_FOR_NUMBER = 2  #: Characters behind a shortened name that tell it from another that was shortened to the same.


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

    def player_names(self, labels: Sequence[str]) -> tuple[str, ...]:
        """See `HallGame`: a game's text has no name such as `5B`, whose digit would be the number of a turn."""
        return distinct_names([label if not name_problem([label]) else _writable(label) for label in labels])

    def replay(  # the deal holds the rules
        self,
        setting: str,  # noqa: ARG002
        lines: Sequence[PlayLine],
        called: Mapping[str, str] = MappingProxyType({}),
    ) -> ReplayedMatch | None:
        """See `HallGame`."""
        again = replay_lines(_game_line(line) for line in lines)
        if again is None:
            return None
        game = again.game
        names = tuple(called.get(name, name) for name in game.names)
        told = [
            (
                operation,
                ToldPlay(
                    names[operation.player],
                    play_story(names, before, operation).said,
                    sum(entry.points for entry in entries(before, operation, after) if entry.player == operation.player),
                ),
            )
            for before, operation, after in game.steps()
            if not isinstance(operation, Dealt)
        ]
        newest = next((play for operation, play in reversed(told) if not isinstance(operation, Drawn)), None)
        scores = {name: seat.score for name, seat in zip(names, game.state.seats, strict=True)}
        return ReplayedMatch(game_text(game), scores, game.state.phase is Phase.OVER, [play for _, play in told], newest)


def _writable(label: str) -> str:
    plain = " ".join("".join(" " if letter in ":,#" else letter for letter in label).split())
    named = plain if plain and not plain[0].isdigit() else tr("Team {name}", name=plain).strip()
    return named[: MAX_NAME_LENGTH - ROOM_FOR_NUMBER].rstrip()


def _game_line(line: PlayLine) -> GameLine:
    if line.kind not in get_args(LineKind) or line.by not in get_args(LineAuthor):
        raise GameError(tr("line {n} of the game is of no known kind", n=line.n))
    return GameLine(cast("LineKind", line.kind), line.text, cast("LineAuthor", line.by), n=line.n, at=line.at)
