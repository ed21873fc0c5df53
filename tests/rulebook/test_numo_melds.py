"""Articles 1 to 3 of docs/numo-rules.md: cards, levels and melds."""

from collections.abc import Sequence

import pytest

from numero_cam.numo.rules.cards import ALL_CARDS, LOWER_FACES, UPPER_FACES, NumoCard, Season
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.kinds import ALL_KINDS, MeldRules, NumoKind, kinds_at
from numero_cam.numo.rules.melds import extensions, kinds_of, ordered_meld
from numero_cam.numo.rules.notation import card_list, parse_cards, parse_named
from numero_cam.numo.rules.options import NumoOptions


def is_meld(kind: str, text: str, **rules: str) -> bool:
    cards, table = parse_named(text, CharacterTable.default())
    return NumoKind(kind) in kinds_of(cards, MeldRules(table=table, **rules))  # type: ignore[arg-type]


def test_article_1_1_eighty_cards() -> None:
    assert len(ALL_CARDS) == 80


@pytest.mark.parametrize("faces", [LOWER_FACES, UPPER_FACES])
def test_article_1_2_nine_characters_and_a_dwelling_in_four_seasons(faces: tuple[str, ...]) -> None:
    table = CharacterTable.default()
    assert len(faces) == 10
    for face in faces:
        assert {table.season(card) for card in table.cards_of(face)} == set(Season)


def test_article_1_3_the_table_is_assumed() -> None:
    assert CharacterTable.default().assumed


def test_article_1_4_a_card_is_its_number_and_twice_is_both() -> None:
    assert card_list(parse_cards("7 12 7")) == "7 12 7.2"
    assert parse_cards("7.2 7") == (NumoCard(7, 2), NumoCard(7))


def test_article_2_1_nine_control_cards() -> None:
    assert "".join(kind.value for kind in ALL_KINDS if kind is not NumoKind.PAIR) == "SC+-X/RPF"


def test_article_2_2_each_level_adds_a_kind() -> None:
    assert [kinds_at(level)[2].value for level in range(2, 9)] == list("+-X/RPF")
    assert [kind.value for kind in kinds_at(1)] == ["S", "C", "pair"]


@pytest.mark.parametrize(("deck", "levels"), [("lower", range(1, 9)), ("upper", (1, 2, 3, 6, 7, 8))])
def test_article_2_2_the_level_rises_to_the_next_that_the_deck_can_play(deck: str, levels: Sequence[int]) -> None:
    options: NumoOptions | None = NumoOptions(deck=deck)
    met = []
    while options is not None:
        met.append(options.level)
        options = options.next_level()
    assert met == list(levels)


def test_article_2_3_pairs_at_every_level() -> None:
    assert all(NumoKind.PAIR in kinds_at(level) for level in range(1, 9))


# Article, kind, cards, the option that decides, and whether they are a meld by default and with the option.
@pytest.mark.parametrize(
    ("article", "kind", "text", "option", "usual", "changed"),
    [
        ("3.1", "S", "1-troll-winter 3-goblin-winter 5-kraken-winter 20-sea-serpents-cave-winter", "season_dwellings=no", True, False),
        ("3.2", "C", "120-dragons-lair-winter 121-dragons-lair-spring 132-dragons-lair-summer", "character_dwellings=yes", False, True),
        ("3.3", "+", "4 4 8", "equal_parts=no", True, False),
        ("3.4", "-", "8 4 4", "equal_parts=no", True, False),
        ("3.5", "X", "4 4 16", "equal_parts=no", True, False),
        ("3.6", "/", "16 4 4", "equal_parts=no", True, False),
        ("3.7", "R", "6 8 10", "steps=one", True, False),
        ("3.8", "P", "1 7 11", "one_is_prime=yes", False, True),
        ("3.8", "P", "7 7 11", "equal_numbers=yes", False, True),
        ("3.9", "F", "3 12 12", "own_factor=yes", False, True),
        ("3.9", "F", "3 3 12", "equal_numbers=yes", False, True),
        ("3.11", "+", "12 18 30", "mixed_decks=no", True, False),
    ],
)  # fmt: skip
def test_an_article_with_its_option(article: str, kind: str, text: str, option: str, usual: bool, changed: bool) -> None:
    name, _, value = option.partition("=")
    assert article.startswith("3.")
    assert (is_meld(kind, text), is_meld(kind, text, **{name: value})) == (usual, changed)


def test_article_3_10_pairs_of_one_season() -> None:
    assert is_meld("pair", "90-dragon-winter 96-dragons-lair-winter")
    assert not is_meld("pair", "90-dragon-winter 96-dragons-lair-summer")
    assert not is_meld("pair", "20-sea-serpent-winter 96-dragons-lair-winter")


def test_article_3_12_only_c_r_p_and_f_grow() -> None:
    rules = MeldRules()
    addition = ordered_meld(NumoKind.ADDITION, parse_cards("3 4 7"))
    run = ordered_meld(NumoKind.RUN, parse_cards("4 8 12"))
    assert extensions(addition, parse_cards("11 10"), rules) == ()
    assert extensions(run, parse_cards("6 10"), rules) == (parse_cards("6 10"),)
