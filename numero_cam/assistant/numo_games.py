"""NUMO as a game: points of melds and leftovers, games from files, games among programs, and a game being played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from numero_cam.assistant.numo import Asked, load_table, meld_dict, melds
from numero_cam.base.errors import PositionError
from numero_cam.games.numo.asked import OptionsError, named_rules
from numero_cam.games.numo.cards import Card, CardError
from numero_cam.games.numo.game import Game
from numero_cam.games.numo.game_text import Reading, options_of, play_text
from numero_cam.games.numo.kinds import MeldRules
from numero_cam.games.numo.melds import Meld
from numero_cam.games.numo.notation import parse_cards
from numero_cam.games.numo.operations import Dealt
from numero_cam.games.numo.options import Options
from numero_cam.games.numo.players import MOST_HANDS, play_game
from numero_cam.games.shared import tournament
from numero_cam.games.shared.choices import choices_of


@dataclass(frozen=True)
class Choice:
    """What is played.

    Attributes:
        deck: As in `Options`.
        level: 1-8.
        scoring: `melds` or `leftovers`.
        cards: A file of characters, or `None`.
        rules: Open rules, such as `lay-before=no`.
    """

    deck: str
    level: int
    scoring: str
    cards: Path | None
    rules: tuple[str, ...]


def make_options(choice: Choice, players: int) -> Options:
    """Return the options of a game.

    Raises:
        OptionsError: No such deck, level, rule or choice, or they do not go together.
        ConfigError: The file of characters cannot be used.
    """
    known = {**choices_of(Options), **choices_of(MeldRules)}
    own = [rule for rule in choice.rules if rule.partition("=")[0].strip().replace("-", "_") in choices_of(Options)]
    rest = [rule for rule in choice.rules if rule not in own]
    unknown = [rule for rule in rest if rule.partition("=")[0].strip().replace("-", "_") not in known]
    if unknown:
        message = f'"{unknown[0]}": there is no such rule; there are {", ".join(name.replace("_", "-") for name in known)}'
        raise OptionsError(message)
    given = {**named_rules(own, Options), **named_rules(rest, MeldRules)}
    if given.setdefault("scoring", choice.scoring) != choice.scoring:
        message = "scoring is given twice"
        raise OptionsError(message, "scoring")
    given |= {"deck": choice.deck, "level": str(choice.level)}
    return options_of(given, load_table(choice.cards), players)


@dataclass(frozen=True)
class Scored:
    """Points of cards.

    Attributes:
        melds: The melds that were added.
        left: The cards that were left in a hand.
        points: The sum of the melds, less the cards that were left.
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]

    @property
    def points(self) -> int:
        """The points."""
        return sum(meld.value for meld in self.melds) - sum(card.number for card in self.left)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo score --json` prints."""
        return {"melds": [meld_dict(meld) for meld in self.melds], "left": [str(card) for card in self.left], "points": self.points}


def score(rows: str | None, left: str | None, asked: Asked) -> Scored:
    """Return the points of melds (scoring 1), or of cards left in a hand (scoring 2).

    Raises:
        PositionError: Neither or both are given, cards that NUMO does not have, or no meld.
        OptionsError: No such level or rule.
    """
    if (rows is None) == (left is None):
        message = "give the melds of whoever went out, or the cards that were left in a hand: --melds or --left"
        raise PositionError(message)
    if left is not None:
        try:
            return Scored((), parse_cards(left))
        except CardError as error:
            raise PositionError(str(error)) from error
    found = melds(None, rows or "", asked).table
    if not found:
        message = 'no meld was given; part them by semicolons: "3 4 7; R 9 12 15"'
        raise PositionError(message)
    return Scored(found, ())


def game_dict(reading: Reading, game: Game) -> dict[str, object]:
    """Return the object that `numo replay --json` prints."""
    turns = [
        {
            "hand": after.hand,
            "turn": before.turn,
            "player": game.names[operation.dealer if isinstance(operation, Dealt) else operation.player],
            "text": ("deal " if isinstance(operation, Dealt) else "") + play_text(operation),
        }
        for before, operation, after in game.steps()
    ]
    sheet = [{"hand": entry.hand, "player": game.names[entry.player], "points": entry.points, "out": entry.out} for entry in game.sheet()]
    state = game.state
    return {
        "players": list(game.names),
        "deck": game.options.deck,
        "level": game.options.level,
        "scoring": game.options.scoring,
        "turns": turns,
        "sheet": sheet,
        "scores": list(state.scores),
        "over": game.is_over,
        "winners": [game.names[player] for player in state.leaders()] if game.is_over else [],
        "problems": list(state.problems()),
        "error": None if reading.error is None else str(reading.error),
    }


@dataclass(frozen=True, slots=True)
class Ended(tournament.Result):
    """How a game among programs ended, by player and not by seat; its turns are its operations.

    Attributes:
        hands: Hands played.
    """

    hands: int


def play_many(options: Options, names: Sequence[str], games: int, seed: str, hands: int = MOST_HANDS) -> Iterator[Ended]:
    """Play games among programs and give how each ended; the seats go round, and the same seed gives the same games.

    Raises:
        OptionsError: There is no such player.
    """

    def play(table: tournament.Table) -> Ended:
        game = play_game(options, table.seated(names), f"{seed} {table.deal}", hands=hands)
        winners = table.players(game.state.leaders()) if game.is_over else ()
        return Ended(table.by_player(game.state.scores), winners, len(game.operations), game.state.hand)

    return tournament.play_all(play, len(names), games)


@dataclass(frozen=True)
class Simulated:
    """Games among programs that were played.

    Attributes:
        options: What was played.
        players: Who played, by kind.
        seed: Of the shuffles.
        results: How each game ended, at least one.
    """

    options: Options
    players: tuple[str, ...]
    seed: str
    results: tuple[Ended, ...]

    @property
    def standings(self) -> tuple[tournament.Standing, ...]:
        """What each player reached."""
        return tournament.standings(self.players, self.results)

    @property
    def mean_hands(self) -> float:
        """Hands of a game."""
        return fmean(result.hands for result in self.results)

    @property
    def unended(self) -> int:
        """How many games had no end."""
        return sum(not result.winners for result in self.results)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo simulate --json` prints."""
        return {
            "games": len(self.results),
            "seed": self.seed,
            "deck": self.options.deck,
            "level": self.options.level,
            "scoring": self.options.scoring,
            "players": [_standing(one) for one in self.standings],
            "hands": round(self.mean_hands, 1),
            "unended": self.unended,
        }


def _standing(one: tournament.Standing) -> dict[str, object]:
    return {"name": one.name, "wins": one.wins, "shared": one.shared, "mean_points": round(fmean(one.scores), 1)}
