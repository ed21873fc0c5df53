"""``numero-cam score``: the points of a take that lies spread on the table, typed or in a photo."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.options import (
    BadArgumentsError,
    CorrectOption,
    LanguageOption,
    LimitOption,
    OutputFormat,
    PictureOptions,
    RuleOptions,
    ShowOptions,
    grouped,
    packs_of,
    print_json,
    refuse_without_photo,
    refused,
    settings_of,
)

if TYPE_CHECKING:
    from numero_cam.app.answers import Question
    from numero_cam.app.photos import PhotoScored
    from numero_cam.games.numero.rules import Card


def print_scored(found: "PhotoScored", output_format: OutputFormat, *, many: bool = False) -> None:
    """Print the points in a sentence, the cards, what the user should check, and the list of sets."""
    from numero_cam.text import console
    from numero_cam.text.check_list import score_sentence
    from numero_cam.text.readings import doubt_lines, no_card_line

    named = f"{found.state.name}: " if many else ""
    seen = found.state.cards
    console.print_sentence(
        named + (score_sentence(found.scored.arrangement, output_format.language) if seen else no_card_line(found.state))
    )
    if output_format.brief or not seen:
        return
    print()
    console.print_readings(found.state)
    problems = [tr("Problem: {problem}", problem=problem) for problem in found.problems]
    console.print_lines([*doubt_lines(found.state, found.take.look_at), *problems])
    console.print_take(found.scored.spread, found.scored.arrangement, found.scored.settings, language=output_format.language)


_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".gif"}


@grouped
def score(
    *,
    photos: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PHOTO...]", show_default=False, help="Photos of takes, one row of cards each; folders; - for standard input."
        ),
    ] = None,
    take: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Cards of the take with the taking card, builds as [8b 4r]; or the name of a photo.")
    ] = None,
    taker: Annotated[
        str | None, typer.Option("--with", metavar="CARD", help="The card it was taken with; without it, the best one is found.")
    ] = None,
    cleared: Annotated[
        bool | None, typer.Option("--cleared/--not-cleared", help="Whether the take left the middle empty; else it is not judged.")
    ] = None,
    rules: RuleOptions,
    limit: LimitOption = 60,
    correct: CorrectOption = None,
    picture_options: PictureOptions,
    show: ShowOptions,
    language: LanguageOption = "fractions",
) -> None:
    """Checks the points of a take that lies spread on the table, item by item.

    Finds the sets that the cards make up and that score most, all with one taking card and with no card left over. What the cards alone
    cannot tell is named and counts nothing: whether the middle was cleared; by the guide, whether fraction cards are in play.

    \b
    Examples:
      numero-cam score --take "10r 10o 6b 4g"
      numero-cam score --take "11r 8o 3b 5r 11g x3 -4 /2" --with 11g --cleared --scoring guide --fractions-in-play no
      numero-cam score --take "[8b 4r] 3g 15o" --not-cleared
      numero-cam score takes --csv > points.csv
      numero-cam score take.jpg --correct 3=7r --annotate counted.jpg
    """
    from numero_cam.app.answers import Question

    if bool(photos) == (take is not None):
        raise BadArgumentsError(tr('give one of: a photo, or --take with the cards, such as --take "10r 10o 6b 4g"'))
    said, output_format, card = rules.read(), show.form(language), _taker(taker)
    question = Question(settings_of(said), limit=limit, packs=packs_of(said))
    if take is not None and not _is_photo(take):
        refuse_without_photo(picture_options, show, correct=correct)
        _score_typed(take, card, question, cleared=cleared, output_format=output_format)
        return
    from numero_cam.app.photos import SCORED, scored_rows
    from numero_cam.cli.photos import PhotoCommand, answer_photos, open_session

    command = PhotoCommand(
        look=lambda session, photo, corrections: session.score(photo, card, cleared=cleared, corrections=corrections),
        print=lambda found, many: print_scored(found, output_format, many=many),
        rows=scored_rows,
        columns=SCORED,
    )
    answer_photos(photos or [str(take)], command, show, lambda: open_session(question, picture_options), correct=correct)


def _score_typed(take: str, taker: "Card | None", question: "Question", *, cleared: bool | None, output_format: OutputFormat) -> None:
    """Score a typed take, and print it."""
    from numero_cam.app.answers import score_spread
    from numero_cam.games.numero.rules import NotationError, parse_items
    from numero_cam.games.numero.solve.arrange import Spread, SpreadError
    from numero_cam.text import console
    from numero_cam.text.check_list import score_sentence

    with refused(NotationError, "--take: "):
        items = parse_items(take)
    if not items:
        raise BadArgumentsError(tr('--take holds no card; give the cards of the take with the taking card, such as "10r 10o 6b 4g"'))
    with refused(SpreadError, "--with: "):
        spread = Spread(items, taker, cleared)
    scored = score_spread(spread, question)
    if output_format.as_json:
        print_json(scored.to_dict())
        return
    console.print_sentence(score_sentence(scored.arrangement, output_format.language))
    if not output_format.brief:
        print()
        console.print_lines([tr("Problem: {problem}", problem=problem) for problem in scored.problems])
        console.print_take(spread, scored.arrangement, question.settings, language=output_format.language)


def _taker(text: str | None) -> "Card | None":  # of --with
    if text is None:
        return None
    from numero_cam.games.numero.rules import NotationError, parse_card

    with refused(NotationError, "--with: "):
        return parse_card(text)


def _is_photo(text: str) -> bool:
    """Return whether a text is the name of a photo instead of cards; the photo need not exist."""
    from numero_cam.games.numero.rules import NotationError, parse_items

    path = Path(text)
    try:
        parse_items(text)
    except NotationError:
        try:
            return path.suffix.lower() in _PICTURES or path.is_file()
        except (OSError, ValueError):  # a name that no system takes
            return False
    return False
