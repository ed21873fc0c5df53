"""Follows a game at a table: sights and commands of people come in, events about the game come out."""

from collections.abc import Sequence

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Dealt, Discarded, Drawn, Passed, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.corrections import (
    CorrectedGame,
    CorrectionError,
    append_play,
    challenge_newest_build,
    exchange_card,
    player_named,
    replace_play,
    undo_from,
    undo_play_of_card,
)
from numero_cam.games.numero.watching.events import Event, GameBegun, GameSetup, PlayDecided, PlayTakenBack, QuestionAsked, Unexplained
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK, TableEvidence, TrackEvidence
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
from numero_cam.games.numero.watching.play_candidates import Move
from numero_cam.games.numero.watching.play_chains import (
    ChainSearch,
    PlayChain,
    Revision,
    chain_probabilities,
    describe_unexplained,
    find_revision,
    lays_face_up,
)
from numero_cam.games.numero.watching.table_fit import TableObservation, expected_table
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.shared.sight import Sight, TablePlace

ASK_AFTER_SECONDS = 3.0
"""Seconds for which the same plays must be in doubt, with no hand over the table, before people are asked: most doubts end sooner."""
MIN_CHOICE_PROBABILITY = 0.05
"""A play less probable than this, 0..1, is no choice of a question."""
MAX_CHOICES = 3
"""Maximum number of choices of a question; the most probable plays are kept."""
QUESTION = tr("What was played?")


class QuestionDesk:
    """Asks people once about each doubt that lasts, and withdraws the question when a later event settles it.

    Attributes:
        open: The question that waits for an answer; None where there is none.
    """

    def __init__(self) -> None:
        self._count = 0
        self._doubt: tuple[frozenset[str], float] = (frozenset(), 0.0)
        self._asked_lines: frozenset[str] = frozenset()
        self.open: QuestionAsked | None = None

    def doubt(self, t: float, plays: Sequence[tuple[str, float]], *, quiet: bool) -> list[Event]:
        """Record a doubt, and return a question if it has lasted for `ASK_AFTER_SECONDS`.

        Args:
            t: Second of the newest sight.
            plays: Lines of the plays that it may have been, each with its probability, the most probable first.
            quiet: Whether no hand is over the table.
        """
        choices = tuple((line, probability) for line, probability in plays[:MAX_CHOICES] if probability >= MIN_CHOICE_PROBABILITY)
        lines = frozenset(line for line, _ in choices)
        if not quiet or not lines or lines != self._doubt[0]:
            self._doubt = (lines if quiet else frozenset()), t
            return []
        if lines == self._asked_lines or t - self._doubt[1] < ASK_AFTER_SECONDS:
            return []
        self._count += 1
        self._asked_lines = lines
        self.open = QuestionAsked(t, self._count, QUESTION, choices)
        return [self.open]

    def close_if_settled(self, events: Sequence[Event], t: float) -> tuple[Event, ...]:
        """Return the events, followed by the withdrawal of the open question if one of them decides or takes back a play."""
        if self.open is None or not any(isinstance(event, PlayDecided | PlayTakenBack) for event in events):
            return tuple(events)
        withdrawn = QuestionAsked(t, self.open.id, QUESTION, ())
        self.open, self._asked_lines = None, frozenset()
        return (*events, withdrawn)

    def choice(self, question: int, place: int) -> str | None:
        """Return the line of a choice of the open question, counted from 1; None where the question is not open or has no such choice."""
        if self.open is None or self.open.id != question or not 1 <= place <= len(self.open.choices):
            return None
        return self.open.choices[place - 1][0]


READ_AFTER_LOOKS = ((1, 0.99), (2, 0.97), (4, 0.9), (8, 0.0))
"""Pairs of a number of looks and the probability, 0..1, from which a dealt card counts as read after so many looks."""
MIN_CARD_PROBABILITY = 0.9
"""A track is called a card in messages if one look gave one card at least this probability: chess pieces and keys are detected too."""
NO_CARD_READABLE = tr("no card can be read on the table; a game begins when the cards lie as after the deal")
MAX_MISSED_SIGHTS = 2
"""Maximum number of sights in which a dealt card may be missed."""


