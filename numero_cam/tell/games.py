"""A game in words: every operation, and the score sheet."""

from collections.abc import Iterator, Sequence

from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Returned, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card, Kind
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, flat_cards, items_of, value_of
from numero_cam.games.shared.game import Tally
from numero_cam.tell import signs
from numero_cam.tell.points_words import reason_words
from numero_cam.tell.words import count


def arithmetic(way: Way) -> str:
    """Return a way with the signs of mathematics; a build is its value: `(12 + 3 × 2) ÷ 2`."""
    match way:
        case Lone(item):
            return str(item.value)
        case Total(terms):
            return " + ".join(arithmetic(term) for term in terms)
        case Acted(inner, wild):
            text = arithmetic(inner)
            if wild.kind in (Kind.POWER, Kind.ROOT):
                alone = text if isinstance(inner, Lone) else f"({text})"
                return signs.rooted(wild) + alone if wild.kind is Kind.ROOT else alone + signs.acting(wild)
            subtracts = wild.kind is Kind.SUBTRACT
            below = isinstance(inner, Total) or (isinstance(inner, Acted) and inner.wild.kind is Kind.SUBTRACT)
            return (f"({text})" if below and not subtracts else text) + signs.acting(wild)


def equation(way: Way) -> str:
    """Return a way with its result; of a single card or build nothing but its value."""
    value = value_of(way, whole=False)
    return str(value) if isinstance(way, Lone) else f"{arithmetic(way)} = {value}"


def game_lines(game: Game) -> Iterator[str]:
    """Give a line for every operation, then what is to be said of the end."""
    for before, operation, after in game.steps():
        yield from operation_lines(game.names, before, operation, after)
    if game.operations:
        yield end_line(game)


def end_line(game: Game) -> str:
    """Return who won, or what comes next."""
    if game.state.phase is Phase.OVER:
        return f"The game is over. {winner_line(game)}"
    return f"The game is not over: turn {game.state.turn}, {game.player} {_next(game.state.phase)}."


def _next(phase: Phase) -> str:
    return {Phase.DRAW: "draws", Phase.LAST: "has a last chance to take"}.get(phase, "plays")


def winner_line(game: Game) -> str:
    """Return who won, or by how much one played alone."""
    unit = game.options.by
    if game.options.is_solitaire:
        return f"{game.names[0]} has {game.state.seats[0].score} {unit}."
    winners = [game.names[place] for place in game.state.winners()]
    best = max(seat.score for seat in game.state.seats)
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win together'} with {best} {unit}."


def operation_lines(names: Sequence[str], before: State, operation: Operation, after: State) -> Iterator[str]:
    """Give the words for one operation, such as `Turn 3, Anna builds 12 with the 4: 8 + 4 = 12`; the deal has a line for each player."""
    if isinstance(operation, Dealt):
        unknown = operation.unknown or (0,) * len(names)
        for name, hand, count_unknown in zip(names, operation.hands, unknown, strict=True):
            yield f"{name} is dealt {_hand(hand, count_unknown)}."
        left = len(operation.stock) - sum(unknown)
        yield f"In the centre: {_list(operation.centre)}. {count(left, 'card')} {'is' if left == 1 else 'are'} in the stock."
        return
    yield f"Turn {before.turn}, {names[operation.player]} {_did(names, before, operation)}."
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = [entry for entry in entries(before, operation, after) if entry.item not in END_ITEMS and entry.points]
        parts = "; ".join(f"{entry.points} for {reason_words(entry)}" for entry in gained)
        yield f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}"


END_ITEMS = ("centre", "hand_cards", "hand_printed", "most_cards", "whole_pack", "all_won")


def _did(names: Sequence[str], before: State, operation: Operation) -> str:
    words = "passes"
    match operation:
        case Drawn(_, cards, centre, unknown):
            to_centre = f"turns up {_list(centre)} in the centre" if centre else ""
            words = " and ".join(part for part in (to_centre, f"draws {_hand(cards, unknown)}" if cards or unknown else "") if part)
        case Laid(_, way):
            words = f"lays a wild card: {equation(way)}"
        case Taken(_, card, ways):
            won = 1 + sum(len(flat_cards(way)) for way in ways)
            words = f"takes {won} cards with the {card}: {'; '.join(map(_from, ways))}"
        case Built(_, card, way, said):
            words = f"builds {value_of(way, whole=False)} with the {card}: {_from(way)}"
            words += "" if said else "; it was not said aloud, so it is no build and the cards of the hand are discarded"
        case Returned():
            words = "takes back the wild cards laid in this turn"
        case Discarded(_, cards):
            words = f"discards {_list(cards)}"
        case Challenged(_, build):
            words = f"challenges {build}: {_outcome(names, before, operation)}"
    return words


def _outcome(names: Sequence[str], before: State, challenge: Challenged) -> str:
    (entry,) = entries(before, challenge, before)
    if entry.item == "challenge_caught":
        return f"a bluff, {names[entry.player]} loses {-entry.points} points"
    return f"the {challenge.build.value} is shown, {names[entry.player]} loses {-entry.points} points"


def _from(way: Way) -> str:
    """Return the arithmetic, and the cards where it does not say them all."""
    builds = [str(item) for item in items_of(way) if isinstance(item, Build)]
    return (
        f"{equation(way)}{f', with the build {builds[0]}' if len(builds) == 1 else f', with the builds {_join(builds)}' if builds else ''}"
    )


def _join(texts: Sequence[str]) -> str:
    return " and ".join(texts)


def _hand(cards: Sequence[Card], unknown: int) -> str:
    """Return cards of a hand in words, some of which nobody has seen: `7r 8b and 3 unknown cards`."""
    more = count(unknown, "unknown card") if unknown else ""
    return " and ".join(part for part in (_list(cards) if cards or not unknown else "", more) if part)


def _list(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "nothing"


def sheet_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Return the score sheet as rows of turn, player, what it is for, and points with the running total."""
    tally = Tally(len(game.names))
    return [
        (str(entry.turn), game.names[entry.player], reason_words(entry), f"{entry.points:+d} = {tally.add(entry)}")
        for entry in game.sheet()
    ]
