"""Follows a game at a table: sights and commands of people come in, events about the game come out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Found, Passed, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.certainty import Certainty
from numero_cam.games.numero.watching.copies import PlainGame, copy_meant, game_with_copies, plain_operation, with_copies
from numero_cam.games.numero.watching.corrections import (
    AnswerUnknownError,
    CorrectedGame,
    CorrectionError,
    append_play,
    challenge_newest_build,
    exchange_card,
    fill_in,
    joined_wild_discards,
    may_challenge,
    player_named,
    replace_play,
    undo_from,
    undo_play_of_card,
)
from numero_cam.games.numero.watching.deal_finder import GameBeginning, UntoldGame, table_as_it_lies
from numero_cam.games.numero.watching.events import Event, GameBegun, GameSetup, PlayDecided, PlayTakenBack, Unexplained
from numero_cam.games.numero.watching.evidence import TableEvidence, TrackEvidence
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    LookAgain,
    ReturnToHand,
    UndoPlay,
    UnreadableLine,
)
from numero_cam.games.numero.watching.histories import Histories, Outlook
from numero_cam.games.numero.watching.laid_cards import LaidCards
from numero_cam.games.numero.watching.play_candidates import Move
from numero_cam.games.numero.watching.play_chains import History, PlayChain, cards_played, count_plays
from numero_cam.games.numero.watching.question_desk import QuestionDesk
from numero_cam.games.numero.watching.seen_and_told import SeenAndTold
from numero_cam.games.numero.watching.table_fit import TableObservation, expected_table
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.numero.watching.track_cards import TrackCards
from numero_cam.games.shared.sight import Sight, TablePlace

MAX_DECISIONS_PER_SIGHT = 8  #: Maximum number of operations that one sight decides.
MAX_ALTERNATIVES = 3  #: Maximum number of alternatives of a decided play; the most probable ones are kept.
#: Numbers of successive sights with something doubted or unexplained after which the past is searched anew.
SIGHTS_BEFORE_NEW_SEARCH = (4, 16, 64)
TAKEN_UP = tr("the game is taken up in its middle; nobody knows what was played before, or how many cards the stock has")


class GameWatcher:
    """Decides the plays of a game from sights of its table, and carries out what people correct.

    Args:
        setup: What is known before the table is looked at.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        options = with_copies(setup.options)
        self._new_game = game_with_copies(setup.start.copy()) if setup.start else Game(options, setup.names)
        self._evidence = TableEvidence(options.pack())
        self._hands_open = setup.hands == "open"
        self._arithmetic = TakeArithmetic(options)
        self._histories = Histories(self._arithmetic, hands_open=self._hands_open)
        self._beginning = GameBeginning(setup)
        self._forget_game()

    def _forget_game(self) -> None:
        """Begin anew with what was known before the table was looked at, and with what was seen of its cards."""
        self._game = self._new_game.copy()
        self._plain = PlainGame(self._game)
        self._laid_cards = LaidCards(self._arithmetic, len(self._game.operations))
        self._untold: UntoldGame | None = None
        self._certainty = Certainty(self._evidence, hands_open=self._hands_open)
        self._seen_and_told = SeenAndTold(self._game.names)
        self._track_cards = TrackCards()
        self._questions = QuestionDesk()
        self._begun, self._unsettled, self._unsure_sights, self._fixed = False, True, 0, 1

    @property
    def game(self) -> Game:
        """The game as it is told so far."""
        return self._plain.of(self._new_game if self._untold else self._game)

    @property
    def _told(self) -> History:
        """The game as a history."""
        return History(self._game.line)

    @property
    def _observation(self) -> TableObservation:
        """The tracks of this moment."""
        return TableObservation(self._evidence, hands_open=self._hands_open)

    @property
    def likely_plays(self) -> tuple[tuple[str, float], ...]:
        """Lines of the plays that were last in doubt, each with its probability, the likeliest first."""
        return self._questions.likely

    @property
    def held(self) -> dict[int, int]:
        """The player, from 0, to whose hand a person assigned a track, by track id."""
        held = {track.id: track.held.place.player for track in self._evidence.tracks.values() if track.held is not None}
        return {track: player for track, player in held.items() if player is not None}

    def see(self, sight: Sight) -> tuple[Event, ...]:
        """Add a sight and return the events that follow from it."""
        return self._plain.events(self._seen(sight))

    def _seen(self, sight: Sight) -> tuple[Event, ...]:
        self._evidence.update(sight)
        self._certainty.see()
        often = self._seen_and_told.too_often(self._evidence)
        covered = self._seen_and_told.covered(self._evidence) if self._begun else ""
        events: list[Event] = [Unexplained(sight.t, text) for text in (often, covered) if text]
        if not self._begun:
            return (*events, *self._begin())
        changed = self._histories.see(self._evidence, self._told)
        if self._evidence.changed or self._unsettled or changed:
            events += self._decide()
        return self._questions.close_if_settled(self._told_when_sure(self._untold, events) if self._untold else events, sight.t)

    def execute(self, command: GameCommand) -> tuple[Event, ...]:
        """Carry out a command of a person and return the events that follow from it; a refusal is an `Unexplained` with `refused`."""
        return self._plain.events(self._executed(command))

    def _executed(self, command: GameCommand) -> tuple[Event, ...]:
        if self._untold and isinstance(command, CorrectCard):
            self._forget_game()  # the next sight begins it with the card that was meant
        begun = [] if isinstance(command, CorrectCard | LookAgain | UnreadableLine) else self._confirmed()
        try:
            match command:
                case CorrectCard():
                    events = self._correct_card(command)
                case ReturnToHand():
                    events = self._return_to_hand(command)
                case ChallengeBuild():
                    events = self._challenge(command)
                case LookAgain():
                    self._seen_and_told.forget()
                    self._unsettled = True
                    events = self._questions.withdraw(self._evidence.t)
                case UnreadableLine(_, reason):
                    return (*begun, Unexplained(self._evidence.t, reason, refused=True))
                case _:
                    events = self._replace_game(self._corrected_by(command))
            return self._questions.close_if_settled([*begun, *events], self._evidence.t)
        except CorrectionError as error:
            return (*begun, Unexplained(self._evidence.t, str(error), refused=True))

    def _require_deal(self) -> None:
        """Raise a `CorrectionError` before the deal."""
        if self._game.state.phase is Phase.DEAL:
            raise CorrectionError(tr("nothing can be challenged or corrected before the deal has been seen"))

    def _challenge(self, command: ChallengeBuild) -> list[Event]:
        challenger = player_named(self._game.names, command)
        self._require_deal()
        t = self._evidence.t
        events = self._decided_before_challenge(challenger, command.shown) if self._begun else []
        try:
            challenge = challenge_newest_build(self._game.state, challenger, command.shown)
            self._game.verify(challenge)
        except (CorrectionError, RuleBreakError) as error:
            return [*events, Unexplained(t, str(error), refused=True, referee=isinstance(error, AnswerUnknownError))]
        self._unsettled = True
        events.append(self._do(challenge, t, 1.0, (), by_person=True))
        self._fixed = self._game.line.depth
        self._follow_told()
        return events

    def _decided_before_challenge(self, challenger: int, shown: bool | None) -> list[Event]:  # noqa: FBT001 - three answers
        """Decide what was played before a challenge: who challenges has seen a build, so others count only where none has one."""
        outlook = self._histories.outlook(self._observation, self._told)
        chains = [chain for chain in outlook.chains if may_challenge(chain.state, challenger, shown)]
        self._certainty.challenged = True
        events = self._decided_by(Outlook(chains) if chains else outlook)
        self._certainty.challenged = False
        return events

    def _correct_card(self, command: CorrectCard) -> list[Event]:
        """Make a track a certain card, and exchange the two cards in all that was dealt and played."""
        track = self._track_named(command)
        if command.card is not None and command.card not in self._evidence.pack:
            raise CorrectionError(tr("no such card is in this game"))
        before = self._card_of(track) if command.card is not None else None
        card = None if command.card is None else copy_meant(command.card, before, self._game.state)
        corrected = exchange_card(self._game, before, card) if before is not None and card is not None and card != before else None
        self._evidence.correct(command.track, card)
        if card is None:
            self._histories.forget_track(command.track)
        self._unsettled = True
        return self._replace_game(corrected) if corrected is not None else []

    def _return_to_hand(self, command: ReturnToHand) -> list[Event]:
        """Undo the play that laid a track on the table; the track then belongs to the hand until it moves."""
        player = player_named(self._game.names, command)
        track = self._track_named(command)
        card = self._card_of(track)
        corrected = undo_play_of_card(self._game, card, player) if card is not None else None
        track.assign_to_hand(TablePlace("row", player))
        self._evidence.changed = self._unsettled = True
        return self._replace_game(corrected) if corrected is not None else []

    def _track_named(self, command: CorrectCard | ReturnToHand) -> TrackEvidence:
        """Return the track that a command names, or raise a `CorrectionError`."""
        track = self._evidence.tracks.get(command.track)
        if track is None:
            raise CorrectionError(tr("there is no card {command.track} on the table", command=command))
        return track

    def _card_of(self, track: TrackEvidence) -> Card | None:
        """Return which card of the game a track is; None where it is none, or before the deal."""
        if not self._begun:
            return None
        matched = self._observation.fit(expected_table(self._game.state, hands_open=self._hands_open)).matched
        return next((card for card, other in matched.items() if other is track), None)

    def _corrected_by(self, command: AnswerQuestion | CorrectPlay | UndoPlay | AddPlay) -> CorrectedGame:
        self._require_deal()
        match command:
            case AnswerQuestion(question, choice):
                line = self._questions.choice(question, choice)
                if line is None:
                    raise CorrectionError(
                        tr("question {question} is not open any more, or has no choice {choice}", question=question, choice=choice)
                    )
                return append_play(self._game, line)
            case CorrectPlay(k, line, ends_there):
                return replace_play(self._game, k, line, ends_there=ends_there)
            case UndoPlay(k):
                corrected = undo_from(self._game, k)
                operation = self._game.operations[k]
                if isinstance(operation, Move):
                    self._histories.refuse(k, operation)
                return corrected
            case AddPlay(line):
                return append_play(self._game, line)

    def _replace_game(self, corrected: CorrectedGame) -> list[Event]:
        """Take back the operations that do not stand any more, and do those of the corrected game."""
        t = self._evidence.t
        operations, events = corrected.game.operations, list[Event]()
        while self._game.line.depth > max(1, corrected.unchanged):
            events.append(self._take_back())
        if not corrected.unchanged:
            self._game = corrected.game.replayed(1)
            events.append(GameBegun(t, self._game.state))
        for number, operation in enumerate(operations[len(self._game.operations) :], len(self._game.operations)):
            if isinstance(operation, Move):
                events.append(self._do(operation, t, 1.0, (), by_person=number == corrected.stated))
        self._fixed = max(1, corrected.unchanged, 0 if corrected.stated is None else corrected.stated + 1)
        self._unsettled, self._unsure_sights = True, 0
        self._follow_told()
        return events

    def _follow_told(self, others: Sequence[Game] = (), log_prior: float = 0.0) -> None:
        """Give up all histories but what is told, and what it may be instead; what players turned over by now belongs to their plays."""
        games = [(self._game, 0.0), *((other, log_prior) for other in others)]
        used = self._evidence.turned_over()
        self._histories.begin(History(game.line, prior, used=used) for game, prior in games)

    def finish(self, t: float) -> tuple[Event, ...]:
        """End the game after the last sight: pass open last chances, or return why no deal was seen.

        Args:
            t: Second of the end.
        """
        if not self._begun or (self._untold and len(self._game.operations) == 1):
            return self._beginning.last_reason(self._evidence, t)
        events = self._confirmed()
        while self._game.state.phase is Phase.LAST:
            events.append(self._do(Passed(self._game.state.player), t, 1.0, ()))
        return self._plain.events(events)

    def _begin(self) -> tuple[Event, ...]:
        """Begin the game if its deal is recognised, or the table in mid-game; tell nothing where that is not sure."""
        if self._game.state.phase is Phase.DEAL:
            beginnings = self._beginning.look(self._evidence)
            if not beginnings.operations:
                return self._beginning.reason(beginnings.why, self._evidence.t)
            return tuple(self._begin_with(beginnings.operations, is_sure=beginnings.is_sure))
        self._follow_told()
        self._begun = True
        self._evidence.forget()
        return (GameBegun(self._evidence.t, self._game.state),)

    def _told_when_sure(self, untold: UntoldGame, events: list[Event]) -> list[Event]:
        """Return what is told after a sight of a game whose beginning is not sure yet: all, if it is now; else nothing.

        Where its plays do not explain a table that lies the same for long enough, the game begins with that table.
        """
        untold.keep(events)
        beginnings = self._beginning.look(self._evidence)
        dealt_anew = untold.is_dealt_anew(beginnings, self._game.operations)
        if not (beginnings.lies_still or dealt_anew or untold.is_proven_by(self._game.operations)):
            return list(self._beginning.reason(beginnings.why, self._evidence.t))
        if not dealt_anew:
            best = self._histories.outlook(self._observation, self._told).best
            explained = best.line is self._game.line and not best.leaves_much
            if not (best.leaves_much and beginnings.lies_still):
                return self._confirmed() if explained or any(isinstance(event, Unexplained) for event in events) else []
        self._forget_game()
        return self._begin_with(beginnings.operations)

    def _confirmed(self) -> list[Event]:
        """Return the events that were kept back, because the game has surely begun; leave out what lies there and is no card of it."""
        untold, self._untold = self._untold, None
        if untold is None:
            return []
        self._evidence.set_aside(self._observation.fit(expected_table(self._game.state, hands_open=self._hands_open)).cards)
        return untold.told_at(self._evidence.t)

    def _begin_with(self, beginnings: Sequence[Dealt | Found], *, is_sure: bool = True) -> list[Event]:
        """Begin the game with the first of several operations; it may have been another of them. Tell it only if it is sure."""
        games = [self._new_game.copy() for _ in beginnings]
        for game, beginning in zip(games, beginnings, strict=True):
            game.do(beginning)
        self._game = games[0]
        self._follow_told(games[1:], weights.ANOTHER_BEGINNING)
        self._begun, self._unsettled = True, True
        self._track_cards.note(self._observation, self._game.state, begins=True)
        self._evidence.forget()
        events = (GameBegun(self._evidence.t, self._game.state), *self._beginning.doubts(beginnings[0], self._evidence))
        self._untold = UntoldGame(events, hands_open=self._hands_open)
        return self._confirmed() if is_sure else []

    def _decide(self) -> list[Event]:
        """Decide operations until the next one is not certain enough; where none is, doubt those decided before."""
        outlook = self._histories.outlook(observation := self._observation, self._told)
        self._unsettled = not self._is_settled(outlook)
        if outlook.best.fit.unidentified and self._fill_in(outlook):
            return []  # the outlook is of the game as it was before
        return (
            self._read_otherwise(observation)
            or self._laid_otherwise(observation)
            or self._begun_otherwise(outlook)
            or self._decided_by(outlook)
            or self._explained_anew(observation, outlook)
            or self._problems(observation, outlook.best)
            or self._ask(outlook)
        )

    def _read_otherwise(self, observation: TableObservation) -> list[Event]:
        """Exchange a card in all that was dealt and played, if its track is read as a card that nobody has seen."""
        pair = self._track_cards.read_otherwise(observation, self._game.state)
        return self._exchanged(*pair) if pair else []

    def _laid_otherwise(self, observation: TableObservation) -> list[Event]:
        """Tell a play anew whose card lies otherwise than it was told; report cards that nobody has seen since they were laid."""
        unseen = self._laid_cards.look(observation, self._game, self._fixed)
        events: list[Event] = [Unexplained(self._evidence.t, unseen)] if unseen else []
        corrected, fixed = self._laid_cards.told_otherwise(observation, self._game), self._fixed
        if corrected is None or self._histories.refuses(corrected.game.operations, self._game.operations):
            return events
        events += self._replace_game(corrected)
        self._fixed = fixed
        return events

    def _begun_otherwise(self, outlook: Outlook) -> list[Event]:
        """Begin the game with another player, or with cards that were unseen, if that explains what was played since better."""
        told, line = self._game.line, outlook.best.line
        if isinstance(found := told.operation, Found) and told.depth == 1 and (deal := self._beginning.deal_instead(found, self._evidence)):
            return self._begin_with(deal)
        likelier = outlook.best.score >= outlook.score_with(told.up(1)) + weights.MIN_BEGINNING_GAIN
        if self._fixed > 1 or line.up(1) is told.up(1) or not likelier or self._evidence.busy:
            return []
        events: list[Event] = [self._take_back() for _ in told.back_to(1)]
        self._game = self._game.at(line.up(1))
        again = [operation for operation in line.up(told.depth).after(1) if isinstance(operation, Move)]
        events.append(GameBegun(self._evidence.t, self._game.state))
        return [*events, *(self._do(operation, self._evidence.t, weights.DECIDE_AT_ONCE, ()) for operation in again)]

    def _fill_in(self, outlook: Outlook) -> bool:
        """Make a card known that was dealt or drawn unseen, and is seen now; return whether there was one."""
        chain = outlook.best
        if chain.line is not self._game.line or chain.laid:
            return False
        cards = {track.id: self._track_cards.unseen(track, self._evidence, chain.state) for track in chain.fit.unidentified}
        named = Counter(cards.values())
        for track in chain.fit.unidentified:
            card = cards[track.id]
            if card is not None and named[card] == 1 and not self._track_cards.is_another(track, card):
                filled = fill_in(self._game.line, track.place.player, card)
                if filled is not None:
                    self._game, self._unsettled = self._game.at(filled), True
                    self._histories.fill_in(filled, track.place.player, card)
                    return True
        return False

    def _exchanged(self, card: Card, other: Card) -> list[Event]:
        """Exchange two cards in all that is told; the last play is given up where it is not possible with it.

        If more were not possible, the card was read wrongly now, not then. What a person said is not given up.
        """
        fixed, operations = self._fixed, self._game.operations
        for count in range(len(operations), fixed - 1, -1):
            if count_plays(operations[count:]) > 1:
                break
            try:
                events = self._replace_game(exchange_card(self._game.replayed(count), card, other))
            except CorrectionError:
                continue
            self._fixed = max(self._fixed, fixed)
            return events
        return []

    def _decided_by(self, outlook: Outlook) -> list[Event]:
        """Decide all operations that are certain enough."""
        events: list[Event] = []
        while len(events) < MAX_DECISIONS_PER_SIGHT and self._game.state.phase is not Phase.OVER:
            decided = self._decide_next(outlook, count=not events)
            if not decided:
                break
            events += decided
            if joined := self._join_wild_discards():
                self._follow_told()
                return events + joined
        if events and isinstance(self._game.operations[0], Found) and len(self._game.operations) == 1 + len(events):
            events.append(Unexplained(self._evidence.t, TAKEN_UP))
        return events

    def _ask(self, outlook: Outlook) -> list[Event]:
        """Ask which of the most probable plays it was, if the doubt lasts."""
        state = self._game.state
        plays = [
            (operation, probability)
            for operation, probability in outlook.next_probabilities(self._game.line).items()
            if isinstance(operation, Move) and not isinstance(operation, Drawn | Passed)
        ]
        plays.sort(key=lambda one: -one[1])
        lines = [(self._line(state, operation), probability) for operation, probability in plays]
        return self._questions.doubt(self._evidence.t, lines, quiet=not self._evidence.busy)

    def _explained_anew(self, observation: TableObservation, outlook: Outlook) -> list[Event]:
        """Search the past anew if for some sights what is told was in doubt, or nothing explained the table; then revise or report it."""
        told, best = self._game.line, outlook.best
        doubted = best.score >= outlook.score_with(told) + weights.MIN_DOUBT
        if any(place.zone in ("centre", "row") for place in self._evidence.worked_at):
            return []
        if not (doubted or (best.leaves_much and not self._is_showing)):
            self._unsure_sights = 0
            return []
        self._unsure_sights += 1
        if self._unsure_sights in SIGHTS_BEFORE_NEW_SEARCH:
            outlook = self._histories.explain_anew(observation, self._told)
            if revised := self._revised(outlook, lastingly=self._unsure_sights == SIGHTS_BEFORE_NEW_SEARCH[-1]):
                return revised
        return []

    def _revised(self, outlook: Outlook, *, lastingly: bool) -> list[Event]:
        """Take operations back for the likeliest history that is so much likelier after all that was seen.

        Where the doubt lasts, it need not be so much: nothing more is told as long as what is told is in doubt.
        """
        told = self._game.line
        line = outlook.worth_telling_instead(told, self._fixed)
        if line is None and lastingly and outlook.best.score >= outlook.score_with(told) + weights.MIN_DOUBT:
            line = outlook.best.line
        common = told.depth if line is None else told.meet(line).depth
        if line is None or common < self._fixed or common == told.depth:
            return []
        events: list[Event] = [self._take_back() for _ in told.back_to(common)]
        instead = [operation for operation in line.after(common) if isinstance(operation, Move)]
        return [*events, *(self._do(operation, self._evidence.t, weights.DECIDE_AT_ONCE, ()) for operation in instead)]

    @property
    def _is_showing(self) -> bool:
        """Whether a player with a hidden hand shows cards."""
        return not self._hands_open and any(self._evidence.has_face_up_row(player) for player in range(len(self._game.names)))

    def _problems(self, observation: TableObservation, best: PlayChain) -> list[Event]:
        """Report once what was surely seen and is not so in the told game; go on from the table as it lies if that is much."""
        if self._is_showing:
            return []
        text = self._seen_and_told.compare(observation, self._game, best)
        self._unsettled |= self._seen_and_told.is_waiting  # time passes until it is told
        events: list[Event] = [Unexplained(self._evidence.t, text)] if text else []
        if text:
            self._certainty.accepted |= best.fit.residue.keys()
        named = sum(score for thing, score in best.fit.residue.items() if thing in self._seen_and_told.named)
        much = named <= weights.TABLE_UNKNOWN_SCORE and not self._seen_and_told.is_waiting
        unknown = much or self._seen_and_told.has_named_for(weights.SECONDS_BEFORE_TABLE_UNKNOWN, self._evidence.t)
        free = not any(place.zone in ("centre", "row") for place in self._evidence.busy)
        return [*events, *(self._taken_as_it_lies(observation) if unknown and free else ())]

    def _taken_as_it_lies(self, observation: TableObservation) -> list[Event]:
        """Go on from the table as it lies, with the scores kept."""
        state = self._game.state
        if state.phase not in (Phase.PLAY, Phase.DRAW):
            return []
        found = table_as_it_lies(observation, state)
        try:
            event = self._do(found, self._evidence.t, 1.0, ())
        except RuleBreakError:
            return []
        others = [self._game.copy() for _ in state.seats[1:]]
        for step, other in enumerate(others, 1):
            other.undo()
            other.do(replace(found, player=(found.player + step) % len(state.seats)))
        self._follow_told(others, weights.ANOTHER_PLAYER)
        self._seen_and_told.forget()
        self._certainty.accepted, self._unsettled = frozenset(), True
        return [event]

    def _take_back(self) -> PlayTakenBack:
        last = self._game.line
        self._game.undo()
        return PlayTakenBack(self._evidence.t, self._line(last.parent.state, last.operation) if isinstance(last.operation, Move) else "")

    def _join_wild_discards(self) -> list[Event]:
        """Turn single discards of wild cards into one discard once they have emptied a hidden hand: it then held wild cards only."""
        joined = None if self._hands_open else joined_wild_discards(self._game)
        events: list[Event] = [self._take_back() for _ in range(joined[0] if joined else 0)]
        return [*events, self._do(joined[1], self._evidence.t, 1.0, ())] if joined else []

    def _is_settled(self, outlook: Outlook) -> bool:
        """Return whether the history that is told surely explains all that is seen; then what was likely before is forgotten."""
        state, best = self._game.state, outlook.best
        rivals = state.phase is not Phase.OVER and len(outlook.chains) > 1
        if rivals or not best.fit.is_complete or best.line is not self._game.line:
            return False
        self._certainty.forget()
        return True

    def _decide_next(self, outlook: Outlook, *, count: bool) -> list[Event]:
        """Do the likeliest next operation if it is certain enough; `count` says whether this sight is one more that says the same."""
        told = self._game.line
        best = outlook.best_with(told)
        if best is None:
            return []
        probabilities = outlook.next_probabilities(told)
        first = max(probabilities, key=lambda operation: probabilities[operation])
        if count:
            self._certainty.count(first)
        if not isinstance(first, Move):
            return []
        best = outlook.best_with(told.play(first)) or best
        likely = probabilities[first]
        if isinstance(first, Drawn) and self._game.state.seat.unknown:  # which of the new cards was dealt unseen makes no difference
            likely = sum(share for one, share in probabilities.items() if isinstance(one, Drawn))
        likely = max(likely, outlook.probability_of_now(told, first))
        if not self._certainty.is_enough(self._game, first, best, likely):
            return []
        others = [(one, share) for one, share in probabilities.items() if isinstance(one, Move) and one != first]
        others.sort(key=lambda one: -one[1])
        before = self._game.state
        events: list[Event] = [self._do(first, self._evidence.t, probabilities[first], tuple(others[:MAX_ALTERNATIVES]))]
        if not isinstance(first, Drawn | Passed) and probabilities[first] < weights.MIN_UNDOUBTED and others:
            text = tr("perhaps it was another play that nobody saw: {line}", line=self._line(before, others[0][0]))
            events.append(Unexplained(self._evidence.t, text))
        unsure = self._track_cards.unsure(cards_played(first), self._evidence, before.stock)
        if isinstance(first, Taken):
            unsure += self._track_cards.take(first, self._evidence, before.stock)
        return [*events, *(Unexplained(self._evidence.t, text) for text in unsure)]

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
            self._evidence.forget()
        self._certainty.told(operation)
        self._track_cards.note_copies(self._evidence, after, hands_open=self._hands_open)
        points = sum(entry.points for entry in entries(before, operation, after) if entry.player == operation.player)
        alternatives = tuple((self._line(before, other), share) for other, share in others)
        return PlayDecided(
            t, self._line(before, operation), before, operation, after, points, min(probability, 1.0), alternatives, by_person
        )

    def _line(self, state: State, operation: Move) -> str:
        return f"{state.turn} {self._game.names[operation.player]}: {play_text(plain_operation(state, operation))}"
