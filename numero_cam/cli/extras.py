"""Packages that only some commands need."""

from collections.abc import Sequence
from importlib.util import find_spec

from numero_cam.base.errors import ConfigError


def need(packages: Sequence[str], what: str, extras: str = "live") -> None:
    """Say how an extra is installed where packages of it are missing.

    Args:
        packages: As they are imported.
        what: Needs them.
        extras: Those that bring them, with commas between them.

    Raises:
        ConfigError: One is missing.
    """
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise ConfigError(f"{what} {', '.join(missing)}; install with: pip install 'numero-cam[{extras}]'")
