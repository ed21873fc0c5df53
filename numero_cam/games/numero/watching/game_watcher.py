"""Follows a game at a table: sights and commands of people come in, events about the game come out."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory, has_one_pack
from numero_cam.games.numero.engine.log_entry import EntryAuthor, LogEntry
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Found, Move, Passed, Taken
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.certainty import Certainty
from numero_cam.games.numero.watching.copies import copy_meant, game_with_copies, plain_options, with_copies
from numero_cam.games.numero.watching.corrections import (
    AnswerUnknownError,
    CorrectedGame,
    PlayCorrectionError,
    card_change,
    corrected_by,
    exchange_card,
    fill_in,
    joined_wild_discards,
    may_challenge,
    player_named,
    possible_challenges,
    track_named,
    undo_play_of_card,
)
from numero_cam.games.numero.watching.deal_finder import GameBeginning, UntoldGame, table_as_it_lies
from numero_cam.games.numero.watching.evidence import SaidOfTrack, TableEvidence
from numero_cam.games.numero.watching.game_commands import (
    AnswerQuestion,
    CardCommand,
    ChallengeBuild,
    CorrectCard,
    GameCommand,
    HistoryCommand,
    LookAgain,
    NamePack,
    PlayCommand,
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
    UnreadableLine,
)
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.hands_left import HandsLeft
from numero_cam.games.numero.watching.histories import Histories, PlayProbabilities
from numero_cam.games.numero.watching.laid_cards import LaidCards
from numero_cam.games.numero.watching.play_chains import History, PlayChain, count_plays
from numero_cam.games.numero.watching.play_ledger import PlayLedger
from numero_cam.games.numero.watching.question_desk import QuestionDesk
from numero_cam.games.numero.watching.seen_and_told import SeenAndTold
from numero_cam.games.numero.watching.table_fit import TableObservation, expected_table
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.numero.watching.track_cards import TrackCards
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.numero.watching.watched_pack import WatchedPack
from numero_cam.games.shared.sight import Sight, TablePlace

MAX_DECISIONS_PER_SIGHT = 8  #: Maximum number of operations that one sight decides.
MAX_ALTERNATIVES = 3  #: Maximum number of alternatives of a decided play; the most probable ones are kept.
#: Numbers of successive sights with something doubted or unexplained after which the past is searched anew.
SIGHTS_BEFORE_NEW_SEARCH = (4, 16, 64)
BEGAN_OTHERWISE = tr("the game began otherwise, by what was seen since")


class GameWatcher(WatchedPack):
    """Decides the plays of a game from sights of its table, and carries out what people correct.

    Args:
        setup: What is known before the table is looked at.
        past: What happened in the game that goes on; None where nothing but its operations is known.
    """

    def __init__(self, setup: GameSetup, past: GameHistory | None = None) -> None:
        known = replace(setup, options=plain_options(setup.start.options)) if setup.start else setup
        self.setup, self._past, self._questions = known, past, QuestionDesk()
        options = with_copies(known.options)
        self._new_game = game_with_copies(setup.start.copy()) if setup.start else Game(options, setup.names)
        self._evidence = TableEvidence(options.pack())
        self._hands_open = setup.hands == "open"
        self._arithmetic = TakeArithmetic(options)
        self._histories = Histories(self._arithmetic, hands_open=self._hands_open)
        self._beginning = GameBeginning(known)
        self._forget_game()
        self._recall(past or GameHistory(), setup.options)

    def _forget_game(self) -> None:
        """Begin anew with what was known before the table was looked at, and with what was seen of its cards."""
        self._certainty = Certainty(self._evidence, hands_open=self._hands_open)
        self._track_cards = TrackCards()
        self._ledger = PlayLedger(
            self._new_game.copy(), self._past, self._evidence, self._certainty, self._track_cards, hands_open=self._hands_open
        )
        self._people_said: dict[int, SaidOfTrack] = {}  # by the number of the change
        self._laid_cards = LaidCards(self._arithmetic, self._game.line.depth)
        self._untold: UntoldGame | None = None
        self._seen_and_told = SeenAndTold(self._game.names)
        self._questions.withdraw(self._evidence.t)
        self._hands_left = HandsLeft()
        self._begun, self._unsettled, self._unsure_sights, self._fixed = False, True, 0, 1

    @property
    def game(self) -> Game:
        """The game as it is told so far."""
        return self._ledger.plain_game(self._new_game if self._untold else self._game)

    @property
    def _game(self) -> Game:
        """The game up to now, also where nothing of it is told yet."""
        return self._ledger.game

    @property
    def _told(self) -> History:
        """The game as a history."""
        return History(self._game.line)

    @property
    def _observation(self) -> TableObservation:
        """The tracks of this moment."""
        return TableObservation(self._evidence, hands_open=self._hands_open)

    @property
    def likely_plays(self) -> tuple[tuple[Move, float], ...]:
        """The plays that were last in doubt, each with its probability, the likeliest first."""
        return self._questions.likely

    @property
    def held(self) -> dict[int, int]:
        """The player, from 0, to whose hand a person assigned a track, by track id."""
        return self._evidence.held

    @property
    def corrected(self) -> dict[int, str | None]:
        """The face of each track that a person named one for; None for what is no card."""
        return self._evidence.corrected

    def see(self, sight: Sight) -> tuple[LogEntry, ...]:
        """Add a sight and return the events that follow from it."""
        return self._ledger.note(self._seen(sight))

    def _seen(self, sight: Sight) -> tuple[LogEntry, ...]:
        self._evidence.update(sight)
        self._certainty.see()
        covered = self._seen_and_told.covered(self._evidence) if self._begun else ""
        events: list[LogEntry] = [LogEntry("problem", covered, t=sight.t)] if covered else []
        events += self._cards_of_another_pack()
        if not self._begun:
            return (*events, *self._begin())
        changed = self._histories.see(self._evidence, self._told)
        if self._evidence.changed or self._unsettled or changed:
            events += self._decide()
        events += self._seen_of_hands()
        return self._questions.close_if_settled(self._told_when_sure(self._untold, events) if self._untold else events, sight.t)

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:
        """Carry out a command of a person and return the events that follow from it; a refusal is one of them."""
        if self._untold and isinstance(command, CorrectCard):
            self._forget_game()  # the next sight begins it with the card that was meant
        told = () if isinstance(command, CorrectCard | LookAgain | NamePack | UnreadableLine) else self._ledger.note(self._confirmed())
        return (*told, *self._ledger.note(self._executed(command)))

    def _executed(self, command: GameCommand) -> tuple[LogEntry, ...]:
        try:
            match command:
                case CorrectCard() | ReturnToHand():
                    events = self._mend_track(command)
                case UndoEntry() | RedoEntry():
                    events = self._step_in_history(command)
                case ChallengeBuild():
                    events = self._challenge(command)
                case LookAgain():
                    self._seen_and_told.forget()
                    self._unsettled = True
                    events = self._questions.withdraw(self._evidence.t)
                case NamePack():
                    events = self._name_pack(command)
                case AnswerQuestion(question, choice) if self._questions.is_of_cards(question, choice):
                    events = self._answer_of_cards(choice)
                case UnreadableLine(_, reason):
                    return (LogEntry("refusal", reason, t=self._evidence.t),)
                case _:
                    events = self._mend_play(command)
            return self._questions.close_if_settled(events, self._evidence.t)
        except PlayCorrectionError as error:
            return (LogEntry("refusal", str(error), t=self._evidence.t),)

    def _require_deal(self) -> None:
        """Raise a `PlayCorrectionError` before the deal."""
        if self._game.state.phase is Phase.DEAL:
            raise PlayCorrectionError(tr("nothing can be challenged or corrected before the deal has been seen"))

    def _challenge(self, command: ChallengeBuild) -> list[LogEntry]:
        challenger = player_named(self._game.names, command)
        self._require_deal()
        t = self._evidence.t
        events = self._decided_before_challenge(challenger, command.shown) if self._begun else []
        try:
            challenge, *others = possible_challenges(self._game.state, challenger, command.shown)
            self._game.verify(challenge)
        except (PlayCorrectionError, RuleBreakError) as error:
            kind: Literal["refusal", "referee"] = "referee" if isinstance(error, AnswerUnknownError) else "refusal"
            return [*events, LogEntry(kind, str(error), t=t)]
        self._unsettled = True
        share = 1 / (1 + len(others))
        otherwise = [self._game.at(self._game.line.play(other)) for other in others]
        done = self._ledger.do(challenge, share, tuple((other, share) for other in others[:MAX_ALTERNATIVES]), by="person")
        older = tr("perhaps an older build was meant: {line}", line=self._ledger.other_line(done)) if others else ""
        events += [done, *([LogEntry("problem", older, t=t)] if older else [])]
        self._fixed = self._game.line.depth - bool(others)  # what lies apart may show another build
        self._follow_told(otherwise)
        return events

    def _decided_before_challenge(self, challenger: int, shown: bool | None) -> list[LogEntry]:  # noqa: FBT001 - three answers
        """Decide what was played before a challenge: who challenges has seen a build, so others count only where none has one."""
        outlook = self._histories.outlook(self._observation, self._told)
        chains = [chain for chain in outlook.chains if may_challenge(chain.state, challenger, shown)]
        self._certainty.challenged = True
        events = self._decided_by(PlayProbabilities(chains) if chains else outlook)
        self._certainty.challenged = False
        return events

    def _mend_track(self, command: CardCommand) -> list[LogEntry]:
        """Say of a track which card it is, or that it belongs to a hand; what follows from it in the game is one change."""
        before = self._evidence.remembered(command.track)
        events, text = self._correct_card(command) if isinstance(command, CorrectCard) else self._return_to_hand(command)
        if not self._begun:
            return events
        self._people_said[self._ledger.history.next_number] = SaidOfTrack(command.track, before, self._evidence.remembered(command.track))
        return self._ledger.changed(events, text, by="person")

    def _correct_card(self, command: CorrectCard) -> tuple[list[LogEntry], str]:
        """Make a track a certain card, and exchange the two cards in all that was dealt and played; return the events, and what changed."""
        track = track_named(self._evidence, command)
        if command.card is not None and command.card not in self._evidence.pack:
            raise PlayCorrectionError(tr("no such card is in this game"))
        before = self._card_of(track)
        card = None if command.card is None else copy_meant(command.card, before, self._game.state)
        text = card_change(self._game, before, card)
        corrected = exchange_card(self._game, before, card) if before is not None and card is not None and card != before else None
        self._evidence.correct(command.track, card)
        if card is None:
            self._histories.forget_track(command.track)
        self._unsettled = True
        return (self._renamed(corrected, before, card) if corrected and before and card else []), text

    def _return_to_hand(self, command: ReturnToHand) -> tuple[list[LogEntry], str]:
        """Undo the play that laid a track on the table; the track then belongs to the hand until it moves."""
        player = player_named(self._game.names, command)
        track = track_named(self._evidence, command)
        card = self._card_of(track)
        corrected = undo_play_of_card(self._game, card, player) if card is not None else None
        track.assign_to_hand(TablePlace("row", player))
        self._evidence.changed = self._unsettled = True
        text = tr("the {card} belongs to the hand of {name}", card=card or track.face.likeliest or "?", name=self._game.names[player])
        return (self._replace_game(corrected, "person") if corrected is not None else []), text

    def _mend_play(self, command: PlayCommand) -> list[LogEntry]:
        """Say what a play was, or that it was none."""
        self._require_deal()
        before = self._game.line
        corrected = corrected_by(self._game, command, self._questions.choice)
        if isinstance(command, UndoPlay):
            self._histories.refuse(command.k, before.up(command.k + 1).operation)
        events = self._replace_game(corrected, "person")
        if corrected.unchanged == before.depth:
            return events  # one more play
        text = tr("back to before {line}", line=next((event.text for event in events[::-1] if event.kind == "undo"), ""))
        return self._ledger.changed(events, text, by="person", stated=corrected.stated_line)

    def _step_in_history(self, command: HistoryCommand) -> list[LogEntry]:
        """Take back the last play or change, or do again what was taken back last."""
        step, corrected = self._ledger.step(command)
        back, now = isinstance(command, UndoEntry), self._game.line
        if said := self._people_said.get(step.n):
            self._evidence.put_back(said.track, said.before if back else said.after)
        if has_one_pack(corrected.game.line, now):
            if back and now.depth > corrected.unchanged:
                self._histories.refuse(corrected.unchanged, now.up(corrected.unchanged + 1).operation)
            events = self._replace_game(corrected, "person")
        else:
            events = self._step_to_pack(corrected.game)
        self._fixed = max(1, self._game.line.depth)
        header, *parts = self._ledger.changed(events, step.entry.text, "back" if back else "redo", "person")
        closed = () if self._assumed else self._questions.settle_cards(self._evidence.t)
        return [replace(header, operation=step.entry.operation), *parts, *closed]

    def _card_of(self, track: TrackEvidence) -> Card | None:
        """Return which card of the game a track is; None where it is none, or before the deal."""
        if not self._begun:
            return None
        matched = self._observation.fit(expected_table(self._game.state, hands_open=self._hands_open)).matched
        return next((card for card, other in matched.items() if other is track), None)

    def _replace_game(self, corrected: CorrectedGame, by: EntryAuthor = "eyes") -> list[LogEntry]:
        """Take back the operations that do not stand any more, and do those of the corrected game; `by` says who corrected it."""
        events = self._ledger.move_to(corrected.game.line, by, stated=corrected)
        if by == "person":
            self._fixed = max(1, corrected.unchanged, 0 if corrected.stated is None else corrected.stated + 1)
        self._unsettled, self._unsure_sights = True, 0
        self._follow_told()
        return events

    def _renamed(self, corrected: CorrectedGame, card: Card, other: Card) -> list[LogEntry]:
        """Go on with the game in which two cards are exchanged; how they lie was seen, whatever they are called."""
        self._laid_cards.exchange(corrected.game.operations, card, other)
        return self._replace_game(corrected)

    def _follow_told(self, others: Sequence[Game] = (), log_prior: float = 0.0) -> None:
        """Give up all histories but what is told, and what it may be instead; what players turned over by now belongs to their plays."""
        games = [(self._game, 0.0), *((other, log_prior) for other in others)]
        used = self._evidence.turned_over()
        self._histories.begin(History(game.line, prior, used=used) for game, prior in games)

    def finish(self, t: float) -> tuple[LogEntry, ...]:
        """End the game after the last sight: pass open last chances, or return why no deal was seen.

        Args:
            t: Second of the end.
        """
        if not self._begun or (self._untold and self._game.line.depth == 1):
            return self._beginning.last_reason(self._evidence, t)
        events = self._confirmed()
        while self._game.state.phase is Phase.LAST:
            events.append(self._ledger.do(Passed(self._game.state.player), t=t))
        return self._ledger.note(events)

    def _begin(self) -> tuple[LogEntry, ...]:
        """Begin the game if its deal is recognised, or the table in mid-game; tell nothing where that is not sure."""
        if self._game.state.phase is Phase.DEAL:
            beginnings = self._beginning.look(self._evidence)
            if not beginnings.operations:
                return self._beginning.reason(beginnings.why, self._evidence.t)
            return tuple(self._begin_with(beginnings.operations, is_sure=beginnings.is_sure))
        self._follow_told()
        self._begun = True
        self._evidence.forget()
        return (LogEntry("deal", t=self._evidence.t, line=self._game.line),)

    def _told_when_sure(self, untold: UntoldGame, events: list[LogEntry]) -> list[LogEntry]:
        """Return what is told after a sight of a game whose beginning is not sure yet: all, if it is now; else nothing.

        Where its plays do not explain a table that lies the same for long enough, the game begins with that table.
        """
        untold.keep(events)
        beginnings = self._beginning.look(self._evidence)
        dealt_anew = untold.is_dealt_anew(beginnings, self._game.operations)
        if not (beginnings.lies_still or dealt_anew or untold.is_proven_by(self._game.operations)):
            return list(self._beginning.reason(beginnings.why, self._evidence.t))
        outlook = self._histories.outlook(self._observation, self._told)
        best = outlook.best
        if not dealt_anew:
            explained = best.line is self._game.line and not best.leaves_much
            if not (best.leaves_much and beginnings.lies_still):
                return self._confirmed() if explained or any(event.kind == "problem" for event in events) else []
        self._forget_game()
        return self._begin_with(beginnings.operations, outlook.lines_with_plays if dealt_anew else ())

    def _confirmed(self) -> list[LogEntry]:
        """Return the events that were kept back, because the game has surely begun; leave out what lies there and is no card of it."""
        untold, self._untold = self._untold, None
        if untold is None:
            return []
        self._evidence.set_aside(self._observation.fit(expected_table(self._game.state, hands_open=self._hands_open)).cards)
        return untold.told_at(self._evidence.t, self._game.names, self._game.line)

    def _begin_with(self, first: Sequence[Dealt | Found], played: Sequence[NumeroLine] = (), *, is_sure: bool = True) -> list[LogEntry]:
        """Begin the game with the first of several operations; it may be another, or one that was played before. Tell it if it is sure."""
        first = first[:1] if played else first
        games = [self._new_game.copy() for _ in first]
        for game, beginning in zip(games, first, strict=True):
            game.do(beginning)
        self._ledger.game = games[0]
        self._follow_told([*games[1:], *map(self._game.at, played)], weights.ANOTHER_BEGINNING)
        self._begun, self._unsettled = True, True
        self._track_cards.note(self._observation, self._game.state, begins=True)
        self._evidence.begin()
        events = (LogEntry("deal", t=self._evidence.t, line=self._game.line), *self._beginning.doubts(first[0], self._evidence))
        self._untold = UntoldGame(events, hands_open=self._hands_open)
        return self._confirmed() if is_sure else []

    def _decide(self) -> list[LogEntry]:
        """Decide operations until the next one is not certain enough; where none is, doubt those decided before."""
        outlook = self._histories.outlook(observation := self._observation, self._told)
        self._unsettled = not self._is_settled(outlook)
        if outlook.best.fit.unidentified and (filled := self._fill_in(outlook)):
            return filled  # the outlook is of the game as it was before
        return (
            self._read_otherwise(observation)
            or self._laid_otherwise(observation)
            or self._begun_otherwise(outlook)
            or self._decided_by(outlook)
            or self._explained_anew(observation, outlook)
            or self._problems(observation, outlook.best)
            or self._ask(outlook)
        )

    def _read_otherwise(self, observation: TableObservation) -> list[LogEntry]:
        """Exchange a card in all that was dealt and played, if its track is read as a card that nobody has seen."""
        pair = self._track_cards.read_otherwise(observation, self._game.state)
        return self._exchanged(*pair) if pair else []

    def _laid_otherwise(self, observation: TableObservation) -> list[LogEntry]:
        """Tell a play anew whose card lies otherwise than it was told; report cards that nobody has seen since they were laid."""
        unseen = self._laid_cards.look(observation, self._game, self._fixed)
        events: list[LogEntry] = [LogEntry("problem", unseen, t=self._evidence.t)] if unseen else []
        corrected = self._laid_cards.told_otherwise(observation, self._game)
        if corrected is None or self._histories.refuses(corrected.game.line, self._game.line):
            return events
        return events + self._ledger.changed(self._replace_game(corrected), tr("a card lies otherwise than it was told"))

    def _begun_otherwise(self, outlook: PlayProbabilities) -> list[LogEntry]:
        """Begin the game with another player, or with cards that were unseen, if that explains what was played since better."""
        told, line = self._game.line, outlook.best.line
        if isinstance(found := told.operation, Found) and told.depth == 1 and (deal := self._beginning.deal_instead(found, self._evidence)):
            return self._ledger.changed(self._begin_with(deal, outlook.lines_with_plays), BEGAN_OTHERWISE)
        likelier = outlook.best.score >= outlook.score_with(told.up(1)) + weights.MIN_BEGINNING_GAIN
        if self._fixed > 1 or line.up(1) is told.up(1) or not likelier or self._evidence.busy or self._histories.refuses(line, told):
            return []
        return self._ledger.changed(self._ledger.move_to(line.up(told.depth), sure=weights.DECIDE_AT_ONCE), BEGAN_OTHERWISE)

    def _fill_in(self, outlook: PlayProbabilities) -> list[LogEntry]:
        """Make a card known that was dealt or drawn unseen, and is seen now; return the change, nothing where there was none."""
        chain = outlook.best
        if chain.line is not self._game.line or chain.laid:
            return []
        tracks = [track for track in chain.fit.unidentified if self._evidence.has_been_open(track.place)]
        cards = {track.id: self._track_cards.unseen(track, self._evidence, chain.state) for track in tracks}
        for track in tracks:
            card, named = cards[track.id], Counter(cards.values())
            if card is not None and named[card] == 1 and not self._track_cards.is_another(track, card):
                filled = fill_in(self._game.line, track.place.player, card)
                if filled is not None and not self._histories.refuses(filled, self._game.line):
                    self._ledger.game, self._unsettled = self._game.at(filled), True
                    self._histories.fill_in(filled, track.place.player, card)
                    return self._ledger.changed([], tr("a card that was not known is the {card}", card=card))
        return []

    def _exchanged(self, card: Card, other: Card) -> list[LogEntry]:
        """Exchange two cards in all that is told; the last play is given up where it is not possible with it.

        If more were not possible, the card was read wrongly now, not then. What a person said is not given up.
        """
        operations = self._game.operations
        for count in range(len(operations), self._fixed - 1, -1):
            if count_plays(operations[count:]) > 1:
                break
            try:
                corrected = exchange_card(self._game.replayed(count), card, other)
            except PlayCorrectionError:
                continue
            if self._histories.refuses(corrected.game.line, self._game.line):
                break
            if said := self._evidence.said_to_be(card, other):
                self._people_said[self._ledger.history.next_number] = said
            text = tr("{change}: it is read so by now", change=card_change(self._game, card, other))
            return self._ledger.changed(self._renamed(corrected, card, other), text)
        return []

    def _decided_by(self, outlook: PlayProbabilities) -> list[LogEntry]:
        """Decide all operations that are certain enough."""
        events: list[LogEntry] = []
        while len(events) < MAX_DECISIONS_PER_SIGHT and self._game.state.phase is not Phase.OVER:
            decided = self._decide_next(outlook, count=not events)
            if not decided:
                break
            events += decided
            if joined := self._join_wild_discards():
                self._follow_told()
                return events + joined
        return events

    def _ask(self, outlook: PlayProbabilities) -> list[LogEntry]:
        """Ask which of the most probable plays it was, if the doubt lasts."""
        probable = outlook.next_probabilities(self._game.line)
        return self._questions.doubt(self._evidence.t, self._game.line, probable, quiet=not self._evidence.busy)

    def _explained_anew(self, observation: TableObservation, outlook: PlayProbabilities) -> list[LogEntry]:
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

    def _revised(self, outlook: PlayProbabilities, *, lastingly: bool) -> list[LogEntry]:
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
        return self._ledger.changed(self._ledger.move_to(line, sure=weights.DECIDE_AT_ONCE), tr("what was seen since is explained so"))

    @property
    def _is_showing(self) -> bool:
        """Whether a player with a hidden hand shows cards."""
        return not self._hands_open and any(self._evidence.has_face_up_row(player) for player in range(len(self._game.names)))

    def _problems(self, observation: TableObservation, best: PlayChain) -> list[LogEntry]:
        """Report once what was surely seen and is not so in the told game; go on from the table as it lies if that is much."""
        if self._is_showing:
            return []
        text = self._seen_and_told.compare(observation, self._game, best)
        self._unsettled |= self._seen_and_told.is_waiting  # time passes until it is told
        events: list[LogEntry] = [LogEntry("problem", text, t=self._evidence.t)] if text else []
        if text:
            self._certainty.accepted |= best.fit.residue.keys()
        named = sum(score for thing, score in best.fit.residue.items() if thing in self._seen_and_told.named)
        much = named <= weights.TABLE_UNKNOWN_SCORE and not self._seen_and_told.is_waiting
        unknown = much or self._seen_and_told.has_named_for(weights.SECONDS_BEFORE_TABLE_UNKNOWN, self._evidence.t)
        free = not any(place.zone in ("centre", "row") for place in self._evidence.busy)
        return [*events, *(self._taken_as_it_lies(observation) if unknown and free else ())]

    def _taken_as_it_lies(self, observation: TableObservation) -> list[LogEntry]:
        """Go on from the table as it lies, with the scores kept."""
        state = self._game.state
        if state.phase not in (Phase.PLAY, Phase.DRAW):
            return []
        found = table_as_it_lies(observation, state)
        try:
            event = self._ledger.do(found)
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

    def _join_wild_discards(self) -> list[LogEntry]:
        """Turn single discards of wild cards into one discard once they have emptied a hidden hand: it then held wild cards only."""
        joined = None if self._hands_open else joined_wild_discards(self._game)
        if joined is None:
            return []
        events = [self._ledger.take_back() for _ in range(joined[0])]
        events.append(self._ledger.do(joined[1]))
        return self._ledger.changed(events, tr("these wild cards were put down together"))

    def _is_settled(self, outlook: PlayProbabilities) -> bool:
        """Return whether the history that is told surely explains all that is seen; then what was likely before is forgotten."""
        state, best = self._game.state, outlook.best
        rivals = state.phase is not Phase.OVER and len(outlook.chains) > 1
        if rivals or not best.fit.is_complete or best.line is not self._game.line:
            return False
        self._certainty.forget()
        return True

    def _decide_next(self, outlook: PlayProbabilities, *, count: bool) -> list[LogEntry]:
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
            likely = sum(share for one, share in probabilities.items() if isinstance(one, Drawn) and one.last == first.last)
        likely = max(likely, outlook.probability_of_now(told, first))
        if not self._certainty.is_enough(self._game, first, best, likely):
            return []
        others = {one: share for one, share in probabilities.items() if isinstance(one, Move) and one != first}
        others = {one: share for one, share in others.items() if not (isinstance(one, Drawn) and one.last)}
        unseen = self._game.state.stock
        doubted, problems = self._track_cards.doubts(first, self._evidence, self._game.state)
        others |= {one: max(share, others.get(one, 0.0)) for one, share in doubted}
        sure = probabilities[first] * math.prod(1 - (others[one] - probabilities.get(one, 0.0)) for one, _ in doubted)
        done = self._ledger.do(first, sure, tuple(sorted(others.items(), key=lambda one: -one[1])[:MAX_ALTERNATIVES]))
        if isinstance(first, Taken):
            problems += self._track_cards.take(first, self._evidence, unseen)
        return [done, *(LogEntry("problem", text, t=self._evidence.t) for text in problems)]
