"""The best arrangement of a spread take against plain brute force, and what it says of itself."""

import random
from fractions import Fraction

import pytest

from numero_cam.games.numero.rules import PACK, Card, Kind, Position, cards_of, parse_card, parse_items
from numero_cam.games.numero.rules.choices import ScoringName, Values
from numero_cam.games.numero.solve import Play, Settings, SettingsError, solve
from numero_cam.games.numero.solve.arrange import Arrangement, Spread, SpreadError, arrange
from numero_cam.text.words import formula
from tests.oracle import Item, Twin, partitions, simplest, subsets, take_points
from tests.strategies import deal, deal_with_build, rational

Key = tuple[object, ...]


VALUES: tuple[Values, ...] = ("whole", "any")


def spread(text: str, taker: str | None = None, *, cleared: bool | None = None) -> Spread:
    return Spread(parse_items(text), parse_card(taker) if taker else None, cleared)


def best_key(taken: Spread, settings: Settings) -> Key | None:
    """Brute force: every number card as the taking card, every way to part the others."""
    in_play = any(card.kind is Kind.FRACTION for item in taken.items for card in cards_of(item))
    best: Key | None = None
    for taker in [item for item in taken.items if isinstance(item, Card) and item.is_number]:
        if taken.taker and taker != taken.taker:
            continue
        rest: list[Item] = list(taken.items)
        rest.remove(taker)
        twin = Twin(rest, settings.values)
        full = frozenset(range(len(rest)))
        good = [subset for subset in subsets(full) if taker.value in twin.values(subset)]
        for sets in partitions(full, good):
            if not sets or sum(map(len, sets)) != len(rest):
                continue
            flat = [[card for index in one for card in cards_of(rest[index])] for one in sets]
            points = take_points(flat, taker, clears=taken.cleared is True, guide=settings.scoring == "guide", fractions_in_play=in_play)
            key = (-points, *simplest(twin, sets, taker.value))
            best = key if best is None or key < best else best
    return best


def key_of(play: Play, points: int) -> Key:
    steps = [step for group in play.sets for step in group.calculations]
    numbers = [play.taker.value, *(item.value or Fraction(0) for group in play.sets for item in group.cards if _counts(item))]
    for step in steps:
        numbers += [rational(value) for value in (step.left.value, (step.right or step.left).value, step.result)]
    return -points, any(n.denominator != 1 for n in numbers), any(n < 0 for n in numbers), len(steps), max(numbers)


def _counts(item: Item) -> bool:
    return not (isinstance(item, Card) and item.is_wild)


def total(found: Arrangement) -> int:
    """Points with the operations that were not judged: they choose the arrangement."""
    assert found.play
    return found.play.points + sum(item.points for item in found.unjudged if item.item != "clear")


def check(taken: Spread, settings: Settings) -> bool:
    expected = best_key(taken, settings)
    found = arrange(taken, settings)
    assert found.proven
    if expected is None:
        assert found.play is None, taken
        assert found.why
        return False
    assert found.play, taken
    assert key_of(found.play, total(found)) == expected, (taken, settings)
    used = [item for group in found.play.sets for item in group.cards]
    assert sorted(map(str, [*used, found.play.taker])) == sorted(map(str, taken.items))
    assert sum(item.points for item in found.play.breakdown) == found.play.points
    return True


@pytest.mark.parametrize("scoring", ["website", "guide"])
@pytest.mark.parametrize("values", ["whole", "any"])
def test_random_cards(scoring: ScoringName, values: Values) -> None:
    rng = random.Random(41)  # noqa: S311 - a seeded deal, no secret
    for _ in range(60):
        drawn = rng.sample([card for card in PACK if not card.is_number or card.value < 9], rng.randint(2, 6))
        check(Spread(tuple(drawn)), Settings(scoring=scoring, values=values))


@pytest.mark.parametrize("scoring", ["website", "guide"])
@pytest.mark.parametrize("values", ["whole", "any"])
def test_takes_that_are_takes(scoring: ScoringName, values: Values) -> None:
    """The cards of real plays, some with a build: whatever arrangement is best, it is at least the play."""
    rng = random.Random(43)  # noqa: S311 - a seeded deal, no secret
    settings = Settings(scoring=scoring, values=values)
    tried = 0
    while tried < 25:
        position: Position = rng.choice([deal, deal_with_build])(rng, rng.randint(2, 5), 4)
        for play in solve(position, settings, top=2).plays:
            cards = [play.taker, *(item for group in play.sets for item in group.cards)]
            if len(cards) <= 7:
                tried += 1
                taken = Spread(tuple(rng.sample(cards, len(cards))), play.taker if rng.random() < 0.5 else None, cleared=play.clears)
                assert check(taken, settings)
                assert total(arrange(taken, settings)) >= play.points - (scoring == "guide") * 10


