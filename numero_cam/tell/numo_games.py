"""Games of NUMO in words: what happened, the table, the score sheet."""

from collections.abc import Sequence

from numero_cam.games.numo.game import Game
from numero_cam.games.numo.melds import said
from numero_cam.games.numo.operations import Dealt, Discarded, Drawn, LaidOff, Melded, Operation, TurnedOver
from numero_cam.games.numo.state import Phase, State
from numero_cam.tell.numo import cards_line, meld_words


def operation_line(names: Sequence[str], before: State, operation: Operation, *, hide: bool = False) -> str:
    """Return what happened in a sentence.

    Args:
        names: The players.
        before: The state in which it happened.
        operation: What happened.
        hide: Whether a card from the stock is not named: the player's secret.
    """
    if isinstance(operation, Dealt):
        drawn = f" The control card of this hand is {operation.control}." if operation.control else ""
        return f"{names[operation.dealer]} deals hand {before.hand + 1}.{drawn}"
    who = names[operation.player]
    match operation:
        case Drawn(_, card, discard):
            what = f"takes the discard {card.number}" if discard else "draws" if hide else f"draws {card.number}"
        case TurnedOver():
            what = "turns the discard pile over"
        case Melded(_, kind, cards):
            what = f"melds {meld_words(said(kind, cards))}"
        case LaidOff(_, place, cards):
            what = f"lays {cards_line(cards)} on {meld_words(before.table[place].meld)}"
        case Discarded(_, card):
            what = f"discards {card.number}"
    return f"{who} {what}."


def end_line(names: Sequence[str], before: State, after: State) -> str:
    """Return how a hand ended, and the game where it is over; empty where the hand goes on."""
    if before.phase is Phase.DEAL or after.phase not in (Phase.DEAL, Phase.OVER):
        return ""
    out = [name for name, hand in zip(names, after.hands, strict=True) if not hand]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, after.scores, strict=True))
    ended = f"{out[0]} goes out." if out else "The hand is void: the stock was used up too often."
    over = f" The game is won by {' and '.join(names[who] for who in after.leaders())}." if after.phase is Phase.OVER else ""
    return f"{ended} Points: {scores}.{over}"


def game_lines(game: Game) -> list[str]:
    """Return the whole game, a line for each operation."""
    lines = []
    for before, operation, after in game.steps():
        turn = f"{before.turn:3} " if before.turn and before.phase is not Phase.DEAL else ""
        lines.append(turn + operation_line(game.names, before, operation))
        if end := end_line(game.names, before, after):
            lines += [end, ""]
    return lines


def sheet_rows(game: Game) -> list[list[str]]:
    """Return the rows of the score sheet: a hand each, the sums below."""
    entries = game.sheet()
    hands = sorted({entry.hand for entry in entries})
    rows = [[str(hand), *(str(entry.points) for entry in entries if entry.hand == hand)] for hand in hands]
    return [*rows, ["sum", *map(str, game.state.scores)]]


def table_lines(names: Sequence[str], state: State) -> list[str]:
    """Return the melds on the table, numbered as `lay` names them."""
    return [f"  {place}. {meld_words(lying.meld)} ({names[lying.owner]})" for place, lying in enumerate(state.table, 1)]


def hand_line(names: Sequence[str], state: State) -> str:
    """Return what the player whose turn it is sees: the discard, the others' counts, and the own hand in order."""
    top = str(state.pile[-1].number) if state.pile else "none"
    others = ", ".join(f"{name} {len(hand)}" for name, hand in zip(names, state.hands, strict=True) if hand is not state.own)
    return f"Discard: {top}. Stock: {len(state.stock)}. Cards of {others}. Your hand: {cards_line(sorted(state.own))}."
