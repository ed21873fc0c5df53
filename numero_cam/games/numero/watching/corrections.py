"""Corrections by people: a play is replaced, undone or added, or a card is exchanged. Every corrected game keeps the rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, RuleBreakError, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import cards_of_operation
from numero_cam.games.numero.engine.notation import operation_lines, read_operation
from numero_cam.games.numero.engine.operations import Challenged, Dealt, Discarded, Drawn, Found, Move, Operation, Passed
from numero_cam.games.numero.engine.state import without
from numero_cam.games.numero.engine.verify import claim_of, is_legal, is_shown, verify
from numero_cam.games.numero.rules import Card, NotationError, cards_of
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.numero.watching.command_text import CHALLENGE_HELP, no_player
from numero_cam.games.numero.watching.copies import operation_with_copies, plain_game, with_cards_mapped
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    CardCommand,
    ChallengeBuild,
    CorrectPlay,
    PlayCommand,
    ReturnToHand,
    UndoPlay,
)
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.texts import LineError

_T = TypeVar("_T")

#: Tells somebody who named no player how to return a card to a hand.
HAND_HELP = tr('write "card", the number of the card, "hand" and the name of whose hand it is')


class PlayCorrectionError(ValueError):
    """A correction that is not possible; the message is one line for people."""


class AnswerUnknownError(PlayCorrectionError):
    """A challenge that the rules allow, and a person must say whether the answer was shown."""


@dataclass(frozen=True)
class CorrectedGame:
    """A game after a correction."""

    game: Game  #: The game with all its operations.
    unchanged: int  #: Number of its first operations that are as before.
    stated: int | None = None  #: Index of the operation that the person stated; None for a correction that states none.

    @property
    def stated_line(self) -> NumeroLine | None:
        """The game up to the operation that the person stated; None where none was."""
        return None if self.stated is None else self.game.line.up(self.stated + 1)


def player_named(names: Sequence[str], command: ChallengeBuild | ReturnToHand) -> int:
    """Return the index of the player whom a command names, without regard to case."""
    called = [number for number, name in enumerate(names) if " ".join(name.split()).casefold() == command.player.casefold()]
    if len(called) != 1:
        raise PlayCorrectionError(no_player(command.player, CHALLENGE_HELP if isinstance(command, ChallengeBuild) else HAND_HELP))
    return called[0]


def track_named(evidence: TableEvidence, command: CardCommand) -> TrackEvidence:
    """Return the track that a command names."""
    track = evidence.tracks.get(command.track)
    if track is None:
        raise PlayCorrectionError(tr("there is no card {command.track} on the table", command=command))
    return track


def possible_challenges(state: State, challenger: int, shown: bool | None) -> list[Challenged]:  # noqa: FBT001 - three answers, no switch
    """Return the operations that challenge a build of another player, the newest first; at least one, and else only those that are allowed.

    Args:
        state: The state of the game.
        challenger: Index of the player who challenges.
        shown: Whether the answer was shown; None where nobody said so.
    """
    builds = dict.fromkeys(claim.build for claim in reversed(state.claims) if claim.player != challenger)
    if not builds:
        raise PlayCorrectionError(tr("there is no build of another player to challenge"))
    challenges = [Challenged(challenger, build, shown) for build in builds]
    newest = challenges[0]
    claim = claim_of(state, newest.build, challenger)
    if claim is not None and shown is None and is_shown(state, claim) is None:
        verify(state, replace(newest, shown=True))
        raise AnswerUnknownError(tr("nobody knows the hand that answers this build; say whether the answer was shown or was a bluff"))
    return [challenge for challenge in challenges if is_legal(state, challenge)] or [newest]


def may_challenge(state: State, challenger: int, shown: bool | None) -> bool:  # noqa: FBT001 - three answers, not a switch
    """Return whether a player may challenge the newest build of another one."""
    try:
        return is_legal(state, possible_challenges(state, challenger, shown)[0])
    except AnswerUnknownError:
        return True
    except (PlayCorrectionError, RuleBreakError):
        return False


def corrected_by(game: Game, command: PlayCommand, choice: Callable[[int, int], Move]) -> CorrectedGame:
    """Return the game as a person says it was.

    Args:
        game: As it was decided.
        command: What the person says.
        choice: Returns a play by the number of the question that asks for it and its place there.
    """
    match command:
        case AnswerQuestion(question, place):
            return append_play(game, choice(question, place))
        case CorrectPlay(k, line, ends_there):
            return replace_play(game, k, line, ends_there=ends_there)
        case UndoPlay(k):
            return undo_from(game, k)
        case AddPlay(line):
            return append_play(game, line)


def replace_play(game: Game, k: int, line: str, *, ends_there: bool = False) -> CorrectedGame:
    """Return the game with one play replaced and all later plays kept.

    If the new play differs from the old one by one card, a later play that has become impossible is tried with the two cards exchanged.

    Args:
        game: As it was decided.
        k: Index of the operation, from 1; 0 is the deal.
        line: The play as it was, such as `Ben: take 10b: 6b + 4g`.
        ends_there: Whether the later plays are left out.
    """
    _require_play(game, k)
    corrected = game.replayed(k)
    _do_play(corrected, line)
    swap = _single_exchange(game.operations[k], corrected.operations[k])
    for number, operation in enumerate(() if ends_there else game.operations[k + 1 :], k + 1):
        for tried in (operation, with_cards_exchanged(operation, swap)):
            try:
                corrected.do(tried)
                break
            except (RuleBreakError, ValueError) as error:  # ValueError: a number where a wild card acts
                why = error
        else:
            later = operation_lines(game, game.states[number], operation)[0]
            raise PlayCorrectionError(
                tr(
                    "then play {number}, {later}, would not be possible: {why}; take the game back to play {k}, and go on from there",
                    number=number,
                    later=later,
                    why=why,
                    k=k,
                )
            )
    return CorrectedGame(corrected, k, k)


def undo_from(game: Game, k: int) -> CorrectedGame:
    """Return the game as it was before a play.

    Args:
        game: As it was decided.
        k: Index of the operation, from 1; 0 is the deal.
    """
    _require_play(game, k)
    return CorrectedGame(game.replayed(k), k)


def append_play(game: Game, play: str | Move) -> CorrectedGame:
    """Return the game with one more play at its end, which is given as people know the cards, or as its line."""
    corrected = game.copy()
    _do_play(corrected, play)
    return CorrectedGame(corrected, len(game.operations), len(game.operations))


def exchange_card(game: Game, card: Card, other: Card) -> CorrectedGame:
    """Return the game with two cards exchanged in every operation from the deal on."""
    line = game.line.up(0)
    swap = {card: other, other: card}
    for operation in game.operations:
        exchanged = with_cards_exchanged(operation, swap)
        if (
            isinstance(operation, Dealt)
            and not operation.ordered
            and {card, other}.isdisjoint(cards_of_operation((operation.hands, operation.centre)))
        ):
            exchanged = operation  # both are in a stock whose order nobody knows
        try:
            line = line.play(exchanged)
        except (RuleBreakError, ValueError) as error:  # ValueError: a number where a wild card acts
            name = game.names[getattr(operation, "player", 0)]
            raise PlayCorrectionError(
                tr("with that card a play of {name} would not be possible; correct that play first", name=name)
            ) from error
    return CorrectedGame(game.at(line), line.meet(game.line).depth)


def card_change(game: Game, card: Card | None, other: Card | None) -> str:
    """Return in a line which card is another one, or none, and where it is.

    Args:
        game: As it was decided.
        card: The card as it was taken for; None for what was taken for no card.
        other: What it is; None for no card.
    """
    if card is None:
        return tr("a card on the table is the {card}", card=other) if other else tr("what was seen on the table is no card")
    where = {held: name for name, seat in zip(game.names, game.state.seats, strict=True) for held in seat.hand}.get(card)
    if other is None:
        return tr("the {card} on the table is no card", card=card)
    if where is None:
        return tr("the {card} on the table is the {other}", card=card, other=other)
    return tr("the {card} of {name} is the {other}", card=card, name=where, other=other)


def fill_in(line: NumeroLine, player: int | None, card: Card) -> NumeroLine | None:
    """Return the game in which a card is known that was dealt or drawn unseen; None where there is no such card.

    Args:
        line: The game as it was decided.
        player: Index of the player in whose hand the card is; None for the centre.
        card: The card.
    """
    for one in line.back_to(0):
        known = _with_known(one.operation, player, card)
        if known is not None:
            try:
                return one.parent.play_all((known, *line.after(one.depth)))
            except RuleBreakError:
                continue
    return None


def _with_known(operation: Operation, player: int | None, card: Card) -> Operation | None:
    """Return an operation with one of its unseen cards known; None where it has none of this player."""
    match operation:
        case Drawn(drawer, cards, _, unknown) if drawer == player and unknown:
            return replace(operation, cards=(*cards, card), unknown=unknown - 1)
        case Dealt(unknown_centre=count) if player is None and count:
            return replace(operation, centre=(*operation.centre, card), stock=without(operation.stock, (card,)), unknown_centre=count - 1)
        case Dealt() | Found() if player is not None and operation.unknown and operation.unknown[player]:
            hands = tuple((*hand, card) if seat == player else hand for seat, hand in enumerate(operation.hands))
            left = tuple(count - (seat == player) for seat, count in enumerate(operation.unknown))
            if isinstance(operation, Found):
                return replace(operation, hands=hands, unknown=left)
            return replace(operation, hands=hands, unknown=left, stock=without(operation.stock, (card,)))
    return None


def undo_play_of_card(game: Game, card: Card, player: int) -> CorrectedGame | None:
    """Return the game before the play that laid a card in the centre; None where the card does not lie in the centre.

    Args:
        game: As it was decided.
        card: A card that still belongs to a hand.
        player: Index of the player whose hand it is.
    """
    if not _in_centre(game.state, card):
        return None
    k = next(k for k in range(len(game.operations) - 1, -1, -1) if not _in_centre(game.states[k], card))
    laid = game.operations[k]
    if isinstance(laid, Dealt):
        raise PlayCorrectionError(tr("that card was dealt to the middle, so it is in no hand"))
    later = sum(not isinstance(operation, Drawn | Passed) for operation in game.operations[k + 1 :])
    if laid.player != player:
        name, other_name = game.names[laid.player], game.names[player]
        raise PlayCorrectionError(tr("that card came from the hand of {name}, not of {other_name}", name=name, other_name=other_name))
    if later:
        raise PlayCorrectionError(tr("others have played since that card was laid; say what that play was instead"))
    return undo_from(game, k)


def joined_wild_discards(game: Game) -> tuple[int, Discarded] | None:
    """Return one discard in place of those that emptied a hand of wild cards one by one, and their number; None where there are not two."""
    count, turn = 0, game.states[-2].turn
    while isinstance(last := game.operations[-1 - count], Discarded) and last.cards[0].is_wild and game.states[-2 - count].turn == turn:
        count += 1
    discards = [one for one in game.operations[len(game.operations) - count :] if isinstance(one, Discarded)]
    if count < 2 or game.state.seats[discards[0].player].hand_size:
        return None
    return count, Discarded(discards[0].player, tuple(card for one in discards for card in one.cards))


def _in_centre(state: State, card: Card) -> bool:
    """Return whether a card is in the centre, also inside a build."""
    return any(card in cards_of(item) for item in state.centre)


def with_cards_exchanged(part: _T, cards: Mapping[Card, Card]) -> _T:
    """Return an operation, or a part of one, with each card replaced by the one that it maps to; other cards stay."""
    return with_cards_mapped(part, lambda card: cards.get(card, card))


def _single_exchange(old: Operation, new: Operation) -> dict[Card, Card]:
    """Return a map that exchanges the one card in which two operations differ; empty where they differ in none or more."""
    before, after = set(cards_of_operation(old)), set(cards_of_operation(new))
    removed, added = before - after, after - before
    if len(removed) != 1 or len(added) != 1:
        return {}
    (card,), (other,) = removed, added
    return {card: other, other: card}


def _require_play(game: Game, k: int) -> None:
    """Raise a `PlayCorrectionError` if there is no play with this index."""
    if not 1 <= k < len(game.operations) or isinstance(game.operations[k], Dealt):
        last = len(game.operations) - 1
        raise PlayCorrectionError(
            tr("there is no play {k}; the plays are numbered from 1 to {last}", k=k, last=last)
            if last > 0
            else tr("nothing was played yet")
        )


def _do_play(game: Game, play: str | Move) -> None:
    """Do a play in a game, or raise a `PlayCorrectionError`."""
    try:
        if isinstance(play, str):
            said = plain_game(game).copy()  # people know no copies of equal cards
            read_operation(said, play)
            game.do(operation_with_copies(game.state, said.line.operation))
        else:
            game.do(operation_with_copies(game.state, play))
    except (WayError, NotationError, LineError, RuleBreakError) as error:
        raise PlayCorrectionError(str(error)) from error
