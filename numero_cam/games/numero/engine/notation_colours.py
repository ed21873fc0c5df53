"""Colours left out of a written play: nobody likes to write them, and often they do not matter."""

import re
from collections.abc import Iterable, Sequence

from numero_cam.games.numero.engine.state import State
from numero_cam.games.numero.rules import Build, Card

# A build, a stated value (which is no card), or a bare number that is no part of a wild card.
_BARE = re.compile(r"(?P<build>\[[^\[\]]*\])|=\s*[^\s;]+|(?<![\w./\-−–×*÷⁄^√])(?P<number>[0-9]{1,2})(?![\w./⁄%])")


def with_colours(state: State, word: str, rest: str) -> str:
    """Return a play's cards with the colours that they have where they lie.

    Of cards of one number the first is meant; who minds writes the colour. What lies there without a colour is meant
    before all others, so that a game that knows no colours is read as it is written.

    Args:
        state: Where the cards lie; it is this player's turn.
        word: What is played, such as `take`.
        rest: The cards behind that word.
    """
    hand = [card for card in state.seat.hand if card.is_number]
    centre = [item for item in state.centre if isinstance(item, Card) and item.is_number]
    builds = [item for item in (*state.centre, *(claim.build for claim in state.claims)) if isinstance(item, Build)]
    match word:
        case "discard":
            return _filled(rest, hand, ())
        case "draw":
            return _filled(rest, state.stock[: state.missing + state.missing_in_centre] if state.ordered else (), ())
        case "take" | "build":
            card, colon, ways = rest.partition(":")
            card = _filled(card, hand, ())
            own = [held for held in hand if word == "build" and str(held) == card.strip()]
            return card + colon + _filled(ways, [*own, *centre], builds)
    return _filled(rest, centre, builds)


def _filled(text: str, pool: Iterable[Card], builds: Sequence[Build]) -> str:
    """Put cards of the pool, each once, for bare numbers, and builds for those of the same numbers."""
    left = list(pool)

    def full(match: re.Match[str]) -> str:
        found = match[0]
        if match["build"]:
            return _build(found, builds)
        card = _meant(found, left) if match["number"] else None
        if card is None:
            return found
        left.remove(card)
        return str(card)

    return _BARE.sub(full, text)


def _meant(number: str, cards: Sequence[Card]) -> Card | None:
    same = [card for card in cards if card.face == number]
    return next((card for card in same if card.colour is None), same[0] if same else None)


def _build(text: str, builds: Sequence[Build]) -> str:
    """Return the cards of the build that is meant; a value behind them is left as it is."""
    cards = text.strip("[]").split()
    lying = [[str(card) for card in build.cards] for build in builds]
    faces = [[card.face for card in build.cards] for build in builds]
    if cards in lying or cards not in faces:
        return text
    return f"[{' '.join(lying[faces.index(cards)])}]"
