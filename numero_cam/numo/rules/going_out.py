"""Finds whether a player can go out in a turn, by trying every meld with every lay-off and discard."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.kinds import ALL_KINDS, MeldRules, NumoKind
from numero_cam.numo.rules.melds import Meld, extensions, melds_in


@dataclass(frozen=True, slots=True)
class WayToGoOut:
    """A turn that goes out."""

    meld: Meld | None  #: The meld that is made first; None for none.
    lays: tuple[tuple[int, tuple[NumoCard, ...]], ...]  #: Cards that are laid off, each with the index of the meld on the table.
    discard: NumoCard | None  #: The last card; None where none is left to discard.


@dataclass(frozen=True, slots=True)
class TurnSituation:
    """The situation of a player in a turn, after the draw."""

    hand: tuple[NumoCard, ...]  #: The cards of the hand.
    table: tuple[Meld, ...] = ()  #: The melds on the table, in order.
    kinds: tuple[NumoKind, ...] = ALL_KINDS  #: Kinds that may be melded.
    needed: tuple[NumoKind, ...] = ()  #: Kinds of which one must be melded to go out; empty where one was melded, or none is needed.
    kept: NumoCard | None = None  #: The card drawn from the discard pile, which may not be discarded in this turn; None for none.
    may_meld: bool = True  #: Whether the player may still meld in this turn.
    may_lay: bool = True  #: Whether cards may be laid off without a meld in this turn.
    may_lay_after: bool = True  #: Whether cards may be laid off after a meld in this turn.


def find_way_to_go_out(turn: TurnSituation, rules: MeldRules) -> WayToGoOut | None:
    """Return a way to go out in this turn with as few lay-offs as possible; None where there is none."""
    bit = {card: 1 << place for place, card in enumerate(turn.hand)}
    laid = _lay_off_sets(turn, bit, rules)
    ways: list[WayToGoOut] = []
    if not turn.needed:
        ways += _ways_to_end(turn, None, turn.hand, laid if turn.may_lay else {0: ()}, bit)
    for meld in melds_in(turn.hand, rules, turn.kinds) if turn.may_meld else ():
        if not turn.needed or meld.kind in turn.needed:
            left = tuple(card for card in turn.hand if card not in meld.cards)
            ways += _ways_to_end(turn, meld, left, laid if turn.may_lay_after else {0: ()}, bit)
    return min(ways, key=lambda way: (len(way.lays), way.meld is None, str(way.meld)), default=None)


_LayOffs = tuple[tuple[int, tuple[NumoCard, ...]], ...]  #: Lay-offs of a turn: the index of a meld on the table and the cards, for each.


def _lay_off_sets(turn: TurnSituation, bit: dict[NumoCard, int], rules: MeldRules) -> dict[int, _LayOffs]:
    """Return every set of cards that can be laid off together, as a bit mask, with one way to lay them off."""
    found: dict[int, _LayOffs] = {0: ()}
    for place, meld in enumerate(turn.table):
        more = [(sum(bit[card] for card in cards), cards) for cards in extensions(meld, turn.hand, rules)]
        if more:
            found |= {
                mask | added: (*lays, (place, cards))
                for mask, lays in found.items()
                for added, cards in more
                if not mask & added and mask | added not in found
            }
    return found


def _ways_to_end(
    turn: TurnSituation, meld: Meld | None, left: Collection[NumoCard], laid: dict[int, _LayOffs], bit: dict[NumoCard, int]
) -> Iterable[WayToGoOut]:
    """Yield the ways to go out after a meld: cards that are laid off together, and a discard or none.

    Args:
        turn: The situation before the meld.
        meld: The meld; None for none.
        left: The cards of the hand after the meld.
        laid: From `_lay_off_sets`.
        bit: The bit of each card of the hand.
    """
    whole = sum(bit[card] for card in left)
    last: Sequence[NumoCard | None] = [*(card for card in left if card != turn.kept), None]
    for discard in last:
        lays = laid.get(whole ^ (bit[discard] if discard else 0))
        if lays is not None:
            yield WayToGoOut(meld, lays, discard)
