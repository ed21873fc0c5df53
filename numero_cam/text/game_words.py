"""A game in words and as JSON: operations, scores, and reasons why a play was refused."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.games.numero.engine import Game, Phase, Reading, State
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.operations import Dealt, Found, Operation, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.games.numero.rules import Build, Card, Kind, NotationError
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, items_of, value_of
from numero_cam.games.numero.rules.notation import REASON_NO_CARD
from numero_cam.games.numero.rules.typos import did_you_mean
from numero_cam.games.shared.game import Tally
from numero_cam.text.play_facts import PlayFacts, PlayKind, play_facts
from numero_cam.text.plays import reason_words
from numero_cam.text.words import count, operator_text, root_sign


def arithmetic(way: Way) -> str:
    """Return a way with the signs of mathematics, and each build as its value: `(12 + 3 × 2) ÷ 2`."""
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
            is_sum = isinstance(inner, Total) or (isinstance(inner, Acted) and inner.wild.kind is Kind.SUBTRACT)
            return (f"({text})" if is_sum and not subtracts else text) + operator_text(wild)


def equation(way: Way) -> str:
    """Return a way with its result: `8 + 4 = 12`; a single card or build as its value."""
    value = value_of(way, whole=False)
    return str(value) if isinstance(way, Lone) else f"{arithmetic(way)} = {value}"


def game_lines(game: Game) -> Iterator[str]:
    """Yield the lines of every operation, then one about the end or what comes next."""
    for before, operation, after in game.steps():
        yield from operation_lines(game.names, before, operation, after)
    if game.operations:
        yield end_line(game)


def end_line(game: Game) -> str:
    """Return the line about the winner of a finished game, else about what comes next."""
    if game.state.phase is Phase.OVER:
        return tr("The game is over. {winners}", winners=winner_line(game))
    next_ = {
        Phase.DRAW: tr("The game is not over: turn {game.state.turn}, {game.player} draws."),
        Phase.LAST: tr("The game is not over: turn {game.state.turn}, {game.player} has a last chance to take."),
    }
    return next_.get(game.state.phase, tr("The game is not over: turn {game.state.turn}, {game.player} plays.")).format(game=game)


def winner_line(game: Game) -> str:
    """Return who won and with how many points or cards; in solitaire, how many the player has."""
    best = count(max(seat.score for seat in game.state.seats), game.options.by)
    if game.options.is_solitaire:
        return tr("{name} has {score}.", name=game.names[0], score=best)
    winners = [game.names[place] for place in game.state.winners()]
    return ngettext(
        "{winners} wins with {best}.", "{winners} win together with {best}.", len(winners), winners=and_list(winners), best=best
    )


def left_line(state: State, names: Sequence[str]) -> str:
    """Return whose the cards left in the middle are, and how many he won with them; empty where there are none, or nobody's."""
    if not state.left or state.last_taker is None:
        return ""
    return ngettext(
        "The card left in the middle went to {name}, who took last: with it {name} won {won}.",
        "The {n} cards left in the middle went to {name}, who took last: with them {name} won {won}.",
        len(state.left),
        name=names[state.last_taker],
        won=count(len(state.seats[state.last_taker].won), "card"),
    )


def operation_lines(names: Sequence[str], before: State, operation: Operation, after: State) -> Iterator[str]:
    """Yield the lines of one operation, such as `Turn 3, Anna builds 12 with the 4: 8 + 4 = 12`.

    A deal has a line for each player and one for the centre; a take in a game by points has a second line with its points.
    """
    if isinstance(operation, Dealt):
        unknown = operation.unknown or (0,) * len(names)
        for name, hand, count_unknown in zip(names, operation.hands, unknown, strict=True):
            yield tr("{name} is dealt {hand}.", name=name, hand=_hand(hand, count_unknown))
        left = len(operation.stock) - sum(unknown)
        yield ngettext(
            "In the middle: {centre}. {n} card is in the stock.",
            "In the middle: {centre}. {n} cards are in the stock.",
            left,
            centre=card_list(operation.centre),
        )
        return
    if isinstance(operation, Found):
        lies = " ".join(map(str, operation.centre)) or tr("nothing")
        name = names[operation.player]
        yield tr("The game goes on from what lies there, with {lies} in the middle; {name} plays next.", lies=lies, name=name)
        return
    yield tr("Turn {before.turn}, {did}.", before=before, did=_turn_words(names, play_facts(before, operation)))
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = gained_entries(before, operation, after)
        parts = "; ".join(tr("{entry.points} for {reason}", entry=entry, reason=reason_words(entry.scored)) for entry in gained)
        yield f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}"


