"""NUMO as a game: points, games from files and among programs, and a game that a person plays."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from numero_cam.base.errors import PositionError
from numero_cam.catalogue import tr
from numero_cam.games.shared import tournament
from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.questions import MeldQuestion, find_melds, load_table, meld_dict
from numero_cam.numo.rules.cards import NumoCard, NumoCardError
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.game_text import GameReading, options_from_texts, play_line, play_text
from numero_cam.numo.rules.going_out import find_way_to_go_out
from numero_cam.numo.rules.kinds import MeldRules
from numero_cam.numo.rules.melds import Meld
from numero_cam.numo.rules.notation import parse_cards
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, TurnedOver
from numero_cam.numo.rules.options import NumoOptions, NumoOptionsError, named_rules
from numero_cam.numo.rules.players import MAX_HANDS, GreedyNumoPlayer, play_game, player_of
from numero_cam.numo.rules.state import NumoPhase, NumoState
from numero_cam.numo.words import cards_line, kind_words, meld_words, way_words


@dataclass(frozen=True)
class NumoGameChoice:
    """The choice of a game as a person gives it, not checked yet."""

    deck: str  #: As in `NumoOptions`.
    level: int  #: 1-8.
    scoring: str  #: `melds` or `leftovers`.
    cards: Path | None  #: A file of characters, or `None`.
    rules: tuple[str, ...]  #: Open rules, such as `lay-before=no`.


def make_options(choice: NumoGameChoice, players: int) -> NumoOptions:
    """Return the checked options of a game for a number of players."""
    known = {**choices_of(NumoOptions), **choices_of(MeldRules)}
    own = [rule for rule in choice.rules if rule.partition("=")[0].strip().replace("-", "_") in choices_of(NumoOptions)]
    rest = [rule for rule in choice.rules if rule not in own]
    unknown = [rule for rule in rest if rule.partition("=")[0].strip().replace("-", "_") not in known]
    if unknown:
        rules = ", ".join(name.replace("_", "-") for name in known)
        raise NumoOptionsError(tr('"{rule}": there is no such rule; there are {rules}', rule=unknown[0], rules=rules))
    given = {**named_rules(own, NumoOptions), **named_rules(rest, MeldRules)}
    if given.setdefault("scoring", choice.scoring) != choice.scoring:
        raise NumoOptionsError(tr("scoring is given twice"), "scoring")
    given |= {"deck": choice.deck, "level": str(choice.level)}
    return options_from_texts(given, load_table(choice.cards), players)


@dataclass(frozen=True)
class NumoScore:
    """Points of cards."""

    melds: tuple[Meld, ...]  #: The melds that were added.
    left: tuple[NumoCard, ...]  #: The cards that were left in a hand.

    @property
    def points(self) -> int:
        """The points."""
        return sum(meld.value for meld in self.melds) - sum(card.number for card in self.left)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo score --json` prints."""
        return {"melds": [meld_dict(meld) for meld in self.melds], "left": [str(card) for card in self.left], "points": self.points}


def score(rows: str | None, left: str | None, asked: MeldQuestion) -> NumoScore:
    """Return the points of melds (scoring 1), or of cards left in a hand (scoring 2)."""
    if (rows is None) == (left is None):
        raise PositionError(tr("give the melds of whoever went out, or the cards that were left in a hand: --melds or --left"))
    if left is not None:
        try:
            return NumoScore((), parse_cards(left))
        except NumoCardError as error:
            raise PositionError(str(error)) from error
    found = find_melds(None, rows or "", asked).table
    if not found:
        raise PositionError(tr('no meld was given; part them by semicolons: "3 4 7; R 9 12 15"'))
    return NumoScore(found, ())


