"""What cards are by the deck that is known: named by the user, or found out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from numero_cam.decks.choose import Decks, choose
from numero_cam.decks.named import built_in, found, problem
from numero_cam.decks.own_faces import within
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import Face, Labels, Told

Tell = Callable[[], Sequence[Told]]
"""Asks the face network what comparing the cards takes; only learned decks need it."""


@dataclass(frozen=True)
class ByDeck:
    """Cards with the faces that their deck has.

    Attributes:
        faces: In the order given; as they were read where no deck is known.
        profile: The deck, if one is known.
        problems: Of the deck that was named, one line each.
    """

    faces: list[Face]
    profile: Profile | None = None
    problems: tuple[str, ...] = ()


def by_deck(decks: Decks | None, labels: Labels, faces: Sequence[Face], tell: Tell) -> ByDeck:
    """Narrows what cards may be to the faces of their deck, and compares them with its examples where it was learned.

    Args:
        decks: Which come into question; None where cards are to be read as they stand.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        tell: See ``Tell``.
    """
    if decks is None:
        return ByDeck(list(faces))
    named = decks.profiles[0] if decks.forced else None
    why = problem(named, faces, built_in() if decks.built_in else ()) if named else None
    problems = (why,) if why else ()
    asked = named.learned if named else bool(decks.profiles)
    if asked and (chosen := choose(decks, labels, faces, tell())):
        return ByDeck([match.face for match in chosen.matches], chosen.profile, problems)
    profile = named or (found(faces) if decks.built_in else None)
    return ByDeck([within(face, profile, labels) for face in faces] if profile else list(faces), profile, problems)