_TURN_SENTENCES: dict[PlayKind, str] = {
    "draw": tr("{name} draws {hand}"),
    "draw_last": tr("{name} draws {hand}, and the stock is used up"),
    "turn_up": tr("{name} turns up {centre} in the middle"),
    "turn_up_and_draw": tr("{name} turns up {centre} in the middle and draws {hand}"),
    "lay": tr("{name} lays a wild card: {equation}"),
    "take": tr("{name} takes {won} cards with the {card}: {sets}"),
    "build": tr("{name} builds {value} with the {card}: {sets}"),
    "unsaid_build": tr(
        "{name} builds {value} with the {card}: {sets}; it was not said aloud, so it is no build and the cards of the hand are discarded"
    ),
    "discard": tr("{name} discards {cards}"),
    "challenge_caught": tr("{name} challenges {build}: a bluff, {loser} loses {lost} points"),
    "challenge_shown": tr("{name} challenges {build}: the {build.value} is shown, {loser} loses {lost} points"),
    "return": tr("{name} takes back the wild cards laid in this turn"),
    "pass": tr("{name} passes"),
    "end": tr("the game is ended"),
    "show": tr("{name} shows {cards}, which were left"),
}


def _turn_words(names: Sequence[str], facts: PlayFacts) -> str:
    """Return what a player did in a turn, as the end of a sentence: `Anna builds 12 with the 4: 8 + 4 = 12`."""
    return _TURN_SENTENCES[facts.kind].format(
        name=names[facts.player],
        card=facts.card,
        won=facts.won,
        value=facts.value,
        equation="; ".join(map(equation, facts.ways)),
        sets="; ".join(map(_equation_with_builds, facts.ways)),
        cards=card_list(facts.cards),
        hand=_hand(facts.cards, facts.unknown),
        centre=card_list(facts.centre),
        build=facts.build,
        loser=names[facts.loser],
        lost=facts.lost,
    )


def _equation_with_builds(way: Way) -> str:
    """Return a way with its result, and its builds, whose cards the arithmetic does not show."""
    builds = [str(item) for item in items_of(way) if isinstance(item, Build)]
    if not builds:
        return equation(way)
    return ngettext(
        "{equation}, with the build {builds}",
        "{equation}, with the builds {builds}",
        len(builds),
        equation=equation(way),
        builds=and_list(builds),
    )


def _hand(cards: Sequence[Card], unknown: int) -> str:
    """Return cards of a hand in words, some of which nobody has seen: `7r 8b and 3 unknown cards`."""
    more = [count(unknown, "unknown card")] if unknown else []
    return and_list([*([card_list(cards)] if cards or not unknown else []), *more])


def card_list(cards: Sequence[Card | Build]) -> str:
    """Return cards in their notation; a word where there are none."""
    return " ".join(map(str, cards)) or tr("nothing")


def sheet_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """Return the score sheet as rows of turn, player, reason, and points with the running total."""
    tally = Tally(len(game.names))
    return [
        (str(entry.turn), game.names[entry.player], reason_words(entry.scored), f"{entry.points:+d} = {tally.add(entry)}")
        for entry in game.sheet()
    ]


NO_GAME = tr("there is no game")


def game_json(reading: Reading) -> dict[str, object]:
    """Return the object that `numero-cam game replay --json` prints. Raises the error of a reading without a game."""
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
        {"turn": entry.turn, "player": game.names[entry.player], "item": entry.item, "for": entry.scored.reason, "points": entry.points}
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


#: An example of each kind of play, as people write it.
PLAY_EXAMPLES = {
    "take": "take 13: 10 + 3",
    "build": "build 4: 8 + 4",
    "discard": "discard 8",
    "lay": "lay 10 -3",
    "challenge": "challenge [8 4]",
}

