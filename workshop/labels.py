"""What the reader tells apart: faces and colours, in the order of its outputs."""

from collections.abc import Sequence

from numero_cam.games.numero.rules.cards import PACK

PACK_LABELS = tuple(str(card) for card in PACK)  #: The 89 cards in canonical notation.
PLAYING_LABELS = tuple(f"{value}{suit}" for suit in "shdc" for value in range(1, 11))  #: Playing cards that serve as number cards.
UNKNOWN = "unknown"  #: A back, a court card, a card of another game, no card at all.
#: 45 classes: values, wild cards, unknown.
FACES = (*(str(v) for v in range(1, 16)), *(label for label in PACK_LABELS if label[-1] not in "rbgo"), UNKNOWN)
PLAIN = 0.5  #: Share of the packs of number cards that have numbers in none of the four colours in the place of one.
COLOURS = (*"rbgoshdc", "")  #: 9 classes: four colours, four suits, and none of these.


def with_plain(labels: Sequence[str], colour: str) -> tuple[str, ...]:
    """The labels of a pack whose numbers of one colour have none of the four: black, mostly, as on tiles (`7r` becomes `7`)."""
    return tuple(label[:-1] if label[-1] == colour and label[:-1].isdigit() else label for label in labels)


def split(label: str | None) -> tuple[int, int | None]:
    """A label as classes of face and colour; the colour is None where it means nothing (wild cards, unknown)."""
    if label is None:
        return FACES.index(UNKNOWN), None
    if label in FACES and not label.isdigit():
        return FACES.index(label), None
    value, colour = (label[:-1], label[-1]) if label[-1].isalpha() else (label, "")
    return FACES.index(value), COLOURS.index(colour)
