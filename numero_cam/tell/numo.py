"""Cards, melds and turns of NUMO in words."""

from collections.abc import Iterable, Sequence

from numero_cam.games.numo.cards import Card
from numero_cam.games.numo.going_out import WayOut
from numero_cam.games.numo.kinds import KINDS, Kind
from numero_cam.games.numo.melds import Meld
from numero_cam.tell.words import count

ASSUMED = (
    "Which character and season stand on which number is assumed: it is published nowhere. Name cards in full (7-troll-winter), "
    "or give a file of your cards with --cards."
)


def cards_line(cards: Iterable[Card]) -> str:
    """Return cards as people write them: `7`, twice for both cards 7."""
    return " ".join(str(card.number) for card in cards)


def meld_words(meld: Meld) -> str:
    """Return a meld as it is said: `3 + 4 = 7`, `run 6 8 10`, `24 with its factors 2 3 4 6`."""
    numbers = [str(card.number) for card in meld.cards]
    signs = {Kind.ADDITION: "+", Kind.SUBTRACTION: "-", Kind.MULTIPLICATION: "×", Kind.DIVISION: "÷"}
    if meld.kind in signs:
        return f"{numbers[0]} {signs[meld.kind]} {numbers[1]} = {numbers[2]}"
    if meld.kind is Kind.FACTORS:
        *factors, number = sorted(meld.cards)
        return f"{number.number} with its factors {cards_line(factors)}"
    return f"{KINDS[meld.kind].name}: {' '.join(numbers)}"


def kinds_words(kinds: Sequence[Kind]) -> str:
    """Return kinds of meld in words: `addition (+) or run (R)`."""
    return " or ".join(f"{KINDS[kind].name} ({kind.value})" for kind in kinds)


def way_words(way: WayOut, table: Sequence[Meld]) -> str:
    """Return a turn that goes out: `meld 3 + 4 = 7, lay 18 on run: 9 12 15, discard 5`."""
    parts = [f"meld {meld_words(way.meld)}"] if way.meld else []
    parts += [f"lay {cards_line(cards)} on {meld_words(table[place])}" for place, cards in way.lays]
    parts += [f"discard {way.discard.number}"] if way.discard else []
    return ", ".join(parts)


def melds_sentence(best: Sequence[Meld]) -> str:
    """Return the first line about the melds of a hand."""
    if not best:
        return "There is no meld in this hand."
    worth = sum(meld.value for meld in best)
    melds = "meld" if len(best) == 1 else count(len(best), "meld")
    return f"The best {melds}: {'; '.join(meld_words(meld) for meld in best)} ({count(worth, 'point')})."


def hand_hint(meld: Meld | None, lays: int, strength: int) -> str:
    """Return a teacher's hint about a hand: each strength says a little more.

    Args:
        meld: The one that is thought of; None where there is none.
        lays: How many cards or groups of cards of the hand fit a meld of the table.
        strength: 1 whether there is a meld, 2 of which kind, 3 one of its cards, 4 all of it.
    """
    if meld is None:
        return "There is no meld in this hand, but a card of it fits a meld on the table." if lays else "There is no meld in this hand."
    kind = f"It is of the kind {kinds_words([meld.kind])}."
    said = ("There is a meld in this hand.", kind, f"One of its cards is {meld.cards[0].number}.", f"It is {meld_words(meld)}.")
    return " ".join(said[:strength] if strength < len(said) else (said[0], said[-1]))