def game_dict(reading: GameReading, game: NumoGame) -> dict[str, object]:
    """Return the object that `numo replay --json` prints."""
    turns = [
        {
            "hand": after.hand,
            "turn": before.turn,
            "player": game.names[operation.dealer if isinstance(operation, NumoDealt) else operation.player],
            "text": ("deal " if isinstance(operation, NumoDealt) else "") + play_text(operation),
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
class NumoResult(tournament.GameResult):
    """The result of a game among computer players, by player and not by seat; `turns` is its number of operations."""

    hands: int  #: Hands played.


def play_many(options: NumoOptions, names: Sequence[str], games: int, seed: str, hands: int = MAX_HANDS) -> Iterator[NumoResult]:
    """Play games of at most `hands` hands and yield the result of each; the seats rotate, and the same seed gives the same games."""

    def play(table: tournament.Seating) -> NumoResult:
        """Play the game of one deal and seating."""
        game = play_game(options, table.seated(names), f"{seed} {table.deal}", hands=hands)
        winners = table.players(game.state.leaders()) if game.is_over else ()
        return NumoResult(table.by_player(game.state.scores), winners, len(game.operations), game.state.hand)

    return tournament.play_all(play, len(names), games)


@dataclass(frozen=True)
class SimulatedNumoGames:
    """Games among computer players that were played."""

    options: NumoOptions  #: Options of the games.
    players: tuple[str, ...]  #: Who played, by kind.
    seed: str  #: Of the shuffles.
    results: tuple[NumoResult, ...]  #: How each game ended, at least one.

    @property
    def standings(self) -> tuple[tournament.PlayerScores, ...]:
        """The wins and scores of each player."""
        return tournament.standings(self.players, self.results)

    @property
    def mean_hands(self) -> float:
        """Mean number of hands of a game."""
        return fmean(result.hands for result in self.results)

    @property
    def unended(self) -> int:
        """Number of games that were stopped before their end."""
        return sum(not result.winners for result in self.results)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numo simulate --json` prints."""
        return {
            "games": len(self.results),
            "seed": self.seed,
            "deck": self.options.deck,
            "level": self.options.level,
            "scoring": self.options.scoring,
            "players": [_player_scores(one) for one in self.standings],
            "hands": round(self.mean_hands, 1),
            "unended": self.unended,
        }


def _player_scores(one: tournament.PlayerScores) -> dict[str, object]:
    return {"name": one.name, "wins": one.wins, "shared": one.shared, "mean_points": round(fmean(one.scores), 1)}


PERSON = 0  #: Index of the person among the players.


class NumoSession:
    """A game of a person, who is the first player, against computer players."""

    def __init__(self, game: NumoGame, against: str, seed: str) -> None:
        self.game = game
        self._seed = seed
        self._others = [player_of(against, f"{seed} {place}") for place in range(game.options.players)]

    def go_on(self) -> None:
        """Deal where a hand is over, and let the others play until it is the person's turn or the game is over."""
        while not self.game.is_over:
            state = self.game.state
            if state.phase is NumoPhase.DEAL:
                self.game.deal(seed=self._seed, dealer=self._first_dealer() if state.hand == 0 else None)
            elif state.player == PERSON:
                return
            else:
                self.game.do(self._others[state.player].choose(state))

    def _first_dealer(self) -> int:
        """Return the index of the first dealer, chosen by chance from the seed (article 4.1)."""
        return random.Random(f"{self._seed} dealer").randrange(self.game.options.players)  # noqa: S311 - a game, no secret

    def play(self, line: str) -> None:
        """Do the operation that the person typed, such as `meld + 3 4 7`; `draw` and `take` need no card."""
        word = line.strip().lower()
        if word == "draw":
            if not self.game.state.stock and self.game.can(TurnedOver(self.game.state.player)):
                self.game.turn_over()
                if self.game.state.phase is not NumoPhase.DRAW:
                    return
            self.game.draw()
        elif word == "take":
            self.game.draw(discard=True)
        else:
            play_line(self.game, PERSON, line)

    def undo(self) -> bool:
        """Take back the person's last meld or lay-off of this turn; return whether there was one."""
        operations = self.game.operations
        if operations and isinstance(operations[-1], Melded | LaidOff) and operations[-1].player == PERSON:
            self.game.undo()
            return True
        return False


def hint(state: NumoState, strength: int) -> str:
    """Return a hint for the player whose turn it is, from what he may see.

    Strength 1 is a first hint; from 2 on the play is named, the kind and cards of a meld from 3 on.
    """
    play = GreedyNumoPlayer().choose(state)
    if isinstance(play, NumoDrawn):
        if not play.discard:
            return tr("The discard helps no meld of yours in this turn: draw from the stock.")
        return tr("Look at the discard: it can be used in this turn.") if strength == 1 else tr("Take the {card}.", card=play.card.number)
    if state.phase is NumoPhase.DRAW:
        return tr("The stock is used up, and the discard does not help: draw turns the pile over.")
    way = find_way_to_go_out(state.situation(), state.options.melds)
    if way is not None:
        table = [lying.meld for lying in state.table]
        return tr("You can go out in this turn.") if strength == 1 else tr("You can go out: {way}.", way=way_words(way, table))
    return _play_hint(state, play, strength)


def _play_hint(state: NumoState, play: object, strength: int) -> str:  # of a play after the draw; the higher, the more it names
    match play:
        case Melded(_, kind, cards):
            if strength >= 3:
                return tr("Meld {kind} {cards}.", kind=kind.value, cards=cards_line(cards))
            hint_line = tr("There is a meld in your hand: {kind}.", kind=kind_words(kind))
            return hint_line if strength == 1 else " ".join((hint_line, tr("One of its cards is {number}.", number=cards[0].number)))
        case LaidOff(_, place, cards):
            on = meld_words(state.table[place].meld)
            return (
                tr("A card of yours fits a meld on the table.")
                if strength == 1
                else tr("Lay {cards} on {meld}.", cards=cards_line(cards), meld=on)
            )
        case NumoDiscarded(_, card):
            return (
                tr("Discard a card that fits few of your others.")
                if strength == 1
                else tr("Discard {card}: it fits fewest of your cards.", card=card.number)
            )
        case _:
            return ""
