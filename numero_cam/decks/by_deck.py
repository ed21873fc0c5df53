"""What cards are by the deck that is known: named by the user, or found out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from numero_cam.decks.choose import Chosen, Decks, choose
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
    if decks.forced:
        return _by_name(decks, labels, faces, tell)
    if decks.profiles and (chosen := choose(decks, labels, faces, tell())):
        return _by_examples(chosen)
    profile = found(faces) if decks.built_in else None
    return _narrowed(profile, labels, faces) if profile else ByDeck(list(faces))


def _by_name(decks: Decks, labels: Labels, faces: Sequence[Face], tell: Tell) -> ByDeck:
    profile = decks.profiles[0]
    why = problem(profile, faces, built_in() if decks.built_in else ())
    problems = (why,) if why else ()
    chosen = choose(decks, labels, faces, tell()) if profile.learned else None
    return _by_examples(chosen, problems) if chosen else _narrowed(profile, labels, faces, problems)


def _by_examples(chosen: Chosen, problems: tuple[str, ...] = ()) -> ByDeck:
    return ByDeck([match.face for match in chosen.matches], chosen.profile, problems)


def _narrowed(profile: Profile, labels: Labels, faces: Sequence[Face], problems: tuple[str, ...] = ()) -> ByDeck:
    return ByDeck([within(face, profile, labels) for face in faces], profile, problems)
