"""``numero-cam play``: a person against the computer, in the terminal."""

import os
import secrets
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from numero_cam.app import kept_games
from numero_cam.app.kept_games import KeptGameFile, UnfinishedGame, load_whole_game, write_game, write_new_game
from numero_cam.app.play import (
    LiveGame,
    PlayError,
    PlayStep,
    advice,
    hint,
    only_takes,
    play_line,
    resume_game,
    seat_name,
    start_game,
    step,
    undo_play,
)
from numero_cam.base.ctrl_c import mark_ctrl_c_handled
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.cli.keyboard import Keyboard
from numero_cam.cli.options import BadArgumentsError, effort_of, make_options, no_player, raw_game, refuse_options, refused
from numero_cam.games.numero.engine import Game, OptionsError, read_game
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.analysis import analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.tournament import PLAYERS
from numero_cam.text import console, game_words, playing
from numero_cam.text.advice import play_words
from numero_cam.text.analysis import advised_plays, turning_lines, why_line
from numero_cam.text.playing import intro_lines
from numero_cam.text.words import unit_word

if TYPE_CHECKING:
    from numero_cam.cli.game import PlayOptions


HELP = tr(
    "\ntake 13: 10 + 3             win cards with your 13; several sets are parted by ;\ntake 6: 15 -5 "
    "-4            a wild card stands behind what it changes\nbuild 4: 8 + 4              build with "
    "your 4 (you need the answer, 12, in your hand too)\nbuild 1: [8 4] -4 + 1       on a build\n"
    "discard 8                   lay a card in the middle; after a wild card your turn goes on\nlay "
    "10 -3                   lay a wild card first and see\nreturn                      take back the "
    'wild cards that you laid in this turn\nchallenge [8 4]             playing for points: "show me '
    'the answer to this build"\npass                        leave your last chance unused; end a game '
    "alone\n\nhint                        help with this turn, more each time\n"
    "advise                      the best plays, with their reasons\nshow, undo                  show "
    "the table again; take your last play back\nsave FILE                   save the game, to go on "
    "with it or to look at it later\ngoal                        what the game is about\nhelp, quit\n\n"
    "Of cards of one number the first is meant; 13r or 13 red says which.\n"
)
WORDS = ["take", "build", "discard", "lay", "return", "challenge", "pass", "hint", "advise", "show", "undo", "save", "goal", "help", "quit"]
SYNONYMS = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "bye": "quit", "advice": "advise"}
LEAVING = tr(
    "\nLeave the game? Write\n  yes        leave; the game is kept, and numero-cam play goes on with "
    "it\n  no         play on\n  save FILE  save it there and leave\n  drop       leave and throw the "
    "game away\n"
)
NOT_KEPT = tr(
    "\nLeave the game? Write\n  no         play on\n  save FILE  save it there and leave\n  drop       leave and throw the game away\n"
)
MAX_ADVICE = 3  #: Maximum number of plays that are advised.
QUICK = Deals(32, 64)  #: What plays are judged by at the end of a game, while the person waits.
SLOW_SECONDS = 1.0  #: Minimum time of thinking for which the name of the player is printed, in seconds.


def print_game(game: Game) -> None:
    """Print a game turn by turn, with its score sheet."""
    console.print_lines([tr("Problem: {problem}", problem=problem) for problem in game.state.problems()])
    console.print_lines(list(game_words.game_lines(game)))
    print_sheet(game)


def print_turning_points(game: Game, player: int) -> None:
    """Print the plays of a player that cost most; nothing where there are none, and what prints them where it would take long here."""
    if not Playouts(game.options).are_compiled and not game.options.is_solitaire:
        console.print_lines([tr("Where the game turned takes some minutes here. Save the game and write: numero-cam game analyse FILE")])
        return
    *_, analysis = analyse(game, deals=QUICK)
    if lines := list(turning_lines(game, analysis, player)):
        console.print_lines([tr("Where the game turned for {name}:", name=game.names[player]), *lines])


