"""What no sights can tell, and in which order plays are compared."""

import importlib

from numero_cam.games.numero.engine.operations import Discarded
from numero_cam.games.numero.rules import parse_card
from tests.simulated_table import Film, Happened, key_of

sights = importlib.import_module("watching_sights")
PACK = [parse_card(text) for text in ("6r", "6b", "6g", "7o")]


def discard(player: int, card: str) -> Happened:
    operation = Discarded(player, (parse_card(card),))
    return Happened(key_of(operation), f"discard {card}", 1.0, player, frozenset(operation.cards))


def film(looks: dict[str, str], *truth: Happened) -> Film:
    """Return a film in which each card was seen as a label, all for the first time in the same sight."""
    one = Film(truth=list(truth))
    for card, label in looks.items():
        one.looks[parse_card(card)] = sights.Counter({label: 3})
        one.first_seen[parse_card(card)] = 1.0
    return one


def test_a_card_that_no_sight_shows_may_have_been_another_one_of_its_number() -> None:
    assert sights.untellable(film({}, discard(0, "6r")), "open", PACK) == ["discard 6r"]
    assert sights.untellable(film({"6r": "6b"}, discard(0, "6r")), "open", PACK) == ["discard 6r"]
    assert not sights.untellable(film({"6r": "6r"}, discard(0, "6r")), "open", PACK)
    assert not sights.untellable(film({"6b": "6b", "6g": "6g"}, discard(0, "6r")), "open", PACK)  # by elimination
    assert not sights.untellable(film({}, discard(0, "7o")), "open", PACK)


def test_two_discards_of_hidden_hands_that_come_to_light_together_may_be_exchanged() -> None:
    together = film({"6r": "6r", "7o": "7o"}, discard(0, "6r"), discard(1, "7o"))
    assert sights.untellable(together, "hidden", PACK) == ["discard 6r, or 7o"]
    assert not sights.untellable(together, "open", PACK)
    together.first_seen[parse_card("7o")] = 2.0
    assert not sights.untellable(together, "hidden", PACK)


def test_wild_cards_discarded_one_after_the_other_have_no_order() -> None:
    one, other = ([discard(0, "x2"), discard(0, "/3"), discard(0, "7o"), discard(1, "x3")] for _ in range(2))
    other[:2] = reversed(other[:2])
    assert sights.sorted_discards(one, lambda play: play.key) == sights.sorted_discards(other, lambda play: play.key)
    other[1:3] = reversed(other[1:3])
    assert sights.sorted_discards(one, lambda play: play.key) != sights.sorted_discards(other, lambda play: play.key)
