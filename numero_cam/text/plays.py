"""Plays in words and as JSON: the arithmetic, the points."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Item, Kind, Position, Problem, parse_card
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve import CardSet, Operand, Play, Settings, Solution, Step
from numero_cam.games.numero.solve.surds import Value
from numero_cam.text.words import COUNTS, action_words, card_words, count, formula, nth, operator_text, root_sign, say_number, step_text

if TYPE_CHECKING:
    from numero_cam.games.numero.engine.points import Entry


def solution_json(
    position: Position,
    settings: Settings,
    solution: Solution,
    *,
    milliseconds: float,
    say: Callable[[Play], str],
    problems: tuple[Problem, ...] | None = None,
) -> dict[str, object]:
    """Return the object that `numero-cam solve --json` prints.

    Args:
        position: What was solved.
        settings: What was asked for.
        solution: The answer.
        milliseconds: Time of the search.
        say: Gives the words for a play.
        problems: What cannot be in a real game; by default the position's problems for one pack.
    """
    named = position.problems() if problems is None else problems
    return {
        "centre": [str(item) for item in position.centre],
        "hand": [str(card) for card in position.hand],
        "by": settings.by,
        "scoring": settings.scoring,
        "values": settings.values,
        "proven": solution.proven,
        **({} if solution.stopped_by is None else {"stopped_by": solution.stopped_by}),
        "problems": [problem.text for problem in named],
        "milliseconds": {"solve": round(milliseconds, 3)},
        "plays": [play_json(play, say(play)) for play in solution.plays],
    }


def play_json(play: Play, say: str) -> dict[str, object]:
    """Return one play of that object, with the words for it."""
    return {
        "kind": "take",
        "with": str(play.taker),
        "cards": play.cards,
        "points": play.points,
        "clears": play.clears,
        "groups": [_group_json(group) for group in play.sets],
        "breakdown": [{"item": item.item, "for": item.reason, "points": item.points} for item in play.breakdown],
        "say": say,
    }


def _group_json(group: CardSet) -> dict[str, object]:
    return {
        "cards": [str(card) for card in group.cards],
        "text": formula(group.way),
        "steps": [step_text(step) for step in group.calculations],
        "taker": group.taker,
    }


_IN_THE_HAND = tr("left in the hand: ")


def reason_words(item: "Item | Entry", language: Language = "fractions") -> str:
    """Return what points are for.

    Args:
        item: An item of a take, or a line of a score sheet; its reason says it with the cards' notation, as the JSON does.
        language: How fraction cards are read.
    """
    if item.item == "takes":
        return item.reason.replace("take", "set")
    if item.item == "printed":
        return tr("printed points: {printed}", printed=_printed(item.reason, language))
    if item.item == "hand_printed":
        return _IN_THE_HAND + _printed(item.reason.removeprefix(_IN_THE_HAND), language)
    return item.reason.replace(tr("in a take"), tr("in one set"))


def _printed(reason: str, language: Language) -> str:
    """Return points and the cards that they are printed on: `10 on ÷ 3, 1 on 1 red`."""
    parts = (part.split(" on ") for part in reason.split(", "))
    return ", ".join(f"{points} on {face_words(card, language)}" for points, card in parts)


def face_words(label: str, language: Language = "fractions") -> str:
    """Return a card as it looks: `15 orange`, `÷ 3`, `× 3/4`, `N²`, `√`."""
    card = parse_card(label)
    if card.is_number:
        return card_words(card)
    if card.kind is Kind.ROOT:
        return root_sign(card)
    return f"N{operator_text(card)}" if card.kind is Kind.POWER else operator_text(card, language).strip()


def sentence(play: Play, language: Language = "fractions") -> str:
    """Return the play as one sentence: what to take with which card, what it brings, and the arithmetic of each set.

    An example: "Take 9 cards for 77 points with the 15 orange, which clears the centre: 5 + 12 ÷ 4 × 3 + (9 + 6) ÷ 3 − 4 = 15."
    """
    clears = tr(", which clears the centre") if play.clears else ""
    return tr(
        "Take {what_it_brings} with the {card}{clears}: {sets_text}.",
        what_it_brings=what_it_brings(play),
        card=card_words(play.taker),
        clears=clears,
        sets_text=sets_text(play, language),
    )


def take_sentence(play: Play, language: Language = "fractions") -> str:
    """Return what a take that was made is worth, as one sentence: `57 points: 8 cards, taken with the 11 green as the 11, and ...`."""
    cards = f"{count(play.cards, 'card')} in {count(len(play.sets), 'set')}"
    return tr(
        "{amount}: {cards}, taken with the {card}: {sets_text}.",
        amount=count(play.points, "point"),
        cards=cards,
        card=card_words(play.taker),
        sets_text=sets_text(play, language),
    )


def what_it_brings(play: Play) -> str:
    """Return the cards won and the points: `9 cards for 77 points`."""
    return tr("{amount} for {amount_2}", amount=count(play.cards, "card"), amount_2=count(play.points, "point"))


def sets_text(play: Play, language: Language = "fractions") -> str:
    """Return the arithmetic of each set: `the 10, and 6 + 4 = 10`."""
    *others, last = [set_text(group, language) for group in play.sets]
    return tr("{list}, and {last}", list=", ".join(others), last=last) if others else last


def set_text(group: CardSet, language: Language = "fractions") -> str:
    """Return the arithmetic of a set with its result; of a single card or build its name."""
    return f"{formula(group.way, language)} = {group.way.value}" if group.calculations else _named(group.cards[0])


def say_play(play: Play, language: Language = "fractions") -> str:
    """Return the play in words: the steps of each set, then the taking card, the cards won and the points.

    An example: "Start with the 15. Add the 13: 28. Take three quarters of it: 21. Take them with the 21: 4 cards, 15 points."
    """
    sentences = []
    for place, group in enumerate(play.sets):
        sentences += [tr("{capitalize} set:", capitalize=nth(place).capitalize())] * (len(play.sets) > 1)
        sentences += say_group(group, language)
    sentences.append(
        tr(
            "Take {them} with the {play.taker.value}: {amount}, {amount_2}.",
            them=_them(play),
            play=play,
            amount=count(play.cards, "card"),
            amount_2=count(play.points, "point"),
        )
    )
    if play.clears:
        sentences.append(tr("That clears the centre."))
    sentences += [f"{item.reason[0].upper()}{item.reason[1:]}." for item in play.breakdown if item.points == 0]
    return " ".join(sentences)


_STOPPED = {
    "time": tr("the time limit stopped the search; give it longer with --limit"),
    "memory": tr("the search needed too much memory; leave out cards that nobody would take"),
    "cards": tr("so many cards cannot all be searched; leave out cards that nobody would take"),
}


def not_proven_line(solution: Solution) -> str:
    """What is said of a best take that is not proven: which limit stopped the search, and what to do."""
    return tr("Not proven, a better take may exist: {stopped}.", stopped=_STOPPED[solution.stopped_by or "time"])


def no_take_line(solution: Solution) -> str:
    """What is said of a solution without plays; that none is possible only where that is proven."""
    if solution.proven:
        return tr("No take is possible.")
    return tr("No take was found, but one may exist: {stopped}.", stopped=_STOPPED[solution.stopped_by or "time"])


def say_group(group: CardSet, language: Language = "fractions") -> list[str]:
    """Return the steps of a set, a sentence each: `Start with the 12.`, `Divide by 4: 3.`, `Keep that 3.`, `Add the 3 you kept: 8.`."""
    if not group.calculations:
        return [tr("{capital} lies there.", capital=_capital(_named(group.cards[0])))]
    return list(_sentences(group.calculations, language))


def _sentences(steps: Sequence[Step], language: Language) -> Iterator[str]:
    """Give the sentences of a set; the result that was said last is the one at hand."""
    for place, step in enumerate(steps):
        results = [one.result for one in steps[:place]]
        sides = [step.left] if step.right is None else [step.left, step.right]
        waiting = next((side for side in sides if side.step != place - 1), step.left)
        if step.left.item is not None and all(side.item is not None for side in sides):  # cards only: a new branch
            if place:
                yield tr("Keep that {say_number}.", say_number=say_number(results[-1], language))
            yield tr("{value} with {card}.", value="Now start" if place else "Start", card=_card(step.left.item, results))
            waiting = sides[-1]
        what = tr("add {added}", added=_added(waiting, step, results, language)) if step.card is None else action_words(step.card, language)
        yield f"{_capital(what)}: {say_number(step.result, language)}."


def _added(operand: Operand, step: Step, results: Sequence[Value], language: Language) -> str:
    if operand.item is None:
        return tr("the {say_number} you kept", say_number=say_number(operand.value, language))
    named = _card(operand.item, results)
    twice = operand is step.right and step.left.item is not None and step.left.value == operand.value
    return named.replace("the ", tr("the other "), 1) if twice else named


def _card(item: Card | Build, results: Sequence[Value]) -> str:
    """Name a card or build; where a result has its number too, it is said to be a card."""
    return tr("{named} card", named=_named(item)) if isinstance(item, Card) and item.value in results else _named(item)


def _named(item: Card | Build) -> str:
    return tr("the {item.value}", item=item) if isinstance(item, Card) else tr("the build of {item.value}", item=item)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _them(play: Play) -> str:
    if len(play.sets) > 1:
        return tr("all {value} sets", value=COUNTS.get(len(play.sets), len(play.sets))) if len(play.sets) > 2 else tr("both sets")
    return "them" if len(play.sets[0].cards) > 1 else "it"