def print_sheet(game: Game) -> None:
    """Print the score sheet of a game and the totals."""
    unit = unit_word(game.options.by)
    if sheet := game_words.sheet_rows(game):
        console.print_table((tr("turn"), tr("player"), tr("for"), unit), sheet, numbers=(0, 3))
    rows = [
        (name, str(seat.score), str(len(seat.won)), str(seat.hand_size)) for name, seat in zip(game.names, game.state.seats, strict=True)
    ]
    console.print_table((tr("player"), unit, tr("cards won"), tr("in the hand")), rows, numbers=(1, 2, 3))


class Window:
    """A game in the terminal: prints its plays and carries out the person's lines.

    Args:
        live: The game.
        keyboard: Reads the person's lines.
        effort: The time that the advice and a searching computer player think about a play.
        file: The file to which the person saved this game; None before that.
        place: The file that keeps the game by itself; None before the first turn.
    """

    def __init__(
        self, live: LiveGame, keyboard: Keyboard, effort: Effort, *, file: Path | None = None, place: KeptGameFile | None = None
    ) -> None:
        self._live = live
        self._keyboard = keyboard
        self._effort = effort
        self._file = file
        self._place = place
        self._kept = place is not None  #: Whether the present game is in the file that keeps it by itself.
        self._fails = False  #: Whether the last write of that file failed.
        self._saved = None if place else live.game  #: While the game equals this, the person leaves without a question; None: always asked.
        self._shown: object = None  #: The state whose table was printed last.

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        stays = True
        while stays and not self._live.is_over:
            try:
                self._steps()
                if not self._live.is_over:
                    stays = self._ask()
            except KeyboardInterrupt:
                mark_ctrl_c_handled()
                print()
                stays = not self._asks_to_leave()
        if self._live.is_over:
            self._end()
        if self._place is not None:
            self._place.leave()

    def _steps(self) -> None:
        """Do and print all plays until it is the person's turn or the game is over."""
        self._print_who_thinks()
        while (found := step(self._live)) is not None:
            self._live = found[0]
            self._print_step(found[1])
            self._keep()
            self._print_who_thinks()

    def _print_who_thinks(self) -> None:
        state = self._live.state
        if (
            self._keyboard.is_terminal
            and self._effort.seconds >= SLOW_SECONDS
            and state.player != self._live.person
            and not self._live.is_over
        ):
            print(tr("{player} thinks ...", player=self._live.game.player), flush=True)

    def _print_step(self, event: PlayStep) -> None:
        game = self._live.game
        lines = list(playing.event_lines(game.names, event.before, event.operation, event.after, self._live.person))
        if lines:
            console.print_lines(lines)

    def _ask(self) -> bool:
        """Ask for a line and carry it out; return False where the person leaves."""
        if self._shown is not self._live.state:
            self._show()
        try:
            line = self._keyboard.line("> ", remember=True)
        except EOFError:
            print()
            return not self._asks_to_leave()
        return self._answer(line) if line else True

    def _show(self) -> None:  # the table
        self._shown = self._live.state
        console.print_lines(list(playing.table_lines(self._live.game, self._live.person)))

    def _answer(self, line: str) -> bool:
        """Carry out a line of the person; return False where he leaves."""
        word, _, rest = line.partition(" ")
        word = SYNONYMS.get(word.lower(), word.lower())
        match word:
            case "quit":
                return not self._asks_to_leave()
            case "help":
                console.print_lines(HELP.strip().splitlines())
            case "goal":
                console.print_lines(list(playing.intro_lines(self._live.game.options)))
            case "show":
                self._show()
            case "hint":
                self._hint()
            case "advise":
                self._advise()
            case "undo":
                self._undo()
            case "save":
                self._save(rest.strip())
            case _:
                self._play(word, line)
        return True

    def _play(self, word: str, line: str) -> None:
        """Do the play of a line, or print why it cannot be done."""
        if word not in WORDS:
            console.print_lines([game_words.unknown_line(line.split(maxsplit=1)[0], WORDS)])
            return
        if word in game_words.PLAY_EXAMPLES and not line.partition(" ")[2].strip(" :"):
            console.print_lines([game_words.incomplete_line(word)])
            return
        try:
            self._live, event = play_line(self._live, line)
        except PlayError as error:
            console.print_lines([game_words.refusal_line(error, self._live.game.options)])
            return
        self._print_step(event)
        self._keep()

    def _hint(self) -> None:  # each is stronger than the one before
        self._live = self._live.hinted()
        lines, given = self._hints(), self._live.hints
        console.print_lines(lines[given - 1 : given] or [lines[-1], Text(tr("That is the strongest hint."))])
        if given == len(lines) and (found := hint(self._live)) is not None and (why := why_line(self._live.game, found)):
            console.print_lines([f"   {why}"])

    def _hints(self) -> tuple[Text, ...]:  # from the first to the strongest
        return playing.hint_lines(self._live.state, hint(self._live))

    def _advise(self) -> None:
        """Print the best plays with how much less than the best they bring, and why."""
        outlooks = advice(self._live, self._effort)
        if not outlooks:
            words = tr("Only what you take now counts. ") if only_takes(self._live.state) else ""
            console.print_lines([Text(words) + self._hints()[-1]])
            return
        for place, (play, less, why) in enumerate(advised_plays(self._live.game, outlooks, MAX_ADVICE), start=1):
            console.print_lines([f"{place}. {play_words(play)}   ({less})", f"   {why}"])

    def _undo(self) -> None:
        earlier = undo_play(self._live)
        if earlier is None:
            console.print_lines([tr("There is nothing to take back.")])
            return
        self._live = earlier
        self._keep()

    def _keep(self) -> None:
        """Keep the game in the user's folder; a failure is printed once, and the game goes on."""
        try:
            if self._place is None and not self._fails:
                self._place = KeptGameFile.new()
            if self._place is not None:
                self._place.write(self._live.game)
                self._kept, self._fails = True, False
        except GameError as error:
            if not self._fails:
                console.print_lines([tr("This game cannot keep itself: {error}. Write save and the name of a file.", error=error)])
            self._kept, self._fails = False, True

    def _save(self, name: str) -> bool:
        """Save under a name, or without one where it was saved last; return whether that succeeded."""
        path = Path(os.path.expanduser(name)) if name else self._file  # noqa: PTH111 - of Path, an unknown user is an error
        if path is None:
            console.print_lines([tr("Write the name of a file behind save, such as: save mygame.txt")])
            return False
        try:
            if path == self._file:
                write_game(path, self._live.game)
            elif not write_new_game(path, self._live.game):
                console.print_lines([tr("{file} is there already; choose another name.", file=path)])
                return False
        except GameError as error:
            console.print_lines([f"{error}."])
            return False
        self._file, self._saved = path, self._live.game
        shown = f'"{path}"' if " " in str(path) else str(path)
        saved = (
            tr("Saved. Look at it again with: numero-cam game replay {file}", file=shown)
            if self._live.is_over
            else tr("Saved. Go on with: numero-cam play {file}", file=shown)
        )
        console.print_lines([saved])
        return True

    def _asks_to_leave(self) -> bool:
        """Ask before the game is left, unless it is saved as it is; return whether the person leaves."""
        if self._saved == self._live.game:
            self._delete_kept()
            return True
        while True:
            console.print_lines((LEAVING if self._kept else NOT_KEPT).strip().splitlines())
            try:
                word, _, rest = self._keyboard.line("> ").partition(" ")
            except (EOFError, KeyboardInterrupt):
                print()
                word, rest = "yes", ""
                if not self._kept:
                    return True
            match word.lower():
                case "yes" | "y" if self._kept:
                    console.print_lines([tr("The game is kept. Go on with: numero-cam play")])
                    return True
                case "no" | "n":
                    return False
                case "drop":
                    self._delete_kept()
                    console.print_lines([tr("The game is thrown away.")])
                    return True
                case "save" if self._save(rest.strip()):
                    self._delete_kept()
                    return True

    def _delete_kept(self) -> None:  # the game is over or not wanted
        if self._place is not None:
            self._place.forget()
            self._place = None

    def _end(self) -> None:
        """Print who won, and save the game if the person wants to look at it again."""
        console.print_lines([tr("The game is over. {winner}", winner=game_words.winner_line(self._live.game))])
        print_sheet(self._live.game)
        print_turning_points(self._live.game, self._live.person)
        answer = "save"
        try:
            while answer:
                answer = self._keyboard.line(tr("To look at this game again, write a name for its file; or press Enter: "))
                if answer and self._save(answer.removeprefix("save ").strip()):
                    break
        except (EOFError, KeyboardInterrupt):
            print()
        self._delete_kept()


