"""More cards than one search holds: what is found is a take, it gets better with time, and it comes near what is proven."""

import random

import pytest

from numero_cam.games.numero.rules import PACK, Position, parse_card, parse_position
from numero_cam.games.numero.rules.choices import By, Values
from numero_cam.games.numero.solve import Settings, best_plays, child_play, solve
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError
from numero_cam.games.numero.solve.search import PartwiseSearch, layout_search
from numero_cam.text.words import formula
from tests.strategies import deal, evaluate

SIXTY = Position(tuple(card for card in PACK if card.is_number), (parse_card("15r"), parse_card("8r")))


class Rounds(Clock):
    """A time limit that is over after so many looks at the clock, on any machine."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks, self.held = looks, False

    @property
    def is_limited(self) -> bool:
        return True

    def check(self) -> None:
        self.looks -= 1
        if self.looks < 0 and not self.held:
            raise OutOfTimeError

    def hold(self, *, held: bool) -> None:
        super().hold(held=held)
        self.held = held


def by_parts(position: Position, settings: Settings, most: int, clock: Clock | None = None) -> PartwiseSearch:
    search = layout_search(position, settings, None, most)
    assert search is not None
    assert not search.layout.complete
    return PartwiseSearch(position, settings, search.layout, clock or Clock())


@pytest.mark.parametrize("by", ["points", "cards"])
def test_sixty_number_cards_are_nearly_all_taken(by: By) -> None:
    found = solve(SIXTY, Settings(by), limit_seconds=0.5)
    assert (found.proven, found.stopped_by) == (False, "cards")
    (play,) = found.plays
    assert play.cards > 40
    assert all(evaluate(formula(group.way)) == play.taker.value for group in play.sets)
    used = [card for group in play.sets for card in group.cards]
    assert len(set(used)) == len(used) == play.cards - 1
    assert set(used) <= set(SIXTY.centre)


@pytest.mark.parametrize("values", ["whole", "any", "real"])
def test_a_take_of_many_cards_is_a_take(values: Values) -> None:
    position = deal(random.Random(4), 26, 5)  # noqa: S311 - a seeded deal, no secret
    (play,) = solve(position, Settings(values=values, negative=False), limit_seconds=0.3).plays
    assert all(evaluate(formula(group.way)) == play.taker.value for group in play.sets)
    used = [str(card) for group in play.sets for card in group.cards]
    assert len(set(used)) == len(used) == play.cards - 1
    assert sum(item.points for item in play.breakdown) == play.points


def test_more_time_makes_it_no_worse() -> None:
    ranks = []
    for looks in (0, 1, 5, 50, 200):
        found, stopped = by_parts(SIXTY, Settings(), 10, Rounds(looks)).best(1)
        assert stopped == "cards"
        ranks.append(max(found.ranks.values(), default=0))
    assert ranks == sorted(ranks)
    assert ranks[0] < ranks[-1]


@pytest.mark.slow
def test_what_is_found_by_parts_comes_near_the_best() -> None:
    rng = random.Random(9)  # noqa: S311 - a seeded deal, no secret
    best = found = 0
    for _ in range(12):
        position = deal(rng, 8, 5)
        proven = solve(position).plays
        search = by_parts(position, Settings(), 7)
        parts = [search.play(take) for take in search.best(1)[0].takes.values()]
        best += proven[0].points if proven else 0
        found += parts[0].points if parts else 0
        assert (parts[0].points if parts else 0) <= (proven[0].points if proven else 0)
    assert found >= 0.97 * best


def test_clearing_the_centre_counts() -> None:
    position = parse_position("7r 7b 7g 7o 3r 4r 3b 4b 3g 4g", "7s")
    search = by_parts(position, Settings(), 4)
    (take,) = search.best(1)[0].takes.values()
    play = search.play(take)
    best = solve(position).plays[0]
    assert play.clears
    assert (play.points, play.cards, play.clears) == (best.points, best.cards, best.clears)  # of equal takes the one found first stays


def test_several_takes_all_of_them_and_the_child() -> None:
    plays = solve(SIXTY, top=3, limit_seconds=0.3).plays
    assert len(plays) == 3
    assert [play.points for play in plays] == sorted((play.points for play in plays), reverse=True)
    assert best_plays(SIXTY, limit_seconds=0.3).stopped_by == "cards"
    child = child_play(SIXTY, level="1", limit_seconds=0.5)
    assert not child.proven
    assert solve(Position(SIXTY.centre, ()), limit_seconds=0.3).proven  # nothing to take with


def test_which_limit_stopped_the_search() -> None:
    position = parse_position("1g 11r 8g 2/5 5r x4 11o 3b 9o", "15o -3 9g 1/4 /2")
    assert solve(position, limit_seconds=0).stopped_by == "time"
    assert solve(position).stopped_by is None
