"""What was seen, as other programs read it (docs: contract of ``read --json``)."""

from collections.abc import Mapping

from numero_cam.base.records import CardReading, TableCard, TableState, value_of


def readings_json(state: TableState) -> dict[str, object]:
    """The object that ``read --json`` prints for one photo.

    Args:
        state: All cards of the photo.

    Returns:
        Plain values only, ready for ``json.dumps``; pixels with a tenth, chances with three decimals.
    """
    return {
        "image": state.name,
        "width": state.width,
        "height": state.height,
        "cards": cards_json(state),
        **({"deck": state.deck} if state.deck else {}),
        "problems": list(state.problems),
        "milliseconds": milliseconds_json(state.milliseconds),
    }


def cards_json(state: TableState) -> list[dict[str, object]]:
    """The cards of a photo in order of ``n``, as plain values."""
    return [_card(card) for card in state.cards]


def milliseconds_json(milliseconds: Mapping[str, float]) -> dict[str, float]:
    """Times rounded to a hundredth of a millisecond."""
    return {stage: round(float(time), 2) for stage, time in milliseconds.items()}


def error_json(name: str, message: str) -> dict[str, object]:
    """The object that stands in the place of a photo that cannot be read."""
    return {"image": name, "error": message.removeprefix(f"{name}: ")}


def _card(card: TableCard) -> dict[str, object]:
    reading = card.reading
    # Only where it says something: a contract's reader need not know the key.
    why = {"reason": reading.reason} if reading.reason else {}
    colour = {"colour": _colour(reading)} if reading.label and reading.label.isdigit() else {}
    return {
        "n": card.n,
        "card": reading.label,
        **colour,
        "confidence": round(float(reading.confidence), 3),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.corners],
        "zone": card.zone,
        "stack": card.stack,
        "order": card.order,
        "alternatives": [[label, round(float(share), 3)] for label, share in reading.alternatives],
        **why,
    }


def _colour(reading: CardReading) -> str:
    """Of a number without a colour: ``unknown`` where it may have one of the four, ``none`` where nothing speaks for any."""
    coloured = any(label != reading.label and value_of(label) == reading.label for label, _ in reading.alternatives)
    return "unknown" if coloured else "none"
