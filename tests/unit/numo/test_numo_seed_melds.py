"""Every example of the published text of NUMO about cards, levels and melds; names and ids tell article and example."""

import pytest

from numero_cam.numo.rules.cards import (
    ALL_CARDS,
    CAVE_FACE,
    LAIR_FACE,
    LOWER_CHARACTERS,
    LOWER_DECK,
    NUMBERS,
    PRIMES,
    UPPER_CHARACTERS,
    UPPER_DECK,
    Card,
    Season,
)  # fmt: skip
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.kinds import ALL_KINDS, Kind, MeldRules, kinds_at, meld_problem
from numero_cam.numo.rules.melds import kinds_of
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.options import Options
from numero_cam.numo.rules.rulebook import Rule
from numero_cam.numo.rules.state import Phase
from tests.numo_hands import dealt, pass_turn, refused

TABLE = CharacterTable.default()
RULES = MeldRules()
FOUR_WINTER = parse_cards("4.2 8.2 10.2 12.2")
THREE_KRAKENS = TABLE.cards_of("kraken")[:3]
SUMMER = Season.SUMMER
PAIR = tuple(card for face in ("sea serpent", CAVE_FACE) for card in TABLE.cards_of(face) if TABLE.season(card) is SUMMER)
# Level, kind and cards, as the text says them.
MELDS = [
    pytest.param(2, "+", "3 4 7", id="3.3 level 2: 3, 4 and 7, because 3 and 4 add to 7"),
    pytest.param(3, "-", "7 4 3", id="3.4 level 3: 7, 4 and 3, because 7 subtract 4 equals 3"),
    pytest.param(4, "X", "7 4 28", id="3.5 level 4: 7, 4 and 28, because 7 multiplied by 4 equals 28"),
    pytest.param(5, "/", "28 4 7", id="3.6 level 5: 28, 4 and 7, because 28 divided by 4 equals 7"),
    pytest.param(6, "R", "6 8 10", id="3.7 level 6: 6, 8 and 10 are increasing by 2"),
    pytest.param(6, "R", "28 35 42 49", id="3.7 level 6: 28, 35, 42 and 49 are increasing by 7"),
    pytest.param(7, "P", "7 11 13", id="3.8 level 7: 7, 11 and 13 are prime numbers"),
    pytest.param(7, "P", "31 37 41 43", id="3.8 level 7: 31, 37, 41 and 43 are prime numbers"),
    pytest.param(8, "F", "1 5 25", id="3.9 level 8: 1 and 5 are factors of 25"),
    pytest.param(8, "F", "2 3 4 6 24", id="3.9 level 8: 2, 3, 4 and 6 are factors of 24"),
]


# The decks and the cards


def test_1_1_lower_deck_has_two_sets_of_1_to_12_and_the_rest_to_29() -> None:
    assert [card.number for card in LOWER_DECK if card.copy == 2] == list(range(1, 13))
    assert {card.number for card in LOWER_DECK} == set(range(1, 30)) - {26}


def test_1_1_upper_deck_goes_from_30_to_144() -> None:
    assert (min(card.number for card in UPPER_DECK), max(card.number for card in UPPER_DECK)) == (30, 144)


def test_1_1_all_numbers_of_the_multiplication_tables_are_there() -> None:
    assert {a * b for a in range(1, 13) for b in range(1, 13)} <= NUMBERS


def test_1_1_the_primes_from_2_to_43_are_there_and_no_others() -> None:
    primes = {number for number in range(2, 145) if all(number % small for small in range(2, number))}
    assert primes & NUMBERS == {prime for prime in primes if prime <= 43} == PRIMES


@pytest.mark.parametrize("number", [26, 34, 39])
def test_1_1_26_34_and_39_are_not_included(number: int) -> None:
    assert number not in NUMBERS


def test_1_2_72_characters_and_8_dwellings() -> None:
    faces = [TABLE.face(card) for card in ALL_CARDS]
    characters = (*LOWER_CHARACTERS, *UPPER_CHARACTERS)
    assert sum(face in characters for face in faces) == 72
    assert sum(face in (CAVE_FACE, LAIR_FACE) for face in faces) == 8


@pytest.mark.parametrize("face", [*LOWER_CHARACTERS, CAVE_FACE])
def test_1_2_four_of_each_in_the_lower_deck_one_a_season(face: str) -> None:
    assert set(TABLE.cards_of(face)) <= set(LOWER_DECK)
    assert [TABLE.season(card) for card in TABLE.cards_of(face)] == list(Season)


@pytest.mark.parametrize("face", [*UPPER_CHARACTERS, LAIR_FACE])
def test_1_2_four_of_each_in_the_upper_deck_one_a_season(face: str) -> None:
    assert set(TABLE.cards_of(face)) <= set(UPPER_DECK)
    assert [TABLE.season(card) for card in TABLE.cards_of(face)] == list(Season)


def test_1_2_spring_is_green_summer_gold_autumn_brown_winter_blue() -> None:
    assert {season.text: season.value for season in Season} == {"spring": "green", "summer": "gold", "autumn": "brown", "winter": "blue"}


def test_2_1_nine_control_cards_ranked_s_c_plus_minus_x_divide_r_p_f() -> None:
    control = [kind for kind in ALL_KINDS if kind is not Kind.PAIR]
    assert [kind.value for kind in control] == ["S", "C", "+", "-", "X", "/", "R", "P", "F"]
    assert len(ALL_CARDS) + len(control) == 89


# The levels


def test_3_1_level_1_four_winter_cards() -> None:
    game = dealt(FOUR_WINTER, (), level=1)
    assert {TABLE.season(card).text for card in FOUR_WINTER} == {"winter"}
    game.draw()
    game.meld("S", FOUR_WINTER)
    assert game.state.table[0].meld.cards == FOUR_WINTER


