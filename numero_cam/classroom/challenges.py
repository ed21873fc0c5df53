"""Top Challenge: puzzles that pupils set for the class, proven, printed for the others, and ranked by how few solved them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numero_cam.app.choices import Paper
from numero_cam.app.session import Session, read
from numero_cam.base.errors import ClassError
from numero_cam.capture.files import Photo
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom
from numero_cam.classroom.occasions import challenge_name
from numero_cam.classroom.results import class_table
from numero_cam.classroom.slip_store import Challenge, SlipStore, open_slip_store
from numero_cam.classroom.slips import CHALLENGE_SEED, PrintedSlip, Printing, SlipPuzzle, fits_slip
from numero_cam.classroom.week import free_number, projected, slips_of, write_pdf
from numero_cam.classroom.week_prints import answer_pages, project_page
from numero_cam.games.numero.puzzles import CARD_SETS, Puzzle, PuzzleRequest, puzzle_from
from numero_cam.games.numero.rules import Build, Card, Position, parse_position
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.rules.notation import NotationError, parse_cards
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import PaperPage
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.text.words import item_words


@dataclass(frozen=True, slots=True)
class RankedChallenge:
    """A challenge among the others of a class."""

    place: int | None  #: Place, from 1 for fewest solvers; equal numbers share it. None where nobody solved it.
    challenge: Challenge  #: The challenge.
    author: str  #: Number and name of the pupil who set it.
    solved: int  #: Number of pupils who found its best take.
    answers: int  #: Number of pupils who handed in an answer that counts.


def typed_position(centre: str, hand: str) -> Position:
    """Return the cards that a pupil typed; a number card without a colour gets one that is free."""
    try:
        typed = parse_position(centre, hand)
    except NotationError as error:
        raise ClassError(str(error)) from error
    used = {str(item) for item in (*typed.centre, *typed.hand)}
    centre_faces, hand_faces = ([_coloured(str(item), used) for item in items] for items in (typed.centre, typed.hand))
    return parse_position(centre_faces, hand_faces)


def _coloured(face: str, used: set[str]) -> str:
    """Return a card in notation; a number card without a colour gets one of which `used` has no such card, and is added there."""
    if not face.isdigit():
        return face
    start = len(used) % 4
    free = next((f"{face}{colour}" for colour in ("rbgo" * 2)[start : start + 4] if f"{face}{colour}" not in used), face)
    used.add(free)
    return free


def photographed_position(photo: Photo, *, session: Session | None = None) -> Position:
    """Return the cards that lie in a photo: the hand in a row at the lower edge, the centre above it."""
    reading = read(photo, session=session)
    table = reading.table
    if not reading.cards:
        raise ClassError(tr("no card was found in this photo; lay the hand in a row at the lower edge, and the middle above it"))
    _refuse_foreign([item for card in reading.cards if card.card is not None for item in parse_cards(card.card)])
    if not table.complete:
        unknown = ", ".join(map(str, table.look_at)) or "?"
        raise ClassError(tr("not every card is known (number {numbers}); photograph them from above, or type them", numbers=unknown))
    if not table.position.centre or not table.position.hand:
        raise ClassError(tr("lay the hand in a row at the lower edge of the photo, and the middle above it"))
    return table.position


def add_challenge(store: SlipStore, class_name: str, author: int, position: Position) -> Challenge:
    """Store the puzzle of a pupil with its best take, which is proven."""
    room = store.classes.room(class_name)
    room.pupil(author)
    puzzle = proven_puzzle(position)
    stored = store.challenges(room.name)
    cards = _sorted_faces(position.centre), _sorted_faces(position.hand)
    same = next((one for one in stored if (_sorted_faces(one.puzzle.centre), _sorted_faces(one.puzzle.hand)) == cards), None)
    if same is not None:
        raise ClassError(tr("challenge {number} has the same cards; change one", number=same.number))
    number = max((one.number for one in stored), default=0) + 1
    challenge = Challenge(number, author, SlipPuzzle.of(challenge_name(number), puzzle))
    store.put_challenge(room.name, challenge)
    return challenge


def proven_puzzle(position: Position, by: By = "cards") -> Puzzle:
    """Return the puzzle of cards that somebody set, with its best take, which is proven; refuse cards that are no puzzle of a slip."""
    if problems := position.problems():
        raise ClassError(tr("this puzzle cannot be laid: {problem}", problem=problems[0]))
    _refuse_foreign((*position.centre, *position.hand))
    puzzle = puzzle_from(position, PuzzleRequest("all", CARD_SETS["all"], by=by))
    if puzzle is None:
        raise ClassError(tr("no card of this hand can take anything; change a card, so that there is a take"))
    if not fits_slip(position, puzzle.play):
        raise ClassError(
            tr("this puzzle has no room on a slip: 1 to 8 single cards in the middle, up to 6 in the hand, and at most three sets")
        )
    return puzzle


def _refuse_foreign(items: Sequence[Card | Build]) -> None:
    """Refuse cards that no slip can show: of another game, without a colour, or in a build."""
    art = read_art()
    foreign = next((item for item in items if str(item) not in art), None)
    if foreign is not None:
        raise ClassError(tr("slips cannot show this: {card}; lay single number cards and wild cards", card=item_words(foreign)))


def remove_challenge(store: SlipStore, class_name: str, number: int) -> None:
    """Remove a challenge whose cards were misread or mistyped. One that was printed stays: others may have its slips."""
    room = store.classes.room(class_name)
    (chosen,) = _chosen(store, room, (number,))
    if chosen.printing is not None:
        raise ClassError(tr("challenge {number} was printed, and stays", number=number))
    store.remove_challenge(room.name, number)


def _sorted_faces(cards: Sequence[object]) -> tuple[str, ...]:
    return tuple(sorted(map(str, cards)))


def print_challenges(out: Path, class_name: str, numbers: Sequence[int] = (), *, paper: Paper = "a4", file: Path | None = None) -> None:
    """Write challenges, all without numbers, as one PDF; a file that holds anything else stays.

    First pages to project, then a slip of each for all pupils but its author, and the answers last. `file` is the file of the classes; None
    for that of this user.
    """
    with open_slip_store(file) as store:
        room = store.classes.room(class_name)
        chosen = _chosen(store, room, numbers)
        printings = [_printing(store, room, challenge) for challenge in chosen]
        write_pdf(out, pdf_bytes(_pages(room, printings, paper), f"numero-cam {room.name}"))
        for challenge, printing in zip(chosen, printings, strict=True):
            store.put_printing(printing)
            store.put_challenge(room.name, replace(challenge, printing=printing.number))


def _chosen(store: SlipStore, room: Classroom, numbers: Sequence[int]) -> tuple[Challenge, ...]:
    """Return the challenges of these numbers, or all; refuse an unknown number, and a class without challenges."""
    stored = {one.number: one for one in store.challenges(room.name)}
    if not stored:
        raise ClassError(tr("{name} has no challenge yet; enter one on the page of challenges", name=room.name))
    unknown = next((number for number in numbers if number not in stored), None)
    if unknown is not None:
        known = ", ".join(map(str, stored))
        raise ClassError(tr("{name} has no challenge {number}; there are {known}", name=room.name, number=unknown, known=known))
    return tuple(stored[number] for number in dict.fromkeys(numbers or stored))


def _printing(store: SlipStore, room: Classroom, challenge: Challenge) -> Printing:
    """Return the printing of a challenge as it was stored, or a new one with a slip for each pupil but the author."""
    if challenge.printing is not None and (before := store.printing(challenge.printing)) is not None:
        return before
    week = challenge_name(challenge.number)
    others = [pupil for pupil in room.pupils if pupil.number != challenge.author]
    slips = tuple(PrintedSlip(place, (0,), pupil.number, pupil.name) for place, pupil in enumerate(others))
    number = free_number(store, f"{room.name.casefold()} {week}")
    return Printing(number, room.name, week, (challenge.puzzle,), slips, CHALLENGE_SEED)


def _pages(room: Classroom, printings: Sequence[Printing], paper: Paper) -> tuple[PaperPage, ...]:
    """Return pages to project, the slips, and the answers last."""
    art = read_art()
    shown = [projected(printing, 0) for printing in printings]
    return (
        *(project_page(one, art, paper=paper) for one in shown),
        *(page for printing in printings for page in slips_of(printing, paper=paper)),
        *answer_pages(room.name, shown, paper=paper),
    )


def rank_challenges(store: SlipStore, class_name: str) -> tuple[RankedChallenge, ...]:
    """Return the challenges of a class: the Top Challenge first, which fewest solved, but somebody; those without a place last."""
    room = store.classes.room(class_name)
    counted = []
    for challenge in store.challenges(room.name):
        printing = None if challenge.printing is None else store.printing(challenge.printing)
        table = class_table(store, printing.number) if printing else None
        counted.append((len(table.best) if table else 0, len(table.answered) if table else 0, challenge))
    ordered = sorted(counted, key=lambda one: (one[0] == 0, one[1] == 0, one[0], one[2].number))
    solved = [one[0] for one in ordered if one[0]]
    return tuple(
        RankedChallenge(1 + solved.index(best) if best else None, challenge, room.pupil(challenge.author).label, best, answers)
        for best, answers, challenge in ordered
    )
