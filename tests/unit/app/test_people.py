"""The people of the kept games: how each of them played those that were analysed, and nothing of who is forgotten."""

import pytest

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.game_progress import Progress, kept_progress
from numero_cam.app.people import Person, forget_person, people
from numero_cam.app.table_games import table_game, table_games
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.store.games import GameStore
from numero_cam.web.game_pages import games_page_html
from tests.kept_game import keep, played
from tests.needs import needs_kernel

pytestmark = needs_kernel
STOP = 14  #: Number of operations of the games here: a few turns.


def analysed(store: GameStore, seed: int, by: str = "points") -> GameAnalysis:
    """Keep a game and analyse it whole."""
    *_, analysis = analyse_kept(store, table_game(store, keep(store, played(seed, by, stop=STOP))))
    assert analysis.complete
    return analysis


def found(store: GameStore) -> dict[str, Person]:
    games = table_games(store)
    return {person.name: person for person in people(games, kept_progress(store, games))}


def test_a_person_shows_how_each_analysed_game_went_the_oldest_first(store: GameStore) -> None:
    first, by_cards = analysed(store, 3), analysed(store, 4, "cards")
    keep(store, played(5, stop=STOP))  # nobody looked at its analysis
    for who, name in enumerate(("Ann", "Ben")):
        person = found(store)[name]
        assert person.games == 3
        assert person.accuracies == (first.accuracy(who), by_cards.accuracy(who))
        assert person.brought == first.brought(who)
    page = games_page_html(table_games(store), tuple(found(store).values()))
    assert f"<dd>{round(by_cards.accuracy(0) or 0)} %" in page
    assert page.count("<polyline") == 2


def test_without_an_analysis_nothing_is_said(store: GameStore) -> None:
    keep(store, played(3, stop=STOP))
    assert (found(store)["Ann"].accuracies, found(store)["Ann"].brought) == ((), None)
    assert "accuracy" not in games_page_html(table_games(store), tuple(found(store).values()))


def test_who_is_forgotten_takes_it_along(store: GameStore) -> None:
    analysed(store, 3)
    assert forget_person(store, "Ann") == 1
    with store.transaction("read") as connection:
        assert connection.execute("SELECT count(*) FROM numero_cam_progress").fetchone() == (0,)
    assert found(store)["Somebody"].accuracies == ()


@pytest.mark.parametrize("body", ["", "[", "{}", "[[1]]", '[["Ann", "much", 1]]', '[["Ann", NaN, 1]]', "[" * 9000, '[["Ann", 1e9, 1]]'])
def test_damaged_rows_are_left_out(store: GameStore, body: str) -> None:
    analysed(store, 3)
    with store.transaction("write") as connection:
        connection.execute("UPDATE numero_cam_progress SET body = ?", (body,))
    assert kept_progress(store, table_games(store)) == {}
    assert found(store)["Ann"].accuracies == ()


def test_what_is_kept_is_what_the_analysis_says(store: GameStore) -> None:
    analysis = analysed(store, 3)
    (row,) = kept_progress(store, table_games(store)).values()
    assert row == {name: Progress(analysis.accuracy(who), analysis.brought(who)) for who, name in enumerate(("Ann", "Ben"))}
