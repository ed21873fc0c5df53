"""``numero-cam play``: a person against the computer, in the terminal."""

import secrets
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from numero_cam.assistant import kept_games
from numero_cam.assistant.game_files import load_whole_game
from numero_cam.assistant.game_options import GameChoice
from numero_cam.assistant.kept_games import Place, Unfinished
from numero_cam.assistant.play import SEAT_NAMES, LiveGame, resumed, started
from numero_cam.cli.game import make_options
from numero_cam.cli.game_file import raw_game
from numero_cam.cli.keyboard import Keyboard
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.play_window import Window
from numero_cam.cli.thinking import effort_of
from numero_cam.games.numero.engine import OptionsError, read_game
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.tournament import PLAYERS
from numero_cam.tell import console
from numero_cam.tell.playing import intro_lines

WITH_A_FILE = {"file", "against", "think"}
"""Options that go with a saved game; all others are in the file."""
AGAINST_NOBODY = {"against": "--against", "think": "--think"}


def run_play(
    path: Path | None, choice: GameChoice, *, given: Collection[str], name: str, against: str, alone: bool, seed: str | None, think: float
) -> None:
    """Plays a game to its end, or until the person leaves.

    Args:
        path: A saved game to go on with.
        choice: What is played otherwise.
        given: Names of the options that were written: none is left unheeded without a word.
        name: Of the person.
        against: The computer player.
        alone: Whether to play solitaire.
        seed: Shuffles the cards.
        think: Seconds that the expert and the advice think about a play.

    Raises:
        BadArgumentsError: Options that do not exist, or do not go together.
        GameError: A saved game cannot be used.
    """
    if against not in PLAYERS:
        raise BadArgumentsError(f'--against: there is no player "{against}"; choose from {", ".join(PLAYERS)}')
    _check_together(path, given, alone=alone)
    effort = effort_of(think)
    keyboard = Keyboard()
    if path is not None:
        live = resumed(
            load_whole_game(str(path), raw_game(path), read_game), against=against if "against" in given else None, effort=effort
        )
        Window(live, keyboard, effort, file=path).run()
        return
    if keyboard.is_terminal and (chosen := _offered(keyboard)) is not None:
        waiting, place = chosen
        Window(resumed(waiting.game, effort=effort), keyboard, effort, place=place).run()
        return
    names = [name] if alone else [name, SEAT_NAMES[against]]
    live = _new(choice, names, seed=seed or secrets.token_hex(4), against=against, effort=effort)
    console.print_lines(_welcome(live))
    Window(live, keyboard, effort).run()


def _check_together(path: Path | None, given: Collection[str], *, alone: bool) -> None:
    """Refuses options that would not be heeded."""
    if path is not None and (others := set(given) - WITH_A_FILE):
        shown = ", ".join(f"--{'playing-cards' if other == 'playing' else other.replace('_', '-')}" for other in sorted(others))
        raise BadArgumentsError(f"{shown}: {path} says itself who plays, with which cards and by which rules; leave this out")
    if alone and (others := set(given) & set(AGAINST_NOBODY)):
        shown = ", ".join(AGAINST_NOBODY[other] for other in sorted(others))
        raise BadArgumentsError(f"{shown}: with --solitaire there is nobody else; leave one of them out")


def _new(choice: GameChoice, names: list[str], *, seed: str, against: str, effort: Effort) -> LiveGame:
    options = make_options(choice, len(names))
    try:
        return started(options, names, seed=seed, against=against, effort=effort)
    except OptionsError as error:
        raise BadArgumentsError(f"--name: {error}") from error


def _welcome(live: LiveGame) -> list[str]:
    if kept_games.first_time():
        return list(intro_lines(live.game.options))
    return ["Write help to see what you can write."]


def _offered(keyboard: Keyboard) -> tuple[Unfinished, Place] | None:
    """Asks which of the unfinished games to go on with; None for a new one."""
    while waiting := kept_games.unfinished():
        console.print_lines(["Not finished yet:", *(f"  {number}  {_line(one)}" for number, one in enumerate(waiting, start=1))])
        try:
            answer = keyboard.line(
                "Write its number to go on with it, drop and its number to throw it away, or press Enter for a new game: "
            )
        except EOFError:
            print()
            return None
        word, _, rest = answer.lower().rpartition(" ")
        if not answer:
            return None
        chosen = waiting[int(rest) - 1] if rest.isascii() and rest.isdigit() and 0 < int(rest) <= len(waiting) else None
        if chosen is None or word not in ("", "drop"):
            console.print_lines([f"There is no number {rest}; the list ends with {len(waiting)}."])
        elif (place := Place.claimed(chosen.path)) is None:
            console.print_lines(["This game has just been opened in another window."])
        elif word:
            place.forget()
        else:
            return chosen, place
    return None


def _line(one: Unfinished) -> str:
    game = one.game
    scores = ", ".join(f"{name} {seat.score}" for name, seat in zip(game.names, game.state.seats, strict=True))
    when = datetime.fromtimestamp(one.when, UTC).astimezone()
    return f"{when:%d.%m. %H:%M}  turn {game.state.turn}, {game.options.by}: {scores}"
