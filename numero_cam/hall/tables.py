"""The requests of tables to the hall: `hello` claims a table and gets its match, `game` sends lines. Sending twice is harmless."""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import GameError, HallError, StoreError
from numero_cam.catalogue import tr
from numero_cam.hall.board import TableNews
from numero_cam.hall.codes import HallPairing
from numero_cam.hall.game import error_words, ordered_names, writable_names
from numero_cam.hall.messages import HALL_VERSION, MAX_MESSAGE_BYTES, check_version, parse_sent_game
from numero_cam.hall.records import Assignment, Match, MatchScore, printable_line
from numero_cam.hall.replays import HallReplays
from numero_cam.hall.rights import EventGoneError, NotTakenError, TableTakenError
from numero_cam.hall.store import HallStore
from numero_cam.web.auth import AccessControl
from numero_cam.web.pair_pages import BodyError, read_body

_log = logging.getLogger(__name__)
MAX_DEVICE_LENGTH = 36  #: Maximum length of the identity of a device, in characters.
#: Maximum length of the reason why a game cannot be replayed, in characters; the message goes on behind it.
MAX_REASON_LENGTH = 100


class HallTables:
    """Answers the tables, and remembers in `seen` when each was heard, by its number."""

    def __init__(self, store: HallStore, access: AccessControl, pairing: HallPairing, replays: HallReplays) -> None:
        self._store, self._access, self._pairing, self._replays = store, access, pairing, replays
        self.seen: dict[int, TableNews] = {}
        self._logged = ""

    def routes(self) -> list[Route]:
        """Return the routes of tables."""
        under, does = self._access.under, {"hello": self._say_hello, "game": self._keep_game}
        return [Route(f"{under}/table/{name}", partial(self._answer, does=method), methods=["POST"]) for name, method in does.items()]

    async def _answer(self, request: Request, does: Callable[[int, str, Mapping[str, Any]], dict[str, object]]) -> Response:
        """Respond with the JSON that `does` returns of table, device and message, or with an error's status and reason."""
        table = self._pairing.table_of(self._access.token(request))
        if table is None:
            return _refusal(403, tr("this device is no table of the hall; give it the code of its table"))
        try:
            message = _message(await read_body(request, MAX_MESSAGE_BYTES))
            return JSONResponse(await run_in_threadpool(does, table, _device(message), message))
        except BodyError as error:
            return _refusal(error.status, str(error))
        except StoreError as error:
            if str(error) != self._logged:  # each table tries again each two seconds
                _log.warning("%s", error)  # a table never knows the database
                self._logged = str(error)
            return _refusal(503, tr("the hall cannot write now"))
        except HallError as error:
            if isinstance(error, TableTakenError) and table in self.seen:
                self.seen[table] = replace(self.seen[table], rival=time.monotonic())
            return _refusal(next(status for kind, status in _STATUSES.items() if isinstance(error, kind)), str(error))

    def _say_hello(self, table: int, device: str, message: Mapping[str, Any]) -> dict[str, object]:
        """Give the table to the device, note its clock, and return the match that it plays."""
        self._store.claim(table, device)
        self._heard(table, message)
        assigned = self._store.assignment(table)
        answer: dict[str, object] = {
            "v": HALL_VERSION,
            "table": table,
            "match": None if assigned is None else self._assignment_json(assigned),
        }
        if assigned is None and (event := self._store.running()) is not None and table > event.setting.tables:
            tables = event.setting.tables
            answer["note"] = tr("the event has tables 1 to {tables}, and this is table {table}", tables=tables, table=table)
        return answer

    def _keep_game(self, table: int, device: str, message: Mapping[str, Any]) -> dict[str, object]:
        """Store a part of a game, and its result where it is over; return how many lines are stored."""
        sent, who = parse_sent_game(message), tr("table {table}", table=table)
        try:
            have = self._store.take_game(table, device, sent)
            self._heard(table, message, played=bool(sent.lines))
            missing = bool(sent.lines) and sent.lines[-1].n > have
            why = self._settle(who, self._store.match(sent.match), sent.game, have) if sent.status.over and not missing else ""
        except NotTakenError as error:
            self._store.log_once(error.event, who, str(error))
            raise
        return {"v": HALL_VERSION, "have": have, "settled": not missing, **({"why": why} if why else {})}

    def _settle(self, who: str, match: Match, game: str, have: int) -> str:
        """Store the result that the lines of a finished game make; return why there is none, which is also logged, else empty."""
        event = self._store.event(match.event)
        reason, again = tr("its game is not over, or others play it"), None
        try:
            if match.game == game:
                again = self._replays.replayed(game, have)
            else:
                reason = tr("a later game of this match was begun")
        except GameError as error:
            reason = printable_line(error_words(error, event.setting), MAX_REASON_LENGTH)
        pair = self._replays.pair_of(self._store.entrants(event.number), match)
        scores, over, earlier = (None, False, ()) if again is None else (again[0], again[1].over, again[2])
        names = None if scores is None else ordered_names(event.setting, pair, scores)
        if not over and match.result is not None and match.result.by == "referee":
            return ""  # it was counted as it stood, and the table played on
        if not over or scores is None or names is None:
            number, place = match.round, match.table
            said = tr(
                "round {round}, table {table}: the result was not taken: {reason}; enter it by hand",
                round=number,
                table=place,
                reason=reason,
            )
            self._store.log_once(event.number, who, said)
            return tr("the hall did not take the result of this game: {reason}; ask the referee", reason=reason)
        home, away = (scores[name] for name in names)
        before = [(one[names[0]], one[names[1]]) for one in earlier]
        if self._keeps_other_result(who, event.number, match, (home, away), before):
            return tr("the hall keeps the result that it has of this game; ask the referee to change it")
        self._store.add_result(match.number, MatchScore(home, away), who)
        return ""

    def _keeps_other_result(self, who: str, event: int, match: Match, score: tuple[int, int], before: Collection[tuple[int, int]]) -> bool:
        """Return whether the match has another result of its table already; if so, log the new score for the referee.

        A result that is among those `before` is replaced: since then players only showed their hands, as the rules want it at the end.
        """
        known, (home, away) = match.result, score
        keeps = known is not None and known.by == "table" and (known.home, known.away) not in (score, *before)
        if known is not None and keeps:
            said = tr(
                "round {round}, table {table}: its game was changed after its result, {before} to {before_away}, and would end {home} to "
                "{away}; enter that by hand if it is right",
                round=match.round,
                table=match.table,
                before=known.home,
                before_away=known.away,
                home=home,
                away=away,
            )
            self._store.log_once(event, who, said)
        return keeps

    def _assignment_json(self, assigned: Assignment) -> dict[str, object]:
        """Return a table's match as JSON values, as `HallLink` reads it."""
        setting, match = assigned.event.setting, assigned.match
        return {
            "match": match.number,
            "event": setting.name,
            "began": assigned.event.began,
            "round": match.round,
            "players": list(writable_names([entrant.label(setting) for entrant in assigned.entrants])),
            "level": setting.level,
            "by": setting.by,
            "hands": setting.hands,
            "hints": setting.hints,
            "done": match.result is not None,
        }

    def _heard(self, table: int, message: Mapping[str, Any], *, played: bool = False) -> None:
        """Note the time of a table's message and its clock; `played` is whether new lines came."""
        now = time.monotonic()
        before = self.seen.get(table, TableNews(now, play=now))
        clock = _clock_ahead(message.get("clock"))
        self.seen[table] = TableNews(now, before.clock if clock is None else clock, now if played else before.play, before.rival)


#: Errors to the status of the answer; the first that fits counts.
_STATUSES: Mapping[type[Exception], int] = {TableTakenError: 409, EventGoneError: 410, HallError: 400}


def _message(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a request's body, of this version."""
    message = parse_json(body.decode(errors="replace"), tr("what the table sent"), HallError)
    if not isinstance(message, dict):
        raise HallError(tr("what the table sent is no object"))
    check_version(message)
    return message


def _device(message: Mapping[str, Any]) -> str:
    """Return the identity of the device that sent a message."""
    device = message.get("device")
    if not isinstance(device, str) or not 8 <= len(device) <= MAX_DEVICE_LENGTH or not device.isprintable():
        raise HallError(tr("the table does not say which device it is"))
    return device


def _clock_ahead(told: object) -> float | None:
    """Return by how many seconds a table's time, ISO 8601, is ahead of this computer's; None where it cannot be read."""
    try:
        return (datetime.fromisoformat(str(told)) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return None


def _refusal(status: int, why: str) -> Response:
    return JSONResponse({"v": HALL_VERSION, "why": why}, status)
