"""How long the advisor may think, from the command line."""

from numero_cam.cli.options import BadArgumentsError
from numero_cam.game.advisor import Effort
from numero_cam.solve import SettingsError


def effort_of(think: float) -> Effort:
    """The effort for this many seconds.

    Raises:
        BadArgumentsError: They are no time.
    """
    try:
        return Effort(think)
    except SettingsError as error:
        raise BadArgumentsError(f"--think: {error}") from error
