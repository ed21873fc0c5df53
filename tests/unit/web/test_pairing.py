"""Codes pair one device, once and not for long; wrong ones let nobody in, and nothing grows (docs/adr/0010-doors-and-limits.md)."""

import hashlib
import json
import random
import re
import time
from pathlib import Path

import pytest

from numero_cam.base.errors import StoreError
from numero_cam.web.pairing import CODE_LETTERS, CODE_PREFIX_LENGTH, DevicePairing, PairingError
from numero_cam.web.protocol import Role

MINUTES_10 = 600.0
DAYS_30 = 2_592_000.0
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
def pairing(clock: Clock, tmp_path: Path) -> DevicePairing:
    return DevicePairing(tmp_path / "doors" / "paired.json", clock)


def is_taken(pairing: DevicePairing, code: str) -> bool:
    try:
        pairing.redeem_code(code)
    except PairingError:
        return False
    return True


def paired(pairing: DevicePairing, role: Role, player: str = "", by: str = "") -> str:
    """The token of a device that was invited as this."""
    return pairing.redeem_code(pairing.invite(role, player, by=by).code)[0]


@pytest.mark.parametrize("typed", ["{}-{}", "{}{}", " {}.{}!\n", "0{}1{}0", "{}{}" + " " * 80])
def test_a_code_pairs_one_device_as_what_it_was_made_for_with_anything_between_its_letters(pairing: DevicePairing, typed: str) -> None:
    code = pairing.invite("camera").code
    first, second = code.split("-")
    token, role = pairing.redeem_code(typed.format(first.lower(), second))
    assert role == pairing.role_of(token) == "camera"
    assert not is_taken(pairing, code)


def test_of_what_is_typed_a_hundred_letters_are_looked_at_and_no_letter_more_is_a_code(pairing: DevicePairing) -> None:
    code = pairing.invite("player").code.replace("-", "")
    for wrong in (" " * 93 + code, code + "2", code[:-1], code[:CODE_PREFIX_LENGTH], ""):
        assert not is_taken(pairing, wrong)
    assert is_taken(pairing, " " * 92 + code)


def test_codes_have_eight_letters_that_cannot_be_mistaken_and_secrets_are_long_and_never_the_same(pairing: DevicePairing) -> None:
    made = [pairing.invite("watcher") for _ in range(50)]
    assert all(re.fullmatch(r"[2-9A-HJ-KM-NP-Z]{4}-[2-9A-HJ-KM-NP-Z]{4}", one.code) for one in made)
    tokens = {paired(pairing, "watcher") for _ in range(20)}
    keys = {pairing.new_key() for _ in range(20)}
    assert (len({one.code for one in made}), len(tokens), len(keys)) == (50, 20, 20)
    assert min(map(len, tokens)) >= 43  # 256 bits
    assert min(map(len, keys)) >= 32  # 192 bits
    assert {one.seconds for one in made} == {MINUTES_10}


@pytest.mark.parametrize(
    ("wall", "steady", "taken"),
    [
        (599.5, 599.5, True),
        (600.0, 0.0, False),  # the computer slept, and its steady clock with it
        (-86_400.0, 599.0, True),  # the clock was set back
        (-86_400.0, 600.0, False),
    ],
)
def test_a_code_ends_after_ten_minutes_by_whichever_clock(wall: float, steady: float, *, taken: bool) -> None:
    clocks = [1_000_000.0, 5.0]
    pairing = DevicePairing(None, lambda: clocks[0], steady=lambda: clocks[1])
    code = pairing.invite("player").code
    clocks[0] += wall
    clocks[1] += steady
    assert is_taken(pairing, code) == taken


def test_the_steady_clock_goes_on_and_is_not_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    pairing = DevicePairing()
    code = pairing.invite("player").code
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 86_400.0)
    assert is_taken(pairing, code)


@pytest.mark.parametrize(("later", "role"), [(0.0, "camera"), (DAYS_30 - 1, "camera"), (DAYS_30, None)])
def test_a_device_stays_paired_for_30_days_and_so_it_is_after_a_restart(
    pairing: DevicePairing, clock: Clock, tmp_path: Path, later: float, role: Role | None
) -> None:
    token = paired(pairing, "camera")
    clock.seconds += later
    assert pairing.role_of(token) == role
    assert DevicePairing(tmp_path / "doors" / "paired.json", clock).role_of(token) == role


