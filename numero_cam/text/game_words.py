"""A game in words and as JSON: every operation, the scores, what was watched, and why a play was refused."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase, Reading, State
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Returned, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card, Kind, NotationError
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, flat_cards, items_of, value_of
from numero_cam.games.numero.rules.notation import NO_CARD
from numero_cam.games.numero.rules.typos import question
from numero_cam.games.numero.watching.events import Event, GameBegun, PlayDecided, PlayTakenBack, QuestionAsked, Unexplained
from numero_cam.games.shared.game import Tally
from numero_cam.games.shared.sight import Place, Sight
from numero_cam.text.plays import reason_words
from numero_cam.text.words import count, operator_text, root_sign


def arithmetic(way: Way) -> str:
    """Return a way with the signs of mathematics; a build is its value: `(12 + 3 × 2) ÷ 2`."""
    match way:
        case Lone(item):
            return str(item.value)
        case Total(terms):
            return " + ".join(arithmetic(term) for term in terms)
        case Acted(inner, wild):
            text = arithmetic(inner)
            if wild.kind in (Kind.POWER, Kind.ROOT):
                alone = text if isinstance(inner, Lone) else f"({text})"
                return root_sign(wild) + alone if wild.kind is Kind.ROOT else alone + operator_text(wild)
            subtracts = wild.kind is Kind.SUBTRACT
            below = isinstance(inner, Total) or (isinstance(inner, Acted) and inner.wild.kind is Kind.SUBTRACT)
            return (f"({text})" if below and not subtracts else text) + operator_text(wild)


def equation(way: Way) -> str:
    """Return a way with its result; of a single card or build nothing but its value."""
    value = value_of(way, whole=False)
    return str(value) if isinstance(way, Lone) else f"{arithmetic(way)} = {value}"


def game_lines(game: Game) -> Iterator[str]:
    """Give a line for every operation, then what is to be said of the end."""
    for before, operation, after in game.steps():
        yield from operation_lines(game.names, before, operation, after)
    if game.operations:
        yield end_line(game)


def end_line(game: Game) -> str:
    """Return who won, or what comes next."""
    if game.state.phase is Phase.OVER:
        return tr("The game is over. {winner_line}", winner_line=winner_line(game))
    return tr("The game is not over: turn {game.state.turn}, {game.player} {next}.", game=game, next=_next(game.state.phase))


def _next(phase: Phase) -> str:
    return {Phase.DRAW: "draws", Phase.LAST: tr("has a last chance to take")}.get(phase, "plays")


def winner_line(game: Game) -> str:
    """Return who won, or by how much one played alone."""
    unit = game.options.by
    if game.options.is_solitaire:
        return tr("{names} has {score} {unit}.", names=game.names[0], score=game.state.seats[0].score, unit=unit)
    winners = [game.names[place] for place in game.state.winners()]
    best = max(seat.score for seat in game.state.seats)
    return tr(
        "{list} {value} with {best} {unit}.",
        list=" and ".join(winners),
        value="wins" if len(winners) == 1 else "win together",
        best=best,
        unit=unit,
    )


def operation_lines(names: Sequence[str], before: State, operation: Operation, after: State) -> Iterator[str]:
    """Give the words for one operation, such as `Turn 3, Anna builds 12 with the 4: 8 + 4 = 12`; the deal has a line for each player."""
    if isinstance(operation, Dealt):
        unknown = operation.unknown or (0,) * len(names)
        for name, hand, count_unknown in zip(names, operation.hands, unknown, strict=True):
            yield tr("{name} is dealt {hand}.", name=name, hand=_hand(hand, count_unknown))
        left = len(operation.stock) - sum(unknown)
        yield tr(
            "In the centre: {list}. {amount} {value} in the stock.",
            list=_list(operation.centre),
            amount=count(left, "card"),
            value="is" if left == 1 else "are",
        )
        return
    yield tr("Turn {before.turn}, {names} {did}.", before=before, names=names[operation.player], did=_did(names, before, operation))
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = [entry for entry in entries(before, operation, after) if entry.item not in END_ITEMS and entry.points]
        parts = "; ".join(tr("{entry.points} for {reason_words}", entry=entry, reason_words=reason_words(entry)) for entry in gained)
        yield f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}"


END_ITEMS = ("centre", "hand_cards", "hand_printed", "most_cards", "whole_pack", "all_won")


def _did(names: Sequence[str], before: State, operation: Operation) -> str:
    words = "passes"
    match operation:
        case Drawn(_, cards, centre, unknown):
            to_centre = tr("turns up {list} in the centre", list=_list(centre)) if centre else ""
            words = " and ".join(
                part for part in (to_centre, tr("draws {hand}", hand=_hand(cards, unknown)) if cards or unknown else "") if part
            )
        case Laid(_, way):
            words = tr("lays a wild card: {equation}", equation=equation(way))
        case Taken(_, card, ways):
            won = 1 + sum(len(flat_cards(way)) for way in ways)
            words = tr("takes {won} cards with the {card}: {list}", won=won, card=card, list="; ".join(map(_from, ways)))
        case Built(_, card, way, said):
            words = tr(
                "builds {value_of} with the {card}: {from_text}", value_of=value_of(way, whole=False), card=card, from_text=_from(way)
            )
            words += "" if said else tr("; it was not said aloud, so it is no build and the cards of the hand are discarded")
        case Returned():
            words = tr("takes back the wild cards laid in this turn")
        case Discarded(_, cards):
            words = tr("discards {list}", list=_list(cards))
        case Challenged(_, build):
            words = tr("challenges {build}: {outcome}", build=build, outcome=_outcome(names, before, operation))
    return words


def _outcome(names: Sequence[str], before: State, challenge: Challenged) -> str:
    (entry,) = entries(before, challenge, before)
    if entry.item == "challenge_caught":
        return tr("a bluff, {names} loses {value} points", names=names[entry.player], value=-entry.points)
    return tr(
        "the {challenge.build.value} is shown, {names} loses {value} points",
        challenge=challenge,
        names=names[entry.player],
        value=-entry.points,
    )


def _from(way: Way) -> str:
    """Return the arithmetic, and the cards where it does not say them all."""
    builds = [str(item) for item in items_of(way) if isinstance(item, Build)]
    return (
        f"{equation(way)}{f', with the build {builds[0]}' if len(builds) == 1 else f', with the builds {_join(builds)}' if builds else ''}"
    )


def _join(texts: Sequence[str]) -> str:
    return " and ".join(texts)


def _hand(cards: Sequence[Card], unknown: int) -> str:
    """Return cards of a hand in words, some of which nobody has seen: `7r 8b and 3 unknown cards`."""
    more = count(unknown, "unknown card") if unknown else ""
    return " and ".join(part for part in (_list(cards) if cards or not unknown else "", more) if part)


def _list(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "nothing"


def sheet_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Return the score sheet as rows of turn, player, what it is for, and points with the running total."""
    tally = Tally(len(game.names))
    return [
        (str(entry.turn), game.names[entry.player], reason_words(entry), f"{entry.points:+d} = {tally.add(entry)}")
        for entry in game.sheet()
    ]


