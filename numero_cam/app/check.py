"""Judges an answer to a puzzle: whether it is a take, its first wrong step, and how far it is from the best take."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from numero_cam.app.answers import Choices, Question, card_texts
from numero_cam.catalogue import tr
from numero_cam.games.numero.judge import Verdict, judge, parse_answer
from numero_cam.games.numero.rules import Card, Position, parse_position
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER, NUMBER_CARDS
from numero_cam.games.numero.solve import Play, Settings, SettingsError, Solution, solve
from numero_cam.text.advice import brackets_line, chain_line, missing_line, right_line, wrong_line
from numero_cam.text.plays import play_json, say_play, sentence

ANY_NUMBER_CARD = "?"  #: Stands for a number card of one's choice in the hand of a puzzle.


@dataclass(frozen=True)
class Checked:
    """An answer to a puzzle, judged and compared with the best take."""

    position: Position  #: The puzzle.
    text: str  #: The answer as it was written.
    verdict: Verdict  #: A take with its points, or the first wrong step.
    chain: bool  #: Whether equals signs stand between unequal things, as in `15 + 13 = 28 × 3/4 = 21`.
    brackets_missing: bool  #: Whether the answer is a take if it is worked out from left to right.
    solution: Solution | None  #: The best take, proven or not; None where all cards were to be taken.
    by: str  #: What counts: ``points`` or ``cards``.
    any_number: bool = False  #: Whether a card of the hand is a number card of one's choice.

    @property
    def best(self) -> Play | None:
        """The best take, where one is known."""
        return self.solution.plays[0] if self.solution and self.solution.plays else None

    @property
    def missing(self) -> int | None:
        """Points or cards that the best take has more, 0 where this is as good; None where no take is to be compared."""
        if self.verdict.scored is None or self.best is None:
            return None
        own, most = (self.verdict.scored.points, self.best.points) if self.by == "points" else (self.verdict.cards, self.best.cards)
        return max(0, most - own)

    def to_dict(self, *, with_best: bool = False) -> dict[str, object]:
        """Return the object that ``numero-cam check --json`` prints."""
        verdict, scored = self.verdict, self.verdict.scored
        found: dict[str, object] = {
            "centre": [str(item) for item in self.position.centre],
            "hand": [*map(str, self.position.hand), *[ANY_NUMBER_CARD] * self.any_number],
            "answer": self.text,
            "valid": verdict.wrong is None,
        }
        if verdict.wrong is not None:
            found["wrong"] = {"fault": verdict.wrong.fault.value, "text": wrong_line(verdict.wrong, self.text)}
            found["brackets_missing"] = self.brackets_missing
            return found
        found |= {
            "with": str(verdict.taker),
            "cards": verdict.cards,
            "points": scored.points if scored else 0,
            "clears": verdict.clears,
            "groups": [{"cards": [str(item) for item in one_set]} for one_set in verdict.sets],
            "breakdown": [{"item": item.item, "for": item.reason, "points": item.points} for item in (scored.breakdown if scored else ())],
            "chain_of_equals": self.chain,
        }
        if self.solution is not None:
            found |= {"missing": self.missing, "proven": self.solution.proven}
        if with_best and self.best is not None:
            found["best"] = play_json(self.best, say_play(self.best))
        return found

    def lines(self, *, with_best: bool = False) -> tuple[str, ...]:
        """Return lines for people: whether the answer is a take, its first wrong step, and how far it is from the best take."""
        verdict = self.verdict
        if verdict.wrong is not None:
            reason = wrong_line(verdict.wrong, self.text)
            lines = [tr("Not a take: {reason}", reason=reason), brackets_line() if self.brackets_missing else ""]
        else:
            lines = [right_line(verdict), chain_line() if self.chain else ""]
        if self.solution is not None and self.missing is not None:
            lines.append(missing_line(self.missing, self.by, proven=self.solution.proven))
        if with_best and self.best is not None:
            lines.append(tr("Best take: {take}", take=sentence(self.best)))
        return tuple(line for line in lines if line)


def check_answer(position: Position, text: str, question: Question, *, all_cards: bool = False, any_number: bool = False) -> Checked:
    """Judge an answer by the rules of the game, and set it beside the best take.

    Args:
        position: The puzzle.
        text: The answer as people write it.
        question: Which values may occur, how points are counted, what counts as best, and the limit of the search.
        all_cards: Whether every card has to be taken, by any number card.
        any_number: Whether a card of the hand is a number card of one's choice, ``?``; the position has the others.
    """
    takers = frozenset(card.value for card in (NUMBER_CARDS if any_number else position.hand) if card.is_number)
    typed = parse_answer(text, takers)
    kind = {"all_cards": all_cards, "any_number": any_number}
    verdict = judge(typed, position, question.settings, **kind)
    brackets_missing = False
    if verdict.wrong is not None:
        left_to_right = judge(parse_answer(text, takers, by_order=False), position, question.settings, **kind)
        brackets_missing = left_to_right.wrong is None
    solution = None if all_cards else _best(position, question, any_number=any_number)
    return Checked(position, text, verdict, typed.chain, brackets_missing, solution, question.settings.by, any_number)


def check(
    centre: str | Sequence[object],
    hand: str | Sequence[object],
    answer: str,
    *,
    all_cards: bool = False,
    limit: float = 60.0,
    **choices: Unpack[Choices],
) -> Checked:
    """Judge somebody's answer to a puzzle by the rules of the game, and set it beside the best take.

    Args:
        centre: Cards and builds, as a text such as `"[8b 4r] 3g"` or one by one, as texts or `Card` and `Build`.
        hand: The same for the hand; no builds. One `?` is a number card of one's choice.
        answer: The answer as people write it: `"(13 + 12) x 2/5"`, several sets parted by semicolons.
        all_cards: Whether every card has to be taken as one set, by any number card; the hand then holds wild cards only.
        limit: Seconds after which the search for the best take stops with the best so far.
        choices: The fields of `Settings`, such as `by="cards"` or `scoring="guide"`.

    Raises:
        NotationError: At the first card that cannot be read.
        SettingsError: At a choice that does not exist, or a hand that does not go with `all_cards`.
        TypedError: The answer is no arithmetic.
    """
    cards = hand.replace(",", " ").split() if isinstance(hand, str) and ANY_NUMBER_CARD in hand else hand
    any_number = not isinstance(cards, str) and ANY_NUMBER_CARD in cards
    position = parse_position(card_texts(centre), card_texts([card for card in cards if card != ANY_NUMBER_CARD] if any_number else cards))
    if any_number and (all_cards or list(cards).count(ANY_NUMBER_CARD) > 1):
        raise SettingsError(
            tr("with all_cards any number card takes; leave the ? out")
            if all_cards
            else tr("one card of the hand may be ?; there are several")
        )
    if all_cards and any(card.is_number for card in position.hand):
        raise SettingsError(tr("with all_cards the hand holds wild cards only; every number card lies in the middle"))
    return check_answer(position, answer, Question(Settings(**choices), limit=limit), all_cards=all_cards, any_number=any_number)


def _best(position: Position, question: Question, *, any_number: bool) -> Solution:
    """Return the best take; of a hand with a number card of one's choice, the best with any number."""
    if not any_number:
        return solve(position, question.settings, top=1, limit_seconds=question.limit)
    end = time.monotonic() + question.limit
    hands = [Position(position.centre, (*position.hand, Card.number(number))) for number in range(1, HIGHEST_NUMBER + 1)]
    found = [solve(hand, question.settings, top=1, limit_seconds=max(0.0, end - time.monotonic())) for hand in hands]
    by = question.settings.by  # "points" or "cards" is also the field of a play that is compared
    best = max(found, key=lambda solution: getattr(solution.plays[0], by) if solution.plays else -1)
    unproven = next((solution for solution in found if not solution.proven), best)
    return Solution(best.plays, unproven.proven, unproven.stopped_by)
