"""What a real table sends has the types that the page's scripts are checked with."""

import json
import shutil
from pathlib import Path
from typing import Any

from numero_cam.web.static_files import STATIC_FOLDER
from tests.live_server import FILM, START, served
from tests.page_types import type_errors

#: Types of which at least one must have come.
MESSAGES = {"welcome", "table", "game", "hint", "practice", "ask", "notice", "say", "refused", "ack"}


def heard_in_a_game(home: Path) -> list[dict[str, Any]]:
    """Return what a table says before, in and after a game."""
    with served(home) as server:
        keeper = server.page()
        keeper.until(lambda: "game" in keeper.newest and keeper.credits)
        keeper.tell(type="level", level="play")
        keeper.change(**START)
        keeper.play(FILM)
        keeper.until(lambda: "hint" in keeper.newest and keeper.game()["plays"])
        tables = [keeper.newest["table"], keeper.newest["ack"]]
        keeper.change(type="answer", ask=99, choice=1)
        keeper.until(lambda: "refused" in keeper.newest)
        invited = json.loads(server.ask("invite", json.dumps({"role": "player"}).encode())[1])
        keeper.change(type="stop")
        keeper.until(lambda: not keeper.game().get("watched"))
        keeper.change(type="practise")
        keeper.until(lambda: keeper.game()["state"] == "practice")
        keeper.change(type="stop")
        keeper.until(lambda: keeper.game()["state"] == "none" and keeper.game()["games"])
        later = server.page("camera")
        later.until(lambda: "practice" in later.newest and "ask" in later.newest and "notice" in later.newest)
        return [invited, *tables, *keeper.heard, *later.heard]


def test_the_messages_of_a_table_have_the_types_of_the_page(tmp_path: Path) -> None:
    project = tmp_path / "static"
    shutil.copytree(STATIC_FOLDER, project, ignore=shutil.ignore_patterns("clips"))
    assert not type_errors(project)  # or there is no compiler
    invited, *messages = heard_in_a_game(tmp_path / "home")
    assert {message["type"] for message in messages} >= MESSAGES
    sample = project / "js" / "sample.js"

    def written(told: list[dict[str, Any]]) -> str:
        return (
            "// @ts-check\n"
            f'/** @type {{import("./protocol.d.ts").FromTable[]}} */\nexport const messages = {json.dumps(told)};\n'
            f'/** @type {{import("./protocol.d.ts").Invitation}} */\nexport const invited = {json.dumps(invited)};\n'
        )

    sample.write_text(written(messages), encoding="utf-8")
    assert not type_errors(project)
    sample.write_text(written([{**messages[0], "unknown": 1}]), encoding="utf-8")
    assert any("unknown" in error for error in type_errors(project))
