"""`numero-cam hall`: what is said of the address of its database."""

from pathlib import Path

import pytest

from numero_cam.cli import shell


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert shell.run(["hall", "events", *arguments]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    return told


def test_a_password_on_the_command_line_is_warned_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    address = "postgresql://ann:hush@127.0.0.1:1/games"
    seen, why = said(capsys, "--database", address).splitlines()
    assert seen.startswith("numero-cam: --database: other accounts of this computer can see the password in the list of processes; ")
    assert "cannot be used" in why
    assert "hush" not in seen + why
    monkeypatch.setenv("NUMERO_CAM_HALL", address)
    assert len(said(capsys).splitlines()) == 1
    assert len(said(capsys, "--database", address.replace(":hush", "")).splitlines()) == 1


def test_a_password_file_that_others_may_read_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "pgpass"
    path.write_text("*:*:*:*:hush\n", encoding="utf-8")
    path.chmod(0o644)
    monkeypatch.setenv("PGPASSFILE", str(path))
    (told,) = said(capsys, "--database", "postgresql://ann@127.0.0.1:1/games").splitlines()
    assert f"; {path}: other accounts can read it, so no password is taken from it" in told
