"""Kept games found again, exported, removed, and their records."""

import random
import re
from pathlib import Path

import pytest

from numero_cam.app.table_games import export, records, remove, table_game, table_games
from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine import Game, Phase, parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules.choices import By
from numero_cam.store.games import GameStore
from tests.kept_game import keep, played


def test_games_are_those_that_were_played(store: GameStore) -> None:
    games = [played(1), played(2, "cards", "2", ("Ann", "Cleo", "Ben")), played(3, stop=20)]
    numbers = [keep(store, game) for game in games]
    found = table_games(store)
    assert [each.kept.game for each in found] == numbers[::-1]
    assert [each.game for each in found] == games[::-1]
    assert [each.over for each in found] == [False, True, True]
    assert found[0].status == f"turn {games[2].state.turn}"
    assert table_games(store, 1) == found[:1]
    assert table_game(store, numbers[0]).require_game() == games[0]


def test_what_was_taken_back_does_not_count(store: GameStore) -> None:
    game = played(1)
    number = keep(store, game)
    last = store.lines(number)[-1]
    store.append(number, [LogEntry("undo", last.text, "person")])
    assert table_game(store, number).game == game.replayed(len(game.operations) - 1)
    store.append(number, [LogEntry("operation", last.text, "person")])
    assert table_game(store, number).game == game


def test_a_damaged_game_holds_up_no_other(store: GameStore) -> None:
    keep(store, played(1))
    broken = keep(store, played(2))
    store.append(broken, [LogEntry("operation", "1 Ann: take 99r: 1b")])
    empty = store.begin("{}", ("Ann", "Ben"))
    store.append(empty, [LogEntry("note", "nobody came")])
    assert [each.status for each in table_games(store)] == ["not dealt", "damaged", "over"]
    with pytest.raises(GameError, match=rf"game {broken}: line \d+ of the kept game: "):
        table_game(store, broken).require_game()
    with pytest.raises(GameError, match=f"game {empty}: nothing was dealt in it"):
        table_game(store, empty).require_game()
    assert records(table_games(store), "points").players[0].games == 1


def test_what_is_exported_can_be_read_again(store: GameStore, tmp_path: Path) -> None:
    found = table_game(store, keep(store, played(1)))
    names = [tmp_path / name for name in ("a.txt", "a.csv", "a.html")]
    assert export(found, names) == tuple(names)
    assert parse_game(names[0].read_text(encoding="utf-8")) == found.game
    assert names[1].read_bytes().startswith(b"\xef\xbb\xbfturn,")
    assert found.title in names[2].read_text(encoding="utf-8")
    with pytest.raises(GameError, match="cannot be written"):
        export(found, [tmp_path / "missing" / "a.txt"])


def test_a_removed_game_is_not_there(store: GameStore) -> None:
    number = keep(store, played(1))
    remove(store, number)
    for does in (remove, table_game):
        with pytest.raises(GameError, match=f"there is no game {number}; the list of games shows which there are"):
            does(store, number)


def slowly(games: list[Game], by: By) -> tuple[int, int, dict[str, tuple[int, int]]]:
    """The same by the scores before and after each play: best take, highest score, games and wins of each player."""
    takes, scores, players = [0], [0], {name: (0, 0) for game in games if game.options.by == by for name in game.names}
    for game in games:
        if game.options.by != by:
            continue
        for before, operation, after in game.steps():
            if isinstance(operation, Taken) and after.phase is not Phase.OVER:
                takes.append(after.seats[operation.player].score - before.seats[operation.player].score)
            elif isinstance(operation, Taken):
                takes.append(sum(entry.points for entry in entries(before, operation, after) if not AT_THE_END.search(entry.scored.reason)))
        if game.state.phase is Phase.OVER:
            best = max(seat.score for seat in game.state.seats)
            scores.append(best)
            for name, seat in zip(game.names, game.state.seats, strict=True):
                count, wins = players[name]
                players[name] = count + 1, wins + (seat.score == best)
    return max(takes), max(scores), players


AT_THE_END = re.compile("left in the|most cards")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_records_are_the_highest_there_are(store: GameStore, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    games = []
    for number in range(6):
        names = tuple(rng.sample(("Ann", "Ben", "Cleo", "Dan"), rng.choice((2, 2, 3))))
        stop = rng.choice((None, None, rng.randrange(5, 40)))
        games.append(played(f"{seed} {number}", rng.choice(("points", "cards")), "2", names, stop))
        keep(store, games[-1])
    found = table_games(store)
    for by in ("points", "cards"):
        told = records(found, by)
        take, score, players = slowly(games, by)
        assert max((each.count for each in told.takes), default=0) == take
        assert max((each.count for each in told.scores), default=0) == score
        assert {one.player: (one.games, one.wins) for one in told.players} == players
        assert [one.wins for one in told.players] == sorted((one.wins for one in told.players), reverse=True)


def test_without_games_there_are_no_records() -> None:
    told = records([], "points")
    assert (told.takes, told.scores, told.players) == ((), (), ())