def recognise_deal(setup: GameSetup, evidence: TableEvidence) -> tuple[Dealt | None, str]:
    """Return the deal that lies on the table.

    Args:
        setup: What is known of the game.
        evidence: What all looks add up to.

    Returns:
        The deal, or None where there is none yet; and the reason for people, empty where a card is only not read well enough.
    """
    hands_open = setup.hands == "open"
    places = [CENTRE, *(TablePlace("row", player) for player in range(setup.options.players))]
    wanted = {place: HAND_SIZE if place != CENTRE else setup.options.centre_cards for place in (places if hands_open else [CENTRE])}
    found = {place: _without_false_cards(evidence, _cards_at(evidence, place), wanted.get(place)) for place in places}
    centre = found[CENTRE]
    wrong = [place for place, count in wanted.items() if len(found[place]) != count]
    if wrong:
        return None, _why_no_deal(setup, found, wrong[0])
    dealt = {card: track for place in wanted for card, track in found[place].items()}
    hand_comes = bool(evidence.busy) and all(track.looks for track in dealt.values())
    if not hand_comes and not all(_is_read(evidence, card, track) for card, track in dealt.items()):
        return None, ""
    if len(dealt) < sum(wanted.values()):
        return None, ""
    rest = tuple(card for card in evidence.pack if card not in dealt)
    if not hands_open:
        hands: tuple[tuple[Card, ...], ...] = ((),) * setup.options.players
        return Dealt(hands, tuple(centre), rest, ordered=False, unknown=(HAND_SIZE,) * setup.options.players), ""
    hands = tuple(tuple(found[place]) for place in places[1:])
    return Dealt(hands, tuple(centre), rest, ordered=False), ""


def _cards_at(evidence: TableEvidence, place: TablePlace) -> dict[Card, TrackEvidence]:
    """Return the cards that lie face up at a place with the best track of each, in the order of track ids."""
    best: dict[Card, TrackEvidence] = {}
    tracks = [track for track in evidence.tracks.values() if track.looks and not evidence.is_face_down(track) and track.place == place]
    for track in tracks:
        if not track.present and track.sights_missed > MAX_MISSED_SIGHTS:
            continue
        ranked = evidence.ranked_cards(track)
        if not ranked:
            continue
        card, gain = ranked[0]
        if card not in best or gain > evidence.gain(best[card], card):
            best[card] = track
    return dict(sorted(best.items(), key=lambda one: one[1].id))


def _without_false_cards(evidence: TableEvidence, cards: dict[Card, TrackEvidence], wanted: int | None) -> dict[Card, TrackEvidence]:
    """Leave out the least certain cards beyond the wanted number if none of them is read well: mugs are detected as cards, too."""
    if wanted is None or len(cards) <= wanted:
        return cards
    best = sorted(cards, key=lambda card: -evidence.probability(cards[card], card, evidence.pack))
    if any(_is_read(evidence, card, cards[card]) for card in best[wanted:]):
        return cards
    return {card: track for card, track in cards.items() if card in best[:wanted]}


def _is_read(evidence: TableEvidence, card: Card, track: TrackEvidence) -> bool:
    """Return whether a track has been read as a card often and surely enough."""
    probability = evidence.probability(track, card, evidence.pack)
    return any(track.looks >= looks and probability >= wanted for looks, wanted in READ_AFTER_LOOKS)


def _why_no_deal(setup: GameSetup, found: dict[TablePlace, dict[Card, TrackEvidence]], place: TablePlace) -> str:
    """Return for people what is wrong with the number of cards at a place; only what was read is called a card."""
    read = {place: sum(track.best_probability >= MIN_CARD_PROBABILITY for track in tracks.values()) for place, tracks in found.items()}
    if any(found.values()) and not any(read.values()):
        return NO_CARD_READABLE
    unread = len(found[place]) - read[place]
    where = tr("in the centre") if place == CENTRE else tr("in the row of {name}", name=setup.names[place.player or 0])
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


MAX_DECISIONS_PER_SIGHT = 8
"""Maximum number of operations that one sight decides."""
MAX_ALTERNATIVES = 3
"""Maximum number of alternatives of a decided play; the most probable ones are kept."""
NO_DEAL_SECONDS = 5.0
"""Seconds for which the same reason must keep a game from beginning before people are told."""
DEAL_NOT_READ = tr("not all cards of the deal could be read")


