"""A learner's record: what is written is read, what is no record is refused and stays, and no change loses something else."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.app.learner import DAY_LEVEL, KeptPuzzle, LearnedGame, Learner, SolvedDay, learner_text, parse_learner
from numero_cam.app.own_puzzles import own_puzzles
from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.players.analysis import analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.shared.leitner import WAITS, Slot
from tests.kept_game import careless, played
from tests.needs import needs_kernel

HEAD = "numero game 1\nplayers: Ann, Ben\nlevel: 3\nby: points\n"
PUZZLES = [f"{HEAD}0 Ben: find {number}g {number + 1}b; ? ?; {2 * number + 1}r\n" for number in range(1, 7)]
TODAY = date(2026, 11, 29)
days = st.dates(date(2020, 1, 1), date(2040, 1, 1))
slots = st.builds(Slot, st.integers(0, len(WAITS) - 1), days)
learners = st.builds(
    Learner,
    st.lists(st.builds(KeptPuzzle, st.sampled_from(PUZZLES), slots, st.sampled_from(["", "7"])), unique_by=lambda card: card.puzzle).map(
        tuple
    ),
    st.lists(st.builds(SolvedDay, days, st.sampled_from(["silver:1", "gold:40"])), unique=True).map(tuple),
    st.lists(
        st.builds(
            LearnedGame,
            st.text("0123456789abcdef", min_size=16, max_size=16),
            days,
            st.sampled_from(["points", "cards"]),
            st.none() | st.floats(0, 100),
            st.floats(-100, 100),
            st.text("0123456789abcdef", max_size=16),
        ),
        unique_by=lambda game: game.key,
    ).map(tuple),
    st.sampled_from(["silver:1", "silver:10", "gold:40"]),
)


@given(learners)
def test_what_is_written_is_read(learner: Learner) -> None:
    assert parse_learner(learner_text(learner)) == learner


@given(learners)
def test_a_record_of_an_earlier_version_is_read(learner: Learner) -> None:
    found = json.loads(learner_text(learner))
    del found["level"]
    earlier = {"cards": [row[:3] for row in found["cards"]], "games": [row[:5] for row in found["games"]]}
    cards = tuple(replace(card, game="") for card in learner.cards)
    games = tuple(replace(game, edition="") for game in learner.games)
    assert parse_learner(json.dumps(found | earlier)) == replace(learner, cards=cards, games=games, level=DAY_LEVEL)


def test_nothing_kept_is_an_empty_record() -> None:
    assert parse_learner("") == Learner() == parse_learner(learner_text(Learner()))


@given(learners, days, st.booleans(), st.sampled_from(PUZZLES))
def test_an_answer_moves_its_puzzle_alone(learner: Learner, today: date, solved: bool, puzzle: str) -> None:
    after = learner.answered(puzzle, today, solved=solved)
    assert (after.days, after.games) == (learner.days, learner.games)
    assert [card for card in after.cards if card.puzzle != puzzle] == [card for card in learner.cards if card.puzzle != puzzle]
    moved = [card for card in after.cards if card.puzzle == puzzle]
    if puzzle not in [card.puzzle for card in learner.due(today)]:
        assert after == learner
    else:
        assert moved or solved
        assert all(card.slot.since == today and not card.slot.is_due(today) for card in moved)
        assert after.answered(puzzle, today, solved=not solved) == after  # in a second window, on the same day


@given(learners, days)
def test_each_puzzle_is_asked_some_day_whatever_the_clock_says(learner: Learner, today: date) -> None:
    later = [today + timedelta(days=n) for n in range(WAITS[-1] + 1)]
    asked = {card.puzzle for day in later for card in learner.due(day)}
    ahead = {card.puzzle for card in learner.cards if card.slot.since > today}
    assert asked >= ahead
    assert asked == {card.puzzle for card in learner.cards}


@given(learners, days)
def test_a_solved_day_is_there_once(learner: Learner, day: date) -> None:
    after = learner.with_day(day, "silver:1")
    assert after.days.count(SolvedDay(day, "silver:1")) == 1
    assert after.with_day(day, "silver:1") == after
    assert (after.cards, after.games) == (learner.cards, learner.games)
    assert set(after.days) >= set(learner.days)


@given(learners, learners)
def test_another_record_adds_to_it_and_takes_nothing_away(learner: Learner, other: Learner) -> None:
    both = learner.with_record(other)
    assert {card.puzzle for card in both.cards} == {card.puzzle for card in (*learner.cards, *other.cards)}
    assert set(both.cards) <= {*learner.cards, *other.cards}
    assert set(both.days) == {*learner.days, *other.days}
    assert {each.key for each in both.games} == {each.key for each in (*learner.games, *other.games)}
    assert set(both.games) <= {*learner.games, *other.games}
    again = both.with_record(learner).with_record(other)
    assert (set(again.cards), again.days, set(again.games)) == (set(both.cards), both.days, set(both.games))
    assert parse_learner(learner_text(both)) == both
    chosen = [one.level for one in (learner, other) if one.level != DAY_LEVEL]
    assert both.level == (*chosen, DAY_LEVEL)[0]


def damaged(change: Callable[[dict[str, object]], object]) -> str:
    """A record with something wrong in it."""
    learner = Learner(
        (KeptPuzzle(PUZZLES[0], Slot(1, TODAY)),), (SolvedDay(TODAY, "silver:1"),), (LearnedGame("a" * 16, TODAY, "points", 80.0, 7.0),)
    )
    found = json.loads(learner_text(learner))
    change(found)
    return json.dumps(found)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "null",
        "{}",
        "[" * 9000,
        damaged(lambda found: found.update(numero_learner=2)),
        damaged(lambda found: found.update(cards={})),
        damaged(lambda found: found.update(cards=[["chess", 0, "2026-11-29"]])),
        damaged(lambda found: found.update(cards=[["x" * 10_000, 0, "2026-11-29"]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], 4, "2026-11-29"]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], True, "2026-11-29"]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], 0, "yesterday"]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], 0]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], 0, "2026-11-29"]] * 301)),
        damaged(lambda found: found.update(days=[["2026-11-29", "bronze"]])),
        damaged(lambda found: found.update(days=[["2026-13-29", "silver:1"]])),
        damaged(lambda found: found.update(games=[["a", "2026-11-29", "luck", 1.0, 1.0]])),
        damaged(lambda found: found.update(games=[["a", "2026-11-29", "points", 101, 1.0]])),
        damaged(lambda found: found.update(games=[["a", "2026-11-29", "points", 1.0, "much"]])),
        damaged(lambda found: found.update(games=[["a", "2026-11-29", "points", 1.0, 1.0, "a" * 17]])),
        damaged(lambda found: found.update(games=[["a", "2026-11-29", "points", 1.0, 1.0, "a", "b"]])),
        damaged(lambda found: found.update(cards=[[PUZZLES[0], 0, "2026-11-29", 7]])),
    ],
)
def test_what_is_no_record_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(StoreError) as refused:
        parse_learner(text)
    assert str(refused.value) == "Your puzzles and progress cannot be read. They stay as they are until they are deleted."


@needs_kernel
def test_a_game_is_taken_in_once_and_whole() -> None:
    game = played(2, stop=60)
    first, *_, whole = analyse(game, deals=Deals(16, 64))
    assert Learner().with_game(game, first, 1, TODAY) == Learner()
    after = Learner().with_game(game, whole, 1, TODAY)
    (learned,) = after.games
    own = [play.played.now for play in whole.plays if play.player == 1 and play.played]
    assert learned.brought == pytest.approx(sum(own) / len(own))
    assert learned.accuracy == whole.accuracy(1)
    assert after.cards
    assert all(card.slot == Slot(0, TODAY) for card in after.cards)
    assert after.due(TODAY) == list(after.cards)
    assert after.with_game(game, whole, 1, TODAY + timedelta(days=1)) == after
    assert game_text(game.replayed(1)) not in learner_text(after)  # no stock, no hand of the other


@needs_kernel
def test_a_kept_game_that_was_mended_takes_the_place_of_what_it_was() -> None:
    game, mended = careless(stop=60), careless(stop=40)
    (*_, whole), (*_, other) = analyse(game, deals=Deals(16, 64)), analyse(mended, deals=Deals(16, 64))
    later, another = TODAY + timedelta(days=2), KeptPuzzle(PUZZLES[0], Slot(0, TODAY), "8")
    first = Learner((another,)).with_game(game, whole, 0, TODAY, "7")
    assert first.with_game(game, whole, 0, later, "7") == first
    answered = first.cards[1].puzzle
    after = first.answered(answered, TODAY, solved=False).with_game(mended, other, 0, later, "7")
    (learned,) = after.games
    assert (learned.key, learned.day, learned.accuracy) == ("7", TODAY, other.accuracy(0))
    assert learned.accuracy != whole.accuracy(0)
    made = own_puzzles(mended, other, 0)
    assert set(own_puzzles(game, whole, 0)) - {answered, *made}  # there is something to take away
    assert {card.puzzle for card in after.cards} == {PUZZLES[0], answered, *made}
    by_deal = Learner().with_game(game, whole, 0, TODAY)
    assert by_deal.with_game(mended, other, 0, later) == by_deal  # the same cards, played again