def test_rows_of_equal_cards() -> None:
    rng = random.Random(47)  # noqa: S311 - a seeded deal, no secret
    faces = ("4r", "4b", "2r", "2b", "2g", "2o", "8r", "x2", "/2", "1/2", "-2")
    found = sum(check(Spread(tuple(map(parse_card, rng.sample(faces, 6)))), Settings(values=rng.choice(VALUES))) for _ in range(60))
    assert found > 5


def test_number_cards_alone() -> None:
    rng = random.Random(59)  # noqa: S311 - a seeded deal, no secret
    numbers = [card for card in PACK if card.is_number and card.value < 6]
    found = sum(check(Spread(tuple(rng.sample(numbers, rng.randint(2, 7)))), Settings()) for _ in range(80))
    assert found > 5


def test_many_number_cards_are_arranged_whichever_took_them() -> None:
    found = arrange(spread("1r 2r 3r 4r 5r 6r 9r 10r 11r 12r 13r 14r 15r 15b"), limit_seconds=60)
    assert found.play
    assert found.proven
    assert len(found.play.sets) == 7
    assert found.play.taker.value == 15


def test_the_order_of_the_cards_does_not_matter() -> None:
    rng = random.Random(53)  # noqa: S311 - a seeded deal, no secret
    items = parse_items("11r 8o 3b 5r 11g x3 -4 /2 [4b 7o]")
    first = arrange(Spread(items))
    for _ in range(5):
        mixed = arrange(Spread(tuple(rng.sample(items, len(items)))))
        assert first.play
        assert mixed.play
        assert (mixed.play.taker, mixed.play.points) == (first.play.taker, first.play.points)
        assert [formula(group.way) for group in mixed.play.sets] == [formula(group.way) for group in first.play.sets]


@pytest.mark.parametrize(
    ("cards", "taker", "why"),
    [
        ("", None, "no card lies there"),
        ("x2 -3", None, "no number card lies there"),
        ("[8b 4r]", None, "no number card lies there that could have taken"),
        ("7r", None, "7r alone is no take"),
        ("7r x2", None, "only one number card lies there"),
        ("7r [x2 x3] 7b", None, "the build [x2 x3] has no number card"),
        ("7r [15r 5b] 7b", None, "has the value 20, and only a build of a whole number 1-15"),
        ("7r [3b sqrt] 7b", None, "has no exact value"),
        ("7r 8b", None, "no card of these takes all the others"),
        ("7r 8b 15o 1r", "15o", "the 15o does not take all the other cards"),
        ("7r 1b /2 3o", None, "with whole numbers only on the way"),
    ],
)
def test_what_is_no_take_is_told_why(cards: str, taker: str | None, why: str) -> None:
    found = arrange(spread(cards, taker))
    assert found.play is None
    assert found.proven
    assert why in found.why


@pytest.mark.parametrize(
    ("taker", "why"), [("9r", "not among the cards"), ("10s", "not among"), ("x2", "a wild card"), ("4r", "outside of builds")]
)
def test_a_taking_card_that_does_not_lie_there(taker: str, why: str) -> None:
    with pytest.raises(SpreadError, match=why):
        spread("10r 10o 6b x2 [4r 6o]", taker)


def test_a_taking_card_without_colour_is_any_of_that_number() -> None:
    assert spread("10r 10o 6b 4g", "10").takers == spread("10r 10o", None).takers
    assert spread("10r 10 6b 4g", "10").takers == (parse_card("10"),)
    assert spread("10r 10 6b 4g", "10r").takers == (parse_card("10r"),)


def test_limits_of_time_and_memory_are_said() -> None:
    late = arrange(spread("10r 10o 6b 4g"), limit_seconds=0)
    assert (late.play, late.proven, late.why) == (None, False, "no arrangement was found before the time limit")
    many = arrange(Spread(PACK[:30]))
    assert (many.play, many.proven) == (None, False)
    assert "30 cards are too many" in many.why
    assert not arrange(Spread(PACK[8:20] + PACK[60:65]), limit_seconds=0.2).proven
    with pytest.raises(SettingsError):
        arrange(spread("7r 7b"), limit_seconds=-1)


def test_by_cards_the_website_chooses_whatever_scoring_is_shown() -> None:
    found = arrange(spread("10r 10o 6b 4g"), Settings(by="cards", scoring="guide"))
    assert found.play
    assert (found.play.cards, found.play.points) == (4, 2)
