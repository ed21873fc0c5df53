"""Parses and writes the lines of text by which people and recordings give commands to a watched game."""

import re
from collections.abc import Mapping

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import NotationError, parse_card, parse_cards
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    LookAgain,
    NamePack,
    PlayCommand,
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
    UnreadableLine,
)

SHOWN_WORDS = {"shown": True, "bluff": False}  #: Values of `ChallengeBuild.shown` by the word that a line ends in.
NO_CARD = "none"  #: Written instead of a card for a track that is no card.
HAND_PREFIX = "hand "  #: Written before the name of the player to whose hand a card belongs.
#: Tells somebody who named no player how to write a challenge.
CHALLENGE_HELP = tr('write "challenge" and the name of who challenges; where hands are hidden, "shown" or "bluff" behind it')
ALL_FORMS = (
    "challenge NAME, answer NUMBER CHOICE, play NUMBER LINE, from NUMBER LINE, back NUMBER, add LINE, card NUMBER FACE, "
    "card NUMBER hand NAME, pack NUMBER PACKS WILDS, undo, redo, look again"
)
MAX_SHOWN = 60  #: Maximum number of characters of an unreadable line that its reason repeats.
_NUMBERED = re.compile(r"([0-9]{1,9})(?: (.+))?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_STEPS: Mapping[str, type[UndoEntry | RedoEntry]] = {"undo": UndoEntry, "redo": RedoEntry}


def no_player(name: str, help_text: str) -> str:
    """Return the message about a name that no player has.

    Args:
        name: The name as it was written.
        help_text: How to write the command.
    """
    return tr('there is no player "{name}"; {help_text}', name=name[:MAX_SHOWN], help_text=help_text)


def parse_command(line: str) -> GameCommand:
    """Return the command that a line means, without regard to the case of its words.

    | line | command |
    |---|---|
    | `challenge Ben`, `challenge Ben shown`, `challenge Ben bluff` | `ChallengeBuild` |
    | `challenge Ben bluff:`, `challenge Ben bluff: shown` | the same by a player called `Ben bluff` |
    | `answer 2 1` | `AnswerQuestion` |
    | `play 7 Ben: discard 5r` | `CorrectPlay` |
    | `from 7 Ben: discard 5r` | the same, and the plays after it are forgotten |
    | `back 7` | `UndoPlay` |
    | `undo`, `undo 12` | `UndoEntry` |
    | `redo`, `redo 12` | `RedoEntry` |
    | `add Ben: discard 5r` | `AddPlay` |
    | `card 12 9g`, `card 12 none` | `CorrectCard` |
    | `card 12 hand Ben` | `ReturnToHand` |
    | `pack 15 1 -2 x3` | `NamePack`: the highest number, how many packs, the wild cards |
    | `look again` | `LookAgain` |

    Args:
        line: As it was typed or recorded.

    Returns:
        The command; an `UnreadableLine` with the reason where the line is none of these.
    """
    words = line.split()
    word, rest = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
    command: GameCommand | None = None
    if word == "challenge":
        command = _challenge(line, rest)
    elif word == "add" and rest:
        command = AddPlay(rest)
    elif (word, rest.lower()) == ("look", "again"):
        command = LookAgain()
    elif word in _STEPS and (not rest or _NUMBER.fullmatch(rest)):
        command = _STEPS[word](int(rest or 0))
    elif numbered := _NUMBERED.fullmatch(rest):
        command = _numbered(line, word, int(numbered[1]), numbered[2] or "")
    return command or UnreadableLine(
        line, tr('"{line}" is not understood; there are {forms}', line=" ".join(words)[:MAX_SHOWN], forms=ALL_FORMS)
    )


def command_text(command: GameCommand) -> str:
    """Return the line of a command; `parse_command` returns the same command for it."""
    text = "look again"
    match command:
        case ChallengeBuild():
            text = _challenge_text(command)
        case AnswerQuestion() | CorrectPlay() | UndoPlay() | AddPlay():
            text = _play_text(command)
        case UndoEntry() | RedoEntry():
            text = _step_text(command)
        case CorrectCard() | ReturnToHand():
            text = _card_text(command)
        case NamePack(numbers, wilds, packs):
            text = " ".join(["pack", str(numbers), str(packs), *map(str, wilds)])
        case LookAgain():
            text = "look again"
        case UnreadableLine(line):
            text = line
    return text


def _play_text(command: PlayCommand) -> str:
    match command:
        case AnswerQuestion(question, choice):
            return f"answer {question} {choice}"
        case CorrectPlay(k, line, ends_there):
            return f"{'from' if ends_there else 'play'} {k} {line}"
        case UndoPlay(k):
            return f"back {k}"
        case AddPlay(line):
            return f"add {line}"


def _card_text(command: CorrectCard | ReturnToHand) -> str:
    said = f"{HAND_PREFIX}{command.player}" if isinstance(command, ReturnToHand) else command.card or NO_CARD
    return f"card {command.track} {said}"


def _step_text(command: UndoEntry | RedoEntry) -> str:
    word = next(word for word, step in _STEPS.items() if isinstance(command, step))
    return f"{word} {command.n}" if command.n else word


def _numbered(line: str, word: str, number: int, rest: str) -> GameCommand | None:
    """Return the command of a line whose word is followed by a number; None if there is no such command."""
    if word == "back" and not rest:
        return UndoPlay(number)
    if word in ("play", "from") and rest:
        return CorrectPlay(number, rest, word == "from")
    if word == "answer" and _NUMBER.fullmatch(rest):
        return AnswerQuestion(number, int(rest))
    if word == "card" and rest.lower().startswith(HAND_PREFIX):
        return ReturnToHand(number, rest[len(HAND_PREFIX) :])
    parse = {"card": _card, "pack": _pack}.get(word)
    return parse(line, number, rest) if parse is not None and rest else None


def _card(line: str, track: int, face: str) -> GameCommand:
    """Return the command that corrects the card of a track; `line` is the whole line for the message of an error."""
    if face.lower() == NO_CARD:
        return CorrectCard(track, None)
    try:
        return CorrectCard(track, parse_card(face))
    except NotationError as error:
        return UnreadableLine(line, str(error))


def _pack(line: str, numbers: int, rest: str) -> GameCommand | None:
    """Return the command that names the pack; `line` is the whole line for the message of an error."""
    packs, _, wilds = rest.partition(" ")
    try:
        return NamePack(numbers, parse_cards(wilds) if wilds else (), int(packs)) if _NUMBER.fullmatch(packs) else None
    except NotationError as error:
        return UnreadableLine(line, str(error))


def _challenge(line: str, rest: str) -> GameCommand:
    """Return the challenge of a line: `rest` is the name of a player, and perhaps whether the answer was shown."""
    before, colon, after = (part.strip() for part in rest.rpartition(":"))
    if colon and before and after.lower() in {"", *SHOWN_WORDS}:
        return ChallengeBuild(before, SHOWN_WORDS.get(after.lower()))
    words = rest.split()
    shown = SHOWN_WORDS.get(words[-1].lower()) if len(words) > 1 else None
    player = " ".join(words if shown is None else words[:-1])
    return ChallengeBuild(player, shown) if player else UnreadableLine(line, no_player("", CHALLENGE_HELP))


def _challenge_text(command: ChallengeBuild) -> str:
    """Return the line of a challenge, which `parse_command` reads back."""
    how = next((f" {word}" for word, shown in SHOWN_WORDS.items() if shown is command.shown), "")
    plain = f"challenge {command.player}{how}"
    # A colon, which no name has, ends a name whose last word would be taken for `shown`.
    return plain if parse_command(plain) == command else f"challenge {command.player}:{how}"
