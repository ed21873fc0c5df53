"""``numero-cam deck``: prints, learns, lists, shows, uses and removes decks."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numero_cam.app.choices import Flip
from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.addons import addons
from numero_cam.cli.options import BadArgumentsError, PaperOption, check_out, command_group, refused

if TYPE_CHECKING:
    from numero_cam.app.card_spec import CardSpec, PackKind
    from numero_cam.app.deck_learn import CardLabels, LearnPhoto, PhotoLearned
    from numero_cam.base.records import TableCard


#: Names of the games; the first one is the default. Their cards load when a command asks: a solve needs none.
GAME_NAMES = ("numero", *(name for addon in addons() for name in addon.cards))


def cards_of_games() -> "dict[str, CardSpec]":
    """Return the cards of each game by its name."""
    from numero_cam.app.decks import NUMERO_CARDS

    return {NUMERO_CARDS.game: NUMERO_CARDS, **{name: cards() for addon in addons() for name, cards in addon.cards.items()}}


deck_app = command_group()


def _known_game(name: str) -> str:  # typer's callback: the name, unless it is refused
    if name not in GAME_NAMES:
        raise typer.BadParameter(tr("{name!r} is not one of {names}.", name=name, names=", ".join(map(repr, GAME_NAMES))))
    return name


def _game_option(words: str) -> Any:  # noqa: ANN401 - as typer types its options
    return typer.Option(callback=_known_game, autocompletion=lambda: list(GAME_NAMES), metavar=f"<{'|'.join(GAME_NAMES)}>", help=words)


CharactersOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", show_default=False, help="NUMO: TOML table of which character and season stand on which number."),
]


@deck_app.callback()
def deck() -> None:
    """Packs of cards: yours, which the program learns from photos, and the project's own, to print and cut."""


@deck_app.command("print")
def print_deck(
    *,
    out: Annotated[Path, typer.Argument(metavar="OUT.pdf", help="The file to write.")],
    paper: PaperOption = "a4",
    cards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", show_default=False, help='These cards only, such as "7r 15o x3"; without, all.'),
    ] = None,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Whether each sheet is followed by its reverse.")] = True,
    flip: Annotated[Flip, typer.Option(help="The edge over which your printer turns a sheet printed on both sides.")] = "long",
    answers: Annotated[
        Path | None, typer.Option(metavar="OUT.txt", show_default=False, help="Also write which card lies where on each sheet.")
    ] = None,
    game: Annotated[
        str,
        _game_option("Whose cards: the 89 of Numero or the 80 of NUMO."),
    ] = GAME_NAMES[0],
    characters: CharactersOption = None,
) -> None:
    """Writes the project's own deck as a PDF to print and cut.

    Nine cards of 63 x 88 mm a sheet, with lines to cut along, backs on the reverse pages. Print at 100 %, on both sides. Each colour has
    its form too: red square, blue disc, green hexagon, orange diamond.

    \b
    Examples:
      numero-cam deck print deck.pdf
      numero-cam deck print deck.pdf --paper letter --flip short
      numero-cam deck print spare.pdf --cards "7r 15o x3" --no-backs
      numero-cam deck print deck.pdf --answers answers.txt
      numero-cam deck print numo.pdf --game numo
    """
    from numero_cam.app.card_spec import CardsTextError
    from numero_cam.app.prints import DeckPrint
    from numero_cam.text.words import count

    check_out(out, (".pdf",), "OUT.pdf")
    if answers:
        check_out(answers, (".txt",), "--answers")
    _check_characters(characters, cards_of_games()[game])
    with refused(CardsTextError, "--cards "):
        written = cards_of_games()[game].print_deck(DeckPrint(out, cards, characters, paper, backs, flip, answers))
    print(tr("{out}: {cards} on {pages}", out=out, cards=count(written.cards, "card"), pages=count(written.pages, "page")))


def _check_characters(characters: Path | None, spec: "CardSpec") -> None:
    """Refuse a table of characters for a game whose cards have none."""
    if characters and not spec.has_characters:
        having = [each for each in cards_of_games().values() if each.has_characters]
        titles, names = (" or ".join(each) for each in zip(*((one.title, one.game) for one in having), strict=True))
        raise BadArgumentsError(
            tr("--characters is the table of {titles}'s characters; it goes with --game {names}", titles=titles, names=names)
        )


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of the deck.")]


