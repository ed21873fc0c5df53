"""With which table a game begins: its deal, a deal of which something is covered, or a table in mid-game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.log_entry import CHANGES, LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Built, Dealt, Discarded, Found, Move, Operation, Taken
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.numero.watching.copies import plain_operation, seen_before_won
from numero_cam.games.numero.watching.evidence import CENTRE, MIN_CARD_PROBABILITY, TableEvidence
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.table_fit import TableObservation
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.sight import TablePlace

#: Pairs of a number of looks and the probability, 0..1, from which a dealt card counts as read after so many looks.
READ_AFTER_LOOKS = ((1, 0.99), (2, 0.97), (4, 0.9), (8, 0.0))
TAKEN_UP = tr("the game is taken up in its middle; nobody knows what was played before, or how many cards the stock has")
COVERED_DEAL = tr("the game begins with cards that nobody saw yet; whether something was played before, nobody knows")
SLOW_DEAL = tr("the cards of the middle came one long after the other; if one of them was played, the game began before")
DEAL_NOT_READ = tr("not all cards of the deal could be read")
NO_CARD_READABLE = tr("no card can be read on the table; a game begins when the cards lie as after the deal")
#: Seconds for which a deal must lie the same, with something over what is missing, before the game begins without that: less than
#: `MID_GAME_SECONDS`, because such a table may be one in mid-game, too.
COVERED_SECONDS = 0.7
MID_GAME_SECONDS = 0.8  #: Seconds for which a table must lie the same before a game is taken up in the middle.
#: Seconds for which a table must lie the same before it is watched as one in mid-game of which nothing is told yet. In quick play it lies
#: the same for half a second.
GLIMPSE_SECONDS = 0.15
MAYBE_DEALING_SECONDS = 6.0  #: The same where hands are hidden and so few cards lie in the centre that the deal may not be over.
#: Seconds after the card before it from which on a card of the centre may have been played, where hands are hidden, and not dealt.
SLOW_DEAL_SECONDS = 1.5
MIN_SHARE_OF_DEAL = 0.5  #: A deal of which a smaller share is seen is not begun with.
#: Two tracks are likeliest the same card: it is the one whose lead over its next card is larger by this, natural logarithm; 9 to 1.
MIN_LEAD_OF_OWNER = 2.2
MIN_SIGHTS = 3  #: Sights after which a track that cannot be read counts as a card that was dealt.
MAX_MISSED_SIGHTS = 2  #: Maximum number of sights in which a dealt card may be missed.
#: Number of plays of open hands after which a game has surely begun, though its table never lay the same for long.
MIN_PLAYS_OF_BEGUN_GAME = 2
NO_DEAL_SECONDS = 5.0  #: Seconds for which the same reason must keep a game from beginning before people are told.

CardsByPlace = dict[TablePlace, dict[Card, TrackEvidence]]  #: The cards that lie face up at each place, with the best track of each.


@dataclass(frozen=True)
class Beginnings:
    """With which operations a game may begin."""

    operations: tuple[Dealt | Found, ...] = ()  #: The likeliest first; none where the game does not begin yet.
    is_sure: bool = False  #: Whether the table lay so for long enough that people can be told.
    lies_still: bool = False  #: Whether nothing was over the table for as long.
    why: str = ""  #: The reason for people why no deal lies there; empty where a card is only not read well enough.


class GameBeginning:
    """Finds the operations with which a game may begin.

    Args:
        setup: What is known of the game.
    """

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup
        self._since: dict[str, float] = {}
        self._why: tuple[str, float] = ("", 0.0)
        self._why_told = ""

    def deal(self, evidence: TableEvidence) -> list[Dealt | Found]:
        """Return the deal that lies on the table, and what else it may be; empty where there is no deal."""
        return self._with_others(recognise_deal(self._setup, evidence, _cards_by_place(self._setup, evidence))[0])

    def _with_others(self, deal: Dealt | None) -> list[Dealt | Found]:
        return [] if deal is None else [deal, *self._in_mid_game(deal.centre, deal.hands, deal.unknown)[1:]]

    def deal_instead(self, found: Found, evidence: TableEvidence) -> list[Dealt | Found]:
        """Return what `deal` does if the table that was found was a deal that was not over, or lay there before the deal."""
        deal = self.deal(evidence)
        cards = {card for item in found.centre for card in cards_of(item)}
        return deal if any(cards <= set(one.centre) or cards.isdisjoint(one.centre) for one in deal[:1]) else []

    def look(self, evidence: TableEvidence) -> Beginnings:
        """Look at the table."""
        lying = _cards_by_place(self._setup, evidence)
        deal, why = recognise_deal(self._setup, evidence, lying)
        if deal:
            return Beginnings(tuple(self._with_others(deal)), is_sure=True, lies_still=True)
        there = {place: lying[place] for place in self._places}
        owners = _owners(there)
        read = {
            place: {card: track for card, track in cards.items() if owners.get(card) is track and is_read(evidence, card, track)}
            for place, cards in there.items()
        }
        covered, (mid_game, has_lasted) = self._covered_deal(evidence, read), self._mid_game(evidence, there, read)
        return Beginnings(tuple(covered or mid_game), is_sure=bool(covered) or has_lasted, lies_still=has_lasted and not covered, why=why)

    def reason(self, why: str, t: float) -> tuple[LogEntry, ...]:
        """Return once why the game does not begin, when the reason has lasted for `NO_DEAL_SECONDS`."""
        if why != self._why[0]:
            self._why = why, t
        if not why or why == self._why_told or t - self._why[1] < NO_DEAL_SECONDS:
            return ()
        self._why_told = why
        return (LogEntry("problem", why, t=t),)

    def doubts(self, beginning: Dealt | Found, evidence: TableEvidence) -> tuple[LogEntry, ...]:
        """Return what people are told of a beginning before which something may have been played."""
        if isinstance(beginning, Found):
            return (LogEntry("problem", TAKEN_UP, t=evidence.t),)
        if beginning.unknown_centre or (self._setup.hands == "open" and any(beginning.unknown)):
            return (LogEntry("problem", COVERED_DEAL, t=evidence.t),)
        centre = [track.arrived for track in evidence.tracks.values() if track.present and track.place == CENTRE and not track.face_down]
        slowly = any(later - earlier > SLOW_DEAL_SECONDS for earlier, later in pairwise(sorted(centre)))
        return (LogEntry("problem", SLOW_DEAL, t=evidence.t),) if slowly and self._setup.hands == "hidden" else ()

    def last_reason(self, evidence: TableEvidence, t: float) -> tuple[LogEntry, ...]:
        """Return why the game did not begin until its last sight, if people were not told."""
        why = recognise_deal(self._setup, evidence, _cards_by_place(self._setup, evidence))[1] or DEAL_NOT_READ
        return () if why == self._why_told else (LogEntry("problem", why, t=t),)

    def _has_lasted(self, what: str, seconds: float, t: float, *, holds: bool) -> bool:
        """Return whether something has been so for a number of seconds until second `t`."""
        if not holds:
            self._since.pop(what, None)
            return False
        return t - self._since.setdefault(what, t) >= seconds

    @property
    def _places(self) -> list[TablePlace]:
        rows = [TablePlace("row", player) for player in range(self._setup.options.players)]
        return [CENTRE, *rows] if self._setup.hands == "open" else [CENTRE]

    def _covered_deal(self, evidence: TableEvidence, read: CardsByPlace) -> list[Dealt | Found]:
        """Return the deal of which only cards are missing that something covers, or that cannot be read."""
        wanted = {place: self._setup.options.centre_cards if place == CENTRE else HAND_SIZE for place in self._places}
        seen = [card for cards in read.values() for card in cards]
        lying = Counter(
            track.place
            for track in evidence.tracks.values()
            if track.sights_seen >= MIN_SIGHTS and track.sights_missed <= MAX_MISSED_SIGHTS and not track.face_down
        )
        whole = all(
            len(read[place]) == count or (len(read[place]) < count and (place in evidence.busy or lying[place] == count))
            for place, count in wanted.items()
        )
        apart = not any(track.below for track in read[CENTRE].values())
        enough = whole and apart and len(seen) >= MIN_SHARE_OF_DEAL * sum(wanted.values())
        if not self._has_lasted("covered", COVERED_SECONDS, evidence.t, holds=enough):
            return []
        hands, unknown = self._hands(read)
        rest = tuple(card for card in evidence.pack if card not in seen)
        missing = wanted[CENTRE] - len(read[CENTRE])
        unseen = unknown if any(unknown) else ()
        deal = Dealt(hands, tuple(read[CENTRE]), rest, ordered=False, unknown=unseen, unknown_centre=missing)
        return [deal, *self._in_mid_game(tuple(read[CENTRE]), hands, unknown)]  # what covers the table may be a hand that plays

    def _mid_game(self, evidence: TableEvidence, there: CardsByPlace, read: CardsByPlace) -> tuple[list[Dealt | Found], bool]:
        """Return the table in mid-game, once for each player whose turn it may be; cards of hands that are not read are unknown.

        The second value says whether it lay so for long enough.
        """
        rows = (row for row in self._places if row != CENTRE)
        full = all(len(read[row]) <= HAND_SIZE and (len(there[row]) >= HAND_SIZE or row in evidence.busy) for row in rows)
        seen = [card for cards in read.values() for card in cards]
        centre_read = CENTRE not in evidence.busy and len(there[CENTRE]) == len(read[CENTRE])
        enough = len(seen) >= MIN_SHARE_OF_DEAL * sum(map(len, there.values())) > 0
        hidden = self._setup.hands == "hidden"
        full &= not (hidden and self._has_shown_card(evidence))
        maybe_dealing = hidden and len(read[CENTRE]) < self._setup.options.centre_cards
        seconds = MAYBE_DEALING_SECONDS if maybe_dealing else MID_GAME_SECONDS
        has_lasted = self._has_lasted("mid-game", seconds, evidence.t, holds=full and centre_read and enough)
        if not self._has_lasted("glimpse", GLIMPSE_SECONDS, evidence.t, holds=full and centre_read and enough):
            return [], False
        observation = TableObservation(evidence, hands_open=self._setup.hands == "open")
        items, cards = items_as_they_lie(observation, read[CENTRE]), tuple(read[CENTRE])
        apart = [] if len(items) == len(cards) else self._in_mid_game(cards, *self._hands(read))  # they may only touch
        return [*self._in_mid_game(items, *self._hands(read)), *apart], has_lasted

    def _has_shown_card(self, evidence: TableEvidence) -> bool:
        """Return whether a card that was read lies in a row: with hidden hands, somebody shows a take."""
        rows = (TablePlace("row", player) for player in range(self._setup.options.players))
        return any(is_read(evidence, card, track) for row in rows for card, track in _cards_at(evidence, row).items())

    def _hands(self, read: CardsByPlace) -> tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]:
        hands = tuple(tuple(read.get(TablePlace("row", player), ())) for player in range(self._setup.options.players))
        return hands, tuple(HAND_SIZE - len(hand) for hand in hands)

    def _in_mid_game(
        self, centre: tuple[Card | Build, ...], hands: tuple[tuple[Card, ...], ...], unknown: tuple[int, ...]
    ) -> list[Dealt | Found]:
        players = range(self._setup.options.players)
        return [Found(player, centre, hands, unknown or (0,) * len(hands)) for player in players]


class UntoldGame:
    """The events of a game of whose first table there was a glimpse: they are kept back until it has surely begun.

    Args:
        events: The first ones.
        hands_open: Whether hands lie open.
    """

    def __init__(self, events: Iterable[LogEntry], *, hands_open: bool) -> None:
        self._begun: list[LogEntry] = []
        self._stand: list[LogEntry] = []
        self._hands_open = hands_open
        self.keep(events)

    def keep(self, events: Iterable[LogEntry]) -> None:
        """Add events, and leave out what they take back."""
        for event in events:
            if event.kind == "deal":
                self._begun, self._stand = [event], []
            elif event.kind in CHANGES:
                continue  # of what nobody was told, nothing changes
            elif event.kind == "undo":
                del self._stand[max(number for number, one in enumerate(self._stand) if one.kind == "operation")]
            else:
                self._stand.append(event)

    def told_at(self, t: float, names: Sequence[str], line: NumeroLine) -> list[LogEntry]:
        """Return all events that stand, as told at a second with the cards that are known by then.

        Args:
            t: The second.
            names: The players.
            line: The game up to now.
        """
        nodes = iter([*line.back_to(1)][::-1])
        begun = [replace(event, t=t, line=line.up(1)) for event in self._begun]
        return [*begun, *(replace(event, t=t) if event.kind != "operation" else _of(event, t, names, next(nodes)) for event in self._stand)]

    def is_proven_by(self, played: Sequence[Operation]) -> bool:
        """Return whether nothing but a game can look like this: who deals takes no card, and lays none from an open hand."""
        return _has_take(played) or (self._hands_open and _count_plays(played) >= MIN_PLAYS_OF_BEGUN_GAME)

    def is_dealt_anew(self, beginnings: Beginnings, operations: Sequence[Operation]) -> bool:
        """Return whether cards were dealt, not played: a deal lies there now, and nobody took a card, or laid one from an open hand.

        If something covers a part of the deal, nothing was played at all: the hand that covers it may be playing.

        Args:
            beginnings: With which the game may begin now.
            operations: All of the game.
        """
        is_deal = any(isinstance(one, Dealt) for one in beginnings.operations[:1])
        was_played = _has_take(operations) or (self._hands_open and _count_plays(operations) > 0)
        return is_deal and not was_played and (beginnings.lies_still or (beginnings.is_sure and len(operations) == 1))


def _of(event: LogEntry, t: float, names: Sequence[str], line: NumeroLine) -> LogEntry:
    """Return the entry of the last operation of a game, which was noted as one of its cards was not known yet."""
    operation = plain_operation(line.parent.state, line.operation)
    assert isinstance(operation, Move)  # noqa: S101 - nobody deals twice
    return replace(event, t=t, line=line, operation=operation, text=play_line(names, line.parent.state, operation))


def _count_plays(operations: Sequence[Operation]) -> int:
    return sum(isinstance(operation, Built | Discarded | Taken) for operation in operations)


def _has_take(played: Sequence[Operation]) -> bool:
    return any(isinstance(operation, Taken) for operation in played)


def table_as_it_lies(observation: TableObservation, state: State) -> Found:
    """Return the operation that goes on from a table as it lies, with the next turn; cards of hands that are not seen are unknown.

    Args:
        observation: Its tracks.
        state: The state of the game that is told, with the numbers of cards in the hands.
    """
    drawing = [state.missing if player == state.player else 0 for player in range(len(state.seats))]
    sizes = [min(HAND_SIZE, seat.hand_size + more) for seat, more in zip(state.seats, drawing, strict=True)]
    player = (state.player + (state.phase is Phase.DRAW)) % len(sizes)
    evidence = observation.evidence
    read: CardsByPlace = {}
    for track in sorted(observation.tracks, key=lambda one: -one.face.best_probability):
        used = {card for cards in read.values() for card in cards}
        card = track.face.one_of(one for one in evidence.pack if one not in used)
        if card is not None and is_read(evidence, card, track):
            read.setdefault(track.place, {})[card] = track
    hands = tuple(tuple(read.get(TablePlace("row", seat), ()))[:HAND_SIZE] if observation.hands_open else () for seat in range(len(sizes)))
    unknown = tuple(max(0, size - len(hand)) for size, hand in zip(sizes, hands, strict=True))
    return seen_before_won(Found(player, items_as_they_lie(observation, read.get(CENTRE, {})), hands, unknown), state)


def items_as_they_lie(observation: TableObservation, cards: dict[Card, TrackEvidence]) -> tuple[Card | Build, ...]:
    """Return the single cards and builds that cards of the centre are, by which of them lie on each other."""
    by_track = {track.id: card for card, track in cards.items()}
    heaps: dict[int, list[int]] = {}
    for number in by_track:
        heaps.setdefault(observation.heap_ids.get(number, number), []).append(number)
    found: list[Card | Build] = []
    for heap in heaps.values():
        found += items_of_heap([by_track[number] for number in observation.bottom_to_top(heap)])
    return tuple(found)


def items_of_heap(cards: Sequence[Card]) -> list[Card | Build]:
    """Return the build that cards lying on each other, the lowest first, may be; else the single cards."""
    build = Build(tuple(cards))
    if len(cards) > 1 and build.is_possible and build.value is not None and build.value.denominator == 1 and build.value > 0:
        return [build]
    return [*cards]


def recognise_deal(setup: GameSetup, evidence: TableEvidence, lying: CardsByPlace) -> tuple[Dealt | None, str]:
    """Return the deal that lies on the table.

    Args:
        setup: What is known of the game.
        evidence: What all looks add up to.
        lying: The cards that lie face up in the centre and in each row.

    Returns:
        The deal, or None where there is none yet; and the reason for people, empty where a card is only not read well enough.
    """
    hands_open = setup.hands == "open"
    places = [CENTRE, *(TablePlace("row", player) for player in range(setup.options.players))]
    wanted = {place: HAND_SIZE if place != CENTRE else setup.options.centre_cards for place in (places if hands_open else [CENTRE])}
    found = {place: _without_false_cards(evidence, lying[place], wanted.get(place)) for place in places}
    centre = found[CENTRE]
    wrong = [place for place, count in wanted.items() if len(found[place]) != count]
    if wrong:
        return None, _why_no_deal(setup, found, wrong[0])
    dealt = {card: track for place in wanted for card, track in found[place].items()}
    if any(track.below for track in centre.values()):
        return None, ""
    lies_whole = all(len(lying[place]) == count for place, count in wanted.items())
    hand_comes = bool(evidence.busy) and lies_whole and all(track.face.looks for track in dealt.values())
    if not hand_comes and not all(is_read(evidence, card, track) for card, track in dealt.items()):
        return None, ""
    if len(dealt) < sum(wanted.values()):
        return None, ""
    rest = tuple(card for card in evidence.pack if card not in dealt)
    if not hands_open:
        hands: tuple[tuple[Card, ...], ...] = ((),) * setup.options.players
        return Dealt(hands, tuple(centre), rest, ordered=False, unknown=(HAND_SIZE,) * setup.options.players), ""
    hands = tuple(tuple(found[place]) for place in places[1:])
    return Dealt(hands, tuple(centre), rest, ordered=False), ""


def _cards_by_place(setup: GameSetup, evidence: TableEvidence) -> CardsByPlace:
    return {
        place: _cards_at(evidence, place) for place in (CENTRE, *(TablePlace("row", player) for player in range(setup.options.players)))
    }


def _cards_at(evidence: TableEvidence, place: TablePlace) -> dict[Card, TrackEvidence]:
    """Return the cards that lie face up at a place with the best track of each, in the order of track ids."""
    best: dict[Card, TrackEvidence] = {}
    tracks = [track for track in evidence.tracks.values() if track.face.looks and not track.face_down and track.place == place]
    for track in tracks:
        if not track.present and track.sights_missed > MAX_MISSED_SIGHTS:
            continue
        if not track.face.ranked:
            continue
        card, gain = track.face.ranked[0]
        if card not in best or gain > evidence.gain(best[card], card):
            best[card] = track
    return dict(sorted(best.items(), key=lambda one: one[1].id))


def _without_false_cards(evidence: TableEvidence, cards: dict[Card, TrackEvidence], wanted: int | None) -> dict[Card, TrackEvidence]:
    """Leave out the least certain cards beyond the wanted number if none of them is read well: mugs are detected as cards, too."""
    if wanted is None or len(cards) <= wanted:
        return cards
    best = sorted(cards, key=lambda card: -evidence.probability(cards[card], card, evidence.pack))
    if any(is_read(evidence, card, cards[card]) for card in best[wanted:]):
        return cards
    return {card: track for card, track in cards.items() if card in best[:wanted]}


def _owners(there: CardsByPlace) -> dict[Card, TrackEvidence]:
    """Return the track of each card; of several that are likeliest the same card the one that is surely no other one, if there is one.

    A pack has one of each card. A 5 that is mostly read as the 6 of its colour takes nothing from a 6 that is read as nothing else.
    """
    claims: dict[Card, list[TrackEvidence]] = {}
    for cards in there.values():
        for card, track in cards.items():
            claims.setdefault(card, []).append(track)
    owners = {}
    for card, tracks in claims.items():
        first, *others = sorted(tracks, key=_lead, reverse=True)
        if all(_lead(first) - _lead(other) >= MIN_LEAD_OF_OWNER for other in others):
            owners[card] = first
    return owners


def _lead(track: TrackEvidence) -> float:
    """Return by how much a track's likeliest card has a higher gain than any other card."""
    (card, best), *others = track.face.ranked
    others = [one for one in others if not one[0].looks_like(card)]
    return best - max([track.face.other_gain, *(gain for _, gain in others[:1])])


