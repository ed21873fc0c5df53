"""A game of a person against the computer, one step at a time, with hints. Nothing is printed or read here."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.engine.notation import read_operation
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Drawn, Operation, Passed, Taken
from numero_cam.games.numero.players.advice import advise_player
from numero_cam.games.numero.players.advisor import Effort, PlayOutlook
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.champion import ChampionPlayer
from numero_cam.games.numero.players.computer_players import best_build, best_discard, best_solution
from numero_cam.games.numero.players.doubt import DEFAULT_CHARACTER
from numero_cam.games.numero.players.player import Player
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.tournament import player_of
from numero_cam.games.numero.rules import Card, NotationError
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.numero.rules.choices import CharacterName
from numero_cam.games.shared.names import distinct_names
from numero_cam.games.shared.texts import MAX_LINE_LENGTH

#: What a computer player is called in a game: a saved game tells by it who plays on.
SEAT_NAMES: Mapping[str, str] = {
    "greedy": tr("Computer"),
    "champion": tr("Champion computer"),
    "expert": tr("Expert computer"),
    "book": tr("Book computer"),
    "random": tr("Random computer"),
}
#: The same in a game that was saved in English.
_ENGLISH_SEAT_NAMES: Mapping[str, str] = {
    "greedy": "Computer",
    "champion": "Champion computer",
    "expert": "Expert computer",
    "book": "Book computer",
    "random": "Random computer",
}
#: What stands in brackets behind the seat's name of a computer that bluffs and challenges otherwise than by default.
CHARACTER_NAMES: Mapping[CharacterName, str] = {"bold": tr("bold"), "honest": tr("honest")}
_ENGLISH_CHARACTER_NAMES: Mapping[CharacterName, str] = {"bold": "bold", "honest": "honest"}
DEFAULT_OPPONENT = "greedy"  #: The computer player where nobody chose one.
PERSONS_PHASES = (Phase.PLAY, Phase.LAST)  #: Phases in which the player whose turn it is chooses what to do.

#: A number with its colour as a word, `13 red`, for which a game's text has the first letter.
_COLOUR = re.compile(r"\b([0-9]{1,2})\s+(red|blue|green|orange|spades|hearts|diamonds|clubs)\b", re.IGNORECASE)
_REPEATED = re.compile(r" [0-9]+$")  #: The number behind a name that another player has, too.


class PlayError(ValueError):
    """A line that is no play that may be made now; nothing has changed.

    `__cause__` is the reason: a `RuleBreakError`, `WayError` or `NotationError`; None for a line that is too long.
    """


@dataclass(frozen=True)
class LiveGame:
    """A game with its players."""

    game: Game  #: The game so far; functions here change copies of it.
    players: tuple[Player, ...]  #: One for each seat; that of the person is not asked for plays.
    person: int = 0  #: The seat of the person; the first is left of the dealer and begins.
    hints: int = 0  #: How many hints were given for the play that is awaited now.

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.phase is Phase.OVER

    def hinted(self) -> "LiveGame":
        """Return the same live game with one more hint counted."""
        return replace(self, hints=self.hints + 1)


@dataclass(frozen=True)
class PlayStep:
    """One operation, with the states before and after it."""

    before: State  #: The state before it.
    operation: Operation  #: What was done.
    after: State  #: The state after it.


def start_game(
    options: Options,
    names: Sequence[str],
    *,
    seed: str,
    against: str = DEFAULT_OPPONENT,
    effort: Effort | None = None,
    character: CharacterName = DEFAULT_CHARACTER,
) -> LiveGame:
    """Return a game that has just been dealt.

    Args:
        options: What is played; for one player solitaire.
        names: Of the players, the person first.
        seed: Shuffles the cards.
        against: Which computer player has the other seats.
        effort: How long a player that searches thinks.
        character: How the computer bluffs and challenges.
    """
    game = Game(options, names)
    game.deal(seed=seed)
    return resume_game(game, against=against, effort=effort, character=character)


def seat_name(against: str, character: CharacterName = DEFAULT_CHARACTER) -> str:
    """Return what a computer player is called in a game, such as `Champion computer (bold)`: a saved game tells by it who plays on."""
    return f"{SEAT_NAMES[against]} ({CHARACTER_NAMES[character]})" if character in CHARACTER_NAMES else SEAT_NAMES[against]


def resume_game(
    game: Game, *, against: str | None = None, effort: Effort | None = None, character: CharacterName | None = None
) -> LiveGame:
    """Return a game that goes on from where it is.

    Args:
        game: The game. The person is its first player whose name is no computer's; the first of all where each is a computer's.
        against: Which computer player has the other seats; without, the names of the seats tell.
        effort: How long a player that searches thinks.
        character: How the computer bluffs and challenges; without, the names of the seats tell.
    """
    by_name = [_kind_and_character(name) for name in game.names]
    seed = " ".join(map(str, game.states[1].stock)) if len(game.states) > 1 else ""
    players = (
        player_of(against or kind or DEFAULT_OPPONENT, f"{seed} {seat}", effort, character or own)
        for seat, (kind, own) in enumerate(by_name)
    )
    person = next((seat for seat, (kind, _) in enumerate(by_name) if kind is None), 0)
    return LiveGame(game.copy(), tuple(players), person)


def rematch(live: LiveGame, seed: str) -> LiveGame:
    """Return a new game with the same players and rules that has just been dealt: who was second begins.

    A player with the name of a person whom the computer played is called a computer, by which the game knows the person.

    Args:
        live: The game before.
        seed: Shuffles the cards.
    """
    seats = [
        name if seat == live.person or _kind_and_character(name)[0] else seat_name(DEFAULT_OPPONENT)
        for seat, name in enumerate(live.game.names)
    ]
    return start_game(live.game.options, distinct_names((*seats[1:], seats[0])), seed=seed)


def _kind_and_character(name: str) -> tuple[str | None, CharacterName]:
    """Return which computer player a seat's name says, and its character; None and the default for any other name."""
    name = _REPEATED.sub("", name)
    before, bracket, inside = name.removesuffix(")").rpartition(" (")
    characters = (*CHARACTER_NAMES.items(), *_ENGLISH_CHARACTER_NAMES.items())
    character = next((one for one, word in characters if bracket and word.casefold() == inside.casefold()), None)
    plain = name if character is None else before
    seats = (*SEAT_NAMES.items(), *_ENGLISH_SEAT_NAMES.items())
    kind = next((kind for kind, seat_name in seats if seat_name.casefold() == plain.casefold()), None)
    return kind, (character if kind and character else DEFAULT_CHARACTER)


