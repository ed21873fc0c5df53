"""What was surely seen is compared with where the told game has each card: what differs and lasts is a problem with a name."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.operations import Operation
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, TableEvidence
from numero_cam.games.numero.watching.play_chains import PlayChain, cards_played
from numero_cam.games.numero.watching.table_fit import Residue, TableFit, TableObservation, expected_table
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.sight import TablePlace

#: A difference is told only if so many sights surely had it, with nothing over its place; for a card that went, one is enough.
MIN_SIGHTS = 6
MIN_LOST_CARD_PROBABILITY = 0.95  #: A card that went is told only if it was read as that card with at least this probability, 0..1.
MAX_TOLD = 3  #: Maximum number of differences that one line for people names.
UNREADABLE = tr("a card that cannot be read")


@dataclass
class Difference:
    """Something on the table that the told game does not have so."""

    place: TablePlace  #: Where it is.
    since: float  #: Second at which it was first surely seen.
    told_before: int  #: Number of operations that were told by then.
    card: Card | None = None  #: The card; None where it cannot be read, and for cards that lie on each other.
    sights: int = 0  #: Number of sights that surely had it.
    is_gone: bool = False  #: Whether it is a card that lay there, and went.
    is_explained: bool = False  #: Whether the likeliest history explains it, with plays that are not told yet.
    is_told: bool = False  #: Whether people were told.


class SeenAndTold:
    """Keeps what differs between table and told game until an operation explains it, the table shows it otherwise, or people are told.

    Each difference has its own clock, because in quick play something is over the table most of the time.

    Args:
        names: Of the players.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._open: dict[Residue, Difference] = {}
        self._covered_since: float | None = None
        self._laid = frozenset[Card]()  # cards of a play that a player is in the middle of

    @property
    def is_waiting(self) -> bool:
        """Whether there are differences that people were not told, and that are no play in progress."""
        return any(not one.is_told and one.card not in self._laid for one in self._open.values())

    def has_named_for(self, seconds: float, t: float) -> bool:
        """Return whether people were told of a difference that is there still at second `t`, after a number of seconds."""
        return any(one.is_told and not (one.is_explained or one.is_gone) and t - one.since >= seconds for one in self._open.values())

    @property
    def named(self) -> frozenset[Residue]:
        """The differences that people were told of, and that are there still."""
        return frozenset(thing for thing, one in self._open.items() if one.is_told)

    def forget(self) -> None:
        """Begin anew: what still differs is told again."""
        self._open.clear()

    def covered(self, evidence: TableEvidence) -> str:
        """Return once for people that something rests over the middle; empty where nothing does."""
        since, t = self._covered_since, evidence.t
        self._covered_since = None if CENTRE not in evidence.busy else t if since is None else since
        if since is None or self._covered_since is None or t - since < weights.SECONDS_BEFORE_COVERED:
            return ""
        self._covered_since = math.inf  # said for as long as it rests there
        return tr("something rests over the middle; take it away, because what is played under it is not seen")

    def compare(self, observation: TableObservation, game: Game, best: PlayChain) -> str:
        """Compare a sight with the told game.

        Args:
            observation: The tracks of this moment.
            game: The game that is told.
            best: The likeliest history, with plays that are not told yet.

        Returns:
            A line for people about what has differed for long enough and was not told before; empty where there is nothing, or nothing but
            a play in progress, which may last as long as a player likes.
        """
        evidence = observation.evidence
        table = expected_table(game.state, hands_open=observation.hands_open)
        fit = observation.fit(table)
        arriving = {track.id for track in fit.arriving}
        for thing, score in fit.residue.items():
            if score <= weights.REVISION_SCORE and thing not in arriving:
                one = self._open.setdefault(thing, self._difference(thing, evidence, game.line.depth))
                one.sights, one.is_gone, one.is_explained = one.sights + 1, False, thing not in best.residue
        for number in best.turned_over:
            one = self._open.setdefault(number, self._difference(number, evidence, game.line.depth))
            one.sights, one.is_gone, one.is_explained = one.sights + 1, True, False
        for thing, one in list(self._open.items()):
            if fit.residue.get(thing, 0.0) > weights.REVISION_SCORE and thing not in best.turned_over:
                moved = _cards_moved(game.line.after(one.told_before))
                if self._is_over(thing, one, fit, evidence, moved) or (isinstance(thing, tuple) and thing not in table.cards):
                    del self._open[thing]
                elif one.is_gone:
                    one.is_explained = one.card in _cards_moved(best.line.after(one.told_before))
        self._laid = best.laid
        taken_from = CENTRE if TablePlace("row", game.state.player) in evidence.busy else None
        due = {thing: one for thing, one in self._open.items() if _is_due(thing, one, evidence, taken_from)}
        return "" if all(one.card in best.laid for one in due.values()) else self._line(due)

    def _difference(self, thing: Residue, evidence: TableEvidence, told_before: int) -> Difference:
        if isinstance(thing, tuple):
            return Difference(thing[1], evidence.t, told_before, thing[0])
        if isinstance(thing, int):
            track = evidence.tracks[thing]
            return Difference(track.place, evidence.t, told_before, _card_read(track, evidence))
        return Difference(CENTRE, evidence.t, told_before)

    def _is_over(self, thing: Residue, one: Difference, fit: TableFit, evidence: TableEvidence, moved: frozenset[Card]) -> bool:
        """Return whether a difference that is not seen now is one no more; note whether its card is gone."""
        if isinstance(thing, tuple):
            return fit.has_back(thing)
        if isinstance(thing, frozenset):
            return CENTRE not in evidence.busy or bool(thing & moved)
        track = evidence.tracks.get(thing)
        is_gone = track is None or not track.present
        if is_gone and not one.is_gone:
            one.since = evidence.t  # its play may be in progress
        one.is_gone = is_gone
        if not one.is_gone:
            return thing in fit.identity
        card = one.card
        return card is None or card in fit.matched or any(other.looks_like(card) for other in moved)

    def _line(self, due: Mapping[Residue, Difference]) -> str:
        for one in due.values():
            one.is_told = True
        parts = [self._text(thing, one) for thing, one in due.items()][:MAX_TOLD]
        if all(one.is_explained for one in due.values()):
            return tr("{parts}; which play was that? Say it, or play on: what follows may show it", parts=and_list(parts))
        return tr("{parts}; no play explains that: say what was played, or put it back", parts=and_list(parts))

    def _text(self, thing: Residue, one: Difference) -> str:
        """Return for people where a card lies, lay or is missing."""
        if isinstance(thing, frozenset):
            return tr("cards of the middle lie on each other as no play has laid them")
        card, name = one.card, "" if one.place.player is None else self._names[one.place.player]
        if isinstance(thing, tuple):
            return (
                tr("the {card} is gone from the row of {name}", card=card, name=name)
                if name
                else tr("the {card} is gone from the middle", card=card)
            )
        if card is None:
            return tr("{card} lies there", card=UNREADABLE)
        if one.is_gone:
            return (
                tr("the {card} lay in the row of {name} and is gone", card=card, name=name)
                if name
                else tr("the {card} lay in the middle and is gone", card=card)
            )
        return tr("the {card} lies in the row of {name}", card=card, name=name) if name else tr("the {card} lies in the middle", card=card)


