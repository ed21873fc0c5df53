"""``numero-cam check``: judges an answer to a puzzle, typed or in a photo."""

from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.options import (
    BadArgumentsError,
    CorrectOption,
    JsonOption,
    LimitOption,
    PictureOptions,
    RuleOptions,
    SeatOption,
    grouped,
    packs_of,
    settings_of,
)

if TYPE_CHECKING:
    from numero_cam.app.corrections import Corrections
    from numero_cam.app.session import Session
    from numero_cam.games.numero.rules import Position


@grouped
def check(
    *,
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help='What was written: "(13+12)*2/5", "half of (8 + 4); 6".')],
    centre: Annotated[
        str | None, typer.Option("--centre", "--center", metavar="CARDS", help="Cards of the middle, builds as [8b 4r].")
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="Cards of the hand; ? is a number card of your choice.")] = None,
    photo: Annotated[
        str | None, typer.Option(metavar="PHOTO", help="Photo of the puzzle laid out, in place of --centre and --hand.")
    ] = None,
    all_cards: Annotated[
        bool, typer.Option("--all", help="The puzzle is to take all cards as one set with any number card; the hand holds wild cards only.")
    ] = False,
    show_best: Annotated[bool, typer.Option("--show-best", help="Give the best take away.")] = False,
    json: JsonOption = False,
    rules: RuleOptions,
    limit: LimitOption = 60,
    correct: CorrectOption = None,
    seat: SeatOption = "near",
    picture_options: PictureOptions,
) -> None:
    """Judges somebody's answer to a puzzle by the rules of the game.

    Number cards are only added, each card is used once, and every other operation is a card: ÷ 4 may be the card /4 or 1/4, × 2 ÷ 5 two
    cards or 2/5. Write it as people do: × or x or *, ÷ or /, √, ², 50 %, 0.5, half of, several sets parted by semicolons, results behind
    equals signs. A wrong answer is told its first wrong step. The best take is compared, and given away only with --show-best.

    \b
    Examples:
      numero-cam check "(13 + 12) x 2/5" --centre "13r 12b 2g" --hand "10o 2/5"
      numero-cam check "8 + 4 = 12; 12" --centre "8b 4r 12g" --hand "12o" --show-best
      numero-cam check "half of (8 + 4)" --photo table.jpg
      numero-cam check "(3 + 4 + 5) / 3" --centre "3 4 5" --hand "/3" --all
      numero-cam check "(9 + 3) x 1/3" --centre "9 3" --hand "? 1/3"
    """
    from numero_cam.app.answers import Question
    from numero_cam.app.check import ANY_NUMBER_CARD, check_answer
    from numero_cam.cli.options import print_json
    from numero_cam.cli.solve import typed_position
    from numero_cam.games.numero.judge import TypedError
    from numero_cam.text import console

    said = rules.read()
    question = Question(settings_of(said), limit=limit, packs=packs_of(said))
    any_number = hand is not None and ANY_NUMBER_CARD in hand.replace(",", " ").split()
    if any_number and all_cards:
        raise BadArgumentsError(tr("with --all any number card takes; leave the ? out"))
    if photo is None:
        position = typed_position(centre, _without_any(hand) if hand is not None else None)
    elif centre is not None or hand is not None:
        raise BadArgumentsError(tr("give either --photo, or --centre and --hand"))
    else:
        from numero_cam.cli.photos import corrections_of, open_session

        position = _position(photo, open_session(question, picture_options, seat), corrections_of(correct))
    if all_cards and any(card.is_number for card in position.hand):
        raise BadArgumentsError(tr("with --all the hand holds wild cards only; every number card of the puzzle lies in the middle"))
    try:
        found = check_answer(position, answer, question, all_cards=all_cards, any_number=any_number)
    except TypedError as error:
        raise BadArgumentsError(tr("the answer {answer!r}: {error}", answer=answer, error=error)) from error
    if json:
        print_json(found.to_dict(with_best=show_best))
    else:
        console.print_lines(list(found.lines(with_best=show_best)))


def _without_any(hand: str) -> str:
    """Return the cards of a hand without the ``?``, the card of one's choice."""
    words = hand.replace(",", " ").split()
    if words.count("?") > 1:
        raise BadArgumentsError(tr("--hand: one card of a puzzle is of your choice; there are several ?"))
    return " ".join(word for word in words if word != "?") if "?" in words else hand


def _position(photo: str, session: "Session", corrections: "Corrections | None") -> "Position":
    """Return the position in a photo; an unknown card is refused with its number."""
    table = session.read(photo, corrections).table
    if not table.complete:
        first, *others = table.look_at
        unknown = (
            tr(
                "{photo}: card {first} of the puzzle is not known, then {others}",
                photo=photo,
                first=first,
                others=", ".join(map(str, others)),
            )
            if others
            else tr("{photo}: card {first} of the puzzle is not known", photo=photo, first=first)
        )
        raise BadArgumentsError(tr("{unknown}; write what it is: --correct {first}=7r", unknown=unknown, first=first))
    return table.position
