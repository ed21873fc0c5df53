"""A game at a real table: which plays explain what is seen. Standard library only."""

from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.events import Begun, Decided, Event, Setting, TakenBack, Unexplained
from numero_cam.games.numero.watching.watch import Watching

__all__ = ["Begun", "Decided", "Event", "Hands", "Setting", "TakenBack", "Unexplained", "Watching"]