NO_GAME = tr("there is no game")


def game_json(reading: Reading) -> dict[str, object]:
    """Return the object that `numero-cam game replay --json` prints.

    Args:
        reading: A game, as far as it could be read.

    Raises:
        ValueError: If not even the deal could be read.
    """
    game = reading.game
    if game is None:
        raise reading.error or ValueError(NO_GAME)
    turns = [
        {
            "turn": before.turn,
            "player": None if before.phase is Phase.DEAL else game.names[getattr(operation, "player", 0)],
            "text": "\n".join(line for line in operation_texts(game, before, operation) if line),
            "say": " ".join(line.strip() for line in operation_lines(game.names, before, operation, after)),
        }
        for before, operation, after in game.steps()
    ]
    sheet = [
        {"turn": entry.turn, "player": game.names[entry.player], "item": entry.item, "for": entry.reason, "points": entry.points}
        for entry in game.sheet()
    ]
    over = game.state.phase is Phase.OVER
    return {
        "players": list(game.names),
        "by": game.options.by,
        "turns": turns,
        "sheet": sheet,
        "scores": [seat.score for seat in game.state.seats],
        "cards_won": [len(seat.won) for seat in game.state.seats],
        "over": over,
        "winners": [game.names[place] for place in game.state.winners()] if over else [],
        "problems": [problem.text for problem in game.state.problems()],
        "error": None if reading.error is None else str(reading.error),
    }


