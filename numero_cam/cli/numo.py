"""``numero-cam numo melds`` and ``numo check``."""

import typer

from numero_cam.assistant.numo import Asked, HandMelds, OptionsError, Verdict, check, melds
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numo.kinds import KINDS
from numero_cam.tell import console
from numero_cam.tell.numo import ASSUMED, cards_line, hand_hint, kinds_words, meld_words, melds_sentence, way_words


def run_melds(hand: str, table: str, asked: Asked, *, as_json: bool, strength: int | None = None) -> None:
    """Prints what can be melded, or a hint of this strength and no more.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards or melds that NUMO does not have.
    """
    try:
        found = melds(hand, table, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if strength is not None:
        said = hand_hint(found.hinted, len(found.lays), strength)
        print_json({"hint": said, "strength": strength}) if as_json else console.print_sentence(said)
    elif as_json:
        print_json(found.to_dict())
    else:
        _print_melds(found)


def _print_melds(found: HandMelds) -> None:
    console.print_sentence(melds_sentence(found.best))
    print()
    rows = [(meld.kind.value, meld_words(meld), str(meld.value)) for meld in found.melds]
    if rows:
        console.print_table(("kind", "meld", "points"), rows, numbers=(2,))
    laid = [f"On {meld_words(found.table[place])} you can lay {cards_line(cards)}." for place, cards in found.lays]
    needed = f" A meld of {kinds_words(found.needed)} is needed for that." if found.needed else ""
    out = f"You can go out: {way_words(found.way, found.table)}." if found.way else f"You cannot go out in this turn.{needed}"
    console.print_lines([*laid, out, *([ASSUMED] if found.assumed else [])])


def run_check(text: str, asked: Asked, *, as_json: bool) -> None:
    """Prints whether cards are a meld; leaves with status 1 where they are none.

    Raises:
        BadArgumentsError: No such level or rule.
        PositionError: Cards that NUMO does not have.
    """
    try:
        found = check(text, asked)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error
    if as_json:
        print_json(found.to_dict())
    else:
        _print_verdict(found)
    if not found.kinds:
        raise typer.Exit(1)


def _print_verdict(found: Verdict) -> None:
    shown = cards_line(found.cards)
    said = f"{shown} is a meld: {kinds_words(found.kinds)}." if found.kinds else f"{shown} is no meld."
    console.print_sentence(said.replace(" or ", " and "))
    if not found.kinds:
        print()
        console.print_table(("kind", "why not"), [(f"{KINDS[kind].name} ({kind.value})", reason) for kind, reason in found.reasons])
    if found.assumed:
        console.print_lines([ASSUMED])
