"""What is printed and written where a table opens its doors: how devices come in, and a page that leads a browser of any kind on."""

import socket
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")
pytest.importorskip("segno", reason="the extra phone is not installed")
pytest.importorskip("cryptography", reason="the extra phone is not installed")

from numero_cam.web import network_address
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.serve import NetworkListeners, redirect_path

BLOCKS = set("▀▄█")


@pytest.mark.parametrize("private", [True, False])
def test_codes_and_a_qr_code_are_printed_where_they_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, private: bool) -> None:
    monkeypatch.setattr(network_address, "own_addresses", lambda: ("10.0.0.7",))
    pairing, lines = DevicePairing(), list[str]()
    with socket.create_server(("127.0.0.1", 0)) as https, socket.create_server(("127.0.0.1", 0)) as trust:
        NetworkListeners(tmp_path, https, trust).print_instructions(pairing if private else None, lines.append)
        told = "\n".join(lines)
        assert f"https://10.0.0.7:{https.getsockname()[1]}/pair" in told
    assert ("as the camera, point it at this:" in told) == private
    assert bool(BLOCKS & set(told)) == private
    roles = [told.count(words) for words in ("for a camera", "for a player", "to keep the game")]
    assert roles == [int(private)] * 3


@pytest.mark.parametrize("snap", [True, False])
@pytest.mark.parametrize("folder", [".local/share/numero", "Documents/.kept", "Documents/numero", ""])
@pytest.mark.parametrize("what", ["", "class page"])
def test_a_page_lies_where_the_browser_of_this_home_may_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, what: str, *, snap: bool
) -> None:
    home, outside = tmp_path / "home", tmp_path / ".outside"
    home.mkdir()
    if snap:
        (home / "snap").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    place = redirect_path(home / folder, 8088, what)
    assert place.parent == (home if snap and "." in folder else home / folder)
    assert "8088" in place.name
    assert what.replace(" ", "-") in place.name.replace(" ", "-")
    assert place != redirect_path(home / folder, 8089, what)
    assert place != redirect_path(home / folder, 8088, "hall")
    assert redirect_path(outside, 8088, what).parent == outside
