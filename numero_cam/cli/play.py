"""``numero-cam play``: a person against the computer, in the terminal."""

import random
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from numero_cam.base.errors import GameError
from numero_cam.cli.game import load_game, make_options, print_sheet
from numero_cam.cli.options import BadArgumentsError, GameChoice
from numero_cam.game import Game, OptionsError, Phase, RuleBreakError, State, game_text
from numero_cam.game.greedy import best_build, best_discard, best_solution, taken_of
from numero_cam.game.notation import FIRST_LINE, operation_lines, read_operation
from numero_cam.game.operations import Built, Challenged, Drawn, Operation
from numero_cam.game.players import Player
from numero_cam.game.tournament import PLAYERS, player_of
from numero_cam.game.ways import WayError
from numero_cam.rules import Card, NotationError
from numero_cam.solve import Play
from numero_cam.tell import console, games
from numero_cam.tell.card_text import count

HINT_SECONDS = 5.0
HINT_CARDS = 12
ME = 0
NAME = "Player"
USUAL = GameChoice("1", None, playing=False, printed_points=None, by="cards", scoring="website", rules=())
"""What is played where nothing else is asked for."""
HELP = """
take 13r: 10b + 3g          take with your 13; several sets are parted by ;
take 6r: 15b -5 -4          a wild card stands behind what it acts on
build 4r: 8b + 4r           build with your 4 (the answer must be in your hand)
build 1r: [8b 4r] -4 + 1r   on a build
discard 8r                  a wild card too, then your turn goes on; all of a hand of wild cards
lay 10b -3                  lay a wild card first and see
challenge [8b 4r]           ask for the answer to a build, playing for points
take 13: 10 + 3             colours may be left out: of cards of one number the first is meant
pass                        leave your last chance unused; end a solitaire
hint, undo, show, save FILE, help, quit
"""


def run_play(path: Path | None, choice: GameChoice, *, name: str, against: str, alone: bool, seed: str | None) -> None:
    """Plays a game to its end, or until the person leaves.

    Raises:
        BadArgumentsError: Options that do not exist.
        GameError: A saved game cannot be used.
    """
    if against not in PLAYERS:
        raise BadArgumentsError(f'--against: there is no player "{against}"; choose from {", ".join(PLAYERS)}')
    if path is not None and (choice, name, alone, seed) != (USUAL, NAME, False, None):
        raise BadArgumentsError(f"{path} says who plays, with which cards and by which rules; only --against goes with a saved game")
    if path is None:
        names = [name] if alone else [name, "Computer"]
        options = make_options(choice, len(names))
        seed = seed or secrets.token_hex(4)
        try:
            game = Game(options, names)
        except OptionsError as error:
            raise BadArgumentsError(f"--name: {error}") from error
        game.deal(seed=seed)
        console.print_lines([f"Seed {seed}. Write help for what you can write."])
    else:
        game = _saved(path)
    others = [player_of(against, f"{seed} {place}") for place in range(len(game.names))]
    if _Table(game, others).run():
        console.print_lines([f"The game is over. {games.winner_line(game)}"])
    print_sheet(game)


def _saved(path: Path) -> Game:
    reading = load_game(path)
    if reading.error is not None or reading.game is None:
        raise GameError(f"{path}: {reading.error}")
    return reading.game


