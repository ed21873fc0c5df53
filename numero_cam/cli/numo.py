"""``numero-cam numo``: melds, checks, scores, photos and games of NUMO."""

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import typer

from numero_cam.app.corrections import CorrectionError
from numero_cam.app.kept_games import Place, folder, load_game, load_whole_game
from numero_cam.base.errors import GameError
from numero_cam.base.outputs import write_whole
from numero_cam.cli.keyboard import Keyboard
from numero_cam.cli.options import BadArgumentsError, print_json, raw_game
from numero_cam.cli.photos import annotate, check_annotate
from numero_cam.games.shared.names import numbered
from numero_cam.games.shared.statistics import share_interval
from numero_cam.numo.photos import NumoPhoto, check_lines, look, open_numo_eyes, parse_numo_corrections, score_lines
from numero_cam.numo.play import Choice, Ended, Live, Simulated, game_dict, hint, make_options, play_many, score
from numero_cam.numo.questions import Asked, HandMelds, Verdict, check, melds
from numero_cam.numo.rules.asked import OptionsError
from numero_cam.numo.rules.game import Game
from numero_cam.numo.rules.game_text import game_text, read_game
from numero_cam.numo.rules.kinds import KINDS
from numero_cam.numo.rules.players import PLAYERS
from numero_cam.numo.rules.state import Phase
from numero_cam.numo.words import (
    ASSUMED,
    cards_line,
    end_line,
    game_lines,
    hand_hint,
    hand_line,
    kinds_words,
    meld_words,
    melds_sentence,
    operation_line,
    sheet_rows,
    table_lines,
    way_words,
)
from numero_cam.text import console
from numero_cam.text.words import count