def step(live: LiveGame) -> tuple[LiveGame, PlayStep] | None:
    """Do the next thing that happens without the person: cards drawn, a challenge, a computer's play.

    Returns:
        The live game after it and what happened; None where the person is to play, or the game is over.
    """
    state = live.state
    if live.is_over:
        return None
    if state.phase is Phase.DRAW:
        return _with_operation(live, _due_draw(live))
    if challenge := _computer_challenge(live):  # asked once: the random player doubts now and then
        return _with_operation(live, challenge)
    return None if state.player == live.person else _with_operation(live, live.players[state.player].play(state))


def _with_operation(live: LiveGame, operation: Operation) -> tuple[LiveGame, PlayStep]:  # does it in a copy
    game = live.game.copy()
    game.do(operation)
    return replace(live, game=game, hints=0), _last_step(game)


def _last_step(game: Game) -> PlayStep:
    return PlayStep(game.states[-2], game.operations[-1], game.states[-1])


def _computer_challenge(live: LiveGame) -> Challenged | None:
    """Return the challenge of the first computer player that makes one; None for none. The build may be anybody's, the person's too.

    It is asked for after each take, build, discard and draw, because each may show that a build is a bluff.
    """
    game = live.game
    if not game.state.claims or not isinstance(game.operations[-1], Built | Taken | Discarded | Drawn):
        return None
    others = (player.challenges(game.state, seat) for seat, player in enumerate(live.players) if seat != live.person)
    return next((one for one in others if one is not None), None)


