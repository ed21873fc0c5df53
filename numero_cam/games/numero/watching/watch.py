"""A game that is watched: sights come in, decided operations come out."""

from collections.abc import Sequence

from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Dealt, Discarded, Drawn, Passed, Taken
from numero_cam.games.numero.engine.options import HAND
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.arithmetic import Arithmetic
from numero_cam.games.numero.watching.corrections import (
    Corrected,
    CorrectionError,
    another_card,
    another_play,
    challenge_of,
    one_more,
    player_called,
    still_held,
    taken_back,
)
from numero_cam.games.numero.watching.events import Asked, Begun, Decided, Event, Setting, TakenBack, Unexplained
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK, Evidence, Track
from numero_cam.games.numero.watching.explain import Chain, Correction, Explainer, chances, correction, puzzle, shows
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    ReturnToHand,
    UndoPlay,
    UnreadableLine,
)
from numero_cam.games.numero.watching.plays import Move
from numero_cam.games.numero.watching.table import Seen, table_of
from numero_cam.games.shared.sight import Place, Sight

ASK_AFTER = 3.0
"""Seconds for which the same plays must be in doubt, no hand over the table; most doubts are over sooner by what follows."""
LEAST = 0.05
"""A play less likely is not asked about."""
MOST = 3
QUESTION = "What was played?"


class Asking:
    """Asks once about each doubt, and takes the question back when it is answered by what follows."""

    def __init__(self) -> None:
        self._count = 0
        self._doubt: tuple[frozenset[str], float] = (frozenset(), 0.0)
        self._asked: frozenset[str] = frozenset()
        self.open: Asked | None = None

    def doubt(self, t: float, plays: Sequence[tuple[str, float]], *, quiet: bool) -> list[Event]:
        """Hear of a doubt, and return the question where it has lasted.

        Args:
            t: The second.
            plays: Lines of what it may have been, each with its chance, the likeliest first.
            quiet: Whether no hand is over the table.
        """
        choices = tuple((line, chance) for line, chance in plays[:MOST] if chance >= LEAST)
        lines = frozenset(line for line, _ in choices)
        if not quiet or not lines or lines != self._doubt[0]:
            self._doubt = (lines if quiet else frozenset()), t
            return []
        if lines == self._asked or t - self._doubt[1] < ASK_AFTER:
            return []
        self._count += 1
        self._asked = lines
        self.open = Asked(t, self._count, QUESTION, choices)
        return [self.open]

    def told(self, events: Sequence[Event], t: float) -> tuple[Event, ...]:
        """Return events with the open question taken back, where they have answered it."""
        if self.open is None or not any(isinstance(event, Decided | TakenBack) for event in events):
            return tuple(events)
        answered = Asked(t, self.open.id, QUESTION, ())
        self.open, self._asked = None, frozenset()
        return (*events, answered)

    def choice(self, number: int, place: int) -> str | None:
        """Return the line of a choice of the open question, from 1; None where it is not asked."""
        if self.open is None or self.open.id != number or not 1 <= place <= len(self.open.choices):
            return None
        return self.open.choices[place - 1][0]


ENOUGH = ((1, 0.99), (2, 0.97), (4, 0.9), (8, 0.0))
"""A card of the deal is read well enough after so many looks, if the chance of the card is at least this."""
READ = 0.9
"""A thing is called a card once a look gave one card this chance: chess pieces and keys, too, are seen as cards that nobody can read."""
NOTHING_READ = "no card can be read on the table; a game begins when the cards lie as after the deal"
MISSED_LATELY = 2
"""Sights in which a card may be missed and still counts."""


def dealt(setting: Setting, evidence: Evidence) -> tuple[Dealt | None, str]:
    """Return the deal that lies there, or why there is none yet: a line for people, empty where a card is not read well enough."""
    opened = setting.hands == "open"
    places = [CENTRE, *(Place("row", player) for player in range(setting.options.players))]
    wanted = {place: HAND if place != CENTRE else setting.options.centre_cards for place in (places if opened else [CENTRE])}
    found = {place: _without_ghosts(evidence, _cards(evidence, place), wanted.get(place)) for place in places}
    centre = found[CENTRE]
    wrong = [place for place, count in wanted.items() if len(found[place]) != count]
    if wrong:
        return None, _why(setting, found, wrong)
    lying = {card: track for place in wanted for card, track in found[place].items()}
    hurried = bool(evidence.busy) and all(track.looks for track in lying.values())
    if not hurried and not all(_is_read(evidence, card, track) for card, track in lying.items()):
        return None, ""
    if len(lying) < sum(wanted.values()):
        return None, ""
    rest = tuple(card for card in evidence.pack if card not in lying)
    if not opened:
        hands: tuple[tuple[Card, ...], ...] = ((),) * setting.options.players
        return Dealt(hands, tuple(centre), rest, ordered=False, unknown=(HAND,) * setting.options.players), ""
    hands = tuple(tuple(found[place]) for place in places[1:])
    return Dealt(hands, tuple(centre), rest, ordered=False), ""


