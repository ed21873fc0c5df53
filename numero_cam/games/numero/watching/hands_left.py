"""What was left in hidden hands at the end of a game, as players show it."""

from collections.abc import Sequence
from dataclasses import replace

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Drawn, HandShown, Passed
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.track_cards import TrackCards

#: Seconds for which cards must lie open before players, and nothing else may, until they are what is left: a take would go on.
SHOWN_SECONDS = 8.0
ASK_AFTER_SECONDS = 15.0  #: Seconds after the end of the game until people are asked for hands that nobody has seen.


class HandsLeft:
    """Follows what players show of their hands once the game is over, or with which they pass their last chance."""

    def __init__(self) -> None:
        self._over_since: float | None = None
        self._is_asked = False

    def next_move(self, evidence: TableEvidence, track_cards: TrackCards, game: Game) -> Passed | HandShown | None:
        """Return what a player does by laying the whole hand open; None where nobody does.

        Args:
            evidence: What all looks add up to.
            track_cards: Which card each track is.
            game: The game that is told. Its hands are hidden.
        """
        state = game.state
        if state.phase not in (Phase.LAST, Phase.OVER):
            return None
        shown = _open_hands(evidence, track_cards, game)
        if state.phase is Phase.LAST:
            return Passed(state.player) if shown and state.seat.unknown and len(shown[state.player]) == state.seat.hand_size else None
        for player, (seat, cards) in enumerate(zip(state.seats, shown, strict=False)):
            if seat.unknown and len(cards) == seat.hand_size:
                return HandShown(player, tuple(card for card in cards if card not in seat.hand))
        return None

    def counted(self, evidence: TableEvidence, track_cards: TrackCards, game: Game) -> NumeroLine | None:
        """Return the game with as many cards in the last draws as the hands at its end show; None where these are told, or go on.

        How many cards a hidden hand drew when the stock was used up, nobody sees; where cards are lost, the count does not tell it either.
        """
        state = game.state
        if (evidence.stock_gone_at is None and state.stock_size) or state.phase is Phase.DEAL:
            return None
        shown = _open_hands(evidence, track_cards, game)
        if not shown:
            return None
        line = game_with_counts(game, [seat.hand_size - len(cards) for seat, cards in zip(state.seats, shown, strict=True)])
        return line if line is not None and line.state.phase in (Phase.LAST, Phase.OVER) else None

    def question(self, game: Game, t: float) -> str:
        """Return once for people whose hands nobody has seen, where points are printed on cards; empty where there are none.

        Args:
            game: The game that is told.
            t: Second of the newest sight.
        """
        if game.state.phase is not Phase.OVER:
            self._over_since = None
            return ""
        self._over_since = t if self._over_since is None else self._over_since
        unseen = [name for name, seat in zip(game.names, game.state.seats, strict=True) if seat.unknown]
        if self._is_asked or not unseen or game.options.by != "points" or t - self._over_since < ASK_AFTER_SECONDS:
            return ""
        self._is_asked = True
        return tr(
            "what is left in the hand of {names} is not known: lay it open; until then nothing printed on it counts",
            names=and_list(unseen),
        )


def _open_hands(evidence: TableEvidence, track_cards: TrackCards, game: Game) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that lie open before each player; none where no hand does, or where another card lies there, as in a take."""
    tracks = [track for track in evidence.tracks.values() if track.present and not track.face_down and track.place.zone == "row"]
    if evidence.busy or not tracks or any(track.unclear or track.still_seconds < SHOWN_SECONDS for track in tracks):
        return ()
    hands: list[list[Card]] = [[] for _ in game.names]
    won = [card for seat in game.state.seats for card in seat.won]
    for track in tracks:
        player = track.place.player
        if player is None:
            return ()
        card = next((held for held in game.state.seats[player].hand if track.face.is_card(held)), None)
        if card is None:
            card = track_cards.unseen(track, evidence, game.state)
            if card is None or any(card.looks_like(other) for other in won):
                return ()  # won cards are counted before their players
        hands[player].append(card)
    if any(len(set(cards)) < len(cards) for cards in hands):
        return ()
    return tuple(tuple(sorted(cards, key=lambda card: card.sort_key)) for cards in hands)


def game_with_counts(game: Game, surplus: Sequence[int]) -> NumeroLine | None:
    """Return the game whose hands have so many cards less at its end, by their last draws; None where there is none, or nothing differs.

    Only the last draw of each player may be another one: before it the stock lay there.

    Args:
        game: The game as it is told.
        surplus: For each player the number of cards that the hand is told to have and has not; negative where it has more.
    """
    operations, left = list(game.operations), list(surplus)
    if not any(left):
        return None
    drew = set[int]()
    for k in range(len(operations) - 1, 0, -1):
        drawn = operations[k]
        if not isinstance(drawn, Drawn):
            continue
        if drawn.player in drew:
            break
        drew.add(drawn.player)
        if left[drawn.player]:
            unknown = max(0, drawn.unknown - left[drawn.player])
            left[drawn.player] -= drawn.unknown - unknown
            operations[k] = replace(drawn, unknown=unknown, last=True)
    line = game.line.up(1)
    try:
        for operation in operations[1:]:
            if line.state.phase is Phase.DRAW or not isinstance(operation, Drawn):  # who has nothing to draw does not say so
                line = line.play(operation)
    except RuleBreakError:
        return None
    return None if any(left) else line
