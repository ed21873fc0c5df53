"""Players ask the solver: what they are told is proven, the same with and without the kernel, and nothing of the own turn is left out."""

import random
from fractions import Fraction

import pytest

from numero_cam.app.answers import Question, answer
from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.players.advisor import Advisor, Effort
from numero_cam.games.numero.players.view import view_of_position
from numero_cam.games.numero.rules import PACK, Card, Position, cards_of, parse_card, parse_cards, parse_items
from numero_cam.games.numero.rules.calculation import flat_cards, value_of
from numero_cam.games.numero.solve import Settings, kernel, solve
from numero_cam.games.numero.solve.hands import best_takes, possible_builds, takes_of_hand
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.games.numero.solver_settings import settings_of
from tests.needs import needs_kernel
from tests.oracle import Twin

ALL = settings_of(Options.level("all"))


def deals(seed: int, count: int, centre: int) -> list[Position]:
    rng = random.Random(seed)  # noqa: S311 - a test
    drawn = [rng.sample(PACK, centre + 5) for _ in range(count)]
    return [Position(tuple(cards[:centre]), tuple(cards[centre:])) for cards in drawn]


@pytest.mark.parametrize("centre", [4, 7, 8, 9, 10])
def test_the_best_take_of_the_turn_is_always_compared(centre: int) -> None:
    for position in deals(centre, 5, centre):
        found = answer(position, Question(effort=Effort(deals=1)))
        for advice in (found.advice, Advisor(Effort(deals=1), bluffs=True).outlooks(view_of_position(position, Settings()))):
            assert advice is not None
            takes = [one.candidate.gain for one in advice if one.candidate.kind == "take"]
            assert max(takes, default=0) == (found.solution.plays[0].points if found.solution.plays else 0)


@pytest.mark.parametrize("by", ["points", "cards"])
def test_the_best_take_of_a_hand_is_the_solvers(by: str) -> None:
    settings = settings_of(Options.level("all", by=by))
    for position in deals(17, 30, 4):
        hands = [position.hand, *(other.hand for other in deals(19, 3, 4))]
        for hand, best in zip(hands, best_takes(position.centre, hands, settings), strict=True):
            plays = solve(Position(position.centre, hand), settings).plays
            assert (best is None) is (not plays)
            if best is None:
                continue
            assert best.gain == (plays[0].points if by == "points" else plays[0].cards)
            assert best.complete
            used = [card for group in best.play.sets for item in group.cards for card in cards_of(item)]
            left = [*(card for item in best.centre for card in cards_of(item)), *best.hand, best.taker, *used]
            assert sorted(map(str, left)) == sorted(map(str, (*position.centre, *hand)))
            assert best.clears is (not best.centre)


@needs_kernel
def test_players_are_told_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    for position in deals(23, 12, 4):
        view = view_of_position(position, Settings())
        fast = [(one.candidate, one.total) for one in Advisor(Effort(deals=2), bluffs=True).outlooks(view)]
        with monkeypatch.context() as patch:
            patch.setenv(kernel.SWITCH, "off")
            plain = [(one.candidate, one.total) for one in Advisor(Effort(deals=2), bluffs=True).outlooks(view)]
        assert fast == plain


def test_what_builds_are_made_of() -> None:
    """All that a number card makes with cards of the centre, against the twin."""
    for position in deals(29, 12, 3):
        card = next((one for one in position.hand if one.is_number), parse_card("7r"))
        wilds = [one for one in position.hand if one.is_wild][:2]
        items = [*position.centre, card, *wilds]
        twin = Twin(items, "whole")
        expected = set()
        for mask in range(1 << len(items)):
            held = frozenset(bit for bit in range(len(items)) if mask >> bit & 1)
            if 3 in held and held & {0, 1, 2}:
                expected |= {(frozenset(map(str, (items[bit] for bit in held))), value) for value in twin.values(held) if 1 <= value <= 15}
        made = possible_builds(position.centre, card, wilds, range(1, 16), ALL)
        assert {(frozenset(map(str, (*one.lying, *one.own))), Fraction(one.value)) for one in made} == expected
        for one in made[:10]:
            way = way_as_laid(one.card_set)
            assert value_of(way, whole=True) == one.value
            assert sorted(map(str, flat_cards(way))) == sorted(map(str, (*one.lying, *one.own)))


def test_takes_that_leave_other_cards() -> None:
    takes = takes_of_hand(parse_items("10r [3b 4b] 2g x5"), parse_cards("9g 7r -3"), ALL, 6)
    assert [one.gain for one in takes] == sorted((one.gain for one in takes), reverse=True)
    assert len({(one.taker, one.centre, one.hand) for one in takes}) > 2


@pytest.mark.parametrize(("centre", "hand"), [("", "7r 8b"), ("7r", "x2 -3"), ("x2 x3", "6r")])
def test_nothing_is_taken_from_an_empty_centre_or_with_wild_cards_only(centre: str, hand: str) -> None:
    assert best_takes(parse_items(centre), [parse_cards(hand)], ALL) == [None]


def test_an_impossible_build_stays_out_and_keeps_the_centre_from_being_cleared() -> None:
    hand: tuple[Card, ...] = parse_cards("7r")
    (found,) = best_takes(parse_items("7g [9r 9b]"), [hand], ALL)
    (alone,) = best_takes(parse_items("7g"), [hand], ALL)
    assert found is not None
    assert alone is not None
    assert alone.gain - found.gain == 5
    assert (alone.clears, found.clears) == (True, False)


def test_a_crowded_centre_is_looked_at_in_part_and_says_so() -> None:
    (found,) = best_takes(PACK[:40], [parse_cards("7r 8b x2 x3 -2")], ALL)
    assert found is not None
    assert not found.complete
