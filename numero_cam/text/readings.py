"""The readings of a photo as JSON and in words: which cards need a look, what is missing, and what to do."""

from collections.abc import Collection, Mapping, Sequence

from numero_cam.base.records import CardReading, TableCard, TableState, value_of
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import parse_card
from numero_cam.numero_table import Gaps, TablePosition
from numero_cam.table.doubts import Doubt, find_doubt
from numero_cam.text.words import card_words, count, item_words


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


MAX_DOUBT_LINES = 3
"""More doubtful cards than this are told in one line that can be copied."""
NO_CARD = tr("no card was found in this photo")
_PLACES = {"hand": "hand", "opposite": tr("opposite hand"), "centre": "centre", "take": "take", None: tr("not in hand or centre")}


def place_words(zone: str | None) -> str:
    """Return where a card lies, in words."""
    return _PLACES.get(zone, str(zone))


def read_sentence(state: TableState, table: TablePosition) -> str:
    """Return the cards of a photo in one sentence: `Centre: 9 green, 6 blue; hand: 15 orange, multiply by 3.`."""
    sides = [("centre", table.position.centre), ("hand", table.position.hand)]
    parts = [f"{name}: {', '.join(map(item_words, items))}" for name, items in sides if items]
    others: dict[str, list[str]] = {}
    for card in state.cards:
        if card.zone not in ("centre", "hand") and card.reading.label:
            others.setdefault(place_words(card.zone), []).append(card_words(parse_card(card.reading.label)))
    parts += [f"{name}: {', '.join(cards)}" for name, cards in others.items()]
    unknown = sum(card.reading.label is None for card in state.cards)
    parts += [tr("{amount} not known", amount=count(unknown, "card"))] * (unknown > 0)
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if parts else no_card_line(state)


def no_card_line(state: TableState) -> str:
    """Return what is said of a photo without cards: that there is none, and what hampers reading with what to do about it."""
    return " ".join([f"{NO_CARD[0].upper()}{NO_CARD[1:]}.", *(f"{line[0].upper()}{line[1:]}." for line in state.problems)])


def perhaps_words(faces: Sequence[tuple[str, float]]) -> str:
    """Return what a card may be: ``perhaps 7r (45%) or 7b (40%)``; nothing where nothing is likely."""
    return tr("perhaps {list}", list=" or ".join(f"{label} ({share:.0%})" for label, share in faces)) if faces else ""


def look_lines(state: TableState, table: TablePosition) -> list[str]:
    """Which cards to look at, why, and how to mend them; no line where all is known for sure."""
    lines = doubt_lines(state, table.look_at)
    if table.replaced:
        lines.append(tr("Not used, because their place was typed: {cards}.", cards=_cards(table.replaced)))
    if table.left_out:
        lines.append(tr("Left out too, because a card of the same build is not known: {cards}.", cards=_cards(table.left_out)))
    if not table.complete:
        lines.append(tr("The answer holds for the known cards only."))
    return lines


def doubt_lines(state: TableState, look_at: Collection[int]) -> list[str]:
    """Why each of these cards needs a look, and how to mend it; of many, one line to copy and mend."""
    doubts = [find_doubt(state, card) for card in state.cards if card.n in look_at]
    if len(doubts) <= MAX_DOUBT_LINES:
        return [_look_line(doubt) for doubt in doubts]
    unknown = sum(doubt.card.card is None for doubt in doubts)
    what = (
        tr("{unknown} are not known", unknown=unknown)
        if unknown == len(doubts)
        else tr("{unknown} not known, {value} not sure", unknown=unknown, value=len(doubts) - unknown)
    )
    mend = " ".join(f"--correct {doubt.card.n}={doubt.likely_label or '?'}" for doubt in doubts)
    names = _cards([doubt.card.n for doubt in doubts])
    return [
        tr(
            "Look at {names} ({what}). Copy this, and write what each one is in place of the ?, or none where no card lies: {mend}",
            names=names,
            what=what,
            mend=mend,
        )
    ]


def gap_lines(gaps: Gaps, name: str) -> list[str]:
    """What is not known of a photo before a take can be looked for, each with the way out.

    Args:
        gaps: What is missing.
        name: Of the photo.
    """
    if gaps.cards:
        return [NO_CARD]
    if gaps.take:
        return [
            tr(
                'this looks like a take: numero-cam score {quoted}; where it is a hand, type the centre: --centre "7r 8b"',
                quoted=_quoted(name),
            )
        ]
    lines = []
    if gaps.hand:
        lines.append(_no_hand(gaps))
    if gaps.centre:
        lines.append(tr('no card was found in the centre: say one of its cards, --correct 1=centre, or type it, --centre "7r 8b"'))
    return lines


def no_take_of_photo(state: TableState, gaps: Gaps, table: TablePosition) -> str:
    """What is said where no take was found in a photo of which not all is known; empty where all is known, and none may be possible."""
    if gaps.cards:
        return no_card_line(state)
    if gaps:
        return tr("Whether a take is possible is not known: ") + _unknown_part(gaps) + "."
    return "" if table.complete else tr("No take is possible with the known cards.")


def _unknown_part(gaps: Gaps) -> str:
    if gaps.hand:
        return tr("I cannot tell which cards are your hand")
    return tr("I cannot tell which cards are the centre")


def _no_hand(gaps: Gaps) -> str:
    start = tr("no hand was found at the {gaps.seat} side", gaps=gaps)
    if gaps.seats:
        side = " or ".join(f"--seat {seat}" for seat in gaps.seats)
        return tr("{start}; a row lies at the {list} side: add {side}", start=start, list=" and at the ".join(gaps.seats), side=side)
    return tr('{start}: say one of its cards, --correct 1=hand, or type it, --hand "15g x2"', start=start)


def _look_line(doubt: Doubt) -> str:
    notes = "; ".join(part for part in (doubt.card.reading.reason, perhaps_words(doubt.alternatives)) if part)
    note = f" ({notes})" if notes else ""
    where, none = (
        tr("Look at card {doubt.card.n} ({place_words})", doubt=doubt, place_words=place_words(doubt.card.zone)),
        tr("--correct {doubt.card.n}=none where no card lies", doubt=doubt),
    )
    if doubt.card.card is not None:
        read = tr("it is read as {doubt.card.card} but only {doubt.card.confidence:.0%} sure{note}", doubt=doubt, note=note)
        return tr(
            "{where}: {read}. Where it is another, write what it is: --correct {doubt.card.n}=..., or {none}.",
            where=where,
            read=read,
            doubt=doubt,
            none=none,
        )
    if doubt.likely_label:
        return tr(
            "{where}: it is not known{note}. Mend it with --correct {doubt.card.n}={doubt.likely_label}, if it is that, or {none}.",
            where=where,
            note=note,
            doubt=doubt,
            none=none,
        )
    return tr(
        "{where}: it is not known{note}. Write what it is: --correct {doubt.card.n}=..., or {none}.",
        where=where,
        note=note,
        doubt=doubt,
        none=none,
    )


def _cards(numbers: Sequence[int]) -> str:
    names = ", ".join(map(str, numbers))
    return tr("card {names}", names=names) if len(numbers) == 1 else tr("cards {names}", names=names)


def _quoted(name: str) -> str:
    return f'"{name}"' if any(sign.isspace() for sign in name) else name
