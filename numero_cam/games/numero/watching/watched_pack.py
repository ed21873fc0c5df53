"""Which cards a watched game has, until the table or people show that it has others; and which were left in its hands."""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.games.numero.engine import Game, Options, OptionsError, Phase
from numero_cam.games.numero.engine.history import GameHistory
from numero_cam.games.numero.engine.log_entry import EntryAuthor, LogEntry
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import MAX_PACKS
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.copies import plain_options
from numero_cam.games.numero.watching.corrections import CorrectedGame, PlayCorrectionError
from numero_cam.games.numero.watching.deal_finder import GameBeginning, UntoldGame
from numero_cam.games.numero.watching.evidence import RESTING_SECONDS, TableEvidence
from numero_cam.games.numero.watching.game_commands import NamePack
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.numero.watching.hands_left import HandsLeft
from numero_cam.games.numero.watching.histories import Histories, PlayProbabilities
from numero_cam.games.numero.watching.known_pack import (
    cards_left_out,
    game_with_pack,
    game_without_strangers,
    options_with_cards,
    pack_words,
)
from numero_cam.games.numero.watching.play_chains import History
from numero_cam.games.numero.watching.play_ledger import PlayLedger
from numero_cam.games.numero.watching.question_desk import ANSWERS, QuestionDesk
from numero_cam.games.numero.watching.seen_and_told import SeenAndTold
from numero_cam.games.numero.watching.table_fit import TableObservation
from numero_cam.games.numero.watching.track_cards import TrackCards
from numero_cam.games.numero.watching.track_evidence import TrackEvidence

MIN_AGAIN_DISTANCE = 1.0  #: Distance in card widths below which two tracks may be one card.


