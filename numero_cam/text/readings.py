"""What could be read in a photo, as records, as JSON and in words: cards to look at, missing parts, and what to do about them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from numero_cam.base.records import CardReading, TableCard, TableState, value_of
from numero_cam.base.seats import Seat
from numero_cam.catalogue import ngettext, or_list, tr
from numero_cam.games.numero.rules import Card, Position, parse_card
from numero_cam.table.doubts import Doubt, find_doubt
from numero_cam.text.words import card_words, item_words


@dataclass(frozen=True)
class TablePosition:
    """The position on the table, as far as it could be read."""

    position: Position  #: Centre and hand, with the known cards only.
    #: For each item of the centre, then each card of the hand, the ``n`` of its readings: several for a build, none for a typed card.
    numbers: tuple[tuple[int, ...], ...]
    unknown: tuple[int, ...]  #: The ``n`` of cards of centre and hand whose face is not known.
    left_out: tuple[int, ...]  #: The ``n`` of known cards that are left out because they lie in a build with an unknown card.
    look_at: tuple[int, ...]  #: The ``n`` of unknown and of doubtful cards of centre and hand, ascending.
    replaced: tuple[int, ...] = ()  #: The ``n`` of cards that are ignored because the hand or the centre was typed.

    @property
    def complete(self) -> bool:
        """Whether every card of centre and hand is known."""
        return not self.unknown


@dataclass(frozen=True)
class Gaps:
    """Which parts of a position the cards on a table lack; as a truth value, whether any is missing."""

    cards: bool = False  #: Whether no card was found at all.
    take: bool = False  #: Whether the cards lie as a take does: a single row or fan, alone.
    hand: bool = False  #: Whether no card of the hand is known.
    centre: bool = False  #: Whether no card of the centre is known.
    seat: Seat = "near"  #: The side at which the hand was expected.
    seats: tuple[Seat, ...] = ()  #: Other sides at which an open hand lies, where none lies at that one; the one with the most cards first.

    def __bool__(self) -> bool:
        """Return whether anything is missing; then nobody knows whether a take is possible."""
        return self.cards or self.take or self.hand or self.centre


@dataclass(frozen=True)
class TableTake:
    """The take in a photo, as far as it could be read."""

    cards: tuple[Card, ...]  #: Its known cards, by ascending ``n``. A row of cards does not show which of them were a build.
    numbers: tuple[int, ...]  #: The ``n`` of each of these.
    unknown: tuple[int, ...]  #: The ``n`` of its cards whose face is not known.
    look_at: tuple[int, ...]  #: The ``n`` of its unknown and doubtful cards, ascending.


def readings_json(state: TableState) -> dict[str, object]:
    """Return the object that ``read --json`` prints for one photo; pixels have one decimal, probabilities three."""
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
    """Return the cards of a photo as JSON values, in order of their numbers."""
    return [_card_json(card) for card in state.cards]


def milliseconds_json(milliseconds: Mapping[str, float]) -> dict[str, float]:
    """Return times rounded to a hundredth of a millisecond."""
    return {stage: round(float(time), 2) for stage, time in milliseconds.items()}


def error_json(name: str, message: str) -> dict[str, object]:
    """Return the object that replaces the result of the photo `name`, which cannot be read."""
    return {"image": name, "error": message.removeprefix(f"{name}: ")}


def _card_json(card: TableCard) -> dict[str, object]:
    """Return a card as JSON values."""
    reading = card.reading
    # Present only if there is a reason, so that readers of the contract need not know the key.
    why = {"reason": reading.reason} if reading.reason else {}
    colour = {"colour": _colour_state(reading)} if reading.label and reading.label.isdigit() else {}
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


def _colour_state(reading: CardReading) -> str:
    """Return the colour of a number that was read without one: ``unknown`` if it may have a colour, else ``none``."""
    coloured = any(label != reading.label and value_of(label) == reading.label for label, _ in reading.alternatives)
    return "unknown" if coloured else "none"


MAX_DOUBT_LINES = 3  #: Maximum number of doubtful cards with a line each; more of them share one line that can be copied.
NO_CARD = tr("no card was found in this photo")
_ZONE_WORDS = {
    "hand": tr("hand"),
    "opposite": tr("opposite hand"),
    "centre": tr("middle"),
    "take": tr("take"),
    None: tr("not in hand or middle"),
}


def zone_words(zone: str | None) -> str:
    """Return the zone of a card in words."""
    return _ZONE_WORDS.get(zone, str(zone))


def read_sentence(state: TableState, table: TablePosition) -> str:
    """Return the cards of a photo in one sentence: `Middle: 9 green, 6 blue; hand: 15 orange, multiply by 3.`."""
    sides = [(tr("middle"), table.position.centre), (tr("hand"), table.position.hand)]
    parts = [f"{name}: {', '.join(map(item_words, items))}" for name, items in sides if items]
    others: dict[str, list[str]] = {}
    for card in state.cards:
        if card.zone not in ("centre", "hand") and card.reading.label:
            others.setdefault(zone_words(card.zone), []).append(card_words(parse_card(card.reading.label)))
    parts += [f"{name}: {', '.join(cards)}" for name, cards in others.items()]
    unknown = sum(card.reading.label is None for card in state.cards)
    parts += [ngettext("{n} card not known", "{n} cards not known", unknown)] * (unknown > 0)
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if parts else no_card_line(state)


def no_card_line(state: TableState) -> str:
    """Return the sentence about a photo without cards, followed by its problems."""
    return " ".join([f"{NO_CARD[0].upper()}{NO_CARD[1:]}.", *(f"{line[0].upper()}{line[1:]}." for line in state.problems)])


def perhaps_words(faces: Sequence[tuple[str, float]]) -> str:
    """Return what a card may be: ``perhaps 7r (45%) or 7b (40%)``; nothing where nothing is likely."""
    return tr("perhaps {faces}", faces=tr(" or ").join(f"{label} ({share:.0%})" for label, share in faces)) if faces else ""


def look_lines(state: TableState, table: TablePosition) -> list[str]:
    """Return lines about the cards to look at, and about cards that the position leaves out; none where all cards are sure."""
    lines = doubt_lines(state, table.look_at)
    if table.replaced:
        lines.append(tr("Not used, because their place was typed: {cards}.", cards=_card_numbers(table.replaced)))
    if table.left_out:
        lines.append(tr("Left out too, because a card of the same build is not known: {cards}.", cards=_card_numbers(table.left_out)))
    if not table.complete:
        lines.append(tr("The answer holds for the known cards only."))
    return lines


def doubt_lines(state: TableState, look_at: Collection[int]) -> list[str]:
    """Return a line for each of these cards with its doubt and how to correct it; for many cards, one line to copy and correct."""
    doubts = [find_doubt(state, card) for card in state.cards if card.n in look_at]
    if len(doubts) <= MAX_DOUBT_LINES:
        return [_look_line(doubt) for doubt in doubts]
    unknown = sum(doubt.card.card is None for doubt in doubts)
    what = (
        tr("{unknown} are not known", unknown=unknown)
        if unknown == len(doubts)
        else tr("{unknown} not known, {doubtful} not sure", unknown=unknown, doubtful=len(doubts) - unknown)
    )
    mend = " ".join(f"--correct {doubt.card.n}={doubt.likely_label or '?'}" for doubt in doubts)
    names = _card_numbers([doubt.card.n for doubt in doubts])
    return [
        tr(
            "Look at {names} ({what}). Copy this, and write what each one is in place of the ?, or none where no card lies: {mend}",
            names=names,
            what=what,
            mend=mend,
        )
    ]


def gap_lines(gaps: Gaps, name: str) -> list[str]:
    """Return a line for each missing part of a position, with what to do about it."""
    if gaps.cards:
        return [NO_CARD]
    if gaps.take:
        return [
            tr(
                'this looks like a take: numero-cam score {photo}; where it is a hand, type the middle: --centre "7r 8b"',
                photo=_quoted(name),
            )
        ]
    lines = []
    if gaps.hand:
        lines.append(_no_hand(gaps))
    if gaps.centre:
        lines.append(tr('no card was found in the middle: say one of its cards, --correct 1=centre, or type it, --centre "7r 8b"'))
    return lines


def no_take_of_photo(state: TableState, gaps: Gaps, table: TablePosition) -> str:
    """Return the sentence about a photo without a take if parts of it are unknown; empty where all is known."""
    if gaps.cards:
        return no_card_line(state)
    if gaps:
        return (
            tr("Whether a take is possible is not known: I cannot tell which cards are your hand.")
            if gaps.hand
            else tr("Whether a take is possible is not known: I cannot tell which cards are the middle.")
        )
    return "" if table.complete else tr("No take is possible with the known cards.")


#: The sides of a picture, in words.
SIDES: dict[Seat, str] = {"near": tr("near"), "far": tr("far"), "left": tr("left"), "right": tr("right")}


def _no_hand(gaps: Gaps) -> str:
    """Return the line about a missing hand, with the sides at which rows lie instead."""
    seat = SIDES[gaps.seat]
    if gaps.seats:
        return tr(
            "no hand was found at the {seat} side; a row lies at the {sides} side: add {options}",
            seat=seat,
            sides=tr(" and at the ").join(SIDES[one] for one in gaps.seats),
            options=or_list(f"--seat {one}" for one in gaps.seats),
        )
    return tr('no hand was found at the {seat} side: say one of its cards, --correct 1=hand, or type it, --hand "15g x2"', seat=seat)


def _look_line(doubt: Doubt) -> str:
    """Return why a doubtful card needs a look, and how to correct it."""
    notes = "; ".join(part for part in (doubt.card.reading.reason, perhaps_words(doubt.alternatives)) if part)
    template = (
        tr(
            "Look at card {card.n} ({place}): it is read as {card.card} but only {card.confidence:.0%} sure{notes}. Where it is another, "
            "write what it is: --correct {card.n}=..., or --correct {card.n}=none where no card lies."
        )
        if doubt.card.card is not None
        else tr(
            "Look at card {card.n} ({place}): it is not known{notes}. Mend it with --correct {card.n}={label}, if it is that, "
            "or --correct {card.n}=none where no card lies."
        )
        if doubt.likely_label
        else tr(
            "Look at card {card.n} ({place}): it is not known{notes}. Write what it is: --correct {card.n}=..., "
            "or --correct {card.n}=none where no card lies."
        )
    )
    where = zone_words(doubt.card.zone)
    return template.format(card=doubt.card, place=where, notes=f" ({notes})" if notes else "", label=doubt.likely_label)


def _card_numbers(numbers: Sequence[int]) -> str:
    """Return the numbers of some cards in words."""
    names = ", ".join(map(str, numbers))
    return ngettext("card {numbers}", "cards {numbers}", len(numbers), numbers=names)


def _quoted(name: str) -> str:
    """Return the name of a file as it is typed in a shell."""
    return f'"{name}"' if any(sign.isspace() for sign in name) else name