@pytest.mark.parametrize("token", ["", "x", "é", "\ud800", "a" * 10_000])
def test_what_was_never_given_is_no_device(pairing: DevicePairing, token: str) -> None:
    assert pairing.role_of(token) is None
    assert pairing.redeem_key(token) is None


def test_ten_thousand_wrong_codes_let_nobody_in_and_a_right_one_in_between_is_taken_at_once(pairing: DevicePairing) -> None:
    chosen = random.Random(11)  # noqa: S311 - the same guesses each time
    alive = [pairing.invite("keeper").code for _ in range(32)]
    for number in range(10_000):
        code = "".join(chosen.choice(CODE_LETTERS) for _ in range(8))
        assert code[:4] + "-" + code[4:] in alive or not is_taken(pairing, code)
        if number % 1000 == 500:
            assert pairing.redeem_code(alive.pop())[1] == "keeper"
    assert pairing.redeem_code(alive.pop())[1] == "keeper"


@pytest.mark.parametrize(("wrong", "taken"), [(99, True), (100, False), (10_000, False)])
def test_who_knows_how_a_code_begins_has_a_hundred_tries_and_harms_no_other_code(
    pairing: DevicePairing, wrong: int, *, taken: bool
) -> None:
    code, untouched = (pairing.invite("player").code for _ in range(2))
    for _ in range(wrong):
        assert not is_taken(pairing, code[:-1] + ("2" if code[-1] != "2" else "3"))
    assert is_taken(pairing, code) is taken
    assert is_taken(pairing, untouched)


