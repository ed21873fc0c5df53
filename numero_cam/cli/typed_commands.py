"""The commands that a person may type while ``numero-cam game watch`` runs: five forms, parsed and executed."""

from typing import TYPE_CHECKING

from numero_cam.catalogue import tr
from numero_cam.games.numero.watching.command_text import MAX_SHOWN, parse_command
from numero_cam.games.numero.watching.game_commands import AddPlay, AnswerQuestion, RedoEntry, UndoEntry, UnreadableLine

if TYPE_CHECKING:
    from numero_cam.app.watch import GameWatch
    from numero_cam.games.numero.engine.log_entry import LogEntry

#: The forms of the commands, by their first word.
FORMS = {"challenge": "challenge NAME", "answer": "answer NUMBER CHOICE", "end": "end", "undo": "undo", "redo": "redo"}


class TypedCommands:
    """Executes typed commands on a watched game."""

    def __init__(self, watch: "GameWatch") -> None:
        self._watch = watch

    def execute(self, line: str) -> "tuple[LogEntry, ...]":
        """Execute a line and return the log entries that it made; for a line of none of ``FORMS``, an entry that refuses it."""
        words = line.split()
        word, command = words[0].lower() if words else "", parse_command(line)
        if len(words) == 1 and isinstance(command, UndoEntry | RedoEntry):
            return self._watch.execute(command)
        if word == "end" and len(words) == 1:
            return self._watch.execute(AddPlay(f"{self._watch.game.player}: end"))
        if word == "challenge" or isinstance(command, AnswerQuestion):
            return self._watch.execute(command)
        shown = " ".join(words)[:MAX_SHOWN]
        why = tr(
            '"{line}" is not understood; there are {forms}. What is wrong further back is mended on the page of numero-cam live, '
            "or in the text of the game",
            line=shown,
            forms=", ".join(FORMS.values()),
        )
        return self._watch.execute(UnreadableLine(line, why))
