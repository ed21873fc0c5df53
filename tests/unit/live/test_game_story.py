"""The result of a kept game: its points add up, and records are those of the player."""

import re
from pathlib import Path

import pytest

from numero_cam.app.people import forget_person, people
from numero_cam.app.table_games import table_game, table_games
from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.live.game_story import game_story
from numero_cam.live.page_messages import Message
from numero_cam.store.games import GameStore
from tests.kept_game import keep, played


def assert_the_cards_left_are_told(game: Game, story: Message, sheet: str) -> None:
    """The cards of the takes and those left in the middle are all that the last taker won, and the page and the sheet say so."""
    who, left = game.state.last_taker, len(game.state.left)
    assert who is not None
    won = len(game.state.seats[who].won)
    (in_takes,) = (row for row in story["rows"] if row["what"] == "Cards in takes")  # type: ignore[attr-defined]
    assert in_takes["points"][game.names[who]] + left == won
    told = str(story["left"])
    assert re.findall(r"\d+", told) == ([str(left), str(won)] if left > 1 else [str(won)] if left else [])
    assert told in sheet
    assert game.names[who] in told or not left


@pytest.mark.parametrize("by", ["points", "cards"])
def test_the_points_item_by_item_are_the_score(store: GameStore, by: str) -> None:
    for seed in range(4):
        found = table_game(store, keep(store, played(seed, by=by)))
        story = game_story(found, table_games(store))
        for name in story["players"]:  # type: ignore[attr-defined]
            assert sum(row["points"][name] for row in story["rows"]) == story["scores"][name]  # type: ignore[attr-defined,index]
        assert story["frames"][-1]["after"] is not None  # type: ignore[index]
        assert_the_cards_left_are_told(found.require_game(), story, found.sheet_page())
        assert story["series"]["games"] == seed + 1  # type: ignore[index]


@pytest.mark.slow
def test_a_result_says_what_made_it_and_a_stopped_game_who_is_ahead(store: GameStore) -> None:
    stories = [game_story(table_game(store, keep(store, played(seed, stop=stop))), ()) for seed in range(6) for stop in (None, 40)]
    for story in stories:
        first, second = sorted(story["scores"].values(), reverse=True)  # type: ignore[attr-defined]
        if first == second:
            assert story["why"] == ""
        elif story["over"]:
            assert "made it" in str(story["why"])
        else:
            assert str(story["why"]).endswith(f" is ahead by {first - second}.")
    assert {story["over"] for story in stories} == {True, False}


def test_most_cards_made_it_where_without_their_points_another_would_be_ahead(store: GameStore) -> None:
    told = 0
    for seed in (17, 18, 60, 61):
        game = one_game(Options.level("3", players=2, by="points"), ("greedy", "greedy"), f"close {seed}")
        why = game_story(table_game(store, keep(store, game)), ())["why"]
        scores = [seat.score for seat in game.state.seats]
        most = [entry for entry in game.sheet() if entry.item == "most_cards"]
        winner = max((0, 1), key=scores.__getitem__)
        mine = sum(entry.points for entry in most if entry.player == winner)
        others = sum(entry.points for entry in most if entry.player != winner)
        made_it = scores[winner] - mine < scores[1 - winner] - others
        expected = f"Most cards made it: without those {mine} points {game.names[1 - winner]} would be ahead."
        assert (why == expected) == made_it, seed
        told += made_it
    assert 0 < told < 4


@pytest.mark.slow
def test_a_record_is_one_only_after_a_first_game(store: GameStore) -> None:
    numbers = [keep(store, played(seed)) for seed in range(6)]
    stories = [game_story(table_game(store, number), table_games(store)) for number in numbers]
    assert stories[0]["records"] == []
    best = 0
    for story in stories:
        mine = max((take["points"] for take in story["best"] if take["player"] == "Ann"), default=0)  # type: ignore[attr-defined]
        told = any("Ann's best take" in line for line in story["records"])  # type: ignore[attr-defined]
        assert told == (best > 0 and mine > best)
        best = max(best, mine)


@pytest.mark.slow
def test_a_person_who_is_forgotten_stands_nowhere_and_the_scores_stay(store: GameStore, tmp_path: Path) -> None:
    pairs = (("Ann", "Zebedee"), ("Zebedee", "Cleo"), ("Ann", "Ben"))
    numbers = [keep(store, played(seed, names=names)) for seed, names in enumerate(pairs)]
    before = [table_game(store, number).snapshot.scores for number in numbers]
    assert [person.games for person in people(table_games(store)) if person.name == "Zebedee"] == [2]
    assert forget_person(store, "Zebedee") == 2
    assert forget_person(store, "Zebedee") == 0
    after = [table_game(store, number) for number in numbers]
    assert [list(each.scores.values()) for each in after] == [list(scores.values()) for scores in before]
    assert [each.kept.players for each in after] == [("Ann", "Somebody"), ("Somebody", "Cleo"), ("Ann", "Ben")]
    assert "Zebedee" not in {person.name for person in people(table_games(store))}
    store.close()
    assert not [path for path in tmp_path.iterdir() if b"Zebedee" in path.read_bytes()]
