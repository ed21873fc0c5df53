"""Another play of a turn of a kept game, tried by taps: what may be tapped, and what the play is worth beside the best one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from numero_cam.app.play import PlayError, with_line
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, State
from numero_cam.games.numero.engine.notation_header import UNKNOWN_CARD
from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.players.analysis import tried
from numero_cam.games.numero.players.play_worth import PlayAnalysis, ends_turn, turns_of
from numero_cam.live.analysis_message import play_message
from numero_cam.live.game_messages import table_fields
from numero_cam.live.page_messages import Message
from numero_cam.live.play_draft import MAX_TAPPED, draft_message
from numero_cam.live.table_commands import DraftPlay
from numero_cam.text.analysis import UNKNOWN_WORDS, beside_line
from numero_cam.text.game_words import refusal_line
from numero_cam.text.play_story import play_story

MAX_DIGITS = 5  #: Maximum number of digits of the index of a play.
MAX_BEGUN = 10  #: Maximum number of plays before the one that ends a turn.


@dataclass(frozen=True)
class TryPlay:
    """Another play of a turn, as far as it was tapped."""

    k: int  #: Index of the first operation of the turn.
    begun: tuple[str, ...] = ()  #: Lines of what is done before it in the turn, such as a wild card that is put down.
    card: str = ""  #: The number card of the hand that was tapped; empty for none.
    items: tuple[str, ...] = ()  #: The other cards and builds in the order of the taps.
    line: str = ""  #: The line of the play that was chosen; empty for none yet.


def parse_try(query: str) -> TryPlay:
    """Return what the query of an address asks, `k`, each `begun`, `card`, each `item`, `line`; a `GameError` where it cannot be read."""
    try:
        found = parse_qs(query, max_num_fields=2 * MAX_TAPPED)
    except ValueError as error:
        raise GameError(tr("the cards are not a list of cards")) from error
    k, begun, items = found.get("k", [""])[0], found.get("begun", []), found.get("item", [])
    if len(begun) > MAX_BEGUN or len(items) > MAX_TAPPED or len(k) > MAX_DIGITS or not (k.isascii() and k.isdigit()):
        raise GameError(tr("this play cannot be tried: open it anew from the list of plays"))
    return TryPlay(int(k), tuple(begun), found.get("card", [""])[0], tuple(items), found.get("line", [""])[0])


def try_message(game: Game, known: Iterable[PlayAnalysis], asked: TryPlay, *, shows_others: bool = True) -> Message:
    """Return what may be tapped next in another play of a turn, and once one is chosen what it is worth.

    Args:
        game: The game; it is not changed.
        known: What is known of its plays.
        asked: The play so far.
        shows_others: Whether the hands of the other players are seen.

    Returns:
        What `Try` of `static/js/protocol.d.ts` describes. Where the play cannot be tried it is a `GameError` of one line.
    """
    k = asked.k
    turn = next((turn for turn in turns_of(game) if turn.k == k), None)
    of_it = next((play for play in known if play.k == k), None)
    if turn is None or game.options.is_solitaire:
        raise GameError(tr("no turn begins with play {k} of this game: open one from the list of plays", k=k))
    if of_it is not None and of_it.unknown:
        raise GameError(UNKNOWN_WORDS[of_it.unknown])
    state, player = game.states[k], game.names[game.states[k].player]
    other, begun, told = _gone_on(game.replayed(k), player, asked.begun), asked.begun, None
    card, items = asked.card, asked.items
    if asked.line:
        after = _played(other, player, asked.line)
        if ends_turn(state, after.state):
            told = _told(game, k, after, of_it)
        else:
            other, begun, card, items = after, (*begun, asked.line), "", ()
    return {
        **_table(game.names, state, shows_others=shows_others),
        "k": k,
        "player": player,
        "played": play_story(game.names, game.states[turn.last], game.operations[turn.last])["said"],
        "begun": list(begun),
        "draft": draft_message(other, DraftPlay(0, None, player, "", card, items), (), challenges=False),
        "tried": told,
    }


def _table(names: Sequence[str], state: State, *, shows_others: bool) -> Message:
    """Return for pages what lies on the table, and what its player sees of the hands."""
    hands = {
        name: [*map(str, seat.hand), *[UNKNOWN_CARD] * seat.unknown]
        if shows_others or who == state.player
        else [UNKNOWN_CARD] * seat.hand_size
        for who, (name, seat) in enumerate(zip(names, state.seats, strict=True))
    }
    return {**table_fields(names, state), "hands_of": hands, "hands": "open" if shows_others else "hidden"}


def _gone_on(game: Game, player: str, begun: Iterable[str]) -> Game:
    """Return a game with what is done before the play that ends the turn."""
    state = game.state
    for line in begun:
        game = _played(game, player, line)
        if ends_turn(state, game.state):
            raise GameError(tr("this play cannot be tried: open it anew from the list of plays"))
    return game


def _played(game: Game, player: str, line: str) -> Game:
    """Return a game with one more play of a player."""
    try:
        after = with_line(game, player, line.removeprefix(f"{player}: "))
    except PlayError as error:
        raise GameError(refusal_line(error, game.options)) from error
    if isinstance(after.operations[-1], Challenged):
        raise GameError(tr("a challenge cannot be tried: take, build or put down a card"))
    return after


def _told(game: Game, k: int, other: Game, known: PlayAnalysis | None) -> Message:
    """Return what a play is worth beside the best one, and beside the one that was made."""
    try:
        made, another = tried(game, k, other, known)
    except ValueError as error:
        raise GameError(tr("nothing is known of this turn, so no other play can be set beside it")) from error
    return {**play_message(other, another), "beside": beside_line(made, another, game.options.by)}
