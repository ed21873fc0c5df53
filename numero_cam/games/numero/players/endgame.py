"""The end of a game of two, searched to its last card: with the stock used up, each player knows the other's hand.

Both players make the plays that are best for them, and only builds whose answer they hold. The compiled kernel searches; without it, and
where a position is too large for the time, there is no answer.
"""

from dataclasses import dataclass

from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Passed
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.state import Item
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.playouts import Board, Playouts
from numero_cam.games.numero.players.view import View
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve.hands import possible_builds, takes_of_hand
from numero_cam.games.numero.solve.layout_search import way_as_laid
from numero_cam.games.numero.solver_settings import settings_of

WIN_BONUS = 1000  #: Points that winning counts more than losing or drawing, so that a game is won first and by as much as possible second.
MOST_NODES = 1 << 40  #: Number of positions that are searched where only the time is limited.
_KINDS = ("take", "build", "discard", "pass")  # by the kernel's number
_MOST_ANSWERS = (1, 16, 256, 4096)  #: Numbers of best takes that are asked for until the one with exactly the wanted cards is among them.


@dataclass(frozen=True, slots=True)
class EndPlay:
    """A play of the end, by its cards."""

    kind: str  #: `take`, `build`, `discard` or `pass`.
    card: Card  #: The number card; any card of the hand where none is played.
    value: int  #: Value of a build.
    lying: tuple[Item, ...]  #: Cards and builds of the centre in it.
    own: tuple[Card, ...]  #: Cards of the hand in it, the number card among them.
    before: tuple[Card, ...]  #: Wild cards of the hand that are discarded before it.


@dataclass(frozen=True, slots=True)
class EndAnswer:
    """The result of the search of an end."""

    #: What the player whose turn it is gains on the other until the end; with a bonus for winning, the final margin and that bonus.
    value: int
    play: EndPlay  #: The best play.


def solved_end(
    playouts: Playouts, board: Board, *, win_bonus: int = WIN_BONUS, nodes: int = MOST_NODES, seconds: float = 0.0
) -> EndAnswer | None:
    """Return the best play of a game of two whose stock is used up; None where it cannot be proven within the limits.

    Args:
        playouts: The kernel of the game.
        board: The position.
        win_bonus: Points that winning counts more; 0 for the margin alone.
        nodes: Maximum number of positions.
        seconds: Maximum processor time; 0 for no limit.
    """
    found = playouts.end(board, win_bonus, nodes, seconds)
    if found is None:
        return None
    value, (kind, held, made, lying, own, before) = found  # `held` to `before` are places in hand and centre, `made` a value
    hand = board.hands[board.player]
    play = EndPlay(
        _KINDS[kind],
        hand[held],
        made,
        tuple(board.centre[place] for place in lying),
        tuple(hand[place] for place in own),
        tuple(hand[place] for place in before),
    )
    return EndAnswer(value, play)


def end_operation(options: Options, player: int, play: EndPlay) -> Operation:
    """Return the operation that begins a play: the discard of a wild card, if one comes first."""
    if play.before:
        return Discarded(player, play.before[:1])
    if play.kind == "pass":
        return Passed(player)
    if play.kind == "discard":
        return Discarded(player, play.own)
    settings, most = settings_of(options), len(play.lying) + len(play.own)
    if play.kind == "build":
        wilds = tuple(card for card in play.own if card.is_wild)
        builds = possible_builds(play.lying, play.card, wilds, [play.value], settings, most=most)
        whole = next(one for one in builds if len(one.lying) + len(one.own) == most)
        return Built(player, play.card, way_as_laid(whole.card_set))
    view = View(options, player, play.lying, play.own, (), (), (), 0)
    for wanted in _MOST_ANSWERS:
        takes = takes_of_hand(play.lying, play.own, settings, wanted, most)
        exact = next((one for one in takes if not one.centre and not one.hand), None)
        if exact is not None:
            break
    return taken_of(view, exact.play)  # type: ignore[union-attr] # the kernel has made this take of the same cards
