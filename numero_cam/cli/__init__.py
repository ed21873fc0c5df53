"""The command line. A command loads what it needs when it runs: a typed ``solve`` loads no models and no arrays."""

import sys
from typing import NoReturn

from numero_cam.base.ctrl_c import STOPPED, end_soon_after_ctrl_c
from numero_cam.catalogue import tr
from numero_cam.cli.extras import lacking

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program; where the command line itself cannot be loaded, one line names the package that it lacks."""
    end_soon_after_ctrl_c(_say_stopped)
    try:
        from numero_cam.cli.shell import main as run
    except ImportError as error:
        sys.exit(f"numero-cam: {lacking(error)}" if lacking(error) else str(error))
    except KeyboardInterrupt:
        _say_stopped()
        sys.exit(STOPPED)
    run()


def _say_stopped() -> None:
    sys.stderr.write(f"numero-cam: {tr('stopped')}\n")
