"""Cards, melds, turns and games of NUMO in words."""

from collections.abc import Iterable, Sequence

from numero_cam.catalogue import and_list, ngettext, or_list, tr
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.going_out import WayToGoOut
from numero_cam.numo.rules.kinds import KINDS, NumoKind
from numero_cam.numo.rules.melds import Meld, ordered_meld
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.state import NumoPhase, NumoState
from numero_cam.text.words import count

ASSUMED = tr(
    "Which character and season stand on which number is assumed: it is published nowhere. Name "
    "cards in full (7-troll-winter), or give a file of your cards with --rule cards=FILE."
)


def cards_line(cards: Iterable[NumoCard]) -> str:
    """Return the numbers of cards, separated by blanks: `7 7` for both cards 7."""
    return " ".join(str(card.number) for card in cards)


def meld_words(meld: Meld) -> str:
    """Return a meld in words: `3 + 4 = 7`, `run: 6 8 10`, `24 with its factors 2 3 4 6`."""
    numbers = [str(card.number) for card in meld.cards]
    signs = {NumoKind.ADDITION: "+", NumoKind.SUBTRACTION: "-", NumoKind.MULTIPLICATION: "×", NumoKind.DIVISION: "÷"}
    if meld.kind in signs:
        return f"{numbers[0]} {signs[meld.kind]} {numbers[1]} = {numbers[2]}"
    if meld.kind is NumoKind.FACTORS:
        *factors, number = sorted(meld.cards)
        return tr("{number} with its factors {factors}", number=number.number, factors=cards_line(factors))
    return f"{KINDS[meld.kind].name}: {' '.join(numbers)}"


def kind_words(kind: NumoKind) -> str:
    """Return a kind of meld in words, with its letter: `addition (+)`."""
    return f"{KINDS[kind].name} ({kind.value})"


def kinds_words(kinds: Sequence[NumoKind]) -> str:
    """Return kinds of meld to choose from: `addition (+) or run (R)`."""
    return or_list(map(kind_words, kinds))


def is_meld_line(cards: str, kinds: Sequence[NumoKind]) -> str:
    """Return a sentence that says whether cards are a meld and of which kinds; `cards` is their text, `kinds` is empty for no meld."""
    if not kinds:
        return tr("{cards} is no meld.", cards=cards)
    return tr("{cards} is a meld: {kinds}.", cards=cards, kinds=and_list(map(kind_words, kinds)))


def way_words(way: WayToGoOut, table: Sequence[Meld]) -> str:
    """Return a turn that goes out: `meld 3 + 4 = 7, lay 18 on run: 9 12 15, discard 5`."""
    parts = [tr("meld {meld}", meld=meld_words(way.meld))] if way.meld else []
    parts += [tr("lay {cards} on {meld}", cards=cards_line(cards), meld=meld_words(table[place])) for place, cards in way.lays]
    parts += [tr("discard {card}", card=way.discard.number)] if way.discard else []
    return ", ".join(parts)


def melds_sentence(best: Sequence[Meld]) -> str:
    """Return the first line about the melds of a hand."""
    if not best:
        return tr("There is no meld in this hand.")
    melds, points = "; ".join(map(meld_words, best)), count(sum(meld.value for meld in best), "point")
    return ngettext("The best meld: {melds} ({points}).", "The best {n} melds: {melds} ({points}).", len(best), melds=melds, points=points)


def hand_hint(meld: Meld | None, lays: int, strength: int) -> str:
    """Return a hint about a hand on one of its melds, None where it has none; `lays` is its number of ways to lay cards on the table.

    Strength 1 says whether there is a meld, 2 of which kind, 3 one of its cards, 4 all of it.
    """
    if meld is None:
        return (
            tr("There is no meld in this hand, but a card of it fits a meld on the table.")
            if lays
            else tr("There is no meld in this hand.")
        )
    said = (
        tr("There is a meld in this hand."),
        tr("It is of the kind {kind}.", kind=kind_words(meld.kind)),
        tr("One of its cards is {number}.", number=meld.cards[0].number),
        tr("It is {meld}.", meld=meld_words(meld)),
    )
    return " ".join(said[:strength] if strength < len(said) else (said[0], said[-1]))