WITH_A_FILE = {"file", "against", "think", "character"}  #: Options that go with a saved game; all others are in the file.
AGAINST_NOBODY = {"against": "--against", "think": "--think", "character": "--character"}


def run_play(path: Path | None, chosen: "PlayOptions", rules: Mapping[str, str], given: Collection[str]) -> None:
    """Play a game to its end, or until the person leaves.

    Args:
        path: A saved game to go on with.
        chosen: Against whom is played, and how.
        rules: The options of a new game by their names, as texts (see `chosen_options`).
        given: Names of the options that are on the command line. With `path`, those that the file settles are refused. Where the
            person chooses an unfinished game, only `think` and `character` count.
    """
    against = chosen.against
    if against not in PLAYERS:
        raise BadArgumentsError(no_player("--against", against, PLAYERS))
    if path is not None:
        refuse_options(given, WITH_A_FILE, path)
    if chosen.solitaire and (others := set(given) & set(AGAINST_NOBODY)):
        shown = ", ".join(AGAINST_NOBODY[other] for other in sorted(others))
        raise BadArgumentsError(tr("{options}: with --solitaire there is nobody else; leave one of them out", options=shown))
    effort, keyboard = effort_of(chosen.think), Keyboard()
    nature = chosen.character if "character" in given else None
    if path is not None:
        game = load_whole_game(str(path), raw_game(path), read_game)
        live = resume_game(game, against=against if "against" in given else None, effort=effort, character=nature)
        Window(live, keyboard, effort, file=path).run()
        return
    if keyboard.is_terminal and (unfinished := _choose_unfinished(keyboard)) is not None:
        waiting, place = unfinished
        Window(resume_game(waiting.game, effort=effort, character=nature), keyboard, effort, place=place).run()
        return
    names = [chosen.name] if chosen.solitaire else [chosen.name, seat_name(against, chosen.character)]
    options, seed = make_options(rules, len(names)), chosen.seed or secrets.token_hex(4)
    with refused(OptionsError, "--name: "):
        live = start_game(options, names, seed=seed, against=against, effort=effort, character=chosen.character)
    console.print_lines(_welcome(live))
    Window(live, keyboard, effort).run()


