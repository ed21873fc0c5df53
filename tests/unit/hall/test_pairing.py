"""Who plays whom: nobody twice while it can be avoided, nobody rests twice before all have rested, late and leaving entrants."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.base.errors import HallError
from numero_cam.hall.board import board_sections
from numero_cam.hall.pairing import next_pairings
from numero_cam.hall.ranking import ladder, ranking
from numero_cam.hall.records import Entrant, Event, EventSetting, Match, MatchScore, Pairing, PairingSystem, last_round


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - no secret


def entered(count: int) -> list[Entrant]:
    return [Entrant(number, f"Team {number}") for number in range(1, count + 1)]


def played(pairings: tuple[Pairing, ...], matches: list[Match], chance: Random, *, draws: bool = True) -> list[Match]:
    """The matches with one more round, whose results are drawn."""
    number, first = last_round(matches) + 1, len(matches) + 1
    made = []
    for k, pairing in enumerate(pairings):
        home, away = chance.randrange(60), chance.randrange(60)
        result = None if pairing.away is None else MatchScore(home, away if draws or away != home else away + 1)
        made.append(Match(first + k, 1, number, None if pairing.away is None else k + 1, pairing, result))
    return [*matches, *made]


def check_round(pairings: tuple[Pairing, ...], active: set[int]) -> None:
    """Each of those who play is in the round once, and at most one has no opponent."""
    assert Counter(number for pairing in pairings for number in pairing.pair) == dict.fromkeys(active, 1)
    assert sum(pairing.away is None for pairing in pairings) == len(active) % 2


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 33), st.integers(0, 2**16), st.sampled_from(["swiss", "ladder"]))
@pytest.mark.slow
def test_rounds_with_late_and_leaving_entrants(count: int, seed: int, system: PairingSystem) -> None:
    chance = seeded(seed)
    entrants, matches = entered(count), list[Match]()
    setting = EventSetting("Cup", system)
    rests: Counter[int] = Counter()
    for number in range(1, min(count // 2, 9) + 1):
        active = {each.number for each in entrants if not each.left and each.joined <= number}
        pairings = next_pairings(setting, entrants, matches, seed)
        check_round(pairings, active)
        resting = [pairing.home for pairing in pairings if pairing.away is None]
        assert all(rests[one] == min(rests[each] for each in active) for one in resting)
        rests.update(resting)
        matches = played(pairings, matches, chance)
        if chance.random() < 0.3:
            entrants.append(Entrant(len(entrants) + 1, "Late", joined=number + 1))
        elif chance.random() < 0.3 and len(active) > 4:
            leaver = chance.choice(sorted(active))
            entrants = [replace(each, left=each.left or each.number == leaver) for each in entrants]
    met = Counter(match.pairing.pair for match in matches if match.pairing.away is not None)
    # Half as many rounds as entrants, and none repeated: a graph in which each has half of the others left has a perfect matching (Dirac).
    if system == "swiss" and not any(each.left or each.joined > 1 for each in entrants) and count % 2 == 0:
        assert max(met.values()) == 1


@pytest.mark.parametrize("system", ["swiss", "ladder"])
@pytest.mark.parametrize("seed", range(4))
def test_where_all_have_met_nobody_meets_somebody_a_third_time_before_all_have_met_twice(system: PairingSystem, seed: int) -> None:
    entrants, matches, chance = entered(4), list[Match](), seeded(seed)
    for number in range(1, 10):
        matches = played(next_pairings(EventSetting("Cup", system), entrants, matches, seed), matches, chance)
        met = Counter(match.pairing.pair for match in matches)
        assert max(met.values()) == (number + 2) // 3  # three rounds are all the ways to pair four


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 14))
def test_a_round_robin_has_each_pair_once(count: int) -> None:
    entrants, matches, chance = entered(count), list[Match](), seeded(count)
    rounds = count - 1 if count % 2 == 0 else count
    for _ in range(rounds):
        pairings = next_pairings(EventSetting("Cup", "robin"), entrants, matches)
        check_round(pairings, set(range(1, count + 1)))
        matches = played(pairings, matches, chance)
    met = Counter(match.pairing.pair for match in matches if match.pairing.away is not None)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    with pytest.raises(HallError, match="everybody has played everybody"):
        next_pairings(EventSetting("Cup", "robin"), entrants, matches)


def test_a_round_robin_goes_on_with_a_late_entrant_and_repeats_nobody() -> None:
    entrants, matches, chance = entered(5), list[Match](), seeded(1)
    for number in range(1, 12):
        if number == 3:
            entrants.append(Entrant(6, "Late", joined=3))
        try:
            pairings = next_pairings(EventSetting("Cup", "robin"), entrants, matches)
        except HallError:
            break
        matches = played(pairings, matches, chance)
    met = Counter(match.pairing.pair for match in matches if match.pairing.away is not None)
    assert set(met.values()) == {1}
    assert len(met) == 15


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_a_knock_out_ends_with_one_winner(count: int) -> None:
    entrants, matches, chance, setting = entered(count), list[Match](), seeded(count), EventSetting("Cup", "knockout")
    for _ in range((count - 1).bit_length()):
        matches = played(next_pairings(setting, entrants, matches), matches, chance, draws=False)
    with pytest.raises(HallError, match="there is a winner"):
        next_pairings(setting, entrants, matches)
    lost = {number for match in matches for number in match.pairing.pair if match.result and loses(match, number)}
    assert len(lost) == count - 1


def loses(match: Match, number: int) -> bool:
    assert match.result is not None
    ahead = match.result.home - match.result.away
    return (ahead < 0) == (match.pairing.home == number)


def test_a_drawn_knock_out_asks_for_a_winner() -> None:
    drawn = [Match(1, 1, 1, 4, Pairing(1, 2), MatchScore(7, 7))]
    with pytest.raises(HallError, match="table 4 is drawn, and a knock-out needs a winner"):
        next_pairings(EventSetting("Cup", "knockout"), entered(2), drawn)


def test_a_winner_who_left_gives_way() -> None:
    matches = [Match(1, 1, 1, 1, Pairing(1, 3), MatchScore(9, 2)), Match(2, 1, 1, 2, Pairing(2, 4), MatchScore(9, 2))]
    entrants = [replace(each, left=each.number == 1) for each in entered(4)]
    with pytest.raises(HallError, match="there is a winner"):
        next_pairings(EventSetting("Cup", "knockout"), entrants, matches)


def test_a_round_waits_for_results_and_names_their_tables() -> None:
    matches = [Match(1, 1, 1, 3, Pairing(1, 2)), Match(2, 1, 1, 4, Pairing(3, 4), MatchScore(1, 2))]
    with pytest.raises(HallError, match="round 1: the result of table 3 is missing"):
        next_pairings(EventSetting("Cup"), entered(4), matches)
    with pytest.raises(HallError, match="the results of tables 3, 4 are missing"):
        next_pairings(EventSetting("Cup"), entered(4), [replace(match, result=None) for match in matches])


def test_an_event_has_64_rounds_and_no_more() -> None:
    teams = entered(2)
    matches = [Match(k, 1, k, 1, Pairing(1, 2), MatchScore(9, 2)) for k in range(1, 64)]
    (last,) = next_pairings(EventSetting("Cup"), teams, matches)
    assert last.pair == {1, 2}
    with pytest.raises(HallError, match="an event has at most 64 rounds"):
        next_pairings(EventSetting("Cup"), teams, [*matches, Match(64, 1, 64, 1, last, MatchScore(9, 2))])


def test_a_hall_with_too_few_tables_says_how_many_are_needed() -> None:
    with pytest.raises(HallError, match="needs 3 tables, and the hall has 2"):
        next_pairings(EventSetting("Cup", tables=2), entered(6), [])


def test_of_two_who_meet_whoever_began_less_often_begins() -> None:
    matches = [Match(1, 1, 1, 1, Pairing(1, 2), MatchScore(9, 2)), Match(2, 1, 1, 2, Pairing(3, 4), MatchScore(9, 2))]
    for pairing in next_pairings(EventSetting("Cup"), entered(4), matches):
        assert pairing.pair in ({1, 3}, {2, 4})
    with_two = [*matches, Match(3, 1, 2, 1, Pairing(1, 3), MatchScore(1, 0)), Match(4, 1, 2, 2, Pairing(2, 4), MatchScore(0, 1))]
    assert {pairing.home for pairing in next_pairings(EventSetting("Cup"), entered(4), with_two)} <= {2, 3, 4}


def test_whoever_beats_somebody_above_takes_that_place() -> None:
    matches = [Match(1, 1, 1, 1, Pairing(1, 2), MatchScore(1, 5)), Match(2, 1, 1, 2, Pairing(3, 4), MatchScore(5, 1))]
    assert ladder(entered(4), matches) == [2, 1, 3, 4]
    assert [row.number for row in ranking(entered(4), matches, "ladder")] == [2, 1, 3, 4]


def test_a_round_without_an_opponent_counts_when_the_others_of_it_have_played() -> None:
    """Team 1 lost and then has no opponent: it leads nobody while the others still play."""
    first = [
        Match(1, 1, 1, 1, Pairing(2, 1), MatchScore(30, 12)),
        Match(2, 1, 1, 2, Pairing(3, 4), MatchScore(9, 5)),
        Match(3, 1, 1, None, Pairing(5, None)),
    ]
    second = [Match(4, 1, 2, 1, Pairing(2, 3)), Match(5, 1, 2, 2, Pairing(4, 5)), Match(6, 1, 2, None, Pairing(1, None))]

    def rows(*played: MatchScore | None) -> dict[int, tuple[int, int, int]]:
        now = [*(replace(match, result=result) for match, result in zip(second, played, strict=False)), second[-1]]
        return {row.number: (row.points, row.played, row.byes) for row in ranking(entered(5), [*first, *now])}

    assert rows(None, None)[1] == rows(MatchScore(1, 2), None)[1] == (0, 1, 0)
    assert rows(None, None)[5] == (2, 1, 1)  # of a round that is over
    assert rows(MatchScore(1, 2), MatchScore(3, 4))[1] == (2, 2, 1)


def test_the_wall_says_who_plays_and_who_has_no_opponent_in_a_round_that_is_played() -> None:
    event, teams = Event(1, "2026", EventSetting("Cup")), entered(5)
    matches = [Match(1, 1, 1, 1, Pairing(1, 2), MatchScore(9, 5)), Match(2, 1, 1, 2, Pairing(3, 4)), Match(3, 1, 1, None, Pairing(5, None))]

    def now(*matches: Match) -> dict[str, str]:
        rows: Any = board_sections(event, teams, matches)["standings"]["rows"]  # an object of JSON
        return {row["name"]: row["now"] for row in rows}

    names = [each.name for each in teams]
    assert now(*matches) == dict(zip(names, ["", "", "plays", "plays", "no opponent in this round"], strict=True))
    assert set(now(matches[0], replace(matches[1], result=MatchScore(1, 2)), matches[2]).values()) == {""}


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 9), st.integers(0, 2**16), st.sampled_from(["swiss", "ladder", "robin"]))
def test_a_table_of_standings_counts_each_round_once_and_its_sums_are_those_of_the_matches(
    count: int, seed: int, system: PairingSystem
) -> None:
    entrants, matches, chance = entered(count), list[Match](), seeded(seed)
    for _ in range(count - 1 if count % 2 == 0 else count):
        matches = played(next_pairings(EventSetting("Cup", system), entrants, matches, seed), matches, chance)
    for row in ranking(entrants, matches, system):
        mine = [match for match in matches if row.number in match.pairing.pair]
        rests = [match for match in mine if match.pairing.away is None]
        ahead = [
            (match.result.home - match.result.away) * (1 if match.pairing.home == row.number else -1) for match in mine if match.result
        ]
        won, drawn = sum(each > 0 for each in ahead), ahead.count(0)
        assert (row.played, row.byes) == (len(mine), len(rests))
        assert (row.wins, row.points, row.margin) == (won, 2 * (won + len(rests)) + drawn, sum(ahead))


def test_equal_points_are_parted_by_the_points_of_opponents() -> None:
    """Teams 1 and 3 won twice; the opponents of 1 won more."""
    matches = [
        Match(1, 1, 1, 1, Pairing(1, 2), MatchScore(9, 5)),
        Match(2, 1, 1, 2, Pairing(3, 4), MatchScore(9, 5)),
        Match(3, 1, 2, 1, Pairing(2, 4), MatchScore(9, 5)),
        Match(4, 1, 2, 2, Pairing(5, None)),
    ]
    rows = {row.number: row for row in ranking(entered(5), matches)}
    assert rows[1].buchholz == 2
    assert rows[3].buchholz == 0
    assert (rows[5].points, rows[5].byes, rows[5].buchholz) == (2, 1, 2)
    assert rows[1].place < rows[3].place
