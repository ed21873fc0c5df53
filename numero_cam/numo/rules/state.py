"""The state of a game of NUMO: where every card lies, whose turn it is, and its defects."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.going_out import TurnSituation
from numero_cam.numo.rules.kinds import NumoKind, kinds_at
from numero_cam.numo.rules.melds import Meld
from numero_cam.numo.rules.options import HAND_SIZE, WINNING_SCORE, NumoOptions


class NumoPhase(Enum):
    """The kind of operation that comes next."""

    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table."""

    meld: Meld  #: The meld with all cards that were laid on it.
    owner: int  #: Index of the player who made it.
    players: tuple[tuple[NumoCard, int], ...]  #: Each of its cards with the index of the player who played it.


@dataclass(frozen=True, slots=True)
class NumoState:
    """The state of a game between two operations."""

    options: NumoOptions  #: Options of the game.
    hands: tuple[tuple[NumoCard, ...], ...]  #: The cards of each player.
    scores: tuple[int, ...]  #: Points of each player in all hands so far.
    phase: NumoPhase = NumoPhase.DEAL  #: The kind of operation that comes next.
    player: int = 0  #: Index of the player whose turn it is; after a hand, of the player who ended it.
    turn: int = 0  #: Number of the turn in this hand, from 1; 0 before the first deal.
    hand: int = 0  #: Number of the hand, from 1; 0 before the first.
    dealer: int = -1  #: Index of the last dealer; -1 before the first deal.
    stock: tuple[NumoCard, ...] = ()  #: The face-down cards, the top card first.
    pile: tuple[NumoCard, ...] = ()  #: The discard pile, the top card last.
    table: tuple[TableMeld, ...] = ()  #: The melds on the table.
    drawn: NumoCard | None = None  #: The card drawn from the discard pile in this turn; None for none.
    has_melded_this_turn: bool = False  #: Whether the player has melded in this turn.
    first: bool = False  #: Whether that was the player's first meld of the hand.
    idle: int = 0  #: How often the discard pile was turned over as the new stock since the last meld or lay-off.
    control: str = ""  #: The control card, `season` or `character`, whose kinds of meld this hand allows; empty where none is drawn.

    @classmethod
    def start(cls, options: NumoOptions) -> "NumoState":
        """Return the state before the first deal."""
        return cls(options, ((),) * options.players, (0,) * options.players)

    @property
    def kinds(self) -> tuple[NumoKind, ...]:
        """The kinds of meld that are allowed in this hand (article 4.5)."""
        return kinds_at(self.options.level, self.control) if self.control else self.options.kinds

    @property
    def own_hand(self) -> tuple[NumoCard, ...]:
        """The hand of the player whose turn it is."""
        return self.hands[self.player]

    @property
    def is_qualified(self) -> bool:
        """Whether the meld that the player needs to go out is on the table (article 5.2)."""
        needed = self.options.needed
        mine = self.options.own_meld == "yes"
        return not needed or any(lying.meld.kind in needed for lying in self.table if not mine or lying.owner == self.player)

    @property
    def has_melded(self) -> bool:
        """Whether the player has melded in this hand."""
        return any(lying.owner == self.player for lying in self.table)

    def may_lay(self, *, after_meld: bool = False) -> bool:
        """Return whether the player may lay off now, or after a meld that he would make in this turn."""
        options = self.options
        first = self.first if self.has_melded_this_turn else (after_meld and not self.has_melded)
        if first and options.lay_same_turn == "no":
            return False
        return options.lay_before == "yes" or self.has_melded or after_meld

    def situation(self) -> TurnSituation:
        """Return the player's situation, for `find_way_to_go_out`."""
        return TurnSituation(
            hand=self.own_hand,
            table=tuple(lying.meld for lying in self.table),
            kinds=self.kinds,
            needed=() if self.is_qualified else self.options.needed,
            kept=self.drawn,
            may_meld=not self.has_melded_this_turn,
            may_lay=self.may_lay(),
            may_lay_after=self.may_lay(after_meld=True),
        )

    def cards(self) -> Iterator[NumoCard]:
        """Yield every card of the game: hands, table, stock and discard pile."""
        for hand in self.hands:
            yield from hand
        for lying in self.table:
            yield from lying.meld.cards
        yield from self.stock
        yield from self.pile

    def leaders(self) -> tuple[int, ...]:
        """Return the indices of the players with the best score; several where they are equal."""
        return tuple(player for player, score in enumerate(self.scores) if score == max(self.scores))

    @property
    def is_won(self) -> bool:
        """Whether the scores end the game: 500 by the melds, -500 by the leftovers (articles 6.1 and 6.4)."""
        if self.options.scoring == "melds":
            return max(self.scores) >= WINNING_SCORE
        return min(self.scores) <= -WINNING_SCORE

    def problems(self) -> tuple[str, ...]:
        """Return the defects that a real game cannot have, one line each."""
        if not self.turn:
            return ()
        counts, pack = Counter(self.cards()), set(self.options.pack)
        twice = [tr("{card} is there {times} times", card=card, times=times) for card, times in counts.items() if times > 1]
        strange = [tr("{card} is not in the deck that is played with", card=card) for card in counts if card not in pack]
        gone = [tr("{card} is nowhere", card=card) for card in self.options.pack if card not in counts]
        large = [
            tr("hand {place} has {number} cards", place=place, number=len(hand))
            for place, hand in enumerate(self.hands, 1)
            if len(hand) > HAND_SIZE + 1
        ]
        return (*twice, *strange, *gone, *large)
