"""Plays in words and as JSON: the arithmetic, the points."""

from collections.abc import Callable, Iterator, Sequence

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.rules import Build, Card, Kind, Position, Problem, ScoreItem
from numero_cam.games.numero.rules.choices import By, Language
from numero_cam.games.numero.solve import CardSet, Operand, Play, Settings, Solution, Step
from numero_cam.games.numero.solve.surds import Value
from numero_cam.text.words import COUNTS, action_words, card_words, count, formula, nth, operator_text, root_sign, say_number, step_text


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

    `say` returns the words for a play; `problems` are what cannot be in a real game, by default the position's problems for one pack.
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
    """Return a play as it stands in `plays` of `solution_json`; `say` are the words for it."""
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
    """Return a set as JSON values."""
    return {
        "cards": [str(card) for card in group.cards],
        "text": formula(group.way),
        "steps": [step_text(step) for step in group.calculations],
        "taker": group.taker,
    }


SCORINGS = {"website": tr("by the website scoring"), "guide": tr("by the guide scoring")}
_REASONS = {
    "one_colour": tr("one colour in one set"),
    "four_colours": tr("all four colours in one set"),
    "clear": tr("every card of the middle taken"),
    "whole_pack": tr("the whole pack was dealt"),
    "all_won": tr("every card was won"),
}
_COUNTED: dict[str, Callable[[int], str]] = {
    "takes": lambda n: count(n, "set"),
    "cards": lambda n: count(n, "card"),
    "five": lambda n: ngettext("{n} card in one set", "{n} cards in one set", n),
    "six": lambda n: ngettext("{n} card in one set", "{n} cards in one set", n),
    "centre": lambda n: ngettext("{n} card left in the middle", "{n} cards left in the middle", n),
    "hand_cards": lambda n: ngettext("{n} card left in the hand", "{n} cards left in the hand", n),
    "most_cards": lambda n: tr("most cards ({n})", n=n),
}

#: What points are for, in the order in which a page shows it.
ITEM_NAMES: dict[str, str] = {
    "takes": tr("Sets taken"),
    "cards": tr("Cards in takes"),
    "printed": tr("Printed on the cards"),
    "five": tr("Many cards in one set"),
    "six": tr("Many cards in one set"),
    "four_colours": tr("All four colours"),
    "one_colour": tr("All of one colour"),
    "three_operations": tr("Many signs in one set"),
    "four_operations": tr("Many signs in one set"),
    "clear": tr("Clearing the table"),
    "challenge_caught": tr("Bluffs that were found out"),
    "challenge_shown": tr("Challenges that were wrong"),
    "centre": tr("Left in the middle"),
    "hand_cards": tr("Left in the hand"),
    "hand_printed": tr("Left in the hand"),
    "most_cards": tr("Most cards"),
    "whole_pack": tr("The whole pack was dealt"),
    "all_won": tr("Every card was won"),
}


def reason_words(scored: ScoreItem, language: Language = "fractions") -> str:
    """Return what points are for; `language` is how fraction cards are read."""
    name, build = scored.item, scored.build
    if name in _COUNTED:
        return _COUNTED[name](scored.number)
    printed = ", ".join(tr("{points} on {card}", points=points, card=face_words(card, language)) for points, card in scored.printed)
    if name == "printed":
        return tr("printed points: {printed}", printed=printed)
    if name == "hand_printed":
        return tr("left in the hand: {printed}", printed=printed)
    if build is not None:
        shown = tr("the {answer} for the build {build} was shown") if name == "challenge_shown" else tr("no {answer} for the build {build}")
        return shown.format(answer=build.value, build=build)
    if scored.unknown_colours:
        return tr("no colour bonus: the colour of {cards} is not known", cards=", ".join(map(str, scored.unknown_colours)))
    return _REASONS.get(name, scored.reason)


def face_words(card: Card, language: Language = "fractions") -> str:
    """Return a card as it looks: `15 orange`, `÷ 3`, `× 3/4`, `N²`, `√`."""
    if card.is_number:
        return card_words(card)
    if card.kind is Kind.ROOT:
        return root_sign(card)
    return f"N{operator_text(card)}" if card.kind is Kind.POWER else operator_text(card, language).strip()


