"""Reads the number cards on a table and finds the best take.

The public names of the package. Each is loaded when it is first asked for: a typed position needs neither OpenCV nor onnxruntime, and
the workshop needs no game. The solver is ``numero_cam.solve.solve``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from numero_cam.base.telemetry import switch_off

if TYPE_CHECKING:
    from numero_cam.base.errors import NumeroCamError
    from numero_cam.capture.files import read_photo
    from numero_cam.observe.decode import table_position
    from numero_cam.pipeline import Reader
    from numero_cam.rules import Card, Position, parse_card, parse_cards, parse_position
    from numero_cam.solve import Settings, Solution, takers_of_all

switch_off()  # Here, because every way of starting passes here before it can load onnxruntime.

__all__ = [
    "Card",
    "NumeroCamError",
    "Position",
    "Reader",
    "Settings",
    "Solution",
    "parse_card",
    "parse_cards",
    "parse_position",
    "read_photo",
    "table_position",
    "takers_of_all",
]

_HOMES = {
    "NumeroCamError": "base.errors",
    "Reader": "pipeline",
    "Settings": "solve",
    "Solution": "solve",
    "read_photo": "capture.files",
    "table_position": "observe.decode",
    "takers_of_all": "solve",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'rules')}"), name)