@deck_app.command("learn")
def learn_deck(
    *,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos of the pack laid out open, in rows.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="A name for the deck.")],
    answers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Which cards lie in the photos; without it you are asked about unsure ones."),
    ] = None,
    copies: Annotated[int, typer.Option(min=1, max=20, metavar="N", help="How many of each card one pack has.")] = 1,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a learned deck of this name.")] = False,
    ask: Annotated[bool, typer.Option("--ask/--no-ask", help="Whether to ask for cards that are not sure, or to leave them out.")] = True,
    game: Annotated[str, _game_option("Whose cards these are.")] = GAME_NAMES[0],
    characters: CharactersOption = None,
) -> None:
    """Learns what the cards of your own pack look like.

    Lay the pack out in rows, no card on another, and take a few photos that it fills, in the light that you play in; a face may be in
    several, a back too. The answers are a text file with a line for each row, an empty line between photos, and none for a back or
    joker; deck print --answers writes one. Or .json: {"image": "a.jpg", "cards": [{"label": "7r", "quad": [[x, y], ...]}]}, or a list.

    \b
    Examples:
      numero-cam deck learn --name mine a.jpg b.jpg c.jpg
      numero-cam deck learn --name mine a.jpg b.jpg --answers rows.txt
      numero-cam deck learn --name tiles *.jpg --copies 2 --replace
      numero-cam deck learn --name ours *.jpg --game numo --answers rows.txt
    """
    from numero_cam.app.deck_learn import learn_deck as learn
    from numero_cam.app.decks import AUTO, NONE, faces_in_words
    from numero_cam.text.words import count

    if name in {AUTO, NONE, *(own for each in cards_of_games().values() for own in each.built_in)}:
        raise BadArgumentsError(tr("--name {name}: has a meaning of its own; give another, such as mine", name=name))
    if len(set(photos)) < len(photos):
        raise BadArgumentsError(tr("a photo is given twice"))
    _check_characters(characters, cards_of_games()[game])
    spec = cards_of_games()[game].with_characters(characters)
    if copies > spec.max_copies:
        others = " and ".join(each.title for each in cards_of_games().values() if each.max_copies > 1)
        raise BadArgumentsError(
            tr("--copies goes with {others}'s cards: a pack of {spec.title} has each card once", others=others, spec=spec)
        )
    kind = spec.pack_kind(None)

    kept = learn(
        name,
        photos,
        cards=spec,
        answers=answers,
        copies=copies,
        replace=replace,
        ask=(lambda look, doubtful, found: _ask_about_photo(look, kind, doubtful, found, copies)) if ask else None,
        tell=_print_photo,
    )
    if kept.name != name:
        print(tr("another deck {name!r} was learned meanwhile and stays as it is; this one is kept as {kept.name}", name=name, kept=kept))
    faces = ngettext("{n} face", "{n} faces", len(kept.seen))
    print(tr("{deck}: learned {faces} from {cards}", deck=kept.name, faces=faces, cards=count(len(kept.examples), "card")))
    if kept.missing:
        print(tr("Not seen, read less surely: {faces}", faces=faces_in_words(kept.missing)))


def _print_photo(photo: "PhotoLearned") -> None:
    """Print what was learned from a photo."""
    from numero_cam.text.words import count

    if photo.lost:
        print(tr("{photo}: not found, or not open: {cards}", photo=photo.photo, cards=" ".join(photo.lost)))
    print(tr("{photo}: {cards} learned, {seen} seen", photo=photo.photo, cards=count(photo.learned, "card"), seen=photo.seen), flush=True)


def _ask_about_photo(
    look: "LearnPhoto", kind: "PackKind", doubtful: "Sequence[TableCard]", found: "CardLabels", copies: int
) -> "CardLabels":
    """Ask the user about the unsure cards of a photo; return his labels by their numbers, None for a back, without skipped cards.

    `found` are the labels of the sure cards; of each face a photo has at most `copies`.
    """
    from numero_cam.app.deck_learn import SKIP, CardLabels

    print(
        ngettext(
            "{photo}: {n} card is not sure; their numbers stand in {picture}",
            "{photo}: {n} cards are not sure; their numbers stand in {picture}",
            len(doubtful),
            photo=look.state.name,
            picture=look.write_numbered(),
        )
    )
    usage = tr(
        "Write the card, such as {card}; none for what is not to be read, as a back; {skip} to leave it out.", card=kind.example, skip=SKIP
    )
    print(usage)
    answered: CardLabels = {}
    for card in doubtful:
        beside = [*found.values(), *answered.values()]
        said = _ask_about_card(card, look.state.name, partial(kind.label, beside=beside), partial(_is_free, beside=beside, copies=copies))
        if said != SKIP:
            answered[card.n] = said
    return answered


def _is_free(label: str | None, *, beside: Sequence[str | None], copies: int) -> bool:  # are there fewer than `copies`?
    return beside.count(label) < copies


