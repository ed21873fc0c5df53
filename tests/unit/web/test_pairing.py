"""Codes pair one device, once and not for long; wrong ones let nobody in and make nobody wait, and nothing grows."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.web.pairing import (
    CODE_LETTERS,
    CODE_PREFIX_LENGTH,
    CODE_SECONDS,
    MAX_CODES,
    MAX_DEVICES,
    MAX_WRONG_SECRETS,
    PAIRED_SECONDS,
    Pairing,
    PairingError,
)
from numero_cam.web.protocol import Role

INVITED: tuple[tuple[Role, str], ...] = (("camera", ""), ("player", "Ann"), ("keeper", ""))
OWNED: tuple[tuple[Role, str], ...] = (("player", ""), ("player", "Ann"), ("keeper", "Ann"))


class Clock:
    """Stands still until it is moved."""

    seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock, tmp_path: Path) -> Pairing:
    return Pairing(tmp_path / "doors" / "paired.json", clock)


def wrong(pairing: Pairing, code: str) -> str:
    with pytest.raises(PairingError) as told:
        pairing.redeem_code(code)
    return str(told.value)


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower {}", "{}\n"])
def test_a_code_pairs_one_device_as_what_it_was_made_for(pairing: Pairing, typed: str) -> None:
    code = pairing.invite("camera").code
    typed = typed.removeprefix("lower ").format(code.lower() if typed.startswith("lower") else code)
    token, role = pairing.redeem_code(typed)
    assert role == pairing.role_of(token) == "camera"
    assert "used already" in wrong(pairing, code)


def test_a_code_expires_and_so_does_a_device(pairing: Pairing, clock: Clock) -> None:
    code, kept = pairing.invite("player").code, pairing.invite("player").code
    clock.seconds += CODE_SECONDS - 1
    token, _ = pairing.redeem_code(kept)
    clock.seconds += 1
    assert "too old" in wrong(pairing, code)
    clock.seconds += PAIRED_SECONDS
    assert pairing.role_of(token) is None


@pytest.mark.parametrize("token", ["", "x", "é", "\ud800", "a" * 10_000])
def test_what_was_never_given_is_no_device(pairing: Pairing, token: str) -> None:
    assert pairing.role_of(token) is None
    assert pairing.redeem_key(token) is None


def other(code: str, number: int) -> str:
    """Return a code with the same name and another secret."""
    secret = "".join(CODE_LETTERS[number // 31**place % 31] for place in range(5))
    wrong_code = code.replace("-", "")[:CODE_PREFIX_LENGTH] + secret
    return wrong_code if wrong_code != code.replace("-", "") else code[:CODE_PREFIX_LENGTH] + secret[::-1] + "2"


def test_ten_thousand_wrong_codes_let_nobody_in_and_a_right_one_in_between_is_taken_at_once(pairing: Pairing) -> None:
    chosen = random.Random(11)  # noqa: S311 - the same guesses each time
    alive = [pairing.invite("keeper").code for _ in range(MAX_CODES)]
    for number in range(10_000):
        code = "".join(chosen.choice(CODE_LETTERS) for _ in range(8))
        if code[:4] + "-" + code[4:] not in alive:
            wrong(pairing, code)
        if number % 1000 == 500:
            assert pairing.redeem_code(alive.pop())[1] == "keeper"
    assert pairing.redeem_code(alive.pop())[1] == "keeper"


def test_who_knows_how_a_code_begins_has_so_many_tries_and_harms_no_other_code(pairing: Pairing) -> None:
    lives, dies, untouched = (pairing.invite("player").code for _ in range(3))
    for number in range(MAX_WRONG_SECRETS - 1):
        wrong(pairing, other(lives, number))
    assert pairing.redeem_code(lives)[1] == "player"
    for number in range(MAX_WRONG_SECRETS):
        wrong(pairing, other(dies, number))
    assert "too old" in wrong(pairing, dies)
    for number in range(10_000):
        wrong(pairing, other(dies, number))
    assert pairing.redeem_code(untouched)[1] == "player"


def test_no_two_codes_begin_alike(pairing: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAABBBBBAAACCCCCDDDCCCCC")
    monkeypatch.setattr("numero_cam.web.pairing.secrets.choice", lambda _: next(letters))
    assert [pairing.invite("player").code for _ in range(2)] == ["AAAB-BBBB", "DDDC-CCCC"]


def test_codes_and_devices_are_bounded_and_the_oldest_are_let_go(pairing: Pairing) -> None:
    tokens = [pairing.redeem_code(pairing.invite("watcher").code)[0] for _ in range(MAX_DEVICES + 10)]
    assert [pairing.role_of(token) for token in tokens] == [None] * 10 + ["watcher"] * MAX_DEVICES
    codes = [pairing.invite("watcher").code for _ in range(MAX_CODES + 10)]
    for code in codes[:10]:
        assert "too old" in wrong(pairing, code)
    assert [pairing.redeem_code(code)[1] for code in codes[10:]] == ["watcher"] * MAX_CODES


def test_devices_are_known_again_and_the_file_tells_no_token(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    key = pairing.new_key()
    keeper = pairing.redeem_key(key)
    assert keeper is not None
    camera, player, second = (pairing.redeem_code(pairing.invite(role, player, by=keeper).code)[0] for role, player in INVITED)
    file = tmp_path / "doors" / "paired.json"
    text = file.read_text(encoding="utf-8")
    assert not any(token in text for token in (keeper, camera, player, second, key))
    assert '"keeper"' not in text
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    again = Pairing(file, clock)
    assert [again.role_of(token) for token in (camera, player)] == ["camera", "player"]
    assert again.player_of(player) == "Ann"
    # A restart evicts who keeps the game, however he came in.
    assert [again.role_of(token) for token in (keeper, second)] == [None, None]


def test_a_key_shown_twice_lets_in_nobody_and_a_restart_evicts_all_who_came_by_it(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "doors" / "paired.json"
    used: list[bool] = []
    key = pairing.new_key(lambda: used.append(True))
    mine = pairing.redeem_code(pairing.invite("camera").code)[0]
    assert not used
    thief = pairing.redeem_key(key)
    assert used == [True]
    assert thief is not None
    his = [pairing.redeem_code(pairing.invite(role, by=thief).code)[0] for role in ("keeper", "watcher")]
    hers = pairing.redeem_code(pairing.invite("watcher", by=his[0]).code)[0]
    assert pairing.redeem_key(key) is None  # the owner
    assert pairing.role_of(thief) == "keeper"  # until he starts it again
    later = pairing.redeem_code(pairing.invite("watcher", by=thief).code)[0]
    again = Pairing(file, clock)
    assert [again.role_of(token) for token in (thief, *his, hers, later)] == [None] * 5
    assert again.role_of(mine) == "camera"
    assert again.redeem_key(key) is None
    assert again.redeem_key(again.new_key()) is not None


def test_letting_all_go_ends_devices_codes_and_the_key(pairing: Pairing, clock: Clock, tmp_path: Path) -> None:
    token = pairing.redeem_key(pairing.new_key())
    assert token is not None
    gone = [pairing.redeem_code(pairing.invite("watcher").code)[0] for _ in range(3)]
    codes, key = [pairing.invite("keeper").code for _ in range(3)], pairing.new_key()
    assert pairing.unpair_others(token) == 3
    for known in (pairing, Pairing(tmp_path / "doors" / "paired.json", clock)):
        assert [known.role_of(each) for each in gone] == [None] * 3
        for code in codes:
            assert "used already" in wrong(known, code)
        assert known.redeem_key(key) is None
    assert pairing.role_of(token) == "keeper"


def test_a_device_of_a_player_is_bound_once_and_no_other_device_is(pairing: Pairing) -> None:
    open_, named, keeper = (pairing.redeem_code(pairing.invite(role, player).code)[0] for role, player in OWNED)
    assert [pairing.player_of(token) for token in (open_, named, keeper, "x")] == ["", "Ann", None, None]
    for token in (open_, named, keeper, "x"):
        pairing.bind(token, "Ben")
        pairing.bind(token, "Eve")
    assert [pairing.player_of(token) for token in (open_, named, keeper, "x")] == ["Ben", "Ann", None, None]


def test_a_file_of_an_older_version_keeps_all_but_who_keeps_the_game(clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "paired.json"
    rows = {hashlib.sha256(name.encode()).hexdigest(): {"role": name, "until": 2_000_000.0} for name in ("keeper", "player", "camera")}
    file.write_text(json.dumps({"version": 1, "paired": rows}), encoding="utf-8")
    known = Pairing(file, clock)
    assert [known.role_of(name) for name in ("keeper", "player", "camera")] == [None, "player", "camera"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"paired": {"a": {}}}', '{"paired": []}', '{"paired": {"a": {"role": "x", "until": "y"}}}', "\x00"]
)
def test_a_file_that_is_none_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "paired.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="delete the file"):
        Pairing(file)


def test_where_the_list_cannot_be_written_key_and_code_can_be_used_again(pairing: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bool] = []
    key, code = pairing.new_key(lambda: used.append(True)), pairing.invite("camera").code
    with monkeypatch.context() as full:

        def no_room(*_: object) -> None:
            raise StoreError("no room on the disk")

        full.setattr("numero_cam.web.pairing.write_private", no_room)
        for enter in (lambda: pairing.redeem_key(key), lambda: pairing.redeem_code(code)):
            with pytest.raises(StoreError):
                enter()
    assert used == []
    assert pairing.role_of(pairing.redeem_key(key) or "") == "keeper"
    assert pairing.redeem_code(code)[1] == "camera"
    assert used == [True]
