"""Computes the points of each operation as lines of the score sheet (docs/rules.md, sections 8 to 11)."""

from collections.abc import Iterator
from dataclasses import dataclass

from numero_cam.games.numero.engine.operations import Challenged, HandShown, Operation, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.state import Phase, Seat, State, without
from numero_cam.games.numero.engine.verify import claim_of, is_shown, reveal_played, sources
from numero_cam.games.numero.rules import Card, ScoreItem, score_take
from numero_cam.games.numero.rules.calculation import flat_cards

CAUGHT_POINTS = -20  #: Points of a builder whose bluff is challenged.
ANSWER_SHOWN_POINTS = -10  #: Points of a challenger to whom the answer is shown.
MOST_CARDS_POINTS = 10  #: Points of the player with the most cards.
WHOLE_PACK_POINTS = 10  #: Points for finishing a solitaire with the stock used up.
ALL_WON_POINTS = 25  #: Points for winning every card of a solitaire.
#: Items of a score sheet that belong to the end of the game, and not to the play that ended it.
END_OF_GAME_ITEMS = ("centre", "hand_cards", "hand_printed", "most_cards", "whole_pack", "all_won")


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One line of a score sheet."""

    turn: int  #: Number of the turn.
    player: int  #: Index of the player.
    scored: ScoreItem

    @property
    def item(self) -> str:
        """See `ScoreItem`."""
        return self.scored.item

    @property
    def points(self) -> int:
        """See `ScoreItem`."""
        return self.scored.points


def entries(before: State, operation: Operation, after: State) -> tuple[ScoreEntry, ...]:
    """Return the score sheet lines of an operation that leads from one state to another, those of the end of the game included."""
    found: list[ScoreEntry] = []
    before = reveal_played(before, operation)
    match operation:
        case Taken():
            found += _take_entries(before, operation)
        case Challenged():
            found += _challenge_entries(before, operation)
        case HandShown():
            for player, (unseen, seen) in enumerate(zip(before.seats, after.seats, strict=True)):
                found += _printed_entries(before.turn, player, without(seen.hand, unseen.hand), after.options)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        found += _end_entries(before.turn, after)
    return tuple(found)


def gained_entries(before: State, operation: Operation, after: State) -> tuple[ScoreEntry, ...]:
    """Return the lines of the score sheet that a play brought; none of the end of the game, and none that is worth nothing."""
    return tuple(entry for entry in entries(before, operation, after) if entry.item not in END_OF_GAME_ITEMS and entry.points)


def _take_entries(state: State, take: Taken) -> Iterator[ScoreEntry]:
    """Yield the lines of a take."""
    sets = [flat_cards(way) for way in take.ways]
    if state.options.by == "cards":
        count = 1 + sum(map(len, sets))
        yield ScoreEntry(state.turn, take.player, ScoreItem("cards", count, count))
        return
    clears = not without(state.centre, sources(state, take.ways).centre)
    for item in score_take(sets, take.card, clears=clears, scoring=state.options.scoring_rules).breakdown:
        yield ScoreEntry(state.turn, take.player, item)


def _challenge_entries(state: State, challenge: Challenged) -> Iterator[ScoreEntry]:
    """Yield the penalty of a challenge, for the builder or the challenger."""
    claim = claim_of(state, challenge.build, challenge.player)
    if claim is None:  # cannot be, because the operation was checked
        return
    by_hand = is_shown(state, claim)
    if challenge.shown if by_hand is None else by_hand:
        yield ScoreEntry(state.turn, challenge.player, ScoreItem("challenge_shown", ANSWER_SHOWN_POINTS, build=challenge.build))
    else:
        yield ScoreEntry(state.turn, claim.player, ScoreItem("challenge_caught", CAUGHT_POINTS, build=challenge.build))


def _end_entries(turn: int, state: State) -> Iterator[ScoreEntry]:
    """Yield the lines of the end of the game: cards left in centre and hands, solitaire bonuses, most cards."""
    options = state.options
    if state.last_taker is not None and state.left:
        yield from _centre_entries(turn, state.last_taker, state)
    for player, seat in enumerate(state.seats):
        yield from _hand_entries(turn, player, seat, options)
    if options.is_solitaire:
        yield from _solitaire_entries(turn, state)
    elif options.by == "points" and options.scoring_rules.counts("most_cards"):
        net = options.most_cards == "net"
        counts = [state.net_cards(player) if net else len(seat.won) for player, seat in enumerate(state.seats)]
        most = [player for player, count in enumerate(counts) if count == max(counts)]
        if len(most) == 1 or options.most_cards_tie == "each":
            yield from (ScoreEntry(turn, player, ScoreItem("most_cards", MOST_CARDS_POINTS, counts[player])) for player in most)


def _centre_entries(turn: int, taker: int, state: State) -> Iterator[ScoreEntry]:
    """Yield the line of the cards left in the centre, which count as cards, and by an option as points (article 9.4)."""
    count = len(state.left)
    if state.options.by == "cards":
        yield ScoreEntry(turn, taker, ScoreItem("centre", count, count))
    elif state.options.centre_points == "yes":
        scoring = state.options.scoring_rules
        yield ScoreEntry(turn, taker, ScoreItem("centre", sum(scoring.card_points(card) for card in state.left), count))


def _hand_entries(turn: int, player: int, seat: Seat, options: Options) -> Iterator[ScoreEntry]:
    """Yield the lines of the cards left in a hand (article 9.5).

    In solitaire only their printed points count (11.4); those of unknown cards count when they are shown.
    """
    count = seat.hand_size
    if not count:
        return
    by_card = options.by == "cards" or options.scoring == "website"
    if by_card and not options.is_solitaire:
        yield ScoreEntry(turn, player, ScoreItem("hand_cards", -count, count))
    yield from _printed_entries(turn, player, seat.hand, options)


def _printed_entries(turn: int, player: int, left: tuple[Card, ...], options: Options) -> Iterator[ScoreEntry]:
    """Yield the line of what is printed on cards left in a hand (article 9.5)."""
    printed = options.printed.on(left)
    if options.by == "points" and printed:
        yield ScoreEntry(turn, player, ScoreItem("hand_printed", -sum(points for points, _ in printed), printed=printed))


def _solitaire_entries(turn: int, state: State) -> Iterator[ScoreEntry]:
    """Yield the bonuses at the end of a solitaire (article 11.5)."""
    if state.stock or (state.options.by == "cards" and state.options.solitaire_bonus == "points"):
        return
    yield ScoreEntry(turn, 0, ScoreItem("whole_pack", WHOLE_PACK_POINTS))
    if not state.centre and not state.seat.hand:
        yield ScoreEntry(turn, 0, ScoreItem("all_won", ALL_WON_POINTS))