class _Table:
    """The person, the computer and their game."""

    def __init__(self, game: Game, others: Sequence[Player]) -> None:
        self.game = game
        self.others = others
        self.hints = 0

    def run(self) -> bool:
        """Plays on; whether to the end."""
        while self.game.state.phase is not Phase.OVER:
            state = self.game.state
            if state.phase is Phase.DRAW:
                self.game.draw(_drawn(state))
                if state.player == ME:
                    console.print_lines([f"You draw {_last_drawn(self.game)}."])
            elif challenge := self._challenge():
                self._do(challenge)
            elif state.player != ME:
                self._do(self.others[state.player].play(state))
            elif not self._ask():
                return False
        return True

    def _challenge(self) -> Challenged | None:
        """What one of the others doubts of what was just built, by anybody."""
        if not self.game.state.claims or not isinstance(self.game.operations[-1], Built | Drawn):
            return None
        found = (other.challenges(self.game.state, place) for place, other in enumerate(self.others) if place != ME)
        return next((one for one in found if one is not None), None)

    def _do(self, operation: Operation) -> None:
        before = self.game.state
        self.game.do(operation)
        lines = games.operation_lines(self.game.names, before, self.game.operations[-1], self.game.state)
        console.print_lines(list(lines))

    def _ask(self) -> bool:
        """Asks until something was played; False where the person leaves."""
        self.hints = 0
        self._show()
        before = self.game.state
        while self.game.state is before:
            try:
                line = input("> ").strip()
            except EOFError:
                print()
                return False
            if line.lower() == "quit":
                return False
            if line:
                self._answer(line)
        return True

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "help":
                console.print_lines(HELP.strip().splitlines())
            case "show":
                self._show()
            case "hint":
                self.hints += 1
                console.print_lines([hint(self.game, self.hints)])
            case "undo":
                self._undo()
            case "save":
                self._save(rest.strip())
            case _:
                self._play(line)

    def _play(self, line: str) -> None:
        before = self.game.state
        try:
            read_operation(self.game, f"{self.game.names[ME]}: {line}")
        except (WayError, NotationError, RuleBreakError) as error:
            console.print_lines([f"Not so: {error}"])
            return
        console.print_lines(list(games.operation_lines(self.game.names, before, self.game.operations[-1], self.game.state)))

    def _undo(self) -> None:
        """Goes back to where the person last had to play."""
        game = self.game
        steps = zip(game.states, game.operations, strict=False)
        mine = (Phase.PLAY, Phase.LAST)
        earlier = [place for place, (state, did) in enumerate(steps) if state.phase in mine and getattr(did, "player", None) == ME]
        if not earlier:
            console.print_lines(["There is nothing to take back."])
            return
        while len(game.operations) > earlier[-1]:
            game.undo()

    def _save(self, name: str) -> None:
        if not name:
            console.print_lines(["Write a file's name behind save."])
            return
        try:
            if not _may_be_overwritten(Path(name)):
                console.print_lines([f"{name}: is there already and is no game; choose another name."])
                return
            Path(name).write_text(game_text(self.game), encoding="utf-8")
        except (OSError, ValueError) as error:  # a name that no system takes is a ValueError
            console.print_lines([f"{name}: cannot be written ({getattr(error, 'strerror', None) or error})"])
        else:
            console.print_lines([f"Saved. Go on with: numero-cam play {name}"])

    def _show(self) -> None:
        console.print_lines(list(_table_lines(self.game)))


def _may_be_overwritten(path: Path) -> bool:
    """Whether nothing but a game, or nothing at all, would be lost."""
    first = FIRST_LINE.encode()
    return not path.is_file() or path.read_bytes()[: len(first)].lower() == first


def _drawn(state: State) -> tuple[Card, ...] | None:
    """The cards to be drawn; of a stock whose order nobody knows, any."""
    if state.ordered:
        return None
    count = min(state.missing + state.missing_in_centre, len(state.stock))
    return tuple(random.sample(state.stock, count))


def _table_lines(game: Game) -> Iterator[str]:
    state = game.state
    scores = ", ".join(f"{name} {seat.score}" for name, seat in zip(game.names, state.seats, strict=True))
    yield f"Turn {state.turn}   {game.options.by}: {scores}   stock: {count(len(state.stock), 'card')}"
    centre = "   ".join(f"{item} is {item.value}" if str(item).startswith("[") else str(item) for item in state.centre)
    yield f"Centre  {centre or 'no card'}"
    yield f"Hand    {'   '.join(map(str, state.seats[ME].hand))}"
    if state.phase is Phase.LAST:
        yield "Your last chance: take, or pass."


def _last_drawn(game: Game) -> str:
    return " ".join(operation_lines(game, game.states[-2], game.operations[-1])[0].partition(": draw ")[2].split())


def hint(game: Game, strength: int) -> str:
    """A hint: that there is a take and how many cards it has, then the card it is made with, then the play itself."""
    state = game.state
    if state.laid:
        return f"Use what you laid, {' and '.join(map(str, state.laid))}, or undo."
    solution = best_solution(state, HINT_SECONDS, HINT_CARDS)
    if solution.plays:
        return _take_hint(game, solution.plays[0], strength)
    if state.phase is Phase.LAST or state.options.is_solitaire:
        return "There is no take: pass."
    built = best_build(state)
    play = built or best_discard(state)
    if strength == 1:
        return "There is no take, but a build." if built else "There is no take, and I see no build: discard."
    if strength == 2 and built:
        return f"Build with your {built.card}."
    return f"Write: {_written(game, play)}"


def _take_hint(game: Game, play: Play, strength: int) -> str:
    if strength == 1:
        return f"There is a take of {count(play.cards, 'card')}."
    if strength == 2:
        return f"With your {play.taker}."
    return f"Write: {_written(game, taken_of(game.state, play))}"


def _written(game: Game, operation: Operation) -> str:
    """An operation as the person writes it."""
    (line,) = operation_lines(game, game.state, operation)
    return line.partition(": ")[2]