def is_read(evidence: TableEvidence, card: Card, track: TrackEvidence) -> bool:
    """Return whether a track was read surely enough as a card for the beginning of a game."""
    probability = evidence.probability(track, card, evidence.pack)
    return any(track.face.looks >= looks and probability >= wanted for looks, wanted in READ_AFTER_LOOKS)


def _why_no_deal(setup: GameSetup, found: CardsByPlace, place: TablePlace) -> str:
    """Return for people what is wrong with the number of cards at a place; only what was read is called a card."""
    read = {place: sum(track.face.best_probability >= MIN_CARD_PROBABILITY for track in tracks.values()) for place, tracks in found.items()}
    if any(found.values()) and not any(read.values()):
        return NO_CARD_READABLE
    unread = len(found[place]) - read[place]
    where = tr("in the middle") if place == CENTRE else tr("in the row of {name}", name=setup.names[place.player or 0])
    lie = (
        ngettext("{n} card lies {where}", "{n} cards lie {where}", read[place], where=where)
        if read[place]
        else tr("no card lies {where}", where=where)
    )
    if unread:
        lie = ngettext(
            "{lie}, and {n} thing that cannot be read as a card", "{lie}, and {n} things that cannot be read as cards", unread, lie=lie
        )
    if place == CENTRE:
        return tr("{lie}; {options.centre_cards} are turned up for {options.players} players", lie=lie, options=setup.options)
    return tr("{lie}; {dealt} are dealt", lie=lie, dealt=HAND_SIZE)