def _welcome(live: LiveGame) -> list[str]:
    if kept_games.make_games_folder():
        return list(intro_lines(live.game.options))
    return [tr("Write help to see what you can write.")]


def _choose_unfinished(keyboard: Keyboard) -> tuple[UnfinishedGame, KeptGameFile] | None:
    """Ask which unfinished game to go on with; return it with its claimed file, or None for a new game."""
    while waiting := kept_games.unfinished_games():
        console.print_lines([tr("Not finished yet:"), *(f"  {number}  {_game_line(one)}" for number, one in enumerate(waiting, start=1))])
        try:
            answer = keyboard.line(
                tr("Write its number to go on with it, drop and its number to throw it away, or press Enter for a new game: ")
            )
        except EOFError:
            print()
            return None
        word, _, rest = answer.lower().rpartition(" ")
        if not answer:
            return None
        chosen = waiting[int(rest) - 1] if rest.isascii() and rest.isdigit() and 0 < int(rest) <= len(waiting) else None
        if chosen is None or word not in ("", "drop"):
            console.print_lines([tr("There is no number {number}; the list ends with {last}.", number=rest, last=len(waiting))])
        elif (place := KeptGameFile.claimed(chosen.path)) is None:
            console.print_lines([tr("This game has just been opened in another window.")])
        elif word:
            place.forget()
        else:
            return chosen, place
    return None


def _game_line(one: UnfinishedGame) -> str:  # `24.12. 20:15  turn 7, points: Ann 12, ...`
    game = one.game
    scores = ", ".join(f"{name} {seat.score}" for name, seat in zip(game.names, game.state.seats, strict=True))
    when = datetime.fromtimestamp(one.when, UTC).astimezone()
    unit = unit_word(game.options.by)
    return tr("{when:%d.%m. %H:%M}  turn {turn}, {unit}: {scores}", when=when, turn=game.state.turn, unit=unit, scores=scores)