@pytest.mark.parametrize("count", [3, 5])
def test_3_1_level_1_four_of_the_same_season_and_only_four(count: int) -> None:
    winter = [card for card in LOWER_DECK if TABLE.season(card) is Season.WINTER][:count]
    game = dealt(winter, (), level=1)
    game.draw()
    assert "four cards, and only four" in refused(Rule.MELD, game.verify_meld, "S", winter)


@pytest.mark.parametrize("count", [3, 4])
def test_3_2_level_1_three_or_four_dwarfs(count: int) -> None:
    dwarfs = TABLE.cards_of("dwarf")[:count]
    game = dealt(dwarfs, (), level=1)
    game.draw()
    game.meld("C", dwarfs)
    assert game.state.table[0].meld.cards == dwarfs


def test_3_2_two_dwarfs_are_too_few() -> None:
    assert meld_problem(Kind.CHARACTER, TABLE.cards_of("dwarf")[:2], RULES) == "it needs three or four cards, not 2"


@pytest.mark.parametrize(("level", "kind", "text"), MELDS)
def test_meld_of_the_level(level: int, kind: str, text: str) -> None:
    """The meld is made at its level, and goes at no other."""
    cards = parse_cards(text)
    game = dealt(cards, (), level=level, deck="both")
    game.draw()
    game.meld(kind, cards)
    meld = game.state.table[0].meld
    assert (meld.kind, set(meld.cards), meld.value) == (Kind(kind), set(cards), sum(card.number for card in cards))
    assert Kind(kind) in kinds_of(cards, RULES)
    for other in set(range(1, 9)) - {level}:
        elsewhere = dealt(cards, (), level=other, deck="both")
        elsewhere.draw()
        refused(Rule.MELD, elsewhere.verify_meld, kind, cards)


@pytest.mark.parametrize(("level", "kind", "text"), MELDS)
def test_5_2_to_go_out_the_meld_of_the_level_must_be_formed(level: int, kind: str, text: str) -> None:
    """Anna has two or three melds that make ten cards; she goes out with the last of them, as one of the level's kind is there."""
    cards = parse_cards(text)
    others = {3: [("S", FOUR_WINTER), ("C", THREE_KRAKENS)], 4: [("S", FOUR_WINTER), ("pair", PAIR)]}
    more = others.get(len(cards), [("C", THREE_KRAKENS), ("pair", PAIR)])
    game = dealt([*cards, *(card for _, meld in more for card in meld)], (), level=level, deck="both")
    for name, meld in [*more, (kind, cards)]:
        drawn = game.draw().card
        game.meld(name, meld)
        game.discard(drawn)
        if game.state.phase is Phase.DRAW:
            pass_turn(game)
    assert game.state.phase is Phase.DEAL
    assert game.state.hands[0] == ()
    assert game.state.scores == (sum(card.number for lying in game.state.table for card in lying.meld.cards), 0)


@pytest.mark.parametrize("level", range(1, 9))
def test_5_2_without_a_meld_of_the_level_nobody_goes_out_at_levels_2_to_8(level: int) -> None:
    four = TABLE.cards_of("kraken")
    game = dealt([*FOUR_WINTER, *four, *PAIR], (), level=level, deck="both")
    for name, meld in (("S", FOUR_WINTER), ("C", four)):
        drawn = game.draw().card
        game.meld(name, meld)
        game.discard(drawn)
        pass_turn(game)
    drawn = game.draw().card
    if level > 1:
        assert "to go out a meld of" in refused(Rule.GOING_OUT, game.verify_meld, "pair", PAIR)
        return
    game.meld("pair", PAIR)
    game.discard(drawn)
    assert game.state.hands[0] == ()


def test_4_1_sets_of_four_of_the_upper_deck_are_added_to_the_lower() -> None:
    pack = Options(deck="lower+wizard+dragon").pack
    assert set(pack) == {*LOWER_DECK, *TABLE.cards_of("wizard"), *TABLE.cards_of("dragon")}
    assert len(pack) == 48


def test_4_1_all_the_cards_of_both_decks() -> None:
    assert set(Options(deck="both").pack) == set(ALL_CARDS)


# The special melds


def pair_of(face: str, home: str, season: Season, other: Season) -> tuple[Card, ...]:
    seasons = {face: season, home: other}
    return tuple(card for name, wanted in seasons.items() for card in TABLE.cards_of(name) if TABLE.season(card) is wanted)


@pytest.mark.parametrize("level", range(1, 9))
def test_3_10_a_winter_dragon_and_a_winter_dragons_lair_at_all_levels(level: int) -> None:
    cards = pair_of("dragon", LAIR_FACE, Season.WINTER, Season.WINTER)
    game = dealt(cards, (), level=level, deck="both")
    game.draw()
    game.meld("pair", cards)
    assert game.state.table[0].meld.value == sum(card.number for card in cards)


@pytest.mark.parametrize("season", Season, ids=lambda season: season.text)
def test_3_10_a_sea_serpent_and_a_cave_of_the_same_season(season: Season) -> None:
    assert not meld_problem(Kind.PAIR, pair_of("sea serpent", CAVE_FACE, season, season), RULES)
    for other in set(Season) - {season}:
        assert "their seasons are" in meld_problem(Kind.PAIR, pair_of("sea serpent", CAVE_FACE, season, other), RULES)


def test_3_10_a_dragon_and_a_sea_serpents_cave_are_no_pair() -> None:
    assert meld_problem(Kind.PAIR, pair_of("dragon", CAVE_FACE, Season.WINTER, Season.WINTER), RULES)
    assert all(Kind.PAIR in kinds_at(level) for level in range(1, 9))