def _cards(evidence: Evidence, place: Place) -> dict[Card, Track]:
    """Return the cards that lie face up at a place, from left to right; what is seen twice counts once."""
    best: dict[Card, Track] = {}
    tracks = [track for track in evidence.tracks.values() if track.looks and not evidence.is_back(track) and track.place == place]
    for track in tracks:
        if not track.present and track.missed > MISSED_LATELY:
            continue
        faces = evidence.faces(track)
        if not faces:
            continue
        card, gain = faces[0]
        if card not in best or gain > evidence.gain(best[card], card):
            best[card] = track
    return dict(sorted(best.items(), key=lambda one: one[1].id))


def _without_ghosts(evidence: Evidence, cards: dict[Card, Track], wanted: int | None) -> dict[Card, Track]:
    """Leave out what is hardly a card where more than enough is seen: patterns and mugs look like cards that nobody can read."""
    if wanted is None or len(cards) <= wanted:
        return cards
    best = sorted(cards, key=lambda card: -evidence.chance(cards[card], card, evidence.pack))
    if any(_is_read(evidence, card, cards[card]) for card in best[wanted:]):
        return cards
    return {card: track for card, track in cards.items() if card in best[:wanted]}


def _is_read(evidence: Evidence, card: Card, track: Track) -> bool:
    chance = evidence.chance(track, card, evidence.pack)
    return any(track.looks >= looks and chance >= wanted for looks, wanted in ENOUGH)


def _why(setting: Setting, found: dict[Place, dict[Card, Track]], wrong: list[Place]) -> str:
    """Return what does not look like a deal; only what was read is called a card."""
    read = {place: sum(track.best >= READ for track in tracks.values()) for place, tracks in found.items()}
    if any(found.values()) and not any(read.values()):
        return NOTHING_READ
    place = wrong[0]
    unread = len(found[place]) - read[place]
    beside = (
        f", and {unread} thing{'s' if unread > 1 else ''} that cannot be read as {'cards' if unread > 1 else 'a card'}" if unread else ""
    )
    lie = f"{_cards_lie(read[place])} in the {'centre' if place == CENTRE else f'row of {setting.names[place.player or 0]}'}{beside}"
    if place == CENTRE:
        return f"{lie}; {setting.options.centre_cards} are turned up for {setting.options.players} players"
    return f"{lie}; {HAND} are dealt"


def _cards_lie(count: int) -> str:
    return "1 card lies" if count == 1 else f"{count or 'no'} card{'s' if count else ''} lie{'' if count else 's'}"


MOST_AT_ONCE = 8
"""Moves decided from one sight."""
TOLD = 3
"""Alternatives that are told."""

PATIENCE = 5.0
"""Seconds for which a table must not look like a deal before that is said."""
NOT_READ = "not all cards of the deal could be read"


