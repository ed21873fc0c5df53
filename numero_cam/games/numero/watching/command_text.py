"""Parses and writes the lines of text by which people and recordings give commands to a watched game."""

import re

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import NotationError, parse_card
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    GameCommand,
    LookAgain,
    ReturnToHand,
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
    "card NUMBER hand NAME, look again"
)
MAX_SHOWN = 60  #: Maximum number of characters of an unreadable line that its reason repeats.
_NUMBERED = re.compile(r"([0-9]{1,9})(?: (.+))?")
_NUMBER = re.compile(r"[0-9]{1,9}")


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
    | `add Ben: discard 5r` | `AddPlay` |
    | `card 12 9g`, `card 12 none` | `CorrectCard` |
    | `card 12 hand Ben` | `ReturnToHand` |
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
    elif numbered := _NUMBERED.fullmatch(rest):
        command = _numbered(line, word, int(numbered[1]), numbered[2] or "")
    return command or UnreadableLine(
        line, tr('"{line}" is not understood; there are {forms}', line=" ".join(words)[:MAX_SHOWN], forms=ALL_FORMS)
    )


def command_text(command: GameCommand) -> str:
    """Return the line of a command; `parse_command` returns the same command for it."""
    match command:
        case ChallengeBuild():
            text = _challenge_text(command)
        case AnswerQuestion(question, choice):
            text = f"answer {question} {choice}"
        case CorrectPlay(k, line, ends_there):
            text = f"{'from' if ends_there else 'play'} {k} {line}"
        case UndoPlay(k):
            text = f"back {k}"
        case AddPlay(line):
            text = f"add {line}"
        case CorrectCard(track, card):
            text = f"card {track} {NO_CARD if card is None else card}"
        case ReturnToHand(track, player):
            text = f"card {track} {HAND_PREFIX}{player}"
        case LookAgain():
            text = "look again"
        case UnreadableLine(line):
            text = line
    return text


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
    if word == "card" and rest:
        return _card(line, number, rest)
    return None


def _card(line: str, track: int, face: str) -> GameCommand:
    """Return the command that corrects the card of a track; `line` is the whole line for the message of an error."""
    if face.lower() == NO_CARD:
        return CorrectCard(track, None)
    try:
        return CorrectCard(track, parse_card(face))
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
