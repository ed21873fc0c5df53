"""The pages of a hall as HTML, and the actions of their forms: events, rounds, results, printed lists."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numero_cam.base.errors import GameError, HallError
from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.engine import Game
from numero_cam.hall.board import TableNews, troubles
from numero_cam.hall.entry_list import read_entry_list
from numero_cam.hall.game import error_words, game_choices, newest_plays, ordered_names, replay_match, scores_of, writable_names
from numero_cam.hall.pairing import next_pairings
from numero_cam.hall.ranking import ranking, tie_break_words
from numero_cam.hall.records import (
    MAX_NAME_LENGTH,
    MAX_SCORE,
    MAX_TABLES,
    SYSTEMS,
    Entrant,
    Event,
    EventSetting,
    MatchScore,
    last_round,
    matches_of_round,
    printable_line,
    system_words,
)
from numero_cam.hall.replays import HallReplays
from numero_cam.hall.store import HallStore
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL

MAX_REASON_LENGTH = 200  #: Maximum length of the reason of a result, in characters.
MAX_SHOWN = 200  #: Maximum number of plays and of lines that the page of a game shows, the last ones.
CANNOT_WRITE = tr("The hall cannot write now; tables keep their plays and send them later. The window where it was started says why.")
Fields = Mapping[str, str]


@dataclass(frozen=True)
class HallCodes:
    """The codes by which people and tables come in, and the address."""

    watcher: str  #: Code of watchers.
    referee: str  #: Code of referees.
    table: Callable[[int], str]  #: Returns the code of a table.
    address: str  #: Address of the hall for tables.
    #: Addresses for a telephone: `address` (pairing page), `trust` (certificate page) and `qr`; empty without a network.
    pairing: Mapping[str, Any]


class OthersPlayedError(GameError):
    """A game has other players than the entrants of its match."""


class HallDesk:
    """Shows and changes the events of a hall. Its methods may take long and are called in threads; pages are HTML."""

    def __init__(self, store: HallStore, seen: Mapping[int, TableNews], replays: HallReplays) -> None:
        self.store, self._seen, self._replays = store, seen, replays

    def events_page(self, problem: str = "", given: Fields | None = None) -> str:
        """Return the first page: all events, and a form for a new one with what was typed before."""
        choices, systems = game_choices(), [(system, system_words(system)) for system in SYSTEMS]
        damage: list[str] = []
        events = self.store.events(damage.append)
        problem = " ".join([problem, *damage]).strip()
        return self._page("hall/templates/events.html", events=events, choices=choices, systems=systems, problem=problem, given=given or {})

    def new_event(self, fields: Fields) -> int:
        """Make an event from a form, and return its number."""
        choices = game_choices()
        name = " ".join(fields.get("name", "").split())
        if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise HallError(tr("the event needs a name of 1 to {most} letters", most=MAX_NAME_LENGTH))
        system = next((each for each in SYSTEMS if each == fields.get("system")), SYSTEMS[0])
        setting = EventSetting(
            name,
            system,
            _number(fields, "tables", 1, MAX_TABLES, tr("the number of tables")),
            _choice(fields, "level", choices.levels),
            _choice(fields, "by", choices.by),
            _choice(fields, "hands", choices.hands),
            people="people" in fields,
            hints="hints" in fields,
        )
        return self.store.new_event(setting, read_entry_list(fields.get("list", "")))

    def event_page(self, number: int, problem: str = "") -> str:
        """Return the page of the event `number`: its rounds, its entrants, its ranking."""
        event, entrants, matches = self.store.event(number), self.store.entrants(number), self.store.matches(number)
        newest = last_round(matches)
        return self._page(
            "hall/templates/event.html",
            event=event,
            system=system_words(event.setting.system),
            entrants=entrants,
            labels={entrant.number: entrant.label(event.setting) for entrant in entrants},
            rounds=[(each, matches_of_round(matches, each)) for each in range(newest, 0, -1)],
            next_round=newest + 1,
            rows=ranking(entrants, matches, event.setting.system) if matches else (),
            how=tie_break_words(event.setting.system),
            problem=problem,
        )

    def add_entrants(self, event: int, fields: Fields) -> None:
        """Add late entrants from a pasted list."""
        before, matches = self.store.entrants(event), self.store.matches(event)
        names = [entrant.name for entrant in before]
        first = max((entrant.number for entrant in before), default=0) + 1
        self.store.add_entrants(event, read_entry_list(fields.get("list", ""), first, last_round(matches) + 1, names))

    def set_left(self, event: int, fields: Fields) -> None:
        """Store that an entrant left (field `left` is `yes`) or came back."""
        number = _number(fields, "number", 1, 10**6, tr("the number of the entry"))
        self.store.set_left(event, number, left=fields.get("left") == "yes")

    def open_round(self, event: int, fields: Fields) -> None:
        """Draw the next round; the form says which one, so that a button that is pressed twice opens one round."""
        found, entrants, matches = self.store.event(event), self.store.entrants(event), self.store.matches(event)
        number = last_round(matches) + 1
        if _number(fields, "round", 1, 10**3, tr("the number of the round")) != number:
            return
        self.store.open_round(event, number, next_pairings(found.setting, entrants, matches, event))

    def change(self, event: int, fields: Fields) -> None:
        """Change tables, names, hints and whether an event is closed, which may change while it is played."""
        found = self.store.event(event)
        tables = _number(fields, "tables", 1, MAX_TABLES, tr("the number of tables"))
        setting = replace(found.setting, tables=tables, names_shown="names" in fields, hints="hints" in fields)
        self.store.change_event(event, setting, closed="closed" in fields)

    def delete(self, event: int, fields: Fields) -> None:
        """Delete an event whose name was typed."""
        if fields.get("name", "").strip() != self.store.event(event).setting.name:
            raise HallError(tr("type the name of the event to delete it"))
        self.store.delete_event(event)

    def referee_page(self, problem: str = "") -> str:
        """Return the referee's page of the running event."""
        event, entrants, matches = self._replays.overview()
        if event is None:
            return self._page("hall/templates/referee.html", event=None, problem=problem)
        labels = {entrant.number: entrant.label(event.setting) for entrant in entrants}
        newest = matches_of_round(matches, last_round(matches))
        found = troubles(newest, self._seen, time.monotonic())
        return self._page(
            "hall/templates/referee.html",
            event=event,
            labels=labels,
            matches=newest,
            challenges=[one for one in found if one.challenge],
            troubles=[one for one in found if not one.challenge],
            log=self.store.log(event.number),
            people={"organiser": tr("organiser"), "referee": tr("referee")},
            problem=problem,
        )

    def enter_result(self, fields: Fields) -> None:
        """Store the scores of a match that a form has, with a reason, as the referee's result."""
        reason = _reason(fields)
        match = _number(fields, "match", 1, 2**31 - 1, tr("the match"))
        home = _number(fields, "home", -MAX_SCORE, MAX_SCORE, tr("the first score"))
        away = _number(fields, "away", -MAX_SCORE, MAX_SCORE, tr("the second score"))
        if self.store.match(match).pairing.away is None:
            raise HallError(tr("who has no opponent in a round needs no result"))
        self.store.add_result(match, MatchScore(home, away, "referee", reason), "referee")

    def count_scores(self, fields: Fields) -> None:
        """Count the games of the newest round that have no result by the scores that their lines make now: time is up."""
        reason = _reason(fields)
        event, entrants, matches = self.store.overview()
        both, counted = {entrant.number: entrant for entrant in entrants}, 0
        for match in matches_of_round(matches, last_round(matches)):
            if event is None or match.result is not None or not match.game or match.pairing.away is None:
                continue
            try:
                again = replay_match(self.store.game_lines(match.game))
            except GameError:
                continue  # a referee enters it by hand
            pair = [both[match.pairing.home], both[match.pairing.away]]
            scores = {} if again is None else scores_of(again)
            names = ordered_names(event.setting, pair, scores)
            if names is not None:
                home, away = (scores[name] for name in names)
                self.store.add_result(match.number, MatchScore(home, away, "referee", reason), "referee")
                counted += 1
        if not counted:
            raise HallError(tr("no game can be counted: each has a result, or nothing came of it"))

    def free(self, fields: Fields) -> None:
        """Remove the claim of the device at a table, so that another may claim it."""
        event = self.store.running()
        self.store.free(_number(fields, "table", 1, MAX_TABLES, tr("the table")), None if event is None else event.number)

    def game_page(self, number: int, *, names: bool = False) -> str:
        """Return the match `number` play by play; with `names` for the organiser, who may see names of children in any case."""
        match = self.store.match(number)
        event, entrants = self.store.event(match.event), {entrant.number: entrant for entrant in self.store.entrants(match.event)}
        labels = {entrant.number: entrant.label(event.setting) for entrant in entrants.values()}
        names = names or event.setting.names_shown
        lines = self.store.game_lines(match.game) if match.game else ()
        again, problem, lines_shown = None, "", names
        try:
            again = replay_match(lines)
            if again is not None and not names:
                pair = [entrants[each] for each in (match.pairing.home, match.pairing.away) if each is not None]
                called = self._public_names(event, pair, again)
                lines_shown = all(name == each for name, each in called.items())
                again = replay_match(lines, called)
        except OthersPlayedError as error:
            again, problem = None, str(error)
        except GameError as error:
            again, problem = None, error_words(error, event.setting, names=names)
        plays = [] if again is None else [*enumerate([*newest_plays(again)][::-1], 1)]
        return self._page(
            "hall/templates/game.html",
            event=event,
            match=match if names else self._replays.with_replayed_status(event, tuple(entrants.values()), match),
            labels=labels,
            scores=None if again is None else scores_of(again),
            all=len(plays),
            plays=plays[-MAX_SHOWN:],
            count=len(lines),
            lines=[replace(line, text=printable_line(line.text)) for line in lines[-MAX_SHOWN:]],
            lines_shown=lines_shown,
            problem=printable_line(problem),
        )

    def _public_names(self, event: Event, pair: Sequence[Entrant], again: Game) -> Mapping[str, str]:
        """Return the public name of each player of a game, by the name that he played under."""
        names = ordered_names(event.setting, pair, again.names)
        if names is None:
            raise OthersPlayedError(tr("others played this game than the round has at this table; the organiser sees who"))
        return dict(zip(names, writable_names([entrant.label(event.setting) for entrant in pair]), strict=True))

    def door_page(self, number: int, wanted: int) -> str:
        """Return a round of the event `number` as a list to print for the door; `wanted` is the round's number, 0 for the newest."""
        event, entrants, matches = self.store.event(number), self.store.entrants(number), self.store.matches(number)
        shown = wanted or last_round(matches)
        return self._page(
            "hall/templates/door.html",
            event=event,
            round=shown,
            labels={entrant.number: entrant.label(event.setting) for entrant in entrants},
            members={entrant.number: ", ".join(entrant.shown_members(event.setting)) for entrant in entrants},
            matches=matches_of_round(matches, shown),
            rows=ranking(entrants, [match for match in matches if match.round < shown], event.setting.system) if shown > 1 else (),
            how=tie_break_words(event.setting.system),
        )

    def result_page(self, number: int) -> str:
        """Return the result of the event `number` to print: who wins, and everybody's place."""
        event, entrants, matches = self.store.event(number), self.store.entrants(number), self.store.matches(number)
        rows = ranking(entrants, matches, event.setting.system) if matches else ()
        labels = {entrant.number: entrant.label(event.setting) for entrant in entrants}
        first = [labels[row.number] for row in rows if row.place == 1]
        missing = sum(match.result is None and match.pairing.away is not None for match in matches)
        return self._page(
            "hall/templates/result.html",
            event=event,
            winner=_winner_words(first),
            missing=ngettext("{n} result is missing.", "{n} results are missing.", missing) if missing else "",
            labels=labels,
            members={entrant.number: ", ".join(entrant.shown_members(event.setting)) for entrant in entrants},
            rows=rows,
            how=tie_break_words(event.setting.system),
        )

    def codes_page(self, codes: HallCodes) -> str:
        """Return the codes of everybody, to print."""
        event = self.store.running()
        return self._page("hall/templates/codes.html", codes=codes, tables=range(1, (event.setting.tables if event else 40) + 1))

    def board_page(self) -> str:
        """Return the board; its script fills it."""
        return self._page("hall/templates/board.html")

    def problem_page(self, why: str) -> str:
        """Return a page with a problem, a sentence."""
        return self._page("hall/templates/problem.html", why=why)

    def find_event(self, asked: Fields) -> Event:
        """Return the event that a query or a form names."""
        return self.store.event(_number(asked, "event", 1, 2**31 - 1, tr("the event")))

    def _page(self, template: str, **values: object) -> str:
        return page_html(template, at=STATIC_URL, trouble=CANNOT_WRITE if self.store.cannot_write else "", **values)


def _winner_words(first: Sequence[str]) -> str:  # names of those at the first place
    if len(first) == 1:
        return tr("First: {name}", name=first[0])
    return tr("First place shared by: {names}", names=", ".join(first)) if first else tr("Nothing was played yet.")


def _reason(fields: Fields) -> str:  # of a result that is entered by hand
    reason = " ".join(fields.get("reason", "").split())
    if not reason or len(reason) > MAX_REASON_LENGTH or not reason.isprintable():
        raise HallError(tr("a result that is entered by hand needs a reason of 1 to {most} letters", most=MAX_REASON_LENGTH))
    return reason


def _number(fields: Fields, key: str, least: int, most: int, what: str) -> int:
    """Return the whole number in a field, from `least` to `most`; `what` is the field's name in messages."""
    text = fields.get(key, "").strip().replace("−", "-")
    try:
        value = int(text[:12])
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise HallError(tr("{what}: write a whole number from {least} to {most}", what=what, least=least, most=most))
    return value


def _choice(fields: Fields, key: str, choices: Sequence[tuple[str, str]]) -> str:  # the value; the first where none is chosen
    return next((value for value, _ in choices if value == fields.get(key)), choices[0][0])