UNKNOWN = "?"
"""A card that nobody has seen."""


def event_json(names: Sequence[str], event: Event) -> dict[str, object]:
    """Return the object of an event, as `numero-cam game watch --json` prints it.

    Args:
        names: The players, in the order of play.
        event: What happened.
    """
    told: dict[str, object] = {"t": round(event.t, 3)}
    match event:
        case GameBegun(_, state):
            told["deal"] = {"centre": list(map(str, state.centre)), "hands": dict(zip(names, _hands(state), strict=True))}
        case PlayDecided():
            told["operation"] = event.text
            told["confidence"] = round(event.confidence, 4)
            told["points"] = event.points
            told["alternatives"] = [[text, round(chance, 4)] for text, chance in event.alternatives]
        case PlayTakenBack():
            told["undo"] = True
        case Unexplained(_, text):
            told["problem"] = text
        case QuestionAsked(_, number, question, choices):
            told |= {"ask": number, "question": question, "choices": [[line, round(chance, 4)] for line, chance in choices]}
    return told


def sight_json(sight: Sight) -> dict[str, object]:
    """Return a sight as plain values, for a recording."""
    cards = [
        {
            "id": card.id,
            "places": [[_place(place), round(chance, 4)] for place, chance in card.places],
            "faces": [[face, round(chance, 4)] for face, chance in card.faces],
            "back": round(card.back, 4),
            "visible": round(card.visible, 3),
            "below": sorted(card.below),
            "at": [round(card.x, 3), round(card.y, 3), round(card.turn, 1)],
        }
        for card in sight.cards
    ]
    return {"t": round(sight.t, 3), "cards": cards, "unclear": sorted(sight.unclear), "busy": sorted(map(_place, sight.busy))}


def _place(place: Place) -> str:
    return place.zone if place.player is None else f"{place.zone} {place.player}"


def event_lines(names: Sequence[str], event: Event) -> Iterator[str]:
    """Give the lines of an event for people."""
    match event:
        case GameBegun(_, state):
            yield from begin_lines(names, state)
        case PlayDecided(_, _, before, operation, after):
            yield from operation_lines(names, before, operation, after)
        case PlayTakenBack(_, text):
            yield tr("Taken back, it was not so: {text}", text=text)
        case Unexplained(_, text):
            yield tr("Problem: {text}", text=text)
        case QuestionAsked(_, number, question, choices):
            for place, (line, chance) in enumerate(choices, 1):
                yield tr(
                    "{question} Type: answer {number} {place}   if it was   {line} ({chance:.0%})",
                    question=question,
                    number=number,
                    place=place,
                    line=line,
                    chance=chance,
                )


def begin_lines(names: Sequence[str], state: State) -> Iterator[str]:
    """Give the lines of the table as it is when the watching begins."""
    for name, seat in zip(names, state.seats, strict=True):
        yield tr("{name} has {in_words}.", name=name, in_words=_in_words(seat.hand, seat.unknown))
    yield tr("In the centre: {value}.", value=" ".join(map(str, state.centre)) or "nothing")


def _hands(state: State) -> Iterator[list[str]]:
    for seat in state.seats:
        yield [*map(str, seat.hand), *[UNKNOWN] * seat.unknown]


def _in_words(cards: Sequence[Card], unknown: int) -> str:
    parts = [" ".join(map(str, cards))] if cards else []
    if unknown or not cards:
        parts.append(count(unknown, "hidden card"))
    return " and ".join(parts)


