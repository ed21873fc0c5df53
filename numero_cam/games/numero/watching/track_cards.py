"""Which card each track of a table is in the game that is told, and whether its looks come to say otherwise."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Move, Taken
from numero_cam.games.numero.engine.verify import is_legal
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.corrections import with_cards_exchanged
from numero_cam.games.numero.watching.deal_finder import is_read
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.play_chains import cards_played
from numero_cam.games.numero.watching.table_fit import TableFit, TableObservation, expected_table
from numero_cam.games.numero.watching.track_evidence import TrackEvidence

MIN_PROBABILITY = 0.95  #: A track is read as a card if that card has at least this probability, 0..1.
SIGHTS_BEFORE_EXCHANGE = 4  #: Successive sights in which a track must be read as another card before it is that card.


class TrackCards:
    """Remembers as which card each track was read, because a track is one card at all times."""

    def __init__(self) -> None:
        self._cards: dict[int, Card] = {}
        self._sights: dict[tuple[Card, Card], int] = {}
        self._doubted: set[Card] = set()
        self._taken: dict[Card, frozenset[int]] = {}

    def note(self, observation: TableObservation, state: State, *, begins: bool = False) -> TableFit:
        """Note as which card of a state each track is surely read, and return how the state's table fits.

        Args:
            observation: The tracks of this moment.
            state: The state of the game that is told.
            begins: Whether the game begins with it. A track is then noted as its card even where it is not surely read.
        """
        evidence = observation.evidence
        fit = observation.fit(expected_table(state, hands_open=observation.hands_open))
        for card, track in fit.matched.items():
            surely = begins or evidence.probability(track, card, evidence.pack) > MIN_PROBABILITY
            if self._cards.get(track.id, card) == card and surely:
                self._cards[track.id] = card
            evidence.identify(track, card)
        return fit

    def know(self, pack: Sequence[Card]) -> None:
        """Forget which card a track was where the pack has no such card."""
        self._cards = {track: card for track, card in self._cards.items() if card in pack}

    def note_copies(self, evidence: TableEvidence, state: State, *, hands_open: bool) -> None:
        """Note at once which of several equal cards each track is, before other ones come to lie there."""
        if evidence.has_copies:
            self.note(TableObservation(evidence, hands_open=hands_open), state)

    def is_another(self, track: TrackEvidence, card: Card) -> bool:
        """Return whether a track was noted as another card."""
        return not self._cards.get(track.id, card).looks_like(card)

    def unseen(self, track: TrackEvidence, evidence: TableEvidence, state: State) -> Card | None:
        """Return which card that nobody has seen a track surely is; None where it is none, or that is not sure.

        Cards that have been seen are somewhere else, so they count only where the track was surely read as one of them.
        """
        card = track.face.one_of(state.stock)
        if card is not None:
            return card if is_read(evidence, card, track) else None
        likeliest = track.face.likeliest
        if likeliest is None or evidence.probability(track, likeliest, evidence.pack) > MIN_PROBABILITY:
            return None
        card = max(state.stock, key=lambda one: evidence.gain(track, one), default=None)
        if card is None or evidence.gain(track, card) < weights.MIN_READ_GAIN:
            return None
        return card if evidence.probability(track, card, state.stock) > MIN_PROBABILITY else None

    def read_otherwise(self, observation: TableObservation, state: State) -> tuple[Card, Card] | None:
        """Return a card of the game and the card that nobody has seen as which its track has come to be read; None where all is as it was.

        Args:
            observation: The tracks of this moment.
            state: The state of the game that is told.
        """
        evidence, fit = observation.evidence, self.note(observation, state)
        missing = {card for card, _ in fit.missing}
        now: dict[tuple[Card, Card], int] = {}
        lying = [track for track in evidence.tracks.values() if track.present and not track.face_down]  # those too that are shown in a row
        for track in lying:
            other = track.face.likeliest
            if other is None or track.unclear or track.place in evidence.worked_at:
                continue
            surely = evidence.probability(track, other, evidence.pack) > MIN_PROBABILITY
            was_taken = track.id not in self._taken.get(other, {track.id}) and other not in fit.matched and other not in state.stock
            if was_taken and surely:  # another one was taken
                alike = [one for one in state.stock if one.is_number and one.value == other.value]
                now.update({(other, one): self._sights.get((other, one), 0) + 1 for one in alike[:1]})
            if track.id not in self._cards:
                continue
            card = self._cards[track.id]
            other = other if card.looks_like(other) else track.face.one_of(state.stock) or other
            is_card = fit.matched.get(card) is track or card in missing
            if not other.looks_like(card) and is_card and other in state.stock and surely:
                now[card, other] = self._sights.get((card, other), 0) + 1
        self._sights = now
        pair = next((pair for pair, sights in now.items() if sights >= SIGHTS_BEFORE_EXCHANGE), None)
        if pair is not None:
            self._cards = {track: pair[1] if card == pair[0] else card for track, card in self._cards.items()}
            for number in (number for number, card in self._cards.items() if card == pair[1] and number in evidence.tracks):
                evidence.identify(evidence.tracks[number], pair[1])
            self._taken = {pair[1] if card == pair[0] else card: tracks for card, tracks in self._taken.items()}
        return pair

    def take(self, taken: Taken, evidence: TableEvidence, unseen: Sequence[Card]) -> list[str]:
        """Note the cards of a take that were never read surely: if one lies there again, another one was taken.

        Args:
            taken: The take.
            evidence: What all looks add up to.
            unseen: Cards that nobody had seen before it.

        Returns:
            A line for people if nobody saw the card that took, and one for each card that was taken and nobody saw.
        """
        for card in cards_played(taken):
            tracks = [track for track in evidence.tracks.values() if card in track.face.gains]
            if not any(track.face.was_surely(card) for track in tracks):
                self._taken[card] = frozenset(track.id for track in tracks)
        lines = []
        for card in sorted({*cards_played(taken)} & self._taken.keys(), key=lambda one: (one != taken.card, one.sort_key)):
            if not card.is_number or any(track.face.is_card(card) for track in evidence.tracks.values()):
                continue
            if card != taken.card:
                lines.append(tr("nobody saw the {card} that was taken; it may be another {n}", card=card, n=card.value))
            elif card in unseen:
                lines.append(tr("nobody saw the card that took; it may be another {n}", n=card.value))
        return lines

    def surely_taken(self, state: State) -> tuple[Card, ...]:
        """Return the cards of the winning piles that were read surely before they were taken."""
        return tuple(card for seat in state.seats for card in seat.won if card not in self._taken)

    def doubts(self, play: Move, evidence: TableEvidence, state: State) -> tuple[list[tuple[Move, float]], list[str]]:
        """Return once what a play was if a card of it is another one, for each card of which no look was sure.

        Looks at one card are wrong together, so that many unsure ones that say the same make it no surer: the best look counts.

        Args:
            play: The play.
            evidence: What all looks add up to.
            state: The state of the game before it.

        Returns:
            Such plays with their probabilities; and a line for people for each card that is another one in earlier plays too.
        """
        plays, lines = [], []
        for card in sorted({*cards_played(play)} - self._doubted, key=lambda one: one.sort_key):
            tracks = [track for track in evidence.tracks.values() if track.face.is_card(card)]
            best = max(tracks, key=lambda one: one.face.best.get(card, 0.0), default=None)
            if best is None or best.face.was_surely(card):
                continue
            other = next((other for other, _ in best.face.ranked[1:] if other in state.stock and not other.looks_like(card)), None)
            if other is None:
                continue
            self._doubted.add(card)
            instead = with_cards_exchanged(play, {card: other, other: card})
            if is_legal(state, instead):
                plays.append((instead, 1 - best.face.best.get(card, 0.0)))
            else:
                lines.append(tr("the {card} was never read surely; it may be the {other}", card=card, other=other))
        return plays, lines