class WatchedPack(ABC):
    """The part of a game's watcher that learns which cards the game has, and at its end the hands have."""

    setup: GameSetup  #: What is known of the game.
    _new_game: Game
    _ledger: PlayLedger
    _evidence: TableEvidence
    _histories: Histories
    _beginning: GameBeginning
    _untold: UntoldGame | None
    _seen_and_told: SeenAndTold
    _track_cards: TrackCards
    _questions: QuestionDesk
    _hands_left: HandsLeft
    _hands_open: bool
    _begun: bool
    _unsettled: bool
    _fixed: int
    _assumed: Options | None = None  #: The pack as it was before cards that were not named came to count; None where none did.

    @property
    @abstractmethod
    def _told(self) -> History:
        """The game as a history."""

    @property
    @abstractmethod
    def _observation(self) -> TableObservation:
        """The tracks of this moment."""

    @property
    def question(self) -> LogEntry | None:
        """The question that waits for an answer; None where there is none."""
        return self._questions.open

    @abstractmethod
    def _forget_game(self) -> None:
        """Begin anew with what was known before the table was looked at."""

    @abstractmethod
    def _follow_told(self) -> None:
        """Give up all histories but what is told."""

    @abstractmethod
    def _revised(self, outlook: PlayProbabilities, *, lastingly: bool) -> list[LogEntry]:
        """Take operations back for a history that is likelier."""

    def _cards_of_another_pack(self) -> list[LogEntry]:
        """Take what is surely read and not in the pack for a card of the game, and ask; then judge anew what was told.

        After the end won cards are counted and lie anywhere: they say nothing of the pack.
        """
        if self._ledger.game.state.phase is Phase.OVER or self.setup.pack == "named":
            return []
        options, cards = self.setup.options, self._evidence.strangers()
        wider = options_with_cards(options, cards)
        asked = ngettext(
            "{cards}: is it in your pack? Until you say no, it is",
            "{cards}: are they in your pack? Until you say no, they are",
            len(cards),
            cards=and_list([str(card) for card in cards]),
        )
        won = self._track_cards.surely_taken(self._ledger.game.state)
        if not cards and (often := too_often(self._evidence, won, self._seen_and_told.named)):
            cards, wider = often[:1], replace(options, packs=min(often[1], MAX_PACKS))
            asked = tr("the {card} is seen {n} times: are {n} packs mixed? Until you say no, they are", card=often[0], n=often[1])
        if not cards:
            return []
        changed = None if wider is None else self._take_pack(wider)
        if changed is None:
            self._evidence.refused.update(cards)
            text = tr("the {cards} lies there, which is none of the cards of this game", cards=and_list([str(card) for card in cards]))
            return [LogEntry("problem", text, t=self._evidence.t)]
        if self._assumed is not None:  # one question a game: who had such cards once has others, too
            text = tr("{cards}: more cards that count as ones of your pack", cards=and_list([str(card) for card in cards]))
            return [LogEntry("note", text, t=self._evidence.t), *changed, *(self._judged_anew() if self._begun else ())]
        self._assumed = options
        question = self._questions.ask_of_cards(asked, self._ledger.game.line, self._evidence.t)
        return [*changed, question, *(self._judged_anew() if self._begun else ())]

    def _seen_of_hands(self) -> list[LogEntry]:
        """Return what players show of hidden hands at the end, or the question for it; nothing while the game is played."""
        if self._hands_open or not self._ledger.game.state.unknown:
            return []
        events: list[LogEntry] = []
        told = self._ledger.game
        line = self._hands_left.counted(self._evidence, self._track_cards, told)
        if line is not None and not self._histories.refuses(line, told.line):
            text = tr("the hands at the end show how many cards were drawn last")
            meant = CorrectedGame(told.at(line), line.meet(told.line).depth)
            events += self._ledger.changed(self._ledger.move_to(line, sure=weights.DECIDE_AT_ONCE, stated=meant), text)
        while (move := self._hands_left.next_move(self._evidence, self._track_cards, self._ledger.game)) is not None:
            if self._histories.refuses(self._ledger.game.line.play(move), self._ledger.game.line):
                break
            events.append(self._ledger.do(move))
        if events:
            self._follow_told()
        question = self._hands_left.question(self._ledger.game, self._evidence.t)
        return [*events, *([LogEntry("problem", question, t=self._evidence.t)] if question else [])]

    def _take_pack(self, options: Options, by: EntryAuthor = "eyes") -> list[LogEntry] | None:
        """Go on with another pack and the same plays; return the change, None where not all cards that were seen are in it."""
        game = game_with_pack(self._ledger.game, options)
        if game is None:
            return None
        changed = self._ledger.take_pack(game, pack_words(options), by)
        self._know_pack()
        if self._untold:
            changed = []
            self._forget_game()  # the next sight begins it with the cards that are there
        return changed

    def _step_to_pack(self, game: Game) -> list[LogEntry]:
        """Go to a game with another pack, to which a step in the history leads; return what carries that out.

        What the step takes out of the pack is not asked about again: a person has seen that it goes.
        """
        self._refuse_left_out(self.setup.options, game.options)
        self._assumed = None
        events = self._ledger.move_to_pack(game, "person")
        self._know_pack()
        self._follow_told()
        return events

    def _recall(self, past: GameHistory, options: Options) -> None:
        """Take up what was asked and said about the pack in a game that goes on; a question that nobody has answered is open again.

        Args:
            past: What happened in it.
            options: With the pack that was named for it.
        """
        asked: LogEntry | None = None
        for one in past.entries:
            entry, now = one.entry, options if one.after is None else one.after.state.options
            if now != options and entry.by == "eyes":
                self._assumed = self._assumed or options
            elif now != options:
                asked, self._assumed = None, None
                if entry.kind == "change" and not entry.answers:
                    self._evidence.refused.clear()
                else:
                    self._refuse_left_out(options, now)
            options = now
            if entry.answers:
                asked = entry if len(entry.answers) > 1 else None
        if asked is not None and self._assumed is not None:
            self._questions.ask_of_cards(asked.text, self._ledger.game.line, self._evidence.t)

    def _know_pack(self) -> None:
        """Look at the table as one of the cards that the game has by now."""
        game, pack = self._ledger.game, self._ledger.game.options.pack()
        self.setup = replace(self.setup, options=plain_options(game.options))
        self._new_game = Game(game.options, game.names)
        self._beginning = GameBeginning(self.setup)
        self._evidence.know(pack)
        self._track_cards.know(pack)
        self._histories.take_pack(self._told)
        self._seen_and_told.forget()
        self._unsettled = True

    def _refuse_left_out(self, before: Options, after: Options) -> None:
        """Ask no more about the cards that the pack had before and has not now, only about others."""
        self._evidence.refused -= {*after.pack()}
        self._evidence.refused |= cards_left_out(before, after)

    def _judged_anew(self) -> list[LogEntry]:
        """Return what follows from all snapshots with the cards that the game is known to have now."""
        return self._revised(self._histories.explain_anew(self._observation, self._told), lastingly=True)

    def _name_pack(self, command: NamePack) -> list[LogEntry]:
        """Go on with the pack that a person names."""
        try:
            options = replace(self.setup.options, numbers=command.numbers, wilds=command.wilds, packs=command.packs)
        except OptionsError as error:
            raise PlayCorrectionError(str(error)) from error
        if options == self.setup.options:
            return self._keep_pack()
        changed = self._take_pack(options, "person")
        if changed is None:
            raise PlayCorrectionError(tr("a card that was seen in this game is none of that pack; correct that card first"))
        self._evidence.refused.clear()
        self._assumed = None
        closed = [*self._questions.settle_cards(self._evidence.t), *self._questions.withdraw(self._evidence.t)]
        return [*closed, *changed, *(self._judged_anew() if self._begun else ())]

    def _keep_pack(self) -> list[LogEntry]:
        """Have a person say that the pack has the cards that it is believed to have."""
        kept = LogEntry("note", tr("the pack has these cards"), "person", t=self._evidence.t, answers=ANSWERS[:1])
        return [*self._questions.settle_cards(self._evidence.t), kept]

    def _answer_of_cards(self, choice: int) -> list[LogEntry]:
        """Carry out the answer of a person to the question whether a card is in the pack; without it, what had it is judged anew."""
        if choice == 1 or self._assumed is None:
            return self._keep_pack()
        options, self._assumed = self._assumed, None
        answered = self._questions.settle_cards(self._evidence.t)
        self._refuse_left_out(self.setup.options, options)
        changed = self._ledger.take_pack(game_without_strangers(self._ledger.game, options), pack_words(options), "person")
        self._know_pack()
        self._fixed = max(1, min(self._fixed, self._ledger.game.line.depth))
        changed = changed or [LogEntry("note", pack_words(options), "person", t=self._evidence.t)]  # before the deal
        said = replace(changed[0], answers=ANSWERS[1:])
        return [*answered, said, *changed[1:], *(self._judged_anew() if self._begun else ())]