def sentence(play: Play, language: Language = "fractions") -> str:
    """Return the play as one sentence: what to take with which card, what it brings, and the arithmetic of each set.

    An example: "Take 9 cards for 77 points with the 15 orange, which clears the centre: 5 + 12 ÷ 4 × 3 + (9 + 6) ÷ 3 − 4 = 15."
    """
    template = (
        tr("Take {brings} with the {card}, which clears the middle: {sets}.")
        if play.clears
        else tr("Take {brings} with the {card}: {sets}.")
    )
    return template.format(brings=what_it_brings(play), card=card_words(play.taker), sets=sets_text(play, language))


def take_sentence(play: Play, language: Language = "fractions") -> str:
    """Return what a take that was made is worth, as one sentence: `57 points: 8 cards, taken with the 11 green as the 11, and ...`."""
    return tr(
        "{points}: {cards} in {sets}, taken with the {taker}: {arithmetic}.",
        points=count(play.points, "point"),
        cards=count(play.cards, "card"),
        sets=count(len(play.sets), "set"),
        taker=card_words(play.taker),
        arithmetic=sets_text(play, language),
    )


def what_it_brings(play: Play) -> str:
    """Return the cards won and the points: `9 cards for 77 points`."""
    return tr("{cards} for {points}", cards=count(play.cards, "card"), points=count(play.points, "point"))


def sets_text(play: Play, language: Language = "fractions") -> str:
    """Return the arithmetic of each set: `the 10, and 6 + 4 = 10`."""
    *others, last = [set_text(group, language) for group in play.sets]
    return tr("{others}, and {last}", others=", ".join(others), last=last) if others else last


def set_text(group: CardSet, language: Language = "fractions") -> str:
    """Return the arithmetic of a set with its result; of a single card or build its name."""
    return f"{formula(group.way, language)} = {group.way.value}" if group.calculations else _named(group.cards[0])


def say_play(play: Play, language: Language = "fractions") -> str:
    """Return the play in words: the steps of each set, then the taking card, the cards won and the points.

    An example: "Start with the 15. Add the 13: 28. Take three quarters of it: 21. Take them with the 21: 4 cards, 15 points."
    """
    sentences = []
    for place, group in enumerate(play.sets):
        sentences += [_capital(tr("{nth} set:", nth=nth(place)))] * (len(play.sets) > 1)
        sentences += say_group(group, language)
    sentences.append(
        tr(
            "Take {them} with the {play.taker.value}: {cards}, {points}.",
            them=_them(play),
            play=play,
            cards=count(play.cards, "card"),
            points=count(play.points, "point"),
        )
    )
    if play.clears:
        sentences.append(tr("That clears the middle."))
    sentences += [f"{_capital(reason_words(item))}." for item in play.breakdown if item.points == 0]
    return " ".join(sentences)


_STOPPED = {
    "time": tr("the time limit stopped the search; give it longer with --limit"),
    "memory": tr("the search needed too much memory; leave out cards that nobody would take"),
    "cards": tr("so many cards cannot all be searched; leave out cards that nobody would take"),
}


def not_proven_line(solution: Solution) -> str:
    """Return the sentence on a best take that is not proven: which limit stopped the search, and what to do."""
    return tr("Not proven, a better take may exist: {stopped}.", stopped=_STOPPED[solution.stopped_by or "time"])


def no_take_line(solution: Solution) -> str:
    """Return the sentence on a solution without plays: that none is possible where that is proven, else which limit stopped the search."""
    if solution.proven:
        return tr("No take is possible.")
    return tr("No take was found, but one may exist: {stopped}.", stopped=_STOPPED[solution.stopped_by or "time"])


MOST_DIFFERENCES = 3  #: Maximum number of score items in which two takes are compared.


def why_lines(best: Play, others: Sequence[Play], *, by: By) -> list[str]:
    """Return why no take is better than the best one, which is proven, as one or two sentences: how it stands beside the next best."""
    if not others:
        return [tr("It is the only take.")]
    other = others[0]
    worth: dict[str, tuple[int, int]] = {"points": (best.points, other.points), "cards": (best.cards, other.cards)}
    beside: By = "cards" if by == "points" else "points"  #: What counts among equals.
    (more, less), (more_beside, less_beside) = worth[by], worth[beside]
    if more > less:
        template = _MORE[by]
    else:
        template = _AS_MUCH[by] if more_beside > less_beside else tr("Another take is as good, with the {card}: as many points and cards.")
    first = template.format(
        best=count(more, by), card=card_words(other.taker), other=count(less, by), more=count(more_beside, beside), less=less_beside
    )
    differ = _differences(best, other)
    named = tr("Points that differ: {items}.") if len(differ) <= MOST_DIFFERENCES else tr("Points that differ most: {items}.")
    return [first, named.format(items=", ".join(differ[:MOST_DIFFERENCES]))] if differ else [first]


