"""A play in words that a child can follow with the cards in the hand.

One branch of the calculation is finished before the next begins. A result that waits for another branch is kept, and said to be: a card
is `the 9` (`the 9 card` where a result is 9 too), a result is `the 9 you kept`.
"""

from collections.abc import Iterator, Sequence

from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve import CardSet, Operand, Play, Solution, Step
from numero_cam.games.numero.solve.surds import Value
from numero_cam.tell.signs import formula
from numero_cam.tell.words import COUNTS, card_words, count, does, nth, say_number


def sentence(play: Play, language: Language = "fractions") -> str:
    """Return the play as one sentence: what to take with which card, what it brings, and the arithmetic of each set.

    An example: "Take 9 cards for 77 points with the 15 orange, which clears the centre: 5 + 12 ÷ 4 × 3 + (9 + 6) ÷ 3 − 4 = 15."
    """
    clears = ", which clears the centre" if play.clears else ""
    return f"Take {what_it_brings(play)} with the {card_words(play.taker)}{clears}: {sets_text(play, language)}."


def take_sentence(play: Play, language: Language = "fractions") -> str:
    """Return what a take that was made is worth, as one sentence: `57 points: 8 cards, taken with the 11 green as the 11, and ...`."""
    cards = f"{count(play.cards, 'card')} in {count(len(play.sets), 'set')}"
    return f"{count(play.points, 'point')}: {cards}, taken with the {card_words(play.taker)}: {sets_text(play, language)}."


def what_it_brings(play: Play) -> str:
    """Return the cards won and the points: `9 cards for 77 points`."""
    return f"{count(play.cards, 'card')} for {count(play.points, 'point')}"


def sets_text(play: Play, language: Language = "fractions") -> str:
    """Return the arithmetic of each set: `the 10, and 6 + 4 = 10`."""
    *others, last = [set_text(group, language) for group in play.sets]
    return f"{', '.join(others)}, and {last}" if others else last


def set_text(group: CardSet, language: Language = "fractions") -> str:
    """Return the arithmetic of a set with its result; of a single card or build its name."""
    return f"{formula(group.way, language)} = {group.way.value}" if group.calculations else _named(group.cards[0])


def say_play(play: Play, language: Language = "fractions") -> str:
    """Return the play in words: the steps of each set, then the taking card, the cards won and the points.

    An example: "Start with the 15. Add the 13: 28. Take three quarters of it: 21. Take them with the 21: 4 cards, 15 points."
    """
    sentences = []
    for place, group in enumerate(play.sets):
        sentences += [f"{nth(place).capitalize()} set:"] * (len(play.sets) > 1)
        sentences += say_group(group, language)
    sentences.append(f"Take {_them(play)} with the {play.taker.value}: {count(play.cards, 'card')}, {count(play.points, 'point')}.")
    if play.clears:
        sentences.append("That clears the centre.")
    sentences += [f"{item.reason[0].upper()}{item.reason[1:]}." for item in play.breakdown if item.points == 0]
    return " ".join(sentences)


_STOPPED = {
    "time": "the time limit stopped the search; give it longer with --limit",
    "memory": "the search needed too much memory; leave out cards that nobody would take",
    "cards": "so many cards cannot all be searched; leave out cards that nobody would take",
}


def not_proven_line(solution: Solution) -> str:
    """What is said of a best take that is not proven: which limit stopped the search, and what to do."""
    return f"Not proven, a better take may exist: {_STOPPED[solution.stopped_by or 'time']}."


def no_take_line(solution: Solution) -> str:
    """What is said of a solution without plays; that none is possible only where that is proven."""
    if solution.proven:
        return "No take is possible."
    return f"No take was found, but one may exist: {_STOPPED[solution.stopped_by or 'time']}."


def say_group(group: CardSet, language: Language = "fractions") -> list[str]:
    """Return the steps of a set, a sentence each: `Start with the 12.`, `Divide by 4: 3.`, `Keep that 3.`, `Add the 3 you kept: 8.`."""
    if not group.calculations:
        return [f"{_capital(_named(group.cards[0]))} lies there."]
    return list(_sentences(group.calculations, language))


def _sentences(steps: Sequence[Step], language: Language) -> Iterator[str]:
    """Give the sentences of a set; the result that was said last is the one at hand."""
    for place, step in enumerate(steps):
        results = [one.result for one in steps[:place]]
        sides = [step.left] if step.right is None else [step.left, step.right]
        waiting = next((side for side in sides if side.step != place - 1), step.left)
        if step.left.item is not None and all(side.item is not None for side in sides):  # cards only: a new branch
            if place:
                yield f"Keep that {say_number(results[-1], language)}."
            yield f"{'Now start' if place else 'Start'} with {_card(step.left.item, results)}."
            waiting = sides[-1]
        what = f"add {_added(waiting, step, results, language)}" if step.card is None else does(step.card, language)
        yield f"{_capital(what)}: {say_number(step.result, language)}."


def _added(operand: Operand, step: Step, results: Sequence[Value], language: Language) -> str:
    if operand.item is None:
        return f"the {say_number(operand.value, language)} you kept"
    named = _card(operand.item, results)
    twice = operand is step.right and step.left.item is not None and step.left.value == operand.value
    return named.replace("the ", "the other ", 1) if twice else named


def _card(item: Card | Build, results: Sequence[Value]) -> str:
    """Name a card or build; where a result has its number too, it is said to be a card."""
    return f"{_named(item)} card" if isinstance(item, Card) and item.value in results else _named(item)


def _named(item: Card | Build) -> str:
    return f"the {item.value}" if isinstance(item, Card) else f"the build of {item.value}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _them(play: Play) -> str:
    if len(play.sets) > 1:
        return f"all {COUNTS.get(len(play.sets), len(play.sets))} sets" if len(play.sets) > 2 else "both sets"
    return "them" if len(play.sets[0].cards) > 1 else "it"