_RULE_ADVICE = {
    Rule.ONE_NUMBER_CARD: tr("In a turn you play one number card of your hand."),
    Rule.LAID_WILDS_BELONG: tr("A wild card that you lay must be used in the same turn; write return to take it back."),
    Rule.WILD_HAND: tr("With wild cards only, discard them all: you get new ones."),
    Rule.WILD_ACTS_ON_VALUE: tr("A wild card stands behind the number that it changes, such as 15 -4."),
    Rule.NEGATIVE_VALUES: tr("No result on the way may be below zero."),
    Rule.WHOLE_VALUES: tr("Every result on the way must be a whole number."),
    Rule.EXACT_ROOT: tr("A root must come out exactly."),
    Rule.CARD_IS_THERE: tr("Look at your hand and at the middle; write show to see them again."),
    Rule.SET_EQUALS_TAKER: tr("You take only what makes exactly the number of your card."),
    Rule.BUILD_USES_CENTRE: tr("A build has at least one card of the middle and one number card of your hand."),
    Rule.ANSWER_HELD: tr("You may build only what you can take later: hold the answer in your hand."),
    Rule.BUILD_UNBROKEN: tr("A build stays together: use all of it, such as [8 4]."),
    Rule.WILD_DISCARD: tr("Wild cards are discarded one at a time."),
    Rule.RIGHT_OF_CHALLENGE: tr("Only a build of another player can be challenged, and only when you play for points."),
    Rule.LAST_CHANCE: tr("This is your last chance: take, or write pass."),
    Rule.TURN: tr("Take, build or discard. Write hint for help."),
    Rule.SOLITAIRE: tr("When you play alone you only take; write pass when there is nothing left to take."),
}


def refusal_line(error: Exception, options: Options) -> str:
    """Return why a play was refused, and what helps.

    The error's innermost `__cause__` is explained: a broken rule, an unreadable text, or another error.
    """
    reason: BaseException = error
    while reason.__cause__ is not None:
        reason = reason.__cause__
    if isinstance(reason, RuleBreakError):
        meaning = _RULE_ADVICE.get(Rule(reason.rule), "")
        template = tr("That does not work: {why}. {meaning} (rule {rule})") if meaning else tr("That does not work: {why}. (rule {rule})")
        return template.format(why=_plain(reason.reason), meaning=meaning, rule=reason.rule.value)
    if isinstance(reason, NotationError):
        return _no_card_line(reason, options)
    text = _plain(str(reason))
    return f"{text[0].upper()}{text[1:]}."


def _no_card_line(reason: NotationError, options: Options) -> str:
    """Return what to write instead of a token that is no card."""
    token = _plain(reason.token)
    if reason.reason != REASON_NO_CARD:
        return f'"{token}": {reason.reason}.'
    if near := did_you_mean(reason.token):
        return tr('"{token}" is no card. {question}', token=token, question=near[0].upper() + near[1:])
    number = tr("7h (7 of hearts)") if options.playing else tr("7r (7 red)")
    template = (
        tr('"{token}" is no card of this game. Write a number card such as 7 or {number}, or a wild card: {wilds}.')
        if options.wilds
        else tr('"{token}" is no card of this game. Write a number card such as 7 or {number}.')
    )
    return template.format(token=token, number=number, wilds=", ".join(map(str, options.wilds)))


def incomplete_line(word: str) -> str:
    """Return the answer to a play without cards; `word` is a key of `PLAY_EXAMPLES`."""
    return tr("Which cards? Write for example: {examples}", examples=PLAY_EXAMPLES[word])


def unknown_line(word: str, known: list[str]) -> str:
    """Return the answer to an unknown word, with the most similar known one."""
    near = get_close_matches(word.lower(), known, n=1)
    template = (
        tr('I do not know "{word}". Did you mean {near}? Write help to see what you can write.')
        if near
        else tr('I do not know "{word}". Write help to see what you can write.')
    )
    return template.format(word=_plain(word), near=near[0] if near else "")


def _plain(text: str, longest: int = 200) -> str:
    """Return a text in one line of limited length, with control characters escaped."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    return shown if len(shown) <= longest else f"{shown[:longest]}..."
