"""The command line. What a command needs is loaded inside it: a typed ``solve`` starts without the eyes."""

from numero_cam.cli.shell import main

__all__ = ["main"]