class GameWatcher:
    """Decides the plays of a game from sights of its table, and carries out what people correct.

    Args:
        setup: What is known before the table is looked at.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self._game = setup.start.copy() if setup.start else Game(setup.options, setup.names)
        self._evidence = TableEvidence(setup.options.pack())
        self._arithmetic = TakeArithmetic(setup.options)
        self._hands_open = setup.hands == "open"
        self._begun = False
        self._no_deal: tuple[str, float] = ("", 0.0)
        self._no_deal_reported = ""
        self._streak: tuple[Move | None, int] = (None, 0)
        self._stock_touched = False
        self._unsettled = True
        self._challenged = False
        self._unexplained_sights = 0
        self._reported: frozenset[object] = frozenset()
        self._hand_left_at = 0.0
        self._questions = QuestionDesk()
        self._fixed = 1
        self._refused: set[tuple[int, Move]] = set()

    @property
    def game(self) -> Game:
        """The game as it is decided so far."""
        return self._game

    @property
    def held(self) -> dict[int, int]:
        """The player, from 0, to whose hand a person assigned a track, by track id."""
        held = {track.id: track.held.place.player for track in self._evidence.tracks.values() if track.held is not None}
        return {track: player for track, player in held.items() if player is not None}

    def see(self, sight: Sight) -> tuple[Event, ...]:
        """Add a sight and return the events that follow from it."""
        self._evidence.update(sight)
        self._stock_touched |= STOCK in sight.busy
        if sight.busy or self._hand_left_at > sight.t:
            self._hand_left_at = sight.t
        if not self._begun:
            return self._begin()
        if not self._evidence.changed and not self._unsettled:
            return ()
        return self._questions.close_if_settled(self._decide(), sight.t)

    def execute(self, command: GameCommand) -> tuple[Event, ...]:
        """Carry out a command of a person and return the events that follow from it; a refusal is an `Unexplained` with `refused`."""
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
                    events = self._replace_game(self._corrected_by(command))
            return self._questions.close_if_settled(events, self._evidence.t)
        except CorrectionError as error:
            return (Unexplained(self._evidence.t, str(error), refused=True),)

    def _require_deal(self) -> None:
        """Raise a `CorrectionError` before the deal."""
        if self._game.state.phase is Phase.DEAL:
            message = tr("nothing can be challenged or corrected before the deal has been seen")
            raise CorrectionError(message)

    def _challenge(self, command: ChallengeBuild) -> list[Event]:
        """Decide what was played before a challenge, and do the challenge; return the events."""
        challenger = player_named(self._game.names, command)
        self._require_deal()
        t = self._evidence.t
        self._challenged = True  # who challenges has seen a build: what lies there is decided now, if it is likely at all
        events = self._decide() if self._begun else []
        self._challenged = False
        try:
            challenge = challenge_newest_build(self._game.state, challenger, command.shown)
            self._game.verify(challenge)
        except (CorrectionError, RuleBreakError) as error:
            return [*events, Unexplained(t, str(error), refused=True)]
        self._unsettled = True
        events.append(self._do(challenge, t, 1.0, (), by_person=True))
        self._fixed = len(self._game.operations)
        return events

    def _correct_card(self, command: CorrectCard) -> list[Event]:
        """Make a track a certain card, and exchange the two cards in all that was dealt and played."""
        track = self._evidence.tracks.get(command.track)
        if track is None or (command.card is not None and command.card not in self._evidence.pack):
            message = (
                tr("there is no card {command.track} on the table", command=command)
                if track is None
                else tr("no {command.card} is in this game", command=command)
            )
            raise CorrectionError(message)
        before = self._card_of(track) if command.card is not None else None
        corrected = exchange_card(self._game, before, command.card) if before is not None and command.card not in (before, None) else None
        self._evidence.correct(command.track, command.card)
        self._unsettled = True
        return self._replace_game(corrected) if corrected is not None else []

    def _return_to_hand(self, command: ReturnToHand) -> list[Event]:
        """Undo the play that laid a track on the table; the track then belongs to the hand until it moves."""
        player = player_named(self._game.names, command)
        track = self._evidence.tracks.get(command.track)
        if track is None:
            message = tr("there is no card {command.track} on the table", command=command)
            raise CorrectionError(message)
        card = self._card_of(track)
        corrected = undo_play_of_card(self._game, card, player) if card is not None else None
        track.assign_to_hand(TablePlace("row", player))
        self._evidence.changed = self._unsettled = True
        return self._replace_game(corrected) if corrected is not None else []

    def _card_of(self, track: TrackEvidence) -> Card | None:
        """Return which card of the game a track is; None where it is none, or before the deal."""
        if not self._begun:
            return None
        observation = TableObservation(self._evidence, hands_open=self._hands_open)
        matched = observation.fit(expected_table(self._game.state, hands_open=self._hands_open)).matched
        return next((card for card, other in matched.items() if other is track), None)

    def _corrected_by(self, command: AnswerQuestion | CorrectPlay | UndoPlay | AddPlay) -> CorrectedGame:
        """Return the game as a person's answer or correction changes it."""
        self._require_deal()
        match command:
            case AnswerQuestion(question, choice):
                line = self._questions.choice(question, choice)
                if line is None:
                    message = tr("question {question} is not open any more, or has no choice {choice}", question=question, choice=choice)
                    raise CorrectionError(message)
                return append_play(self._game, line)
            case CorrectPlay(k, line):
                return replace_play(self._game, k, line)
            case UndoPlay(k):
                corrected = undo_from(self._game, k)
                operation = self._game.operations[k]
                if isinstance(operation, Move):
                    self._refused.add((k, operation))
                return corrected
            case AddPlay(line):
                return append_play(self._game, line)

    def _replace_game(self, corrected: CorrectedGame) -> list[Event]:
        """Take back the operations that do not stand any more, and do those of the corrected game."""
        t = self._evidence.t
        operations, events = corrected.game.operations, list[Event]()
        while len(self._game.operations) > max(1, corrected.unchanged):
            events.append(self._take_back())
        if not corrected.unchanged:
            self._game = corrected.game.replayed(1)
            events.append(GameBegun(t, self._game.state))
        for number, operation in enumerate(operations[len(self._game.operations) :], len(self._game.operations)):
            if isinstance(operation, Move):
                events.append(self._do(operation, t, 1.0, (), by_person=number == corrected.stated))
        self._fixed = max(1, corrected.unchanged, 0 if corrected.stated is None else corrected.stated + 1)
        self._unsettled, self._unexplained_sights = True, 0
        return events

    def finish(self, t: float) -> tuple[Event, ...]:
        """End the game after the last sight: pass open last chances, or return why no deal was seen.

        Args:
            t: Second of the end.
        """
        if not self._begun:
            why = recognise_deal(self.setup, self._evidence)[1] or DEAL_NOT_READ
            return () if why == self._no_deal_reported else (Unexplained(t, why),)
        events: list[Event] = []
        while self._game.state.phase is Phase.LAST:
            events.append(self._do(Passed(self._game.state.player), t, 1.0, ()))
        return tuple(events)

    def _begin(self) -> tuple[Event, ...]:
        """Begin the game if the deal is recognised."""
        if self._game.state.phase is Phase.DEAL:
            deal, why = recognise_deal(self.setup, self._evidence)
            if deal is None:
                return self._report_no_deal(why)
            self._game.do(deal)
        self._begun = True
        self._evidence.forget()
        return (GameBegun(self._evidence.t, self._game.state),)

    def _report_no_deal(self, why: str) -> tuple[Event, ...]:
        """Report once why the game does not begin, when the reason has lasted for `NO_DEAL_SECONDS`."""
        t = self._evidence.t
        if why != self._no_deal[0]:
            self._no_deal = why, t
        if not why or why == self._no_deal_reported or t - self._no_deal[1] < NO_DEAL_SECONDS:
            return ()
        self._no_deal_reported = why
        return (Unexplained(t, why),)

    def _decide(self) -> list[Event]:
        """Decide operations until the table is explained or the next one is not certain enough."""
        events: list[Event] = []
        observation = TableObservation(self._evidence, hands_open=self._hands_open)
        self._unsettled = False
        for _ in range(MAX_DECISIONS_PER_SIGHT):
            state = self._game.state
            settled = self._is_settled(observation, state)
            if state.phase is Phase.OVER or (settled and state.phase is not Phase.DRAW):
                break
            self._unsettled = True
            chains = [chain for chain in ChainSearch(observation, self._arithmetic).chains(state) if not self._is_refused(chain)]
            if not chains:
                break
            event = self._decide_next(chains, count=not events)
            if event is None:
                if not events:
                    return self._revise_or_report(observation, chains[0]) or self._ask(chains)
                break
            events.append(event)
            events += self._join_wild_discards()
        return events

    def _ask(self, chains: list[PlayChain]) -> list[Event]:
        """Ask which of the most probable plays it was, if the doubt lasts."""
        state = self._game.state
        plays = [
            (operation, probability)
            for operation, probability in _next_probabilities(chains).items()
            if operation is not None and not isinstance(operation, Drawn | Passed)
        ]
        plays.sort(key=lambda one: -one[1])
        lines = [(self._line(state, operation), probability) for operation, probability in plays]
        return self._questions.doubt(self._evidence.t, lines, quiet=not self._evidence.busy)

    def _is_refused(self, chain: PlayChain) -> bool:
        """Return whether a chain begins with an operation that a person took back."""
        return bool(chain.operations) and (len(self._game.operations), chain.operations[0]) in self._refused

    def _revise_or_report(self, observation: TableObservation, best: PlayChain) -> list[Event]:
        """Revise earlier operations if even the best chain does not explain the table, or else report what is unexplained."""
        showing = not self._hands_open and any(self._evidence.has_face_up_row(player) for player in range(len(self._game.names)))
        if best.fit.unexplained_score > weights.REVISION_SCORE or self._evidence.busy or showing:
            self._unexplained_sights = 0
            return []
        self._unexplained_sights += 1
        if self._unexplained_sights % weights.SIGHTS_BEFORE_REVISION:
            return []
        revision = find_revision(self._game, observation, self._arithmetic, best, fixed=self._fixed, refused=self._refused)
        if revision is not None:
            return self._revise(revision)
        key, text = describe_unexplained(best.fit, self._evidence, self._game.names)
        if self._evidence.t - self._hand_left_at < weights.SECONDS_BEFORE_UNEXPLAINED or not text or key <= self._reported:
            return []
        self._reported |= key
        return [Unexplained(self._evidence.t, text)]

    def _revise(self, revision: Revision) -> list[Event]:
        """Undo the last plays of a revision and do its operations instead; return the events."""
        events: list[Event] = [self._take_back() for _ in range(revision.undone)]
        self._unexplained_sights = 0
        return events + [self._do(operation, self._evidence.t, weights.DECIDE_AT_ONCE, ()) for operation in revision.operations]

    def _take_back(self) -> PlayTakenBack:
        """Undo the last operation; return the event."""
        state = self._game.states[-2]
        operation = self._game.undo()
        return PlayTakenBack(self._evidence.t, self._line(state, operation) if isinstance(operation, Move) else "")

    def _join_wild_discards(self) -> list[Event]:
        """Turn single discards of wild cards into one discard once they have emptied a hidden hand: it then held wild cards only."""
        states, operations = self._game.states, self._game.operations
        count = 0
        player, turn = states[-2].player, states[-2].turn
        while isinstance(last := operations[-1 - count], Discarded) and last.cards[0].is_wild and states[-2 - count].turn == turn:
            count += 1
        if count < 2 or self._hands_open or self._game.state.seats[player].hand_size:
            return []
        cards = tuple(card for one in operations[-count:] if isinstance(one, Discarded) for card in one.cards)
        events: list[Event] = [self._take_back() for _ in range(count)]
        return [*events, self._do(Discarded(player, cards), self._evidence.t, 1.0, ())]

    def _is_settled(self, observation: TableObservation, state: State) -> bool:
        """Return whether a state's table is exactly what is seen and no take is shown; then what was likely before is forgotten."""
        showing = not self._hands_open and self._evidence.shown.get(state.player)
        settled = not showing and observation.fit(expected_table(state, hands_open=self._hands_open)).is_complete
        if settled:
            self._streak = (None, 0)
        return settled

    def _decide_next(self, chains: list[PlayChain], *, count: bool) -> Event | None:
        """Do the first operation of the best chain if it is certain enough, and return its event.

        Args:
            chains: The likeliest first.
            count: Whether this sight counts as one more that says the same.
        """
        best = chains[0]
        first = best.operations[0] if best.operations else None
        if count:
            self._streak = (first, self._streak[1] + 1 if self._streak[0] == first and self._is_uncovered(first) else 1)
        if first is None:
            return None
        probabilities = _next_probabilities(chains)
        certainty = probabilities[first] * self._named_probability(first, best)
        if certainty < self._required_probability() or not self._may_be_decided(first, best):
            return None
        others = [(operation, share) for operation, share in probabilities.items() if operation is not None and operation != first]
        others.sort(key=lambda one: -one[1])
        return self._do(first, self._evidence.t, probabilities[first], tuple(others[:MAX_ALTERNATIVES]))

    def _named_probability(self, operation: Move, chain: PlayChain) -> float:
        """Return the probability that the cards which an operation shows for the first time are cards that looks named."""
        stock = self._game.state.stock
        probability = 1.0
        for card, track in chain.fit.matched.items():
            if card in stock and lays_face_up(operation, card):
                probability *= 1.0 - self._evidence.unnamed_probability(track, stock)
        return probability

    def _required_probability(self) -> float:
        """Return the probability from which an operation is decided, by the number of sights that said the same."""
        required = weights.DECIDE_ON_CHALLENGE if self._challenged else weights.DECIDE_AT_ONCE
        for sights, probability in weights.DECIDE_AFTER_SIGHTS:
            if self._streak[1] >= sights:
                required = min(required, probability)
        return required

    def _is_uncovered(self, operation: Move | None) -> bool:
        """Return whether nothing is over the places that an operation changes."""
        if operation is None:
            return True
        places = {TablePlace("row", operation.player)} if self._hands_open or isinstance(operation, Taken) else set()
        if not isinstance(operation, Drawn):
            places.add(CENTRE)
        return not places & self._evidence.busy

    def _may_be_decided(self, operation: Move, chain: PlayChain) -> bool:
        """Return whether the hand has left, or later operations of the chain show that this one is over."""
        continues = len(chain.operations) > 1
        if isinstance(operation, Passed) or (isinstance(operation, Drawn) and operation.unknown):
            drawn = not self._hands_open and self._stock_touched and STOCK not in self._evidence.busy
            return continues or drawn
        return self._is_uncovered(operation) or len(chain.operations) > 2

    def _do(
        self, operation: Move, t: float, probability: float, others: tuple[tuple[Move, float], ...], *, by_person: bool = False
    ) -> PlayDecided:
        """Do an operation in the game and return its event.

        Args:
            operation: The operation.
            t: Second of the event.
            probability: That it is right.
            others: Alternatives, each with its probability.
            by_person: Whether a person stated it.
        """
        before = self._game.state
        self._game.do(operation)
        after = self._game.state
        if not isinstance(operation, Drawn | Passed):
            self._evidence.forget(operation.player)
            self._stock_touched = STOCK in self._evidence.busy
        self._streak = (None, 0)
        self._reported = frozenset()
        points = sum(entry.points for entry in entries(before, operation, after) if entry.player == operation.player)
        alternatives = tuple((self._line(before, other), share) for other, share in others)
        return PlayDecided(
            t, self._line(before, operation), before, operation, after, points, min(probability, 1.0), alternatives, by_person
        )

    def _line(self, state: State, operation: Move) -> str:
        """Return an operation as a line of the game's text."""
        return f"{state.turn} {self._game.names[operation.player]}: {play_text(operation)}"


def _next_probabilities(chains: list[PlayChain]) -> dict[Move | None, float]:
    """Return the probability of each operation to be the next one; None stands for no operation."""
    probabilities: dict[Move | None, float] = {}
    for chain, probability in zip(chains, chain_probabilities(chains), strict=True):
        key = chain.operations[0] if chain.operations else None
        probabilities[key] = probabilities.get(key, 0.0) + probability
    return probabilities