def _cards_moved(operations: Iterable[Operation]) -> frozenset[Card]:
    return frozenset[Card]().union(*map(cards_played, operations))


def _card_read(track: TrackEvidence, evidence: TableEvidence) -> Card | None:
    card = track.face.likeliest
    sure = card is not None and evidence.probability(track, card, evidence.pack) > MIN_LOST_CARD_PROBABILITY
    return card if sure else None


def _is_due(thing: Residue, one: Difference, evidence: TableEvidence, taken_from: TablePlace | None) -> bool:
    """Return whether people are to be told of a difference now.

    A hand over the row of who plays may be taking: what goes from the place `taken_from` meanwhile waits longer. None where no hand is.
    """
    wait = weights.SECONDS_BEFORE_DOUBTED if one.is_explained else weights.SECONDS_BEFORE_UNEXPLAINED
    if one.place == taken_from and (one.is_gone or not isinstance(thing, int)):
        wait = weights.SECONDS_BEFORE_TABLE_UNKNOWN
    sights = 1 if one.is_gone else MIN_SIGHTS
    lay_surely = not one.is_gone or one.card is not None
    is_long_so = one.sights >= sights and evidence.t - one.since >= wait
    return lay_surely and not one.is_told and is_long_so and evidence.is_left([one.place])
