"""What people correct: a play was another one, was none, or was not seen; a card is another one.

No correction leads to an impossible game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from numero_cam.games.numero.engine import Game, RuleBreakError, State
from numero_cam.games.numero.engine.notation import operation_lines, read_operation
from numero_cam.games.numero.engine.operations import Challenged, Dealt, Drawn, Operation, Passed
from numero_cam.games.numero.engine.verify import claim_of, is_shown
from numero_cam.games.numero.rules import Card, NotationError, cards_of
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.numero.watching.command_text import CHALLENGE_HELP, no_player
from numero_cam.games.numero.watching.game_commands import ChallengeBuild, ReturnToHand
from numero_cam.games.shared.texts import LineError

_T = TypeVar("_T")

HAND_HELP = 'write "card", the number of the card, "hand" and the name of whose hand it is'
"""Says how a card is returned to a hand, to somebody who named no player."""


class CorrectionError(ValueError):
    """A correction that cannot be made; the message is one line."""


@dataclass(frozen=True)
class Corrected:
    """A game as a person says that it was.

    Attributes:
        game: With all its operations.
        same: How many of its first operations stood before.
        said: The number of the operation that the person said, from 0; None where it said none.
    """

    game: Game
    same: int
    said: int | None = None


def player_called(names: Sequence[str], command: ChallengeBuild | ReturnToHand) -> int:
    """Return the number of the player whom a command names, from 0; large and small letters are the same.

    Raises:
        CorrectionError: No player has this name.
    """
    called = [number for number, name in enumerate(names) if " ".join(name.split()).casefold() == command.player.casefold()]
    if len(called) != 1:
        raise CorrectionError(no_player(command.player, CHALLENGE_HELP if isinstance(command, ChallengeBuild) else HAND_HELP))
    return called[0]


def challenge_of(state: State, challenger: int, shown: bool | None) -> Challenged:  # noqa: FBT001 - three answers, not a switch
    """Return the challenge of the newest build of another player.

    Args:
        state: Of the game.
        challenger: Who challenges, from 0.
        shown: Whether the answer was shown; None where nobody said so.

    Raises:
        CorrectionError: There is no such build, or nobody can know whether the answer was shown.
    """
    claims = [claim for claim in state.claims if claim.player != challenger]
    if not claims:
        message = "there is no build of another player to challenge"
        raise CorrectionError(message)
    build = claims[-1].build
    claim = claim_of(state, build)
    if claim is not None and shown is None and is_shown(state, claim) is None:
        message = f'nobody knows the hand that answers {build}; say "challenge" with "shown" or "bluff" behind the name'
        raise CorrectionError(message)
    return Challenged(challenger, build, shown)


def another_play(game: Game, k: int, line: str) -> Corrected:
    """Return the game in which one play was another one; all that follows stays, where the rules let it.

    Where the play has another card in place of one, a later play that is not possible any more is tried with the two exchanged.

    Args:
        game: As it was decided.
        k: Which operation, from 1; 0 is the deal.
        line: What it was, as `Ben: take 10b: 6b + 4g`.

    Raises:
        CorrectionError: There is no such play, the line says none, or a later play would not be possible.
    """
    _check(game, k)
    again = game.replayed(k)
    _read(again, line)
    swap = _exchange(game.operations[k], again.operations[k])
    for number, operation in enumerate(game.operations[k + 1 :], k + 1):
        for tried in (operation, exchanged(operation, swap)):
            try:
                again.do(tried)
                break
            except (RuleBreakError, ValueError) as error:  # ValueError: a number where a wild card acts
                why = error
        else:
            later = operation_lines(game, game.states[number], operation)[0]
            message = f"then play {number}, {later}, would not be possible: {why}; take the game back to play {k}, and go on from there"
            raise CorrectionError(message)
    return Corrected(again, k, k)


def taken_back(game: Game, k: int) -> Corrected:
    """Return the game as it was before a play.

    Args:
        game: As it was decided.
        k: Which operation, from 1; 0 is the deal.

    Raises:
        CorrectionError: There is no such play.
    """
    _check(game, k)
    return Corrected(game.replayed(k), k)


def one_more(game: Game, line: str) -> Corrected:
    """Return the game with a play that was not seen.

    Raises:
        CorrectionError: The line says no play, or none that is possible now.
    """
    again = game.copy()
    _read(again, line)
    return Corrected(again, len(game.operations), len(game.operations))


def another_card(game: Game, card: Card, other: Card) -> Corrected:
    """Return the game in which a card was another one from the deal on, and the other this one.

    Raises:
        CorrectionError: A play would not be possible with it.
    """
    again = Game(game.options, game.names)
    swap = {card: other, other: card}
    same = 0
    for number, operation in enumerate(game.operations):
        changed = exchanged(operation, swap)
        same += changed == operation and same == number
        try:
            again.do(changed)
        except (RuleBreakError, ValueError) as error:  # ValueError: a number where a wild card acts
            line = operation_lines(game, game.states[number], operation)[-1]
            message = f"with {other} in place of {card}, play {number}, {line}, would not be possible: {error}; correct that play first"
            raise CorrectionError(message) from error
    return Corrected(again, same)


def still_held(game: Game, card: Card, player: int) -> Corrected | None:
    """Return the game in which a card of the centre was not played: it is in a player's hand still.

    Returns:
        The game before the play that laid the card there; None where the card does not lie in the centre.

    Raises:
        CorrectionError: The card was dealt to the centre, another player laid it there, or somebody has played since: then the play itself
            is to be corrected, for what follows it would be lost.
    """
    if not _in_centre(game.state, card):
        return None
    k = next(k for k in range(len(game.operations) - 1, -1, -1) if not _in_centre(game.states[k], card))
    laid = game.operations[k]
    if isinstance(laid, Dealt):
        message = f"the {card} was dealt to the centre, so it is in no hand"
        raise CorrectionError(message)
    line = operation_lines(game, game.states[k], laid)[0]
    later = sum(not isinstance(operation, Drawn | Passed) for operation in game.operations[k + 1 :])
    if laid.player != player:
        message = f"the {card} came from the hand of {game.names[laid.player]} (play {k}, {line}), not of {game.names[player]}"
        raise CorrectionError(message)
    if later:
        message = f"play {k}, {line}, laid the {card} there, and others have played since; say what that play was instead"
        raise CorrectionError(message)
    return taken_back(game, k)


def _in_centre(state: State, card: Card) -> bool:
    return any(card in cards_of(item) for item in state.centre)


def exchanged(thing: _T, cards: Mapping[Card, Card]) -> _T:
    """Return an operation, or a part of one, in which each card stands for another one."""
    found: Any = thing
    if isinstance(thing, Card):
        found = cards.get(thing, thing)
    elif isinstance(thing, tuple):
        found = tuple(exchanged(part, cards) for part in thing)
    elif is_dataclass(thing) and not isinstance(thing, type):
        found = replace(thing, **{field.name: exchanged(getattr(thing, field.name), cards) for field in fields(thing) if field.init})
    return found  # type: ignore[no-any-return]


def _exchange(old: Operation, new: Operation) -> dict[Card, Card]:
    """Return which card stands for which, where exactly one is another one."""
    before, after = _cards(old), _cards(new)
    gone, come = before - after, after - before
    if len(gone) != 1 or len(come) != 1:
        return {}
    (card,), (other,) = gone, come
    return {card: other, other: card}


def _cards(thing: object) -> set[Card]:
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, tuple):
        return {card for part in thing for card in _cards(part)}
    if is_dataclass(thing):
        return {card for field in fields(thing) for card in _cards(getattr(thing, field.name))}
    return set()


def _check(game: Game, k: int) -> None:
    if not 1 <= k < len(game.operations) or isinstance(game.operations[k], Dealt):
        last = len(game.operations) - 1
        message = f"there is no play {k}; the plays are numbered from 1 to {last}" if last > 0 else "nothing was played yet"
        raise CorrectionError(message)


def _read(game: Game, line: str) -> None:
    try:
        read_operation(game, line)
    except (WayError, NotationError, LineError, RuleBreakError) as error:
        raise CorrectionError(str(error)) from error
