"""Lines typed at a terminal, with Up, Left and the other keys (docs/adr/0013-play-at-the-keyboard.md)."""

import importlib
import sys
from types import ModuleType


class Keyboard:
    """Reads lines; on a terminal they can be edited, and those worth it come back with Up.

    Attributes:
        is_terminal: Whether a person types, not a file or another program.
    """

    def __init__(self) -> None:
        self.is_terminal = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        # What is no UTF-8 becomes a sign that no play has, never an error in the middle of a game.
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")
        self._editor = _editor() if self.is_terminal else None

    def line(self, prompt: str, *, remember: bool = False) -> str:
        """Asks for a line and gives it without spaces at its ends.

        Args:
            prompt: What stands before it.
            remember: Whether Up brings it back: plays, not answers to questions.

        Raises:
            EOFError: There are no more lines: Ctrl-D, or the end of a file.
            KeyboardInterrupt: Ctrl-C.
        """
        line = input(prompt).strip()
        if remember and line and self._editor is not None:
            self._editor.add_history(line)
        return line


def _is_terminal(stream: object) -> bool:
    asks = getattr(stream, "isatty", None)
    return bool(asks and asks())


def _editor() -> ModuleType | None:
    """Python's own line editing, where it has one; the consoles of Windows edit lines themselves."""
    try:
        editor = importlib.import_module("readline")
    except ImportError:
        return None
    editor.set_auto_history(False)
    return editor
