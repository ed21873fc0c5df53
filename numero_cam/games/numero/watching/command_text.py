"""Parses and writes the lines of text by which people and recordings give commands to a watched game."""

import re
from collections.abc import Callable, Mapping

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
    RedoEntry,
    ReturnToHand,
    UndoEntry,
    UndoPlay,
    UnreadableLine,
)

SHOWN_WORDS = {"shown": True, "bluff": False}  #: Values of `ChallengeBuild.shown` by the word that a line ends in.
NO_CARD = "none"  #: Written instead of a card for a track that is no card.
#: Tells somebody who named no player how to write a challenge.
CHALLENGE_HELP = tr('write "challenge" and the name of who challenges; where hands are hidden, "shown" or "bluff" behind it')
ALL_FORMS = (
    "challenge NAME, answer NUMBER CHOICE, play NUMBER LINE, from NUMBER LINE, back NUMBER, add LINE, card NUMBER FACE, "
    "card NUMBER hand NAME, pack NUMBER PACKS WILDS, undo, redo, look again"
)
MAX_SHOWN = 60  #: Maximum number of characters of an unreadable line that its reason repeats.


def no_player(name: str, help_text: str) -> str:
    """Return the message about a name that no player has, with how to write the command."""
    return tr('there is no player "{name}"; {help_text}', name=name[:MAX_SHOWN], help_text=help_text)


def parse_command(line: str) -> GameCommand:
    """Return the command that a line means by `_FORMS`, without regard to the case of its words; an `UnreadableLine` where it has none."""
    word, *rest = line.split() or [""]
    text = " ".join((word.lower(), *rest))
    if text == "challenge":
        return UnreadableLine(line, no_player("", CHALLENGE_HELP))
    for form, make in _FORMS:
        if match := re.fullmatch(form.replace("#", "([0-9]{1,9})"), text):
            try:
                return make(*match.groups())
            except NotationError as error:
                return UnreadableLine(line, str(error))
    said = " ".join((word, *rest))[:MAX_SHOWN]
    return UnreadableLine(line, tr('"{line}" is not understood; there are {forms}', line=said, forms=ALL_FORMS))


def command_text(command: GameCommand) -> str:
    """Return the line of a command; `parse_command` returns the same command for it."""
    match command:
        case ChallengeBuild():
            text = _challenge_text(command)
        case CorrectPlay(k, line, ends_there):
            text = f"{'from' if ends_there else 'play'} {k} {line}"
        case UndoEntry(n) | RedoEntry(n):
            word = "undo" if isinstance(command, UndoEntry) else "redo"
            text = f"{word} {n}" if n else word
        case CorrectCard(track, card):
            text = f"card {track} {card or NO_CARD}"
        case NamePack(numbers, wilds, packs):
            text = " ".join(["pack", str(numbers), str(packs), *map(str, wilds)])
        case _:
            text = _PLAIN_TEXTS[type(command)].format_map(vars(command))
    return text


#: By the kind of a command whose fields stand in its line as they are: the line.
_PLAIN_TEXTS: Mapping[type[GameCommand], str] = {
    AnswerQuestion: "answer {question} {choice}",
    UndoPlay: "back {k}",
    AddPlay: "add {line}",
    ReturnToHand: "card {track} hand {player}",
    LookAgain: "look again",
    UnreadableLine: "{line}",
}


def _challenge(said: str) -> ChallengeBuild:
    """Return the challenge of a text: the name of a player, and perhaps whether the answer was shown."""
    before, colon, after = (part.strip() for part in said.rpartition(":"))
    if colon and before and after.lower() in {"", *SHOWN_WORDS}:
        return ChallengeBuild(before, SHOWN_WORDS.get(after.lower()))
    *name, last = said.split()
    shown = SHOWN_WORDS.get(last.lower()) if name else None
    return ChallengeBuild(said if shown is None else " ".join(name), shown)


def _challenge_text(command: ChallengeBuild) -> str:
    how = next((f" {word}" for word, shown in SHOWN_WORDS.items() if shown is command.shown), "")
    plain = f"challenge {command.player}{how}"
    # A colon, which no name has, ends a name whose last word would be taken for `shown`.
    return plain if parse_command(plain) == command else f"challenge {command.player}:{how}"


#: By what a line looks like, its first word in lower case and `#` a number: the function that makes the command of its groups. The first
#: form that fits counts.
_FORMS: tuple[tuple[str, Callable[..., GameCommand]], ...] = (
    ("challenge (.+)", _challenge),  # `challenge Ben bluff:` is one by a player called `Ben bluff`
    ("answer # #", lambda question, choice: AnswerQuestion(int(question), int(choice))),
    ("(play|from) # (.+)", lambda word, k, play: CorrectPlay(int(k), play, word == "from")),
    ("back #", lambda k: UndoPlay(int(k))),
    ("undo(?: #)?", lambda n: UndoEntry(int(n or 0))),
    ("redo(?: #)?", lambda n: RedoEntry(int(n or 0))),
    ("add (.+)", AddPlay),
    ("card # (?ai:hand) (.+)", lambda track, player: ReturnToHand(int(track), player)),
    ("card # (.+)", lambda track, face: CorrectCard(int(track), None if face.lower() == NO_CARD else parse_card(face))),
    # The highest number, how many packs, the wild cards: `pack 15 1 -2 x3`.
    ("pack # #(?: (.+))?", lambda numbers, packs, wilds: NamePack(int(numbers), parse_cards(wilds) if wilds else (), int(packs))),
    ("look (?ai:again)", LookAgain),
)
