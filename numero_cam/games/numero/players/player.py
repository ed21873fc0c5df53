"""The interface of computer players, and a player that makes random legal plays."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Protocol

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.state import Claim, Phase, State
from numero_cam.games.numero.engine.verify import is_legal
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, value_of
from numero_cam.games.numero.rules.position import HAND_SIZE


def certain_challenge(state: State, player: int) -> Challenged | None:
    """Return a challenge of a build that is certainly a bluff; None where no build is.

    Hidden cards are not used; of the other hands only the number of cards is known.
    """
    for claim in state.claims:
        challenge = Challenged(player, claim.build)
        if is_legal(state, challenge) and cannot_be_shown(state, claim, player):
            return challenge
    return None


def cannot_be_shown(state: State, claim: Claim, player: int) -> bool:
    """Return whether a player knows that the answer to a build cannot be shown.

    This is so if the builder has no card left, or if no card of that number is hidden from the player: all lie open, are won or are in
    the player's own hand. If the rules ask whether the answer was held when the build was made, it is not certain once the builder has
    played a card of that number.
    """
    if claim.parted and state.options.answer_shown == "then":
        return False
    if not state.seats[claim.player].hand_size:
        return True
    return all(not card.is_number or card.value != claim.build.value for card in view_of(state, player).unseen)


WAYS_TRIED = 12  #: Number of calculations that the random player tries in a turn.
MAX_LEGAL_PLAYS = 2  #: Number of legal plays after which the random player looks for no more.


class Player(Protocol):
    """A player of the game, such as a program."""

    def play(self, state: State) -> Operation:
        """Return the operation of the player whose turn it is."""

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return the challenge that it makes, in anybody's turn, if it has the seat `player`; None for none."""


def play_game(game: Game, players: Iterable[Player], watch: Callable[[Game], None] | None = None) -> Game:
    """Play a dealt game, which changes, to its end and return it; `watch` is called after each operation."""
    seats = tuple(players)
    while game.state.phase is not Phase.OVER:
        state = game.state
        if state.phase is Phase.DRAW:
            game.draw()
        else:
            found = (seat.challenges(state, place) for place, seat in enumerate(seats)) if state.claims else iter(())
            challenge = next((one for one in found if one is not None), None)
            game.do(challenge or seats[state.player].play(state))
        if watch:
            watch(game)
    return game


def wild_hand_discard(player: int, hand: tuple[Card, ...], options: Options) -> Discarded:
    """Return the discard of a hand of wild cards only (article 3.5)."""
    one = options.few_wilds == "one" and len(hand) < HAND_SIZE
    return Discarded(player, hand[:1] if one else hand)


class RandomPlayer:
    """Makes random legal plays: takes, builds, bluffs, lays wild cards, discards and challenges."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(str(seed))  # noqa: S311 - a player, no secret

    def play(self, state: State) -> Operation:
        """Return a random legal play; cards laid in this turn are used first."""
        hand = state.seat.hand
        if state.laid and self._rng.random() < 0.1:
            return Returned(state.player)
        if state.phase is Phase.PLAY and not state.options.is_solitaire and not any(card.is_number for card in hand):
            return wild_hand_discard(state.player, hand, state.options)
        plays = list(islice((play for play in self._random_plays(state) if is_legal(state, play)), MAX_LEGAL_PLAYS))
        if plays and (state.laid or self._rng.random() < 0.7):
            play = self._maybe_laid(state, self._rng.choice(plays))
            return self._maybe_unsaid(state, play)
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return plays[0] if plays else Passed(state.player)
        return Discarded(state.player, (self._rng.choice(hand),))

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return a challenge of a build that is certainly a bluff, and sometimes one of any build."""
        certain = certain_challenge(state, player)
        if self._rng.random() > 0.03 or certain is not None:
            return certain
        challenge = Challenged(player, self._rng.choice(state.claims).build)
        return challenge if is_legal(state, challenge) else None

    def _random_plays(self, state: State) -> Iterator[Operation]:
        """Yield random takes and builds; most are not legal."""
        if state.laid:
            for build, card in product(state.laid, state.seat.hand):
                yield Taken(state.player, card, (Lone(build),))
                yield Built(state.player, card, Total((Lone(build), Lone(card))))
            return
        numbers = [card for card in state.seat.hand if card.is_number]
        bluffs = state.options.by == "points" and self._rng.random() < 0.1
        values = {card.value for card in numbers}
        for _ in range(WAYS_TRIED):
            way = self._way(state, ())
            if way is None:
                return
            value = _value_or_none(way)
            yield from (Taken(state.player, card, (way,)) for card in numbers if card.value == value)
            if state.phase is Phase.PLAY:
                card = self._rng.choice(numbers)
                way = self._way(state, (card,))
                if way is not None and (bluffs or _value_or_none(way) in values):
                    yield Built(state.player, card, way)

    def _way(self, state: State, own: tuple[Card, ...]) -> Way | None:
        """Return a random calculation with cards of the centre, wild cards and the given cards of the hand; None where there is none."""
        rng = self._rng
        bases = [item for item in state.centre if isinstance(item, Build) or item.is_number]
        wilds = [item for item in (*state.centre, *state.seat.hand) if isinstance(item, Card) and item.is_wild]
        if not bases and not (own and wilds):
            return None
        chosen = rng.sample(bases, rng.randint(0 if own and wilds else 1, min(3, len(bases)))) if bases else []
        terms: list[Way] = [Lone(item) for item in (*chosen, *own)]
        for wild in rng.sample(wilds, rng.randint(0, min(2, len(wilds)))):
            place = rng.randrange(len(terms) + 1)
            if place == len(terms):
                terms = [Acted(Total(tuple(terms)) if len(terms) > 1 else terms[0], wild)]
            else:
                terms[place] = Acted(terms[place], wild)
        return Total(tuple(terms)) if len(terms) > 1 else terms[0]

    def _maybe_laid(self, state: State, play: Operation) -> Operation:
        """Return the play, or sometimes an operation that only lays its wild cards."""
        way = play.ways[0] if isinstance(play, Taken) else None
        if isinstance(play, Built) and isinstance(play.way, Total) and play.way.terms[-1] == Lone(play.card):
            rest = play.way.terms[:-1]
            way = Total(rest) if len(rest) > 1 else rest[0]
        if way is None or self._rng.random() > 0.3:
            return play
        lay = Laid(state.player, way)
        return lay if is_legal(state, lay) else play

    def _maybe_unsaid(self, state: State, play: Operation) -> Operation:
        """Return the play; a build that must be said aloud is sometimes not said."""
        forgets = isinstance(play, Built) and state.options.verbalising == "yes" and self._rng.random() < 0.3
        return replace(play, said=False) if isinstance(play, Built) and forgets else play


def _value_or_none(way: Way) -> Fraction | None:
    """Return the value of a way; None where it has none."""
    try:
        return value_of(way, whole=False)
    except RuleBreakError:
        return None
