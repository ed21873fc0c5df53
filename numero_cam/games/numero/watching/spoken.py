"""What people say beside the table: challenges and corrections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.engine.verify import claim_of, is_shown
from numero_cam.games.numero.rules import Card, NotationError, parse_card

WORDS = {"shown": True, "bluff": False}
HOW = 'write "challenge" and the name of who challenges; where hands are hidden, "shown" or "bluff" behind it'
WHOSE = 'write "card", the number of the card, "hand" and the name of whose hand it is'
HAND = "hand "
"""Stands before the name of the player in whose hand a card is."""
ALL = "challenge NAME, answer NUMBER CHOICE, play NUMBER LINE, back NUMBER, add LINE, card NUMBER FACE, card NUMBER hand NAME"


class SpokenError(ValueError):
    """Something said that means nothing here; the message is one line."""


@dataclass(frozen=True)
class Challenge:
    """A challenge of the newest build of another player.

    Attributes:
        player: Who challenges.
        shown: Whether the answer was shown, where it was said.
    """

    player: int
    shown: bool | None = None


@dataclass(frozen=True)
class AnotherPlay:
    """An operation was another one.

    Attributes:
        k: Its number, from 1.
        line: What it was, as `Ben: discard 5r`.
    """

    k: int
    line: str


@dataclass(frozen=True)
class Back:
    """An operation and all after it were none.

    Attributes:
        k: Its number, from 1.
    """

    k: int


@dataclass(frozen=True)
class OneMore:
    """An operation was not seen.

    Attributes:
        line: What it was, as `Ben: discard 5r`.
    """

    line: str


@dataclass(frozen=True)
class AnotherCard:
    """A thing on the table is a certain card.

    Attributes:
        thing: Its number in the sights.
        card: The card; None where no card lies there.
    """

    thing: int
    card: Card | None


@dataclass(frozen=True)
class Held:
    """A thing on the table is in a player's hand: it was not played.

    Attributes:
        thing: Its number in the sights.
        player: Whose hand it is.
    """

    thing: int
    player: int


@dataclass(frozen=True)
class Answer:
    """An answer to a question.

    Attributes:
        asked: Number of the question.
        choice: Which of its choices, from 1.
    """

    asked: int
    choice: int


Spoken = Challenge | Answer | AnotherPlay | Back | OneMore | AnotherCard | Held


def parse_spoken(text: str, names: Sequence[str]) -> Spoken:
    """Return what a text says.

    | text | meaning |
    |---|---|
    | `challenge Ben`, `challenge Ben shown`, `challenge Ben bluff` | Ben challenges the newest build of another player |
    | `answer 2 1` | question 2 is answered by its first choice |
    | `play 7 Ben: discard 5r` | play 7 was this one |
    | `back 7` | play 7 and all after it were none |
    | `add Ben: discard 5r` | this was played and not seen |
    | `card 12 9g`, `card 12 none` | the thing on the table with number 12 is this card, or none |
    | `card 12 hand Ben` | that thing belongs to Ben's hand: it was not played |

    Raises:
        SpokenError: If it says nothing.
    """
    words = text.split()
    word, rest = (words[0].lower(), " ".join(words[1:])) if words else ("", "")
    numbered = re.fullmatch(r"([0-9]{1,6})(?: (.+))?", rest)
    if word == "challenge":
        return _challenge(words, names)
    if word == "add" and rest:
        return OneMore(rest)
    if word == "card" and numbered and numbered[2] and numbered[2].lower().startswith(HAND):
        return Held(int(numbered[1]), _player(numbered[2][len(HAND) :], names, WHOSE))
    return _numbered(words, word, numbered)


def _numbered(words: Sequence[str], word: str, numbered: re.Match[str] | None) -> Spoken:
    if word == "answer" and numbered and numbered[2] and re.fullmatch("[0-9]{1,6}", numbered[2]):
        return Answer(int(numbered[1]), int(numbered[2]))
    if word == "back" and numbered and not numbered[2]:
        return Back(int(numbered[1]))
    if word == "play" and numbered and numbered[2]:
        return AnotherPlay(int(numbered[1]), numbered[2])
    if word == "card" and numbered and numbered[2]:
        return AnotherCard(int(numbered[1]), None if numbered[2].lower() == "none" else _card(numbered[2]))
    message = f'"{" ".join(words)[:60]}" is not understood; there are {ALL}'
    raise SpokenError(message)


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except NotationError as error:
        raise SpokenError(str(error)) from error


def _challenge(words: Sequence[str], names: Sequence[str]) -> Challenge:
    shown = WORDS.get(words[-1].lower()) if len(words) > 2 else None
    return Challenge(_player(" ".join(words[1:] if shown is None else words[1:-1]), names, HOW), shown)


def _player(name: str, names: Sequence[str], how: str) -> int:
    """Return which player a name means; large and small letters are the same."""
    meant = [place for place, known in enumerate(names) if " ".join(known.split()).casefold() == name.casefold()]
    if len(meant) != 1:
        message = f'there is no player "{name[:60]}"; {how}'
        raise SpokenError(message)
    return meant[0]


def challenge_of(state: State, spoken: Challenge) -> Challenged:
    """Return the challenge of the newest build of another player.

    Raises:
        SpokenError: If there is none, or nobody can know whether the answer was shown.
    """
    claims = [claim for claim in state.claims if claim.player != spoken.player]
    if not claims:
        message = "there is no build of another player to challenge"
        raise SpokenError(message)
    build = claims[-1].build
    claim = claim_of(state, build)
    if claim is not None and spoken.shown is None and is_shown(state, claim) is None:
        message = f'nobody knows the hand that answers {build}; say "challenge" with "shown" or "bluff" behind the name'
        raise SpokenError(message)
    return Challenged(spoken.player, build, spoken.shown)