def _due_draw(live: LiveGame) -> Drawn:
    """Return the draw that is due, first for the centre, then for the hand; random cards of a stock whose order nobody knows."""
    state = live.state
    in_centre = state.missing_in_centre
    number = in_centre + min(state.missing, len(state.stock) - in_centre)
    cards: tuple[Card, ...] = state.stock[:number] if state.ordered else tuple(random.sample(state.stock, number))
    return Drawn(state.player, cards[in_centre:], cards[:in_centre])


def play_line(live: LiveGame, line: str) -> tuple[LiveGame, PlayStep]:
    """Make the person's play.

    Args:
        live: In which the person is to play.
        line: The play as a game's text writes it behind the player's name; colours may be words (`take 13 red: 10 + 3`).

    Returns:
        The live game after it and what happened. Raises a `PlayError` for a line that is no play now.
    """
    game = with_line(live.game, live.game.names[live.person], line)
    return replace(live, game=game, hints=0), _last_step(game)


def with_line(game: Game, player: str, line: str) -> Game:
    """Return a game with one more play of a player; `line` and a `PlayError` are as of `play_line`."""
    after = game.copy()
    if len(line) > MAX_LINE_LENGTH:
        raise PlayError(tr("this line has {characters} characters; a play has at most {most}", characters=len(line), most=MAX_LINE_LENGTH))
    try:
        short = _COLOUR.sub(lambda found: found[1] + found[2][0].lower(), line)
        read_operation(after, f"{player}: {short}")
    except (WayError, NotationError, RuleBreakError) as error:
        raise PlayError(str(error)) from error
    return after


def undo_play(live: LiveGame) -> LiveGame | None:
    """Return the game as it was before the person's last play; None where the person has not played yet."""
    game = live.game.copy()
    steps = zip(game.states, game.operations, strict=False)
    earlier = [
        place for place, (state, did) in enumerate(steps) if state.phase in PERSONS_PHASES and getattr(did, "player", None) == live.person
    ]
    if not earlier:
        return None
    while len(game.operations) > earlier[-1]:
        game.undo()
    return replace(live, game=game, hints=0)


HINT_SECONDS = 5.0  #: Time limit of the search for the take of a hint.
HINT_DEALS = 30  #: Number of deals that a hint without a take looks at; it takes about a tenth of a second.


def hint(live: LiveGame) -> Operation | None:
    """Return what the person can play, see `hint_of`; None where something was laid in this turn, which must be used."""
    return None if live.state.laid else hint_of(live.state)


def hint_of(state: State) -> Operation:
    """Return a good play where nothing was laid in this turn: the best take, else a pass where only takes count, else a build or discard.

    Builds and discards are the champion's where playouts are compiled.
    """
    if plays := best_solution(state, HINT_SECONDS).plays:
        return taken_of(state, plays[0])
    if only_takes(state):
        return Passed(state.player)
    if Playouts(state.options).are_compiled:
        return ChampionPlayer(Effort(deals=HINT_DEALS)).play(state)
    return best_build(state) or best_discard(state)


def only_takes(state: State) -> bool:
    """Return whether nothing but a take of this turn counts: in the last chance, and in solitaire."""
    return state.phase is Phase.LAST or state.options.is_solitaire


def advice(live: LiveGame, effort: Effort) -> list[PlayOutlook]:
    """Return all plays of the person with what may follow them, the best first; nothing hidden is looked at.

    Returns:
        An empty list where only a take of this turn counts (`hint` has the answer), or where wild cards were laid in this turn.
    """
    return [] if only_takes(live.state) or live.state.laid else advise_player(live.state, effort)