def run_melds(hand: str, table: str, asked: Asked, *, as_json: bool, strength: int | None = None) -> None:
    """Prints what can be melded, or a hint of this strength and no more.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards or melds that NUMO does not have.
    """
    try:
        found = melds(hand, table, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if strength is not None:
        said = hand_hint(found.hinted, len(found.lays), strength)
        print_json({"hint": said, "strength": strength}) if as_json else console.print_sentence(said)
    elif as_json:
        print_json(found.to_dict())
    else:
        _print_melds(found)


def _print_melds(found: HandMelds) -> None:
    console.print_sentence(melds_sentence(found.best))
    print()
    rows = [(meld.kind.value, meld_words(meld), str(meld.value)) for meld in found.melds]
    if rows:
        console.print_table(("kind", "meld", "points"), rows, numbers=(2,))
    laid = [f"On {meld_words(found.table[place])} you can lay {cards_line(cards)}." for place, cards in found.lays]
    needed = f" A meld of {kinds_words(found.needed)} is needed for that." if found.needed else ""
    out = f"You can go out: {way_words(found.way, found.table)}." if found.way else f"You cannot go out in this turn.{needed}"
    console.print_lines([*laid, out, *([ASSUMED] if found.assumed else [])])


def run_check(text: str, asked: Asked, *, as_json: bool) -> None:
    """Prints whether cards are a meld; leaves with status 1 where they are none.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards that NUMO does not have.
    """
    try:
        found = check(text, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if as_json:
        print_json(found.to_dict())
    else:
        _print_verdict(found)
    if not found.kinds:
        raise typer.Exit(1)


def _print_verdict(found: Verdict) -> None:
    shown = cards_line(found.cards)
    said = f"{shown} is a meld: {kinds_words(found.kinds)}." if found.kinds else f"{shown} is no meld."
    console.print_sentence(said.replace(" or ", " and "))
    if not found.kinds:
        print()
        console.print_table(("kind", "why not"), [(f"{KINDS[kind].name} ({kind.value})", reason) for kind, reason in found.reasons])
    if found.assumed:
        console.print_lines([ASSUMED])


def run_score(melds: str | None, left: str | None, asked: Asked, *, as_json: bool) -> None:
    """Prints points.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards or melds that NUMO does not have.
    """
    try:
        found = score(melds, left, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if as_json:
        print_json(found.to_dict())
        return
    console.print_sentence(f"{count(found.points, 'point')}.")
    rows = [(meld_words(meld), str(meld.value)) for meld in found.melds] or [(str(card.number), str(-card.number)) for card in found.left]
    print()
    console.print_table(("meld" if found.melds else "card left", "points"), rows, numbers=(1,))


def run_replay(path: Path, *, as_json: bool) -> None:
    """Tells a game; what is wrong with the file is said after what was right.

    Raises:
        GameError: The file cannot be read, or goes wrong on the line that the message names.
    """
    reading = load_game(str(path), raw_game(path), read_game)
    game = reading.game
    if game is not None and as_json:
        print_json(game_dict(reading, game))
    elif game is not None:
        console.print_lines(game_lines(game))
        print_sheet(game)
    if reading.error is not None:
        sys.stdout.flush()
        raise GameError(f"{path}: {reading.error}")


def print_sheet(game: Game) -> None:
    """The score sheet with its totals."""
    console.print_table(("hand", *game.names), sheet_rows(game), numbers=range(len(game.names) + 1))


def run_simulate(names: Sequence[str], games: int, hands: int, seed: str, choice: Choice, *, as_json: bool, progress: bool = False) -> None:
    """Plays the games and prints who won how often.

    Raises:
        BadArgumentsError: Unknown players, or options that do not exist or go together.
    """
    if unknown := [name for name in names if name not in PLAYERS]:
        raise BadArgumentsError(f'--players: there is no player "{unknown[0]}"; choose from {", ".join(PLAYERS)}')
    try:
        options = make_options(choice, len(names))
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    results: list[Ended] = []
    with console.progress(games, "Games", asked=progress, quiet=as_json) as advance:
        for result in play_many(options, names, games, seed, hands):
            results.append(result)
            advance()
    simulated = Simulated(options, tuple(names), seed, tuple(results))
    if as_json:
        print_json(simulated.to_dict())
        return
    rows = []
    for one in simulated.standings:
        low, high = share_interval(one.wins, games)
        rows.append((one.name, str(one.wins), f"{low:.0%} to {high:.0%}", str(one.shared), f"{fmean(one.scores):.1f}"))
    console.print_table(("player", "won", "share (95 %)", "shared", "points a game"), rows, numbers=(1, 2, 3, 4))
    told = [f"{count(games, 'game')} of {simulated.mean_hands:.1f} hands."]
    told += [f"{simulated.unended} of them had no end after {hands} hands."] if simulated.unended else []
    console.print_lines([*told, *(f"Note: {warning}." for warning in options.warnings())])


def is_photo(text: str) -> bool:
    """Whether an argument names a file and not cards: a file that is there, or a name with an ending."""
    return Path(text).is_file() or (Path(text).suffix[1:].isalnum() and not Path(text).suffix[1:].isdigit() and " " not in text)


class NumoPhotoOptions(NamedTuple):
    """How a photo is read and shown; see the commands' help for what each means."""

    deck: str | None = None
    correct: tuple[str, ...] = ()
    annotate: Path | None = None


def refuse_without_photo(options: NumoPhotoOptions) -> None:
    """Refuses what has no meaning for typed cards.

    Raises:
        BadArgumentsError: An option that goes with a photo.
    """
    wrong = [f"--{name}" for name, value in options._asdict().items() if value]
    if wrong:
        raise BadArgumentsError(f"{' and '.join(wrong)} {'goes' if len(wrong) == 1 else 'go'} with a photo only")


def run_check_photo(name: str, asked: Asked, options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Prints of each row whether it is a meld and why not; leaves with status 1 where one is none or not known.

    Raises:
        BadArgumentsError: No such level or rule, no correction, or no place for the annotated photo.
        NumeroCamError: The photo cannot be read, or shows no cards of NUMO.
    """
    found = _look(name, asked, options)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found, check_lines(found.texts, found.verdicts, [row.unknown for row in found.rows]))
    _annotate(found, options)
    if not found.all_melds:
        raise typer.Exit(1)


def run_score_photo(name: str, melds: str | None, left: str | None, asked: Asked, options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Prints what the cards of a photo are worth as melds, and what they cost as leftovers.

    Raises:
        BadArgumentsError: Cards are given beside the photo, no such level or rule, no correction, or no place for the annotated photo.
        NumeroCamError: The photo cannot be read, or shows no cards of NUMO.
    """
    if melds is not None or left is not None:
        raise BadArgumentsError("give a photo or cards (--melds, --left), not both")
    found = _look(name, asked, options)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found, score_lines(found.texts, found.verdicts, found.points, found.left))
    _annotate(found, options)
    if found.unknown:
        raise typer.Exit(1)


def _look(name: str, asked: Asked, options: NumoPhotoOptions) -> NumoPhoto:
    check_annotate(options.annotate, [name])
    try:
        corrections = parse_numo_corrections(options.correct)
    except CorrectionError as error:
        raise BadArgumentsError(f"--correct {error}") from error
    try:
        asked.kinds()
        eyes = open_numo_eyes(options.deck)
        for line in eyes.warnings:
            sys.stderr.write(f"numero-cam: left out: {line}\n")
        return look(name, asked, eyes.reader, corrections)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error


def _annotate(found: NumoPhoto, options: NumoPhotoOptions) -> None:
    if options.annotate:
        annotate(options.annotate, found)


def _print(found: NumoPhoto, lines: list[str]) -> None:
    unknown = [f"Card {n} of the photo is not known: its points are missing." for n in found.unknown]
    painted = any(verdict is not None and verdict.assumed and not verdict.kinds for verdict in found.verdicts)
    console.print_lines([*lines, *unknown, *(f"Problem: {problem}" for problem in found.state.problems), *([ASSUMED] if painted else [])])


KEPT = "numo"
"""Folder of these games beside the kept games of Numero."""
HELP = (
    "draw               take the top card of the stock (where it is used up, the pile is turned over first)",
    "take               take the top card of the discard pile",
    "meld + 3 4 7       lay a meld before you: S, C, +, -, X, /, R, P, F or pair, then its cards",
    "lay 18 on 2        lay cards on meld 2 of the table",
    "discard 9          discard a card; your turn ends",
    "hint               what could be done now; more each time it is asked",
    "undo               take back what you did last in this turn",
    "save FILE          write the game to a file",
    "quit               leave",
)


def run_play(path: Path | None, choice: Choice, *, name: str, against: str, players: int, seed: str | None, rise: bool = False) -> None:
    """Plays a game to its end, or until the person leaves.

    Args:
        path: A saved game to go on with, in which the person is the first player.
        choice: What is played otherwise.
        name: Of the person.
        against: The kind of the computer players.
        players: How many play.
        seed: Shuffles the cards.
        rise: Whether a game at the next level follows each that is played to its end.

    Raises:
        BadArgumentsError: Options that do not exist, or do not go together.
        GameError: A saved game cannot be used.
    """
    if against not in PLAYERS:
        raise BadArgumentsError(f'--against: there is no player "{against}"; choose from {", ".join(PLAYERS)}')
    if not 2 <= players <= 6:
        raise BadArgumentsError(f"--players: {players}; NUMO is for 2 to 6")
    seed = seed or secrets.token_hex(4)
    try:
        names = [name, *numbered([f"{against} player"] * (players - 1))]
        game = load_whole_game(str(path), raw_game(path), read_game) if path else Game(make_options(choice, players), names)
        names = list(game.names)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    _run(game, _place(path), against, seed)
    while rise and game.is_over and (options := game.options.risen()) is not None:
        print()
        game = Game(options, names)
        _run(game, _place(None), against, f"{seed} level {options.level}")


def _run(game: Game, place: Place | None, against: str, seed: str) -> None:
    try:
        _Window(Live(game, against, seed), place).run()
    finally:
        if place is not None:
            place.leave()


def _place(path: Path | None) -> Place | None:
    """Where the game keeps itself: the kept file that it goes on with, or a new one; None where no folder can be written.

    Raises:
        GameError: The kept game is being played in another window.
    """
    if path is not None and path.resolve().parent == (folder() / KEPT).resolve():
        place = Place.claimed(path)
        if place is None:
            raise GameError(f"{path}: is being played in another window")
        return place
    try:
        return Place.new(KEPT)
    except GameError as error:
        print(f"This game is not kept by itself: {error}. save FILE writes it.")
        return None


class _Window:
    """Asks and shows, line by line."""

    def __init__(self, live: Live, place: Place | None) -> None:
        self._live = live
        self._place = place
        self._keyboard = Keyboard()
        self._shown = len(live.game.operations)
        self._hints = 0

    def run(self) -> None:
        """Plays until the game is over or the person leaves."""
        options = self._live.game.options
        print(f"NUMO, level {options.level}: {kinds_words(options.kinds)}. help lists what you can write.")
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
        self._part()

    def _part(self) -> None:
        """Throw the kept game away where it is over; else say how it goes on."""
        if self._place is None:
            return
        if self._live.game.is_over:
            self._place.forget()
        elif self._place.path.exists():
            print(f"The game is kept; numero-cam numo play {self._place.path} goes on with it.")

    def _keep(self) -> None:
        if self._place is None:
            return
        try:
            self._place.keep_text(game_text(self._live.game))
        except GameError as error:
            print(f"This game is not kept any more: {error}.")
            self._place.leave()
            self._place = None

    def _answer(self, line: str) -> None:
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
                print("Taken back." if self._live.undo() else "There is nothing to take back in this turn.")
                self._shown = len(self._live.game.operations)
                self._keep()
            case "save":
                self._save(rest.strip())
            case _:
                self._play(line)

    def _play(self, line: str) -> None:
        try:
            self._live.play(line)
        except ValueError as error:
            print(f"{error}.")
            return
        self._hints = 0
        self._go_on()

    def _save(self, name: str) -> None:
        if not name:
            print("Write the name of a file behind save.")
            return
        try:
            write_whole(Path(name), game_text(self._live.game).encode(), GameError)
        except GameError as error:
            print(f"{error}.")
            return
        print(f"The game is in {name}; numero-cam numo play {name} goes on with it.")

    def _go_on(self) -> None:
        """Let the others play, and tell what happened since it was told last."""
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
        print("Draw or take." if state.phase is Phase.DRAW else "Meld, lay or discard.")
