"""The history of a game in words: every play and every change, what each change touched, by whom it was and when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TypedDict

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import (
    ChangedPlay,
    GameHistory,
    HistoryEntry,
    as_seen,
    cards_of_operation,
    changed_plays,
    points_of,
)
from numero_cam.games.numero.engine.log_entry import CHANGES, EntryAuthor, LogEntry
from numero_cam.games.numero.engine.operations import Dealt, Operation
from numero_cam.games.numero.rules import Card
from numero_cam.text.play_story import perhaps_words, play_story
from numero_cam.text.words import cards_in_words, count

NOT_NOTED = tr("Before this nothing was noted.")
AUTHORS: dict[EntryAuthor, str] = {"eyes": tr("the camera"), "person": tr("a person")}


class TouchedPlay(TypedDict):
    """A play that a change touched."""

    k: int  #: Number of the play, from 1; 0 is the deal.
    was: str  #: The play before the change, as a sentence; empty where there was none.
    now: str  #: The play after the change, as a sentence; empty where there is none any more.
    points_were: int  #: Points, or cards in games by cards, that it brought before the change.
    points_are: int  #: The same after the change.


class HistoryLine(TypedDict):
    """An entry of the history in words for people."""

    n: int  #: Number of a play or change among these, from 1; 0 for an entry that cannot be taken back.
    kind: str  #: `deal`, `operation`, `change`, `back`, `redo`, `problem`, `note` or `end`.
    said: str  #: The entry as a sentence.
    by: EntryAuthor  #: Who decided it.
    at: str  #: When it was kept, ISO 8601 in UTC; empty before it is.
    points: int  #: Points, or cards in games by cards, that a play brought its player; 0 for other entries.
    touched: list[TouchedPlay]  #: The plays that a change touched.
    perhaps: str  #: What a play may have been instead, as a question; empty where the camera was sure.
    scores: list[tuple[str, int, int]]  #: The players whose scores a change touched, each with the score before and after it.


def history_lines(names: Sequence[str], history: GameHistory) -> list[HistoryLine]:
    """Return the whole history, the oldest entry first."""
    lines = [history_line(names, one) for one in history.entries]
    if lines and not history.is_noted:
        lines.append(history_line(names, HistoryEntry(LogEntry("note", NOT_NOTED), history.line, history.line)))
    return lines


def history_texts(names: Sequence[str], history: GameHistory) -> Iterator[str]:
    """Yield the whole history as lines of text: when, by whom, what, and below a change what it touched."""
    for line in history_lines(names, history):
        at = datetime.fromisoformat(line["at"]).astimezone().strftime("%Y-%m-%d %H:%M:%S") if line["at"] else ""
        points = f" {line['points']:+}" if line["points"] else ""
        who = "" if line["kind"] == "note" and line["by"] == "eyes" else f"{AUTHORS[line['by']]}: "  # a note of the program is nobody's
        yield f"{at}  {who}{line['said']}{points}".strip()
        if line["perhaps"]:
            yield f"    {line['perhaps']}"
        for play in line["touched"]:
            was, now = play["was"] or tr("not played"), play["now"] or tr("not played")
            changed = "" if play["points_were"] == play["points_are"] else f" ({play['points_were']:+} -> {play['points_are']:+})"
            yield f"    {now if was == now else f'{was} -> {now}'}{changed}"
        for name, before, after in line["scores"]:
            yield f"    {name}: {before} -> {after}"


def history_fields(names: Sequence[str], history: GameHistory) -> dict[str, object]:
    """Return what a page shows of the history: what may be taken back, what may be done again, and the change that came last.

    `undo` and `redo` have `n` and `said`; `changed` is a `HistoryLine` with `id`, its number among all entries. Each is None where there
    is none, `changed` too where somebody played since.
    """
    steps = ((name, stack[-1] if stack else None) for name, stack in (("undo", history.done), ("redo", history.undone)))
    fields: dict[str, object] = {name: step and {"n": step.n, "said": entry_words(names, step)} for name, step in steps}
    moved = [(number, one) for number, one in enumerate(history.entries) if one.entry.kind in ("operation", "deal", *CHANGES)]
    number, last = moved[-1] if moved else (0, None)
    changed = last if last is not None and last.entry.kind in CHANGES else None
    return fields | {"changed": changed and {"id": number, **history_line(names, changed)}}


def history_line(names: Sequence[str], one: HistoryEntry) -> HistoryLine:
    """Return an entry in words for people."""
    entry, before, changes = one.entry, one.before, one.entry.kind in CHANGES
    operation, instead = entry.operation, entry.perhaps
    return {
        "n": one.n,
        "kind": entry.kind,
        "said": entry_words(names, one),
        "by": entry.by,
        "at": entry.at,
        "points": points_of(one.after) if entry.kind == "operation" and one.after is not None else 0,
        "touched": [_touched_play(names, each) for each in changed_plays(one.before, one.after)] if changes else [],
        "perhaps": perhaps_words(names, before.state, operation, instead) if before and operation and instead else "",
        "scores": list(_changed_scores(names, one)) if changes else [],
    }


def entry_words(names: Sequence[str], one: HistoryEntry) -> str:
    """Return an entry as a sentence, without author and time."""
    entry = one.entry
    if one.of is not None:
        text = entry_words(names, one.of)
        return tr("Taken back: {text}", text=text) if entry.kind == "back" else tr("Done again: {text}", text=text)
    if entry.kind == "deal":
        return tr("The cards are dealt.")
    if entry.kind == "end":
        return tr("The game was ended here.")
    if one.before is None or one.after is None:
        return _as_sentence(cards_in_words(entry.text))
    return _words_of_play(names, one, one.before, one.after) or _as_sentence(cards_in_words(entry.text))


def _words_of_play(names: Sequence[str], one: HistoryEntry, before: NumeroLine, after: NumeroLine) -> str:
    """Return the sentence of a play, or of a change to one play; empty for any other entry. The lines are the games before and after."""
    if one.entry.kind == "operation":
        return _play_sentence(names, after)
    if one.entry.kind != "change":
        return ""
    if (stated := _stated(one)) is not None:
        return tr("It was: {text}", text=_play_sentence(names, stated))
    if before is not after and before.begins_with(after):
        return tr("Back to before: {text}", text=_play_sentence(names, before.up(after.depth + 1)))
    return ""


def _stated(one: HistoryEntry) -> NumeroLine | None:
    """Return the game up to the play that a person stated in this change, a play that was not in the game before; None for none."""
    line = None if one.entry.operation is None else one.after
    while line is not None and line.depth and (line.operation != one.entry.operation or (one.before and one.before.begins_with(line))):
        line = line.parent
    return line if line is not None and line.depth else None


def _as_sentence(text: str) -> str:  # with a capital letter and a full stop
    capital = f"{text[:1].upper()}{text[1:]}"
    return capital if not capital or capital[-1] in ".!?" else f"{capital}."


def _play_sentence(names: Sequence[str], line: NumeroLine) -> str:
    """Return the sentence of the last play of a game."""
    return play_story(names, line.parent.state, line.operation)["said"]


def _changed_scores(names: Sequence[str], one: HistoryEntry) -> Iterator[tuple[str, int, int]]:
    """Yield name, score before and score after an entry, for each player whose score it changes."""
    if one.before is None or one.after is None:
        return
    for name, before, after in zip(names, one.before.state.seats, one.after.state.seats, strict=True):
        if before.score != after.score:
            yield name, before.score, after.score


def _touched_play(names: Sequence[str], play: ChangedPlay) -> TouchedPlay:
    """Return a play as it was before and after a change; `before` and `after` are the games up to it."""
    before, after = play.before, play.after
    was, now = ("" if line is None else _play_sentence(names, line) for line in (before, after))
    if before is not None and after is not None and as_seen(before.operation) != as_seen(after.operation):
        # The sentence of a deal, of a draw or of cards of one number does not name the cards in which they differ.
        was, now = (
            _with_cards(names, text, line.operation, other.operation) for text, line, other in ((was, before, after), (now, after, before))
        )
    return {
        "k": play.k,
        "was": was,
        "now": now,
        "points_were": 0 if before is None else points_of(before),
        "points_are": 0 if after is None else points_of(after),
    }


def _with_cards(names: Sequence[str], sentence: str, operation: Operation, other: Operation) -> str:
    """Return the sentence of an operation, followed by its cards that another one lacks; of a deal those of each player."""
    if isinstance(operation, Dealt) and isinstance(other, Dealt):
        places = zip((*names, tr("in the middle")), _dealt(operation), _dealt(other), strict=True)
        parts = [
            f"{place}: {listed}" for place, (cards, n), (others, m) in places if (listed := _cards_lacking(cards, others, hidden=n - m))
        ]
        return tr("Dealt: {cards}", cards="; ".join(parts))
    cards = cards_of_operation(operation)
    listed = _cards_lacking(cards, cards_of_operation(other)) or _cards_lacking(cards, ())
    return f"{sentence} ({listed})" if listed else sentence


def _dealt(deal: Dealt) -> list[tuple[tuple[Card, ...], int]]:
    """Return the cards of each hand and of the centre, each with the number of hidden ones."""
    return [*zip(deal.hands, deal.unknown or (0,) * len(deal.hands), strict=True), (deal.centre, deal.unknown_centre)]


def _cards_lacking(cards: Sequence[Card], others: Sequence[Card], hidden: int = 0) -> str:
    """Return in words the cards without those among the others, each of which stands for one equal card; empty for none.

    Args:
        cards: The cards.
        others: The others.
        hidden: How many more hidden cards there are with the cards than with the others.
    """
    more = Counter(others)
    left = [card for card in cards if not more[card] or more.subtract((card,))]
    return and_list([*(cards_in_words(str(card)) for card in left), *([count(hidden, "hidden card")] if hidden > 0 else [])])
