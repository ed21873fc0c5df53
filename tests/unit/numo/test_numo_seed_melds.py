"""Every example of the published text of NUMO about cards, levels and melds; names and ids tell article and example."""

import pytest

from numero_cam.numo.rules.cards import (
    CAVE_FACE,
    LOWER_DECK,
    Season,
)  # fmt: skip
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.kinds import MeldRules, NumoKind
from numero_cam.numo.rules.melds import kinds_of
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.rulebook import NumoRule
from numero_cam.numo.rules.state import NumoPhase
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


def test_1_2_spring_is_green_summer_gold_autumn_brown_winter_blue() -> None:
    assert {season.text: season.value for season in Season} == {"spring": "green", "summer": "gold", "autumn": "brown", "winter": "blue"}


# The levels


def test_3_1_level_1_four_winter_cards() -> None:
    game = dealt(FOUR_WINTER, (), level=1)
    assert {TABLE.season(card).text for card in FOUR_WINTER} == {"winter"}
    game.draw()
    game.meld("S", FOUR_WINTER)
    assert game.state.table[0].meld.cards == FOUR_WINTER


@pytest.mark.parametrize("count", [3, 4])
def test_3_2_level_1_three_or_four_dwarfs(count: int) -> None:
    dwarfs = TABLE.cards_of("dwarf")[:count]
    game = dealt(dwarfs, (), level=1)
    game.draw()
    game.meld("C", dwarfs)
    assert game.state.table[0].meld.cards == dwarfs


@pytest.mark.parametrize(("level", "kind", "text"), MELDS)
def test_meld_of_the_level(level: int, kind: str, text: str) -> None:
    """The meld is made at its level, and goes at no other."""
    cards = parse_cards(text)
    game = dealt(cards, (), level=level, deck="both")
    game.draw()
    game.meld(kind, cards)
    meld = game.state.table[0].meld
    assert (meld.kind, set(meld.cards), meld.value) == (NumoKind(kind), set(cards), sum(card.number for card in cards))
    assert NumoKind(kind) in kinds_of(cards, RULES)
    for other in set(range(1, 9)) - {level}:
        elsewhere = dealt(cards, (), level=other, deck="both")
        elsewhere.draw()
        refused(NumoRule.MELD, elsewhere.meld, kind, cards)


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
        if game.state.phase is NumoPhase.DRAW:
            pass_turn(game)
    assert game.state.phase is NumoPhase.DEAL
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
        assert "to go out a meld of" in refused(NumoRule.GOING_OUT, game.meld, "pair", PAIR)
        return
    game.meld("pair", PAIR)
    game.discard(drawn)
    assert game.state.hands[0] == ()


def test_4_1_sets_of_four_of_the_upper_deck_are_added_to_the_lower() -> None:
    pack = NumoOptions(deck="lower+wizard+dragon").pack
    assert set(pack) == {*LOWER_DECK, *TABLE.cards_of("wizard"), *TABLE.cards_of("dragon")}
    assert len(pack) == 48
