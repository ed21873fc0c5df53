"""``numero-cam numo play``: a game of NUMO against the computer, in the terminal."""

import secrets
from pathlib import Path

from numero_cam.app.kept_games import KeptGameFile, games_folder, load_whole_game
from numero_cam.base.errors import GameError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.cli.keyboard import Keyboard
from numero_cam.cli.options import BadArgumentsError, no_player, raw_game, refused
from numero_cam.games.shared.names import distinct_names
from numero_cam.numo.play import NumoGameChoice, NumoSession, hint, make_options
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.game_text import game_text, read_game
from numero_cam.numo.rules.options import NumoOptionsError
from numero_cam.numo.rules.players import PLAYERS
from numero_cam.numo.rules.state import NumoPhase
from numero_cam.numo.words import ASSUMED, end_line, hand_line, kinds_words, operation_line, sheet_rows, table_lines
from numero_cam.text import console

KEPT_FOLDER = "numo"  #: Name of the folder for games of NUMO, inside the folder of kept games.
HELP = (
    tr("draw               take the top card of the stock (where it is used up, the pile is turned over first)"),
    tr("take               take the top card of the discard pile"),
    tr("meld + 3 4 7       lay a meld before you: S, C, +, -, X, /, R, P, F or pair, then its cards"),
    tr("lay 18 on 2        lay cards on meld 2 of the table"),
    tr("discard 9          discard a card; your turn ends"),
    tr("hint               what could be done now; more each time it is asked"),
    tr("undo               take back what you did last in this turn"),
    tr("save FILE          write the game to a file"),
    tr("quit               leave"),
)


def print_sheet(game: NumoGame) -> None:
    """Print the score sheet of a game with its totals."""
    console.print_table((tr("hand"), *game.names), sheet_rows(game), numbers=range(len(game.names) + 1))


def run_play(
    path: Path | None, choice: NumoGameChoice, *, name: str, against: str, players: int, seed: str | None, rise: bool = False
) -> None:
    """Play the saved game of a path, or a new one, to its end or until the person, its first player, leaves.

    `against` is the kind of the `players` - 1 others, of `PLAYERS`; `rise` goes on with the next level after each game that ends.
    """
    if against not in PLAYERS:
        raise BadArgumentsError(no_player("--against", against, PLAYERS))
    if not 2 <= players <= 6:
        raise BadArgumentsError(tr("--players: {players}; NUMO is for 2 to 6", players=players))
    seed = seed or secrets.token_hex(4)
    with refused(NumoOptionsError):
        names = [name, *distinct_names([tr("greedy player") if against == "greedy" else tr("random player")] * (players - 1))]
        game = load_whole_game(str(path), raw_game(path), read_game) if path else NumoGame(make_options(choice, players), names)
        names = list(game.names)
    _run(game, _kept_file(path), against, seed)
    while rise and game.is_over and (options := game.options.next_level()) is not None:
        print()
        game = NumoGame(options, names)
        _run(game, _kept_file(None), against, f"{seed} level {options.level}")


def _run(game: NumoGame, place: KeptGameFile | None, against: str, seed: str) -> None:  # then lets go of the kept file `place`
    try:
        _Window(NumoSession(game, against, seed), place).run()
    finally:
        if place is not None:
            place.leave()


def _kept_file(path: Path | None) -> KeptGameFile | None:
    """Return the file that keeps the game: the kept file that it goes on with, or a new one; None where no folder can be written."""
    if path is not None and path.resolve().parent == (games_folder() / KEPT_FOLDER).resolve():
        place = KeptGameFile.claimed(path)
        if place is None:
            raise GameError(tr("{path}: is being played in another window", path=path))
        return place
    try:
        return KeptGameFile.new(KEPT_FOLDER)
    except GameError as error:
        print(tr("This game is not kept by itself: {error}. save FILE writes it.", error=error))
        return None


class _Window:
    """A game in the terminal: prints its operations and carries out the person's lines."""

    def __init__(self, live: NumoSession, place: KeptGameFile | None) -> None:
        self._live = live
        self._kept_file = place
        self._keyboard = Keyboard()
        self._shown = len(live.game.operations)
        self._hints = 0

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        options = self._live.game.options
        print(tr("NUMO, level {level}: {kinds}. help lists what you can write.", level=options.level, kinds=kinds_words(options.kinds)))
        print(*([ASSUMED] if options.melds.table.assumed else []), sep="\n")
        self._go_on()
        while not self._live.game.is_over:
            self._show_position()
            try:
                line = self._keyboard.line("> ", remember=True)
            except EOFError:
                break
            if line.lower() in ("quit", "q"):
                break
            self._answer(line)
        print_sheet(self._live.game)
        self._end_kept_game()

    def _end_kept_game(self) -> None:
        """Delete the kept file of a game that is over; else print the command that goes on with it."""
        if self._kept_file is None:
            return
        if self._live.game.is_over:
            self._kept_file.forget()
        elif self._kept_file.path.exists():
            print(tr("The game is kept; numero-cam numo play {path} goes on with it.", path=self._kept_file.path))

    def _keep(self) -> None:  # writes the game into its kept file, if there is one
        if self._kept_file is None:
            return
        try:
            self._kept_file.keep_text(game_text(self._live.game))
        except GameError as error:
            print(tr("This game is not kept any more: {error}.", error=error))
            self._kept_file.leave()
            self._kept_file = None

    def _answer(self, line: str) -> None:
        """Carry out a line of the person."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return
            case "help":
                console.print_lines(HELP)
            case "hint":
                self._hints += 1
                print(hint(self._live.game.state, self._hints))
            case "undo":
                print(tr("Taken back.") if self._live.undo() else tr("There is nothing to take back in this turn."))
                self._shown = len(self._live.game.operations)
                self._keep()
            case "save":
                self._save(rest.strip())
            case _:
                self._play(line)

    def _play(self, line: str) -> None:  # the play of a line
        try:
            self._live.play(line)
        except ValueError as error:
            print(f"{error}.")
            return
        self._hints = 0
        self._go_on()

    def _save(self, name: str) -> None:  # name: of a file
        if not name:
            print(tr("Write the name of a file behind save."))
            return
        try:
            write_atomically(Path(name), game_text(self._live.game).encode(), GameError)
        except GameError as error:
            print(f"{error}.")
            return
        print(tr("The game is in {name}; numero-cam numo play {name} goes on with it.", name=name))

    def _go_on(self) -> None:
        """Let the others play, print all operations since the last printed one, and keep the game."""
        self._live.go_on()
        game = self._live.game
        steps = list(game.steps())[self._shown :]
        for before, operation, after in steps:
            hide = before.player != 0
            print(operation_line(game.names, before, operation, hide=hide))
            if end := end_line(game.names, before, after):
                print(end)
        self._shown = len(game.operations)
        self._keep()

    def _show_position(self) -> None:
        state, names = self._live.game.state, self._live.game.names
        print()
        for line in table_lines(names, state):
            print(line)
        print(hand_line(names, state))
        print(tr("Draw or take.") if state.phase is NumoPhase.DRAW else tr("Meld, lay or discard."))
