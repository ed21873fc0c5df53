"""A hall on one port, asked as a server asks it, and a table of it that plays a game which was played before."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from numero_cam.app.table_games import setting_text
from numero_cam.app.watch_recording import WatchedGame
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.hall.codes import HallPairing
from numero_cam.hall.messages import HALL_VERSION
from numero_cam.hall.site import HALL_PATH, PUBLIC_PATHS, HallSite
from numero_cam.hall.store import HallStore
from numero_cam.web.auth import AccessControl
from tests.asgi import Answer, ask_app, cookie_of
from tests.kept_game import played

HOME = "127.0.0.1:8088"
TEAMS = "Owls: Ann, Ben\nFoxes: Cleo\nBears\nWolves"
DEVICE = "11111111-1111-4111-8111-111111111111"


class Hall:
    """A hall with its store."""

    def __init__(self, address: str) -> None:
        self.store, self.pairing = HallStore.open(address), HallPairing()
        access = AccessControl(self.pairing, 8088, under=HALL_PATH, public=PUBLIC_PATHS)
        self.site = HallSite(self.store, access, self.pairing, lambda: f"http://{HOME}")

    def ask(self, path: str, body: bytes | None = None, cookie: str = "", **head: str) -> Answer:
        """Status, head and body of the answer."""
        return ask_app(self.site.app, HOME, path, body, cookie, **head)

    def form(self, path: str, cookie: str, **fields: object) -> Answer:
        return self.ask(path, urlencode(fields).encode(), cookie)

    def organiser(self) -> str:
        """The cookie of the browser that opened the address with the key."""
        return cookie_of(self.ask(f"/hall/in?key={self.pairing.new_key()}")[1])

    def by_code(self, code: str) -> str:
        """The cookie of a device that typed a code."""
        return cookie_of(self.form("/hall/pair", "", code=code)[1])

    def table(self, number: int) -> str:
        return self.by_code(self.pairing.lasting_code("table", number))

    def tell(
        self, what: str, cookie: str, device: str = DEVICE, version: int = HALL_VERSION, **fields: object
    ) -> tuple[int, dict[str, Any]]:
        """Send what a table sends."""
        body = json.dumps({"v": version, "device": device, **fields}).encode()
        status, _, told = self.ask(f"/hall/table/{what}", body, cookie)
        return status, json.loads(told)


class Table:
    """A table that was told its match."""

    def __init__(self, hall: Hall, number: int = 1, device: str = DEVICE) -> None:
        self._hall, self.cookie, self._device = hall, hall.table(number), device
        status, told = hall.tell("hello", self.cookie, device, clock="2026-11-27T09:00:00+00:00")
        assert status == 200
        self.match = told["match"]
        self.number, self.players = self.match["match"], self.match["players"]

    def tell(self, lines: list[dict[str, object]], game: str = "", setting: str = "{}", **stand: object) -> tuple[int, dict[str, Any]]:
        """Send lines of a game, and how it stands."""
        told = {"scores": None, "said": "", "points": 0, "over": False, "waits": "", **stand}
        about = {"match": self.number, "event": self.match["began"], "game": game or f"33333333-3333-4333-8333-{self.number:012}"}
        return self._hall.tell("game", self.cookie, self._device, setting=setting, lines=lines, stand=told, **about)

    def play(
        self, count: int | None = None, game: str = "", seed: object = 1, names: list[str] | None = None, **stand: object
    ) -> tuple[int, dict[str, Any]]:
        """Send the first lines of a game, or all, and claim more than they say."""
        _, setting, lines = match_game(tuple(names or self.players), seed)
        claimed = {"scores": [999, 0], "said": "I am the greatest!", "points": 99999, "over": count is None, **stand}
        return self.tell(lines[:count], game, setting, **claimed)


def game_lines(game: Game) -> list[dict[str, object]]:
    """The lines of a game as a table sends them."""
    plays = list(zip(game.states, game.operations, strict=False))[1:]
    texts = [("deal", game_text(game.replayed(1))), *(("operation", operation_lines(game, state, each)[0]) for state, each in plays)]
    return [
        {"n": n, "at": f"2026-11-27T09:{n // 60:02}:{n % 60:02}.000+00:00", "kind": kind, "text": text, "by": "eyes"}
        for n, (kind, text) in enumerate(texts, 1)
    ]


def match_game(names: tuple[str, ...], seed: object = 1) -> tuple[Game, str, list[dict[str, object]]]:
    """A whole game of two entrants, how it is played, and its lines."""
    game = played(seed, names=names)
    return game, setting_text(WatchedGame(GameSetup(game.options, game.names), 0, None)), game_lines(game)


def sqlite_address(folder: Path) -> str:
    return f"sqlite:///{folder / 'hall.sqlite'}"