def test_no_two_codes_begin_alike(pairing: DevicePairing, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAABBBBBAAACCCCCDDDCCCCC")
    monkeypatch.setattr("numero_cam.web.pairing.secrets.choice", lambda _: next(letters))
    assert [pairing.invite("player").code for _ in range(2)] == ["AAAB-BBBB", "DDDC-CCCC"]


def test_32_codes_and_200_devices_are_kept_and_the_oldest_is_let_go() -> None:
    pairing = DevicePairing()
    tokens = [paired(pairing, "watcher") for _ in range(201)]
    assert [pairing.role_of(token) for token in tokens] == [None] + ["watcher"] * 200
    codes = [pairing.invite("watcher").code for _ in range(33)]
    assert [is_taken(pairing, code) for code in codes] == [False] + [True] * 32


def test_devices_whose_time_is_over_take_no_place(pairing: DevicePairing, clock: Clock, tmp_path: Path) -> None:
    old = paired(pairing, "camera")
    clock.seconds += DAYS_30
    new = paired(pairing, "watcher")
    rows = json.loads((tmp_path / "doors" / "paired.json").read_text(encoding="utf-8"))["paired"]
    assert [(row["role"], row["until"]) for row in rows.values()] == [("watcher", clock.seconds + DAYS_30)]
    assert (pairing.role_of(old), pairing.role_of(new)) == (None, "watcher")
    assert pairing.unpair_others(new) == 0


def test_devices_are_known_again_and_the_file_tells_no_token(pairing: DevicePairing, clock: Clock, tmp_path: Path) -> None:
    key = pairing.new_key()
    keeper = pairing.redeem_key(key)
    assert keeper is not None
    camera, player, second = (paired(pairing, role, name, keeper) for role, name in INVITED)
    file = tmp_path / "doors" / "paired.json"
    text = file.read_text(encoding="utf-8")
    assert not any(token in text for token in (keeper, camera, player, second, key))
    assert '"keeper"' not in text
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    again = DevicePairing(file, clock)
    assert [again.role_of(token) for token in (camera, player)] == ["camera", "player"]
    assert again.player_of(player) == "Ann"
    # A restart evicts who keeps the game, however he came in.
    assert [again.role_of(token) for token in (keeper, second)] == [None, None]


def test_a_key_shown_twice_lets_in_nobody_and_a_restart_evicts_all_who_came_by_it(
    pairing: DevicePairing, clock: Clock, tmp_path: Path
) -> None:
    file = tmp_path / "doors" / "paired.json"
    used: list[bool] = []
    key = pairing.new_key(lambda: used.append(True))
    mine = paired(pairing, "camera")
    assert not used
    thief = pairing.redeem_key(key)
    assert used == [True]
    assert thief is not None
    his = [paired(pairing, role, by=thief) for role in ("keeper", "watcher")]
    hers = paired(pairing, "watcher", by=his[0])
    assert pairing.redeem_key(key) is None  # the owner
    assert pairing.role_of(thief) == "keeper"  # until he starts it again
    later = paired(pairing, "watcher", by=thief)
    again = DevicePairing(file, clock)
    assert [again.role_of(token) for token in (thief, *his, hers, later)] == [None] * 5
    assert again.role_of(mine) == "camera"
    assert again.redeem_key(key) is None
    assert again.redeem_key(again.new_key()) is not None


def test_letting_all_go_ends_devices_codes_and_the_key(pairing: DevicePairing, clock: Clock, tmp_path: Path) -> None:
    token = pairing.redeem_key(pairing.new_key())
    assert token is not None
    gone = [paired(pairing, "watcher") for _ in range(3)]
    codes, key = [pairing.invite("keeper").code for _ in range(3)], pairing.new_key()
    assert pairing.unpair_others(token) == 3
    for known in (pairing, DevicePairing(tmp_path / "doors" / "paired.json", clock)):
        assert [known.role_of(each) for each in gone] == [None] * 3
        assert not any(is_taken(known, code) for code in codes)
        assert known.redeem_key(key) is None
    assert pairing.role_of(token) == "keeper"


def test_a_device_of_a_player_is_bound_once_and_no_other_device_is(pairing: DevicePairing, clock: Clock, tmp_path: Path) -> None:
    open_, named, keeper = (paired(pairing, role, player) for role, player in OWNED)
    assert [pairing.player_of(token) for token in (open_, named, keeper, "x")] == ["", "Ann", None, None]
    for token in (open_, named, keeper, "x"):
        pairing.bind(token, "Ben")
        pairing.bind(token, "Eve")
    assert [pairing.player_of(token) for token in (open_, named, keeper, "x")] == ["Ben", "Ann", None, None]
    assert DevicePairing(tmp_path / "doors" / "paired.json", clock).player_of(open_) == "Ben"


def test_a_file_of_an_older_version_keeps_all_but_who_keeps_the_game(clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "paired.json"
    rows = {hashlib.sha256(name.encode()).hexdigest(): {"role": name, "until": 2_000_000.0} for name in ("keeper", "player", "camera")}
    file.write_text(json.dumps({"version": 1, "paired": rows}), encoding="utf-8")
    known = DevicePairing(file, clock)
    assert [known.role_of(name) for name in ("keeper", "player", "camera")] == [None, "player", "camera"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", "\x00", "\ufeff{}", '{"paired": []}', "[" * 100_000, '{"paired": ' * 50_000),
        *(f'{{"paired": {{"a": {row}}}}}' for row in ("null", "3", "{}", '{"role": "camera"}', '{"until": 1}')),
        *(f'{{"paired": {{"a": {{"role": "camera", "until": {until}}}}}}}' for until in ("null", '"soon"', "[1]")),
        '{"paired": {"a": {"role": [], "until": "x"}}}',
    ],
)
def test_a_list_of_devices_that_is_none_is_named_in_a_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "paired.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError) as caught:
        DevicePairing(file)
    assert str(caught.value) == f"{file}: the list of paired devices cannot be read; delete the file, and pair them again"


def test_roles_that_are_none_are_left_out(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "paired.json"
    file.write_text('{"paired": {"a": {"role": "owner", "until": 2e6}, "b": {"role": "camera", "until": 2e6}}}', encoding="utf-8")
    known = DevicePairing(file, clock)
    assert known.unpair_others(paired(known, "player")) == 1


def test_where_the_list_cannot_be_written_key_and_code_can_be_used_again(pairing: DevicePairing, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert pairing.unpair_others("") == 2  # no device of a try that failed
