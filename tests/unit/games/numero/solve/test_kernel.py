"""The compiled kernel gives the answers of the Python it stands for, and says where it cannot: then Python answers."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

from numero_cam.games.numero.rules import Build, Position, PrintedPoints, parse_card, parse_position
from numero_cam.games.numero.rules.choices import By, Values
from numero_cam.games.numero.solve import Settings, best_plays, child_play, kernel, solve, takes_of_all
from numero_cam.games.numero.solve.clock import Clock, OutOfTimeError
from numero_cam.games.numero.solve.kernel import KernelForm, KernelReach
from numero_cam.games.numero.solve.reach import Reach
from numero_cam.text.words import formula
from tests.strategies import deal, deal_with_build

pytestmark = pytest.mark.skipif(not kernel.kernel_available(), reason="the kernel is not built here")

VALUES: tuple[Values, ...] = ("whole", "any")
#: Eighteen cards; with fractions, much more than a second of work.
LARGE = parse_position("3o 15r 5/2 x3 4b 6r x4 13g 12o -4 7b 9g N2 1/3", "1o -2 2b 2/3 sqrt")


@contextmanager
def python_only() -> Iterator[None]:
    """Answer with the kernel switched off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(kernel.SWITCH, "off")
        assert not kernel.kernel_available()
        yield


def positions(seed: int, count: int, centre: int) -> list[Position]:
    rng = random.Random(seed)  # noqa: S311 - a seeded deal, no secret
    return [(deal_with_build if place % 3 == 2 else deal)(rng, rng.randint(1, centre), rng.randint(1, 5)) for place in range(count)]


@pytest.mark.parametrize("values", ["whole", "any"])
@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.parametrize("negative", [True, False])
@pytest.mark.parametrize("top", [1, 4])
def test_whole_solutions_are_the_same(values: Values, by: By, top: int, *, negative: bool) -> None:
    for place, position in enumerate(positions(61, 60, 5)):
        settings = Settings(by, ("website", "guide")[place % 2], values, negative=negative)
        with python_only():
            expected = solve(position, settings, top=top)
        assert solve(position, settings, top=top) == expected, f"{position}, {settings}"


def test_solutions_of_larger_boards_are_the_same() -> None:
    for position in positions(67, 12, 9):
        with python_only():
            expected = solve(position)
        assert solve(position) == expected, position


def test_the_search_in_falling_rank_finds_the_same() -> None:
    """Beyond twelve cards Python searches in another order than the kernel."""
    position = parse_position("1r 2b 2g 4o 5b 7r 9g 10o 11r -3", "14g /2 x2 8b")
    with python_only():
        expected = solve(position)
    assert solve(position) == expected


def test_all_answers_and_the_child_are_the_same() -> None:
    for position in positions(71, 30, 4):
        with python_only():
            plays, child, takes = best_plays(position), child_play(position, level="3"), takes_of_all(position.centre, values="any")
        assert best_plays(position) == plays
        assert child_play(position, level="3") == child
        assert takes_of_all(position.centre, values="any") == takes


def test_equal_cards_of_several_packs() -> None:
    rng = random.Random(73)  # noqa: S311 - a seeded deal, no secret
    faces = ("2r", "2b", "4r", "4g", "4r", "x2", "/2", "1/2", "-2", "-2", "N2", "sqrt")
    for _ in range(40):
        drawn = rng.sample(faces, 8)
        position = Position(tuple(map(parse_card, drawn[:4])), (*map(parse_card, drawn[4:]), parse_card(rng.choice(["4r", "2g", "8b"]))))
        settings = Settings(values=rng.choice(VALUES))
        with python_only():
            expected = solve(position, settings)
        assert solve(position, settings) == expected, position


def who_answers(reach: KernelReach) -> str:
    """The kernel that is asked now."""
    try:
        return reach.ask(lambda asked: type(asked).__module__.rpartition(".")[2])
    except OverflowError:
        return "Python"