#: By what counts: the sentence about a take that is better than the next best.
_MORE: dict[By, str] = {
    "points": tr("No take brings more than {best}: the next best, with the {card}, brings {other}."),
    "cards": tr("No take wins more than {best}: the next best, with the {card}, wins {other}."),
}
#: By what counts: the sentence about a take of which there is another that is as good in that, but in nothing else.
_AS_MUCH: dict[By, str] = {
    "points": tr("Another take brings {best} too, with the {card}; this one wins more: {more}, not {less}."),
    "cards": tr("Another take wins {best} too, with the {card}; this one brings more: {more}, not {less}."),
}


def _differences(best: Play, other: Play) -> list[str]:
    """Return what the points of two takes differ in, `Printed on the cards 42 : 40`, the largest difference first."""
    sums: dict[str, list[int]] = {}
    for place, play in enumerate((best, other)):
        for item in play.breakdown:
            sums.setdefault(ITEM_NAMES[item.item], [0, 0])[place] += item.points
    differ = sorted(sums, key=lambda name: -abs(sums[name][0] - sums[name][1]))
    return [f"{name} {sums[name][0]} : {sums[name][1]}" for name in differ if sums[name][0] != sums[name][1]]


def say_group(group: CardSet, language: Language = "fractions") -> list[str]:
    """Return the steps of a set, a sentence each: `Start with the 12.`, `Divide by 4: 3.`, `Keep that 3.`, `Add the 3 you kept: 8.`."""
    if not group.calculations:
        return [_capital(tr("{card} lies there.", card=_named(group.cards[0])))]
    return list(_sentences(group.calculations, language))


def _sentences(steps: Sequence[Step], language: Language) -> Iterator[str]:
    """Yield the sentences of a set. Each step goes on from the result of the step before, or starts anew with a card."""
    for place, step in enumerate(steps):
        results = [one.result for one in steps[:place]]
        sides = [step.left] if step.right is None else [step.left, step.right]
        other = next((side for side in sides if side.step != place - 1), step.left)  # what is added to the result of the step before
        if step.left.item is not None and all(side.item is not None for side in sides):  # cards only: a new branch
            if place:
                yield tr("Keep that {number}.", number=say_number(results[-1], language))
            start = tr("Now start with {card}.") if place else tr("Start with {card}.")
            yield start.format(card=_card(step.left.item, results))
            other = sides[-1]
        what = tr("add {number}", number=_added(other, step, results, language)) if step.card is None else action_words(step.card, language)
        yield f"{_capital(what)}: {say_number(step.result, language)}."


def _added(operand: Operand, step: Step, results: Sequence[Value], language: Language) -> str:
    """Return in words the operand that a step adds, after steps with these results: a card, or the result of an earlier step."""
    if operand.item is None:
        return tr("the {number} you kept", number=say_number(operand.value, language))
    twice = operand is step.right and step.left.item is not None and step.left.value == operand.value
    return _card(operand.item, results, other=twice)


def _card(item: Card | Build, results: Sequence[Value], *, other: bool = False) -> str:
    """Return the name of a card or build, with `other` as the other of two; as a card where one of the results has its number too."""
    if isinstance(item, Build) or item.value not in results:
        return _named(item, other=other)
    return tr("the other {item.value} card", item=item) if other else tr("the {item.value} card", item=item)


def _named(item: Card | Build, *, other: bool = False) -> str:
    """Return the name of a card or build: `the 7`, `the other 7`, `the build of 12`."""
    if isinstance(item, Card):
        return tr("the other {item.value}", item=item) if other else tr("the {item.value}", item=item)
    return tr("the other build of {item.value}", item=item) if other else tr("the build of {item.value}", item=item)


def _capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[0].upper() + text[1:]


def _them(play: Play) -> str:
    """Return the word for what is taken: `it`, `them`, or all sets."""
    if len(play.sets) > 1:
        return tr("all {n} sets", n=COUNTS.get(len(play.sets), len(play.sets))) if len(play.sets) > 2 else tr("both sets")
    return tr("them") if len(play.sets[0].cards) > 1 else tr("it")
