"""What a person may type while ``numero-cam game watch`` runs: four forms, and what they do to the game."""

from typing import TYPE_CHECKING

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.operations import Drawn
from numero_cam.games.numero.watching.command_text import MAX_SHOWN, parse_command
from numero_cam.games.numero.watching.events import PlayDecided, PlayTakenBack
from numero_cam.games.numero.watching.game_commands import AddPlay, UndoPlay, UnreadableLine

if TYPE_CHECKING:
    from numero_cam.app.watch import GameWatch
    from numero_cam.games.numero.watching.events import Event

#: What may be typed, by its first word.
FORMS = {"challenge": "challenge NAME", "answer": "answer NUMBER CHOICE", "undo": "undo", "redo": "redo"}


class TypedCommands:
    """Carries out what is typed, and remembers the plays that may be redone.

    Args:
        watch: The game that is watched.
    """

    def __init__(self, watch: "GameWatch") -> None:
        self._watch = watch
        self._undone: list[tuple[str, ...]] = []

    def execute(self, line: str) -> "tuple[Event, ...]":
        """Carry out a line; one that is none of ``FORMS`` is refused as an impossible command is."""
        words = line.split()
        word = words[0].lower() if words else ""
        if word == "undo" and len(words) == 1:
            return self._undo(line)
        if word == "redo" and len(words) == 1:
            return self._redo(line)
        if word == "challenge" or (word == "answer" and not isinstance(parse_command(line), UnreadableLine)):
            return self.seen(self._watch.execute(parse_command(line)))
        shown = " ".join(words)[:MAX_SHOWN]
        return self._refuse(
            line,
            tr(
                '"{line}" is not understood; there are {forms}. What is wrong further back is mended on the page of numero-cam live, '
                "or in the text of the game",
                line=shown,
                forms=", ".join(FORMS.values()),
            ),
        )

    def seen(self, events: "tuple[Event, ...]") -> "tuple[Event, ...]":
        """Return events as they are; a play that was decided meanwhile ends what may be redone."""
        if any(isinstance(event, PlayDecided) for event in events):
            self._undone.clear()
        return events

    def _undo(self, line: str) -> "tuple[Event, ...]":
        """Undo the newest play with the draws after it; the first operation is the deal."""
        plays = [k for k, operation in enumerate(self._watch.game.operations) if k and not isinstance(operation, Drawn)]
        if not plays:
            return self._refuse(line, tr("there is no play to undo"))
        events = self._watch.execute(UndoPlay(plays[-1]))
        if undone := tuple(event.text for event in reversed(events) if isinstance(event, PlayTakenBack)):
            self._undone.append(undone)
        return events

    def _redo(self, line: str) -> "tuple[Event, ...]":
        """Do the plays again that were undone last; one that the rules refuse by now ends it."""
        if not self._undone:
            return self._refuse(line, tr("there is no play to redo"))
        events: tuple[Event, ...] = ()
        for play in self._undone.pop():
            done = self._watch.execute(AddPlay(play))
            events += done
            if not any(isinstance(event, PlayDecided) for event in done):
                break
        return events

    def _refuse(self, line: str, why: str) -> "tuple[Event, ...]":
        return self._watch.execute(UnreadableLine(line, why))
