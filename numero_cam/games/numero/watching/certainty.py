"""When an operation is sure enough to be told: how probable it is, for how many sights, and whether the hand that played it has left."""

from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Move, Operation, Passed, Taken
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK, TableEvidence
from numero_cam.games.numero.watching.play_chains import PlayChain, lays_face_up
from numero_cam.games.shared.sight import TablePlace

#: Successive sights that say the same, after which an operation is decided even where it leaves something unexplained.
SIGHTS_TO_ACCEPT = 16


class Certainty:
    """Counts the sights that say the same, and compares an operation with what is required after so many.

    Args:
        evidence: What all looks add up to.
        hands_open: Whether hands lie open.
    """

    def __init__(self, evidence: TableEvidence, *, hands_open: bool) -> None:
        self._evidence = evidence
        self._hands_open = hands_open
        self._streak: tuple[Operation | None, int] = (None, 0)
        self._stock_touched = False
        self.challenged = False  #: Whether somebody challenges: then less is required.
        self.accepted: frozenset[object] = frozenset()  #: What is not explained, and people were told of.

    def see(self) -> None:
        """Note whether a hand is over the stock in a new sight."""
        self._stock_touched |= STOCK in self._evidence.busy

    def count(self, first: Operation | None) -> None:
        """Note the likeliest next operation of a sight; None stands for no operation."""
        again = self._streak[0] == first and self._is_uncovered(first)
        self._streak = (first, self._streak[1] + 1 if again else 1)

    def forget(self) -> None:
        """Begin to count anew."""
        self._streak = (None, 0)

    def told(self, operation: Operation) -> None:
        """Note that an operation was told."""
        self.forget()
        if not isinstance(operation, Drawn | Passed):
            self._stock_touched = STOCK in self._evidence.busy

    def is_enough(self, game: Game, operation: Move, chain: PlayChain, probability: float) -> bool:
        """Return whether an operation is sure enough to be told.

        Args:
            game: As it is told so far.
            operation: The next operation.
            chain: The likeliest history with it.
            probability: Of the operation, 0..1.
        """
        return (
            probability * self._named_probability(game, operation, chain) >= self._required_probability()
            and self._is_over(game, operation, chain)
            and not self._leaves_new(chain)
            and (self._hands_open or isinstance(operation, Taken) or not self._evidence.has_taken_cards_shown(operation.player, game.state))
        )

    def _leaves_new(self, chain: PlayChain) -> bool:
        """Return whether a chain leaves so much unexplained that a better one may yet be found."""
        if self.challenged or self._streak[1] >= SIGHTS_TO_ACCEPT:
            return False
        new = (score for thing, score in chain.fit.residue.items() if thing not in self.accepted)
        return sum(new) < weights.REVISION_SCORE

    def _named_probability(self, game: Game, operation: Move, chain: PlayChain) -> float:
        """Return the probability that the cards which an operation shows for the first time are cards that looks named."""
        stock = game.state.stock
        probability = 1.0
        for card, track in chain.fit.matched.items():
            if card in stock and lays_face_up(operation, card):
                probability *= 1.0 - self._evidence.unnamed_probability(track, stock)
        return probability

    def _required_probability(self) -> float:
        """Return the probability from which an operation is decided, by the number of sights that said the same."""
        required = weights.DECIDE_ON_CHALLENGE if self.challenged else weights.DECIDE_AT_ONCE
        for sights, probability in weights.DECIDE_AFTER_SIGHTS:
            if self._streak[1] >= sights:
                required = min(required, probability)
        return required

    def _is_uncovered(self, operation: Operation | None) -> bool:
        """Return whether no hand is at work over the places that an operation changes: an arm that rests is at none."""
        if not isinstance(operation, Move):
            return True
        places = {TablePlace("row", operation.player)} if self._hands_open or isinstance(operation, Taken) else set()
        if not isinstance(operation, Drawn):
            places.add(CENTRE)
        covered = places & self._evidence.busy
        if not covered:
            return True
        # A take goes on where the hand is that turns its cards over: its parts may leave one after the other.
        if isinstance(operation, Taken):
            return self._evidence.is_left(places)
        return not covered & self._evidence.worked_at and (CENTRE not in covered or self._is_seen(operation))

    def _is_seen(self, operation: Move) -> bool:
        """Return whether nothing is over the cards that an operation lays."""
        cards = operation.cards if isinstance(operation, Discarded) else (operation.card,) if isinstance(operation, Built) else ()
        lying = [track for track in self._evidence.tracks.values() if track.present and not track.unclear and track.place == CENTRE]
        return all(any(track.face.is_card(card) for track in lying) for card in cards)

    def _is_over(self, game: Game, operation: Move, chain: PlayChain) -> bool:
        """Return whether the hand has left, or later operations of the chain show that this one is over."""
        later = chain.line.depth - game.line.depth - 1
        if isinstance(operation, Passed) or (isinstance(operation, Drawn) and operation.unknown):
            drawn = not self._hands_open and self._stock_touched and STOCK not in self._evidence.busy
            return later > 0 or drawn
        return self._is_uncovered(operation) or later > 1