def operation_line(names: Sequence[str], before: NumoState, operation: Operation, *, hide: bool = False) -> str:
    """Return an operation in the state `before` as a sentence; `hide` leaves a card from the stock, the player's secret, unnamed."""
    if isinstance(operation, NumoDealt):
        return _deal_line(names[operation.dealer], before.hand + 1, operation.control)
    who = names[operation.player]
    match operation:
        case NumoDrawn(_, card, discard):
            known = tr("{player} takes the discard {card}.", player=who, card=card.number)
            unseen = tr("{player} draws.", player=who) if hide else tr("{player} draws {card}.", player=who, card=card.number)
            line = known if discard else unseen
        case TurnedOver():
            line = tr("{player} turns the discard pile over.", player=who)
        case Melded(_, kind, cards):
            line = tr("{player} melds {meld}.", player=who, meld=meld_words(ordered_meld(kind, cards)))
        case LaidOff(_, place, cards):
            meld = meld_words(before.table[place].meld)
            line = tr("{player} lays {cards} on {meld}.", player=who, cards=cards_line(cards), meld=meld)
        case NumoDiscarded(_, card):
            line = tr("{player} discards {card}.", player=who, card=card.number)
    return line


def _deal_line(dealer: str, hand: int, control: str | None) -> str:
    deals = tr("{player} deals hand {hand}.", player=dealer, hand=hand)
    if not control:
        return deals
    kind = tr("season") if control == "season" else tr("character")
    return " ".join((deals, tr("The control card of this hand is {control}.", control=kind)))


def end_line(names: Sequence[str], before: NumoState, after: NumoState) -> str:
    """Return sentences on the end of a hand, and of the game where it is over; empty where the operation ends no hand."""
    if before.phase is NumoPhase.DEAL or after.phase not in (NumoPhase.DEAL, NumoPhase.OVER):
        return ""
    out = [name for name, hand in zip(names, after.hands, strict=True) if not hand]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, after.scores, strict=True))
    sentences = [
        tr("{player} goes out.", player=out[0]) if out else tr("The hand is void: the stock was used up too often."),
        tr("Points: {scores}.", scores=scores),
    ]
    if after.phase is NumoPhase.OVER:
        sentences.append(tr("The game is won by {winners}.", winners=and_list(names[who] for who in after.leaders())))
    return " ".join(sentences)


def game_lines(game: NumoGame) -> list[str]:
    """Return the whole game, a line for each operation."""
    lines = []
    for before, operation, after in game.steps():
        turn = f"{before.turn:3} " if before.turn and before.phase is not NumoPhase.DEAL else ""
        lines.append(turn + operation_line(game.names, before, operation))
        if end := end_line(game.names, before, after):
            lines += [end, ""]
    return lines


def sheet_rows(game: NumoGame) -> list[list[str]]:
    """Return the rows of the score sheet: a hand each, the sums below."""
    entries = game.sheet()
    hands = sorted({entry.hand for entry in entries})
    rows = [[str(hand), *(str(entry.points) for entry in entries if entry.hand == hand)] for hand in hands]
    return [*rows, [tr("sum"), *map(str, game.state.scores)]]


def table_lines(names: Sequence[str], state: NumoState) -> list[str]:
    """Return the melds on the table, numbered as `lay` names them."""
    return [f"  {place}. {meld_words(lying.meld)} ({names[lying.owner]})" for place, lying in enumerate(state.table, 1)]


def hand_line(names: Sequence[str], state: NumoState) -> str:
    """Return a line for the player whose turn it is: the discard, the stock's size, the others' card counts, and the own hand in order."""
    top = str(state.pile[-1].number) if state.pile else tr("none")
    others = ", ".join(f"{name} {len(hand)}" for name, hand in zip(names, state.hands, strict=True) if hand is not state.own_hand)
    hand, stock = cards_line(sorted(state.own_hand)), len(state.stock)
    return tr("Discard: {top}. Stock: {stock}. Cards of {others}. Your hand: {hand}.", top=top, stock=stock, others=others, hand=hand)
