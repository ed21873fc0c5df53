"""What is kept of how people learn beside the games of a table: a record a person, made of the games that were analysed."""

import contextlib
from collections.abc import Callable
from datetime import date

from numero_cam.app.game_analysis import analysed_games, known_analysis
from numero_cam.app.learner import Learner, edition_of, learner_text, parse_learner
from numero_cam.app.table_games import TableGame, snapshots
from numero_cam.base.errors import GameError, StoreError
from numero_cam.catalogue import tr
from numero_cam.store.lines import KeptGames

MAX_LOOKED_AT = 20  #: Number of a person's newest games of which puzzles are made.
MAX_TRIES = 20  #: Maximum number of tries to change a record that other windows change, too.
_NOBODY = ""  #: The name under which the choice of a teacher is kept: no player has it.
_WANTED = "wanted"  #: What is kept where a teacher wants puzzles from games although a class is kept.


def learner_of(store: KeptGames, name: str, today: date) -> Learner:
    """Return a person's record, once the games that are over and analysed are in it. One that cannot be read keeps no other from it."""
    learner = parse_learner(store.learner(name))
    known = {each.key: each.edition for each in learner.games}
    newest = analysed_games(store, [kept for kept in store.games() if name in kept.players][:MAX_LOOKED_AT])
    for found in map(TableGame, reversed(newest), snapshots(store, newest[::-1])):
        if found.over and known.get(str(found.kept.game)) not in ("", edition_of(found.snapshot.text)):
            with contextlib.suppress(GameError):
                learner = _with_kept(store, found, name, today) or learner
    return learner


def _with_kept(store: KeptGames, found: TableGame, name: str, today: date) -> Learner | None:
    """Return a person's record with a kept game in it, which is kept; None where the person's name is not in the game by now."""
    game, analysis = found.require_game(), known_analysis(store, found)
    if name not in game.names:
        return None
    player, key = game.names.index(name), str(found.kept.game)
    return change_learner(store, name, lambda old: old.with_game(game, analysis, player, today, key))


def kept_learners(store: KeptGames) -> dict[str, Learner]:
    """Return the record of each person who played here, the last first, and of others who have one; none that cannot be read.

    Only kept records are looked at: no game is read for it.
    """
    found = {}
    for name in dict.fromkeys((*(name for kept in store.games() for name in kept.players), *learner_names(store))):
        with contextlib.suppress(StoreError):
            found[name] = parse_learner(store.learner(name))
    return found


def change_learner(store: KeptGames, name: str, change: Callable[[Learner], Learner]) -> Learner:
    """Change a person's record as it is kept then, and return it: two windows change it one after the other.

    Of who is not known here, nothing is kept.
    """
    for _ in range(MAX_TRIES):
        before = store.learner(name)
        learner = parse_learner(before)
        changed = change(learner) if is_known(store, name) else learner
        if changed == learner or store.keep_learner(name, before, learner_text(changed)):
            return changed
    raise StoreError(tr("other windows change these puzzles all the time; close them, and try again"))


def learner_names(store: KeptGames) -> list[str]:
    """Return who has a record, also where none of the person's games is kept any more."""
    return [name for name in store.learner_names() if name != _NOBODY]


def is_known(store: KeptGames, name: str) -> bool:
    """Return whether a person has a record, or stands in a kept game."""
    return bool(store.learner(name)) or any(name in kept.players for kept in store.games())


def wants_learning(store: KeptGames) -> bool:
    """Return whether a teacher wants puzzles from games although a class is kept."""
    return store.learner(_NOBODY) == _WANTED


def choose_learning(store: KeptGames, *, wanted: bool) -> None:
    """Keep whether a teacher wants puzzles from games although a class is kept."""
    store.keep_learner(_NOBODY, store.learner(_NOBODY), _WANTED if wanted else "")