def too_often(evidence: TableEvidence, won: Collection[Card], unexplained: Collection[object] = ()) -> tuple[Card, int] | None:
    """Return a card that is there more often than the packs have it, and how often; None where none is.

    Args:
        evidence: What all looks add up to.
        won: Cards that lie in winning piles and were surely read before.
        unexplained: Ids of tracks that no play explains.
    """
    piles = Counter(card.with_copy(0) for card in won)
    read: dict[Card, list[tuple[float, TrackEvidence]]] = {}
    for track in evidence.tracks.values():
        card, lead = track.face.likeliest, _lead(track)
        clear = track.present and not track.unclear and not track.face_down and track.place.zone in ("centre", "row")
        if card is None or not clear or track.still_seconds < RESTING_SECONDS or lead < weights.SURE_STRANGER:
            continue
        others = read.setdefault(card.with_copy(0), [])
        if all(math.dist((track.x, track.y), (other.x, other.y)) >= MIN_AGAIN_DISTANCE for _, other in others):
            others.append((lead, track))
    number = {card: len(tracks) + piles[card] for card, tracks in read.items() if card not in evidence.refused}
    more = {card: sorted(lead for lead, _ in read[card])[: n - evidence.packs] for card, n in number.items() if n > evidence.packs}
    at_once = any(len(read[card]) > evidence.packs for card in more)
    leads = [lead for each in more.values() for lead in each]
    # A take may have been told with a wrong card, and that card lies there now: of two cards that is much less probable, and of one that no
    # play explains.
    is_unexplained = any(track.id in unexplained for card in more for _, track in read[card])
    if not (at_once or len(more) > 1 or is_unexplained) or sum(leads) + weights.CARD_OF_ANOTHER_PACK < weights.SURE_STRANGER:
        return None
    card = max(more, key=lambda one: number[one])
    return card, number[card]


def _lead(track: TrackEvidence) -> float:
    """Return how much more probable the likeliest card of a track is than every other one, as a natural logarithm."""
    card = track.face.likeliest
    if card is None:
        return 0.0
    others = [gain for other, gain in track.face.ranked[1:] if not other.looks_like(card)]
    return track.face.ranked[0][1] - max([track.face.other_gain, *others[:1]])