@pytest.mark.parametrize(
    ("wilds", "answers"),
    [
        ("N2 sqrt 1/2", "_kernel64"),
        ("N2 N3 1/10 1/8 3/5", "_kernel128"),  # the scale alone is 400 to the sixth power
        ("N2 N3 1/10 1/8 3/5 2/3 1/4 4/5 /5 /4 /3 2/5", "Python"),
    ],
)
def test_values_out_of_range_are_left_to_wider_numbers_and_to_python(wilds: str, answers: str) -> None:
    cards = sorted(map(parse_card, wilds.split()), key=lambda card: card.sort_key)
    bases = (9, 14, 15)
    fast, plain = KernelReach(bases, cards, Clock(), whole=False), Reach(bases, cards, Clock(), whole=False)
    wanted = {number * fast.lattice.scale for number in range(1, 16)}
    mask = 0b1011 | 1 << (len(cards) + 2)
    for some in (mask, mask ^ 1, 0b111):
        assert fast.reachable(some, wanted) == plain.reachable(some, wanted)
    assert who_answers(fast) == answers


def test_a_number_beyond_all_ranges_is_solved_in_python() -> None:
    huge = Build((parse_card("7r"),), Fraction(10**60))
    (play,) = solve(Position((huge, parse_card("7r"), parse_card("x2")), (parse_card("14b"),)), Settings(values="any")).plays
    assert [formula(group.way) for group in play.sets] == ["7 × 2"]


@pytest.mark.parametrize("settings", [Settings(), Settings("cards"), Settings(printed=PrintedPoints({"7": 1 << 50}))])
def test_more_than_the_kernel_has_room_for_is_left_to_python(settings: Settings) -> None:
    hand = " ".join(f"{number}{colour}" for number in range(4, 9) for colour in "rbgo")
    for cards in (hand, "7r 8b 5g"):
        position = parse_position("7s 3b x2 5r", cards)
        with python_only():
            expected = solve(position, settings, top=3)
        assert solve(position, settings, top=3) == expected
        assert expected.plays


def test_single_cards_are_found_however_short_the_time_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "GRACE_SECONDS", 0.0)
    position = Position(LARGE.centre, (*LARGE.hand, parse_card("13b")))
    stopped = solve(position, Settings(values="any"), limit_seconds=0)
    assert not stopped.proven
    assert [formula(group.way) for play in stopped.plays for group in play.sets] == ["13"]


def test_ways_mind_the_time_limit() -> None:
    cards = sorted(map(parse_card, ("-2", "-4", "x3", "x4", "1/3", "2/3", "5/2", "N2")), key=lambda card: card.sort_key)
    reach = KernelReach((3, 4, 6, 7, 9, 12, 13, 15), cards, Clock(0), whole=False)
    form = KernelForm(reach, signed=True, whole=False, floor=0)
    with pytest.raises(OutOfTimeError):
        form.peak((1 << 16) - 1, 11 * reach.lattice.scale)
    assert form.way((1 << 16) - 1, 11 * reach.lattice.scale, 15 * reach.lattice.scale) is None


def test_a_kernel_that_was_not_made_answers_nothing() -> None:
    made: Any
    for made in kernel.kernels():
        half = made.__new__(made)
        with pytest.raises(ValueError, match="too many cards"):
            half.__init__([1, 2], [(0,)] * 17, 1, 1, 1, [])
        with pytest.raises(TypeError):
            half.__init__([1, 2], [(0,)], 1, 1, 1, [])
        with pytest.raises(ValueError, match="no set of cards"):
            half.among(1, [1], -1.0)


def test_the_kernel_minds_the_time_limit() -> None:
    reach = KernelReach((3, 4, 5), (), Clock(0), whole=True)
    with pytest.raises(OutOfTimeError):
        reach.reachable(0b111, {12})


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers of Unix")
def test_the_kernel_can_be_interrupted() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            solve(LARGE, Settings(values="any"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_switch_keeps_the_kernel_out() -> None:
    code = "from numero_cam.games.numero.solve import kernel; print(kernel.kernel_available())"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, kernel.SWITCH: "off"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
