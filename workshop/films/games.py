"""Games that films show: played by the engine's own players, short enough, with every kind of play."""

from dataclasses import dataclass

import numpy as np

from numero_cam.games.numero.engine import LEVELS, Game, Options, Phase
from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Passed, Taken
from numero_cam.games.numero.engine.state import State
from numero_cam.games.numero.engine.verify import build_and_sources
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.computer_players import best_build, best_discard, best_solution
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import items_of
from numero_cam.games.numero.watching.copies import with_copies

Rng = np.random.Generator

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Juna")
MOST_LYING = 9  #: Items in the centre beyond which a game is too crowded to be filmed.
MOST_TAKEN = 7  #: Cards of a take, with the taking card.
TRIES = 60
MIN_NUMBERS_OF_FOUR = 6  #: Least highest number card of a whole game of four: with fewer the pack is too small to be dealt.
LONG_GAME_LEVEL = "3"  #: Level of the games whose numbers of players and turns are chosen.


@dataclass(frozen=True)
class Kind:
    """What game is filmed."""

    players: int  #: 2-4.
    turns: int  #: After so many turns the film ends; 0 = with the game.
    numbers: int  #: Highest number card, where no level is played; 0 for a level.
    level: str  #: The level otherwise.
    packs: int = 1  #: How many packs are mixed.

    @classmethod
    def random(cls, rng: Rng, *, whole: bool) -> "Kind":
        """Mostly two players, mostly the levels with wild cards."""
        players = int(rng.choice([2, 2, 2, 3, 4]))
        if whole:
            return cls(players, 0, max(int(rng.integers(5, 7)), MIN_NUMBERS_OF_FOUR if players == 4 else 0), "")
        return cls(players, int(rng.integers(6, 10)), 0, str(rng.choice(["1-10", "1", "2", "3", "3", "4", "unit-fractions", "fractions"])))


class FilmPlayer:
    """Takes what brings most, and now and then builds, takes something else, or lays a card instead: films show all plays."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def play(self, state: State) -> Operation:
        """Return a play that can be filmed."""
        u = self._rng.random()
        free = state.phase is Phase.PLAY
        if u < 0.35 and free and (build := best_build(state)) is not None and is_laid_as_made(state, build):
            return build
        numbers = [card for card in state.seat.hand if card.is_number]
        if u < 0.42 and free and numbers:
            return Discarded(state.player, (numbers[int(self._rng.integers(len(numbers)))],))
        plays = best_solution(state).plays
        if plays:
            return taken_of(state, plays[int(self._rng.integers(min(len(plays), 5))) if u < 0.65 else 0])
        return Passed(state.player) if state.phase is Phase.LAST else best_discard(state)


def is_laid_as_made(state: State, play: Built) -> bool:
    """Whether the build's value is what its cards make from the lowest to the highest, as people lay it on a watched table."""
    build, _ = build_and_sources(state, play.way, play.card)
    return build.stated is None


def _fits(state: State, play: Operation) -> bool:
    if isinstance(play, Taken):
        cards = [c for way in play.ways for item in items_of(way) for c in (item.cards if isinstance(item, Build) else (item,))]
        return len(cards) < MOST_TAKEN
    return len(state.centre) <= MOST_LYING


def _options(rng: Rng, kind: Kind) -> Options:
    if kind.level:
        return with_copies(Options.level(kind.level, players=kind.players, packs=kind.packs))
    pool = LEVELS["fractions" if rng.random() < 0.3 else "3"][1]
    wilds: tuple[Card, ...] = tuple(pool[int(k)] for k in rng.choice(len(pool), int(rng.integers(2, 6)), replace=False))
    return Options(numbers=kind.numbers, wilds=wilds, players=kind.players)


def film_game(rng: Rng, kind: Kind) -> Game:
    """Play a game that can be filmed; of too crowded ones another is played. Equal cards of several packs are told apart."""
    for _ in range(TRIES):
        game = _one(rng, kind)
        plays = [op for op in game.operations if isinstance(op, Taken | Built | Discarded)]
        states = game.states[1:]
        if all(_fits(s, op) for s, op in zip(states, game.operations[1:], strict=False)) and any(isinstance(p, Taken) for p in plays):
            return game
    raise ValueError(f"no game that can be filmed in {TRIES} tries")


def _one(rng: Rng, kind: Kind) -> Game:
    names = tuple(str(name) for name in rng.permutation(NAMES)[: kind.players])
    game = Game(_options(rng, kind), names)
    game.deal(seed=int(rng.integers(1 << 30)))
    players = [FilmPlayer(rng) for _ in names]
    while game.state.phase is not Phase.OVER:
        state = game.state
        if kind.turns and state.turn > kind.turns:
            break
        if state.phase is Phase.DRAW:
            game.draw()
        else:
            game.do(players[state.player].play(state))
        if len(state.centre) > MOST_LYING:
            break
    return game
