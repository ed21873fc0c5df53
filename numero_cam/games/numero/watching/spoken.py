"""What people say beside the table: challenges."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.engine.verify import claim_of, is_shown

WORDS = {"shown": True, "bluff": False}
HOW = 'write "challenge" and the name of who challenges; where hands are hidden, "shown" or "bluff" behind it'


class SpokenError(ValueError):
    """Something said that means nothing here; the message is one line."""


@dataclass(frozen=True)
class Spoken:
    """A challenge that was said.

    Attributes:
        player: Who challenges.
        shown: Whether the answer was shown, where it was said.
    """

    player: int
    shown: bool | None = None


def parse_spoken(text: str, names: Sequence[str]) -> Spoken:
    """Return the challenge that a text says: `challenge Ben`, `challenge Ben shown`, `challenge Ben bluff`.

    Raises:
        SpokenError: If it says none.
    """
    words = text.split()
    if not words or words[0].lower() != "challenge":
        message = f'"{" ".join(words)[:60]}" is not understood; {HOW}'
        raise SpokenError(message)
    shown = WORDS.get(words[-1].lower()) if len(words) > 2 else None
    name = " ".join(words[1:] if shown is None else words[1:-1])
    meant = [place for place, known in enumerate(names) if " ".join(known.split()).casefold() == name.casefold()]
    if len(meant) != 1:
        message = f'there is no player "{name}"; {HOW}'
        raise SpokenError(message)
    return Spoken(meant[0], shown)


def challenge_of(state: State, spoken: Spoken) -> Challenged:
    """Return the challenge of the newest build of another player.

    Raises:
        SpokenError: If there is none, or nobody can know whether the answer was shown.
    """
    claims = [claim for claim in state.claims if claim.player != spoken.player]
    if not claims:
        message = "there is no build of another player to challenge"
        raise SpokenError(message)
    build = claims[-1].build
    claim = claim_of(state, build)
    if claim is not None and spoken.shown is None and is_shown(state, claim) is None:
        message = f'nobody knows the hand that answers {build}; say "challenge" with "shown" or "bluff" behind the name'
        raise SpokenError(message)
    return Challenged(spoken.player, build, spoken.shown)