class Watching:
    """Infers the plays of a game from what is seen of its table.

    Args:
        setting: What is known before.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._game = setting.start.copy() if setting.start else Game(setting.options, setting.names)
        self._evidence = Evidence(setting.options.pack())
        self._arithmetic = Arithmetic(setting.options)
        self._opened = setting.hands == "open"
        self._begun = False
        self._why, self._why_told = ("", 0.0), ""
        self._streak: tuple[Move | None, int] = (None, 0)
        self._stock_touched = False
        self._open_question = True
        self._pressed = False
        self._puzzled = 0
        self._told: frozenset[object] = frozenset()
        self._hand_left = 0.0
        self._asking = Asking()
        self._fixed = 1
        self._refused: set[tuple[int, Move]] = set()

    @property
    def game(self) -> Game:
        """The game as it was decided so far."""
        return self._game

    @property
    def held(self) -> dict[int, int]:
        """Which things a person said to be in a hand, by their number in the sights: whose hand."""
        held = {track.id: track.held.place.player for track in self._evidence.tracks.values() if track.held is not None}
        return {thing: player for thing, player in held.items() if player is not None}

    def see(self, sight: Sight) -> tuple[Event, ...]:
        """Take in a sight and return what it decides."""
        self._evidence.update(sight)
        self._stock_touched |= STOCK in sight.busy
        if sight.busy or self._hand_left > sight.t:
            self._hand_left = sight.t
        if not self._begun:
            return self._begin()
        if not self._evidence.news and not self._open_question:
            return ()
        return self._asking.told(self._decide(), sight.t)

    def execute(self, command: GameCommand) -> tuple[Event, ...]:
        """Carry out what a person asks and return what it changes; the event of a refusal has `refused` set."""
        try:
            match command:
                case CorrectCard():
                    events = self._correct_card(command)
                case ReturnToHand():
                    events = self._return_to_hand(command)
                case ChallengeBuild():
                    events = self._challenge(command)
                case UnreadableLine(_, reason):
                    return (Unexplained(self._evidence.t, reason, refused=True),)
                case _:
                    events = self._replaced(self._corrected_by(command))
            return self._asking.told(events, self._evidence.t)
        except CorrectionError as error:
            return (Unexplained(self._evidence.t, str(error), refused=True),)

    def _dealt(self) -> None:
        """Refuse what is said of a game that has not begun."""
        if self._game.state.phase is Phase.DEAL:
            message = "nothing can be challenged or corrected before the deal has been seen"
            raise CorrectionError(message)

    def _challenge(self, command: ChallengeBuild) -> list[Event]:
        challenger = player_called(self._game.names, command)
        self._dealt()
        t = self._evidence.t
        self._pressed = True  # who challenges has seen a build: what lies there is decided now, if it is likely at all
        events = self._decide() if self._begun else []
        self._pressed = False
        try:
            challenge = challenge_of(self._game.state, challenger, command.shown)
            self._game.verify(challenge)
        except (CorrectionError, RuleBreakError) as error:
            return [*events, Unexplained(t, str(error), refused=True)]
        self._open_question = True
        events.append(self._do(challenge, t, 1.0, (), said=True))
        self._fixed = len(self._game.operations)
        return events

    def _correct_card(self, command: CorrectCard) -> list[Event]:
        """A thing is a certain card: what was dealt and played with another card in its place, was so with this one."""
        track = self._evidence.tracks.get(command.track)
        if track is None or (command.card is not None and command.card not in self._evidence.pack):
            message = f"there is no card {command.track} on the table" if track is None else f"no {command.card} is in this game"
            raise CorrectionError(message)
        was = self._card_of(track) if command.card is not None else None
        corrected = another_card(self._game, was, command.card) if was is not None and command.card not in (was, None) else None
        self._evidence.tell(command.track, command.card)
        self._open_question = True
        return self._replaced(corrected) if corrected is not None else []

    def _return_to_hand(self, command: ReturnToHand) -> list[Event]:
        """A thing is in a hand: the play that was thought to lay it on the table was none, and it lies there for nothing until it moves."""
        player = player_called(self._game.names, command)
        track = self._evidence.tracks.get(command.track)
        if track is None:
            message = f"there is no card {command.track} on the table"
            raise CorrectionError(message)
        was = self._card_of(track)
        corrected = still_held(self._game, was, player) if was is not None else None
        track.hold(Place("row", player))
        self._evidence.news = self._open_question = True
        return self._replaced(corrected) if corrected is not None else []

    def _card_of(self, track: Track) -> Card | None:
        """Return which card of the game a thing is; None where it is none, or before the deal."""
        if not self._begun:
            return None
        seen = Seen(self._evidence, opened=self._opened)
        matched = seen.fit(table_of(self._game.state, opened=self._opened)).matched
        return next((card for card, other in matched.items() if other is track), None)

    def _corrected_by(self, command: AnswerQuestion | CorrectPlay | UndoPlay | AddPlay) -> Corrected:
        self._dealt()
        match command:
            case AnswerQuestion(asked, choice):
                chosen = self._asking.choice(asked, choice)
                if chosen is None:
                    message = f"question {asked} is not open any more, or has no choice {choice}"
                    raise CorrectionError(message)
                return one_more(self._game, chosen)
            case CorrectPlay(k, line):
                return another_play(self._game, k, line)
            case UndoPlay(k):
                corrected = taken_back(self._game, k)
                operation = self._game.operations[k]
                if isinstance(operation, Move):
                    self._refused.add((k, operation))
                return corrected
            case AddPlay(line):
                return one_more(self._game, line)

    def _replaced(self, corrected: Corrected) -> list[Event]:
        """The game was otherwise: what does not stand any more is taken back, and what was instead is done."""
        t = self._evidence.t
        operations, events = corrected.game.operations, list[Event]()
        while len(self._game.operations) > max(1, corrected.same):
            events.append(self._take_back())
        if not corrected.same:
            self._game = corrected.game.replayed(1)
            events.append(Begun(t, self._game.state))
        for number, operation in enumerate(operations[len(self._game.operations) :], len(self._game.operations)):
            if isinstance(operation, Move):
                events.append(self._do(operation, t, 1.0, (), said=number == corrected.said))
        self._fixed = max(1, corrected.same, 0 if corrected.said is None else corrected.said + 1)
        self._open_question, self._puzzled = True, 0
        return events

    def finish(self, t: float) -> tuple[Event, ...]:
        """No more sights will come: last chances that are open count as passed. Where no deal was seen it is said why."""
        if not self._begun:
            why = dealt(self.setting, self._evidence)[1] or NOT_READ
            return () if why == self._why_told else (Unexplained(t, why),)
        events: list[Event] = []
        while self._game.state.phase is Phase.LAST:
            events.append(self._do(Passed(self._game.state.player), t, 1.0, ()))
        return tuple(events)

    def _begin(self) -> tuple[Event, ...]:
        if self._game.state.phase is Phase.DEAL:
            deal, why = dealt(self.setting, self._evidence)
            if deal is None:
                return self._not_yet(why)
            self._game.do(deal)
        self._begun = True
        self._evidence.forget()
        return (Begun(self._evidence.t, self._game.state),)

    def _not_yet(self, why: str) -> tuple[Event, ...]:
        """Say once what keeps the game from beginning, when that has lasted for a while."""
        t = self._evidence.t
        if why != self._why[0]:
            self._why = why, t
        if not why or why == self._why_told or t - self._why[1] < PATIENCE:
            return ()
        self._why_told = why
        return (Unexplained(t, why),)

    def _decide(self) -> list[Event]:
        events: list[Event] = []
        seen = Seen(self._evidence, opened=self._opened)
        self._open_question = False
        for _ in range(MOST_AT_ONCE):
            state = self._game.state
            settled = self._is_settled(seen, state)
            if state.phase is Phase.OVER or (settled and state.phase is not Phase.DRAW):
                break
            self._open_question = True
            chains = Explainer(seen, self._arithmetic).chains(state)
            chains = [chain for chain in chains if not self._is_refused(chain)]
            if not chains:
                break
            event = self._next(chains, count=not events)
            if event is None:
                if not events:
                    return self._doubt(seen, chains[0]) or self._ask(chains)
                break
            events.append(event)
            events += self._wild_hand()
        return events

    def _ask(self, chains: list[Chain]) -> list[Event]:
        """Where a doubt lasts, ask: whatever was played, these are the likeliest."""
        state = self._game.state
        plays = [(operation, chance) for operation, chance in _shares(chains).items() if operation is not None]
        plays = [(operation, chance) for operation, chance in plays if not isinstance(operation, Drawn | Passed)]
        plays.sort(key=lambda one: -one[1])
        lines = [(self._line(state, operation), chance) for operation, chance in plays]
        return self._asking.doubt(self._evidence.t, lines, quiet=not self._evidence.busy)

    def _is_refused(self, chain: Chain) -> bool:
        """Whether a chain begins with what a person took back."""
        return bool(chain.operations) and (len(self._game.operations), chain.operations[0]) in self._refused

    def _doubt(self, seen: Seen, best: Chain) -> list[Event]:
        """Where not even the best chain explains the table: take back what explains it worse than something else, else say so."""
        shown = not self._opened and any(self._evidence.lies_in_row(player) for player in range(len(self._game.names)))
        if best.fit.lost > weights.PUZZLING or self._evidence.busy or shown:
            self._puzzled = 0
            return []
        self._puzzled += 1
        if self._puzzled % weights.PUZZLED_SIGHTS:
            return []
        better = correction(self._game, seen, self._arithmetic, best, fixed=self._fixed, refused=self._refused)
        if better is not None:
            return self._corrected(better)
        key, text = puzzle(best.fit, self._evidence, self._game.names)
        if self._evidence.t - self._hand_left < weights.PUZZLED_SECONDS or not text or key <= self._told:
            return []
        self._told |= key
        return [Unexplained(self._evidence.t, text)]

    def _corrected(self, better: Correction) -> list[Event]:
        events: list[Event] = [self._take_back() for _ in range(better.undone)]
        self._puzzled = 0
        return events + [self._do(operation, self._evidence.t, weights.SURE, ()) for operation in better.operations]

    def _take_back(self) -> TakenBack:
        state = self._game.states[-2]
        operation = self._game.undo()
        return TakenBack(self._evidence.t, self._line(state, operation) if isinstance(operation, Move) else "")

    def _wild_hand(self) -> list[Event]:
        """A hidden hand of wild cards is laid apart card by card; with the last one it is known that it is one discard."""
        states, operations = self._game.states, self._game.operations
        count = 0
        player, turn = states[-2].player, states[-2].turn
        while isinstance(last := operations[-1 - count], Discarded) and last.cards[0].is_wild and states[-2 - count].turn == turn:
            count += 1
        if count < 2 or self._opened or self._game.state.seats[player].hand_size:
            return []
        cards = tuple(card for one in operations[-count:] if isinstance(one, Discarded) for card in one.cards)
        events: list[Event] = [self._take_back() for _ in range(count)]
        return [*events, self._do(Discarded(player, cards), self._evidence.t, 1.0, ())]

    def _is_settled(self, seen: Seen, state: State) -> bool:
        """Whether what is seen is the table of a state, and no take was shown."""
        shown = not self._opened and self._evidence.spread.get(state.player)
        settled = not shown and seen.fit(table_of(state, opened=self._opened)).is_whole
        if settled:
            self._streak = (None, 0)
        return settled

    def _next(self, chains: list[Chain], *, count: bool) -> Event | None:
        """Return the next operation where it is sure."""
        best = chains[0]
        first = best.operations[0] if best.operations else None
        if count:
            self._streak = (first, self._streak[1] + 1 if self._streak[0] == first and self._is_free(first) else 1)
        if first is None:
            return None
        shares = _shares(chains)
        if shares[first] * self._named(first, best) < self._wanted() or not self._is_ready(first, best):
            return None
        others = sorted(
            ((operation, chance) for operation, chance in shares.items() if operation not in (None, first)), key=lambda one: -one[1]
        )
        return self._do(first, self._evidence.t, shares[first], tuple(others[:TOLD]))

    def _named(self, operation: Move, chain: Chain) -> float:
        """Return the chance that the cards which an operation shows for the first time are among those that looks named."""
        stock = self._game.state.stock
        chance = 1.0
        for card, track in chain.fit.matched.items():
            if card in stock and shows(operation, card):
                chance *= 1.0 - self._evidence.unnamed(track, stock)
        return chance

    def _wanted(self) -> float:
        """Return how sure an operation must be, by how many sights have said the same."""
        wanted = weights.LIKELY if self._pressed else weights.SURE
        for sights, chance in weights.RATHER_SURE:
            if self._streak[1] >= sights:
                wanted = min(wanted, chance)
        return wanted

    def _is_free(self, operation: Move | None) -> bool:
        """Whether nothing is over the places that an operation changes."""
        if operation is None:
            return True
        places = {Place("row", operation.player)} if self._opened or isinstance(operation, Taken) else set()
        if not isinstance(operation, Drawn):
            places.add(CENTRE)
        return not places & self._evidence.busy

    def _is_ready(self, operation: Move, chain: Chain) -> bool:
        followed = len(chain.operations) > 1
        if isinstance(operation, Passed) or (isinstance(operation, Drawn) and operation.unknown):
            drawn = not self._opened and self._stock_touched and STOCK not in self._evidence.busy
            return followed or drawn
        return self._is_free(operation) or len(chain.operations) > 2

    def _do(self, operation: Move, t: float, chance: float, others: tuple[tuple[Move, float], ...], *, said: bool = False) -> Decided:
        before = self._game.state
        self._game.do(operation)
        after = self._game.state
        if not isinstance(operation, Drawn | Passed):
            self._evidence.forget(operation.player)
            self._stock_touched = STOCK in self._evidence.busy
        self._streak = (None, 0)
        self._told = frozenset()
        points = sum(entry.points for entry in entries(before, operation, after) if entry.player == operation.player)
        alternatives = tuple((self._line(before, other), chance) for other, chance in others)
        return Decided(t, self._line(before, operation), before, operation, after, points, min(chance, 1.0), alternatives, said)

    def _line(self, state: State, operation: Move) -> str:
        return f"{state.turn} {self._game.names[operation.player]}: {play_text(operation)}"


def _shares(chains: list[Chain]) -> dict[Move | None, float]:
    """Return the chance of each operation to be the next one; None: nothing was done."""
    shares: dict[Move | None, float] = {}
    for chain, chance in zip(chains, chances(chains), strict=True):
        key = chain.operations[0] if chain.operations else None
        shares[key] = shares.get(key, 0.0) + chance
    return shares