EXAMPLES = {
    "take": "take 13: 10 + 3",
    "build": "build 4: 8 + 4",
    "discard": "discard 8",
    "lay": "lay 10 -3",
    "challenge": "challenge [8 4]",
}
"""A play of each kind, as it is written."""

_MEANING = {
    Rule.ONE_NUMBER_CARD: tr("In a turn you play one number card of your hand."),
    Rule.LAID_WILDS_BELONG: tr("A wild card that you lay must be used in the same turn; write return to take it back."),
    Rule.WILD_HAND: tr("With wild cards only, discard them all: you get new ones."),
    Rule.WILD_ACTS_ON_VALUE: tr("A wild card stands behind the number that it changes, such as 15 -4."),
    Rule.NEGATIVE_VALUES: tr("No result on the way may be below zero."),
    Rule.WHOLE_VALUES: tr("Every result on the way must be a whole number."),
    Rule.EXACT_ROOT: tr("A root must come out exactly."),
    Rule.CARD_IS_THERE: tr("Look at your hand and at the centre; write show to see them again."),
    Rule.SET_EQUALS_TAKER: tr("You take only what makes exactly the number of your card."),
    Rule.BUILD_USES_CENTRE: tr("A build has at least one card of the centre and one number card of your hand."),
    Rule.ANSWER_HELD: tr("You may build only what you can take later: hold the answer in your hand."),
    Rule.BUILD_UNBROKEN: tr("A build stays together: use all of it, such as [8 4]."),
    Rule.WILD_DISCARD: tr("Wild cards are discarded one at a time."),
    Rule.RIGHT_OF_CHALLENGE: tr("Only a build of another player can be challenged, and only when you play for points."),
    Rule.LAST_CHANCE: tr("This is your last chance: take, or write pass."),
    Rule.TURN: tr("Take, build or discard. Write hint for help."),
    Rule.SOLITAIRE: tr("When you play alone you only take; write pass when there is nothing left to take."),
}


def refusal_line(error: Exception, options: Options) -> str:
    """Return why a play was not made and what helps.

    Args:
        error: What was raised; its deepest cause tells: a broken rule, or a text that is no play.
        options: What is played.
    """
    reason: BaseException = error
    while reason.__cause__ is not None:
        reason = reason.__cause__
    if isinstance(reason, RuleBreakError):
        meaning = _MEANING.get(Rule(reason.rule), "")
        return tr(
            "That does not work: {plain}. {meaning}{value}(rule {reason.rule.value})",
            plain=_plain(reason.reason),
            meaning=meaning,
            value=" " if meaning else "",
            reason=reason,
        )
    if isinstance(reason, NotationError):
        return _no_card_line(reason, options)
    text = _plain(str(reason))
    return f"{text[0].upper()}{text[1:]}."


def _no_card_line(reason: NotationError, options: Options) -> str:
    token = _plain(reason.token)
    if reason.reason != NO_CARD:
        return f'"{token}": {reason.reason}.'
    if near := question(reason.token):
        return tr('"{token}" is no card. {upper}{near}', token=token, upper=near[0].upper(), near=near[1:])
    wilds = tr(", or a wild card: {list}", list=", ".join(map(str, options.wilds))) if options.wilds else ""
    number = tr("7h (7 of hearts)") if options.playing else "7r (7 red)"
    return tr(
        '"{token}" is no card of this game. Write a number card such as 7 or {number}{wilds}.', token=token, number=number, wilds=wilds
    )


def incomplete_line(word: str) -> str:
    """Return what is said to a play without cards."""
    return tr("Which cards? Write for example: {examples}", examples=EXAMPLES[word])


def unknown_line(word: str, known: list[str]) -> str:
    """Return what is said to a word that is no play and no request."""
    near = get_close_matches(word.lower(), known, n=1)
    meant = tr(" Did you mean {near}?", near=near[0]) if near else ""
    return tr('I do not know "{plain}".{meant} Write help to see what you can write.', plain=_plain(word), meant=meant)


def _plain(text: str, longest: int = 200) -> str:
    """Return a text on one line: a terminal's own commands are shown, not obeyed."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."
