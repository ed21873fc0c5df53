"""``numero-cam play``: a person against the computer, in the terminal."""

import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from numero_cam.base.errors import GameError
from numero_cam.cli.game import load_game, make_options, print_sheet
from numero_cam.cli.options import BadArgumentsError, GameChoice
from numero_cam.game import Game, OptionsError, Phase, RuleBreakError, game_text
from numero_cam.game.greedy import best_build, best_discard, best_solution, taken_of
from numero_cam.game.notation import operation_lines, read_operation
from numero_cam.game.operations import Operation
from numero_cam.game.players import Player
from numero_cam.game.tournament import PLAYERS, player_of
from numero_cam.game.ways import WayError
from numero_cam.rules import Build, Card, NotationError
from numero_cam.solve import Play
from numero_cam.tell import console, games
from numero_cam.tell.card_text import count

_BARE = re.compile(r"\[[^\[\]]*\]|(?<![\w./-])[0-9]{1,2}(?![\w./%])")
HINT_SECONDS = 5.0
HINT_CARDS = 12
ME = 0
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
                self.game.draw()
                if state.player == ME:
                    console.print_lines([f"You draw {_last_drawn(self.game)}."])
            elif state.player != ME:
                self._let_play()
            elif not self._ask():
                return False
        return True

    def _let_play(self) -> None:
        before = self.game.state
        self.game.do(self.others[before.player].play(before))
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
            if line == "quit":
                return False
            if line:
                self._answer(line)
        return True

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
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
            read_operation(self.game, f"{self.game.names[ME]}: {with_colours(self.game, line)}")
        except (WayError, NotationError, RuleBreakError) as error:
            console.print_lines([f"Not so: {error}"])
            return
        console.print_lines(list(games.operation_lines(self.game.names, before, self.game.operations[-1], self.game.state)))

    def _undo(self) -> None:
        """Goes back to where the person last had to play."""
        game = self.game
        earlier = [place for place, state in enumerate(game.states[:-1]) if state.player == ME and state.phase in (Phase.PLAY, Phase.LAST)]
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
            Path(name).write_text(game_text(self.game), encoding="utf-8")
        except OSError as error:
            console.print_lines([f"{name}: cannot be written ({error.strerror})"])
        else:
            console.print_lines([f"Saved. Go on with: numero-cam play {name}"])

    def _show(self) -> None:
        console.print_lines(list(_table_lines(self.game)))


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


def with_colours(game: Game, line: str) -> str:
    """Give number cards written without their colour, and builds, the colours they have: nobody likes to type them.

    Of cards of one number the first is meant; who minds writes the colour.
    """
    state = game.state
    hand = [card for card in state.seat.hand if card.is_number]
    centre = [item for item in state.centre if isinstance(item, Card) and item.is_number]
    word, space, rest = line.partition(" ")
    if word == "discard":
        return f"{word}{space}{_filled(rest, hand, state.centre)}"
    card, colon, way = rest.partition(":") if word in ("take", "build") else ("", "", rest)
    card = _filled(card, hand, ())
    own = [held for held in hand if word == "build" and str(held) == card.strip()]
    way, equals, value = way.partition(" = ")
    return f"{word}{space}{card}{colon}{_filled(way, [*own, *centre], state.centre)}{equals}{value}"


def _filled(text: str, pool: Sequence[Card], centre: Sequence[Card | Build]) -> str:
    """Put cards of the pool, each once, for bare numbers, and builds of the centre for those of the same numbers."""
    left = list(pool)
    builds = {" ".join(card.face for card in item.cards): str(item) for item in centre if isinstance(item, Build)}

    def full(match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith("["):
            return builds.get(" ".join(found.strip("[]").split()), found)
        card = next((card for card in left if card.face == found), None)
        if card is None:
            return found
        left.remove(card)
        return str(card)

    return _BARE.sub(full, text)


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