def _ask_about_card(card: "TableCard", photo: str, face: Callable[[str], str | None], free: Callable[[str | None], bool]) -> str | None:
    """Ask the user for a card until he names one that `free` allows; return its label, None for a back, or ``SKIP``.

    `face` returns the label of a typed card, None for a back.
    """
    from numero_cam.app.deck_learn import SKIP
    from numero_cam.base.errors import DeckError

    guesses = [card.reading.label, *(label for label, _ in card.reading.alternatives)]
    guess = next((label for label in guesses if label and free(label)), SKIP)
    while True:
        try:
            text = str(typer.prompt(tr("Card {card.n}", card=card), default=guess))
        except typer.Abort:
            if sys.stdin.isatty():
                raise
            unsure = tr("{photo}: card {card.n} is not sure and nobody answers", photo=photo, card=card)
            raise DeckError(tr("{unsure}; give --answers FILE, or --no-ask to learn the sure ones", unsure=unsure)) from None
        if text.strip().lower() == SKIP:
            return SKIP
        try:
            said = face(text)
        except DeckError as error:
            print(error)
            continue
        if said is None or free(said):
            return said
        print(tr("{card} is in this photo already; if a pack holds more of each, give --copies", card=said))


@deck_app.command("list")
def list_decks() -> None:
    """Lists the decks that are known, and the one in use."""
    from numero_cam.app.decks import deck_in_use, kept_decks
    from numero_cam.text.console import print_lines, print_table

    rows = [[name, tr("built in"), own.words] for spec in cards_of_games().values() for name, own in spec.built_in.items()]
    rows += [
        [deck.name, tr("cannot be used"), deck.error]
        if deck.error
        else [deck.name, tr("learned {date}", date=deck.learned), _counts(deck.seen, deck.faces, deck.examples, deck.game)]
        for deck in kept_decks(cards_of_games().values())
    ]
    print_table([tr("deck"), "", ""], rows)
    print_lines([tr("In use: {deck}", deck=deck_in_use())])


@deck_app.command("show")
def show_deck(*, name: NameArgument) -> None:
    """Shows which faces of a deck are known."""
    from numero_cam.app.decks import deck_of_any_game, faces_in_words, other_game
    from numero_cam.text.console import print_lines

    profile = deck_of_any_game(name, cards_of_games().values())
    if not profile.learned:
        contents = next(spec.built_in[name].words for spec in cards_of_games().values() if name in spec.built_in)
        words = tr("{name}: built in, {contents}", name=name, contents=contents)
        print_lines([words, tr("Faces: {faces}", faces=faces_in_words(profile.faces))])
        return
    aside = sum(e.label is None for e in profile.examples)
    counts = _counts(len(profile.seen), len(profile.faces), len(profile.examples), other_game(profile))
    print_lines(
        [
            tr("{name}: learned {date}, {counts}", name=name, date=profile.date, counts=counts),
            tr("Seen: {faces}", faces=faces_in_words(profile.seen)),
            tr("Not seen: {faces}", faces=faces_in_words(profile.missing) or tr("none")),
            tr("Backs and others that are not read: {number}", number=aside),
            tr("One pack holds each: {copies} x", copies=profile.copies),
        ]
    )


def _counts(seen: int, faces: int, examples: int, game: str) -> str:  # of a learned deck, in words
    from numero_cam.text.words import count

    words = tr("{seen} of {faces} faces seen, {cards}", seen=seen, faces=faces, cards=count(examples, "card"))
    return tr("{words}, of {game}", words=words, game=game) if game else words


@deck_app.command("use")
def use_deck(
    *, name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the deck; auto finds it out for each photo, none uses no deck.")]
) -> None:
    """Reads photos by this deck from now on, where --deck names no other.

    \b
    Examples:
      numero-cam deck use mine
      numero-cam deck use auto
    """
    from numero_cam.app.decks import use_deck as use

    use(name)
    _print_deck_in_use(name)


@deck_app.command("remove")
def remove_deck(*, name: NameArgument) -> None:
    """Forgets a learned deck."""
    from numero_cam.app.decks import AUTO
    from numero_cam.app.decks import remove_deck as remove

    if remove(name):
        _print_deck_in_use(AUTO)
    print(tr("{name}: removed", name=name))


def _print_deck_in_use(name: str) -> None:
    from numero_cam.app.decks import AUTO, NONE

    words = {AUTO: tr("found out from photo to photo, among the learned ones"), NONE: tr("not asked for: cards are read as they stand")}
    print(tr("deck: {name}", name=words.get(name, name)))
