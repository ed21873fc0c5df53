"""Cards, melds, turns and games of NUMO in words."""

from collections.abc import Iterable, Sequence

from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import Card
from numero_cam.numo.rules.game import Game
from numero_cam.numo.rules.going_out import WayOut
from numero_cam.numo.rules.kinds import KINDS, Kind
from numero_cam.numo.rules.melds import Meld, ordered_meld
from numero_cam.numo.rules.operations import Dealt, Discarded, Drawn, LaidOff, Melded, Operation, TurnedOver
from numero_cam.numo.rules.state import Phase, State
from numero_cam.text.words import count

ASSUMED = tr(
    "Which character and season stand on which number is assumed: it is published nowhere. Name "
    "cards in full (7-troll-winter), or give a file of your cards with --cards."
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
        return tr("{number.number} with its factors {cards_line}", number=number, cards_line=cards_line(factors))
    return f"{KINDS[meld.kind].name}: {' '.join(numbers)}"


def kinds_words(kinds: Sequence[Kind]) -> str:
    """Return kinds of meld in words: `addition (+) or run (R)`."""
    return " or ".join(f"{KINDS[kind].name} ({kind.value})" for kind in kinds)


def way_words(way: WayOut, table: Sequence[Meld]) -> str:
    """Return a turn that goes out: `meld 3 + 4 = 7, lay 18 on run: 9 12 15, discard 5`."""
    parts = [tr("meld {meld_words}", meld_words=meld_words(way.meld))] if way.meld else []
    parts += [
        tr("lay {cards_line} on {meld_words}", cards_line=cards_line(cards), meld_words=meld_words(table[place]))
        for place, cards in way.lays
    ]
    parts += [tr("discard {way.discard.number}", way=way)] if way.discard else []
    return ", ".join(parts)


def melds_sentence(best: Sequence[Meld]) -> str:
    """Return the first line about the melds of a hand."""
    if not best:
        return tr("There is no meld in this hand.")
    worth = sum(meld.value for meld in best)
    melds = "meld" if len(best) == 1 else count(len(best), "meld")
    return tr(
        "The best {melds}: {list} ({amount}).", melds=melds, list="; ".join(meld_words(meld) for meld in best), amount=count(worth, "point")
    )


def hand_hint(meld: Meld | None, lays: int, strength: int) -> str:
    """Return a teacher's hint about a hand: each strength says a little more.

    Args:
        meld: The one that is thought of; None where there is none.
        lays: How many cards or groups of cards of the hand fit a meld of the table.
        strength: 1 whether there is a meld, 2 of which kind, 3 one of its cards, 4 all of it.
    """
    if meld is None:
        return (
            tr("There is no meld in this hand, but a card of it fits a meld on the table.")
            if lays
            else tr("There is no meld in this hand.")
        )
    kind = tr("It is of the kind {kinds_words}.", kinds_words=kinds_words([meld.kind]))
    said = (
        tr("There is a meld in this hand."),
        kind,
        tr("One of its cards is {number}.", number=meld.cards[0].number),
        tr("It is {meld_words}.", meld_words=meld_words(meld)),
    )
    return " ".join(said[:strength] if strength < len(said) else (said[0], said[-1]))


def operation_line(names: Sequence[str], before: State, operation: Operation, *, hide: bool = False) -> str:
    """Return what happened in a sentence.

    Args:
        names: The players.
        before: The state in which it happened.
        operation: What happened.
        hide: Whether a card from the stock is not named: the player's secret.
    """
    if isinstance(operation, Dealt):
        drawn = tr(" The control card of this hand is {operation.control}.", operation=operation) if operation.control else ""
        return tr("{names} deals hand {value}.{drawn}", names=names[operation.dealer], value=before.hand + 1, drawn=drawn)
    who = names[operation.player]
    match operation:
        case Drawn(_, card, discard):
            what = (
                tr("takes the discard {card.number}", card=card) if discard else "draws" if hide else tr("draws {card.number}", card=card)
            )
        case TurnedOver():
            what = tr("turns the discard pile over")
        case Melded(_, kind, cards):
            what = tr("melds {meld_words}", meld_words=meld_words(ordered_meld(kind, cards)))
        case LaidOff(_, place, cards):
            what = tr("lays {cards_line} on {meld_words}", cards_line=cards_line(cards), meld_words=meld_words(before.table[place].meld))
        case Discarded(_, card):
            what = tr("discards {card.number}", card=card)
    return f"{who} {what}."


def end_line(names: Sequence[str], before: State, after: State) -> str:
    """Return how a hand ended, and the game where it is over; empty where the hand goes on."""
    if before.phase is Phase.DEAL or after.phase not in (Phase.DEAL, Phase.OVER):
        return ""
    out = [name for name, hand in zip(names, after.hands, strict=True) if not hand]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, after.scores, strict=True))
    ended = tr("{out} goes out.", out=out[0]) if out else tr("The hand is void: the stock was used up too often.")
    over = tr(" The game is won by {list}.", list=" and ".join(names[who] for who in after.leaders())) if after.phase is Phase.OVER else ""
    return tr("{ended} Points: {scores}.{over}", ended=ended, scores=scores, over=over)


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
    return tr(
        "Discard: {top}. Stock: {n}. Cards of {others}. Your hand: {cards_line}.",
        top=top,
        n=len(state.stock),
        others=others,
        cards_line=cards_line(sorted(state.own)),
    )
