"""Secrets, commands, pauses, injected input; and that a live recorder sees what is going on."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.raw_input import (
    MASKED,
    actions,
    chord,
    click,
    command,
    commit,
    dead,
    down,
    flat,
    focus,
    move,
    press,
    release,
    short,
    tap,
    timed,
    told,
    typed,
    up,
    wait,
    wheel,
)

from studio.engine.privacy.secrecy import holds_card_number, says_secret
from studio.recorder.normaliser import Normaliser
from studio.recorder.normaliser.cleaning import cleaned

CARD = "4111 1111 1111 1111"
SECRETS = {
    "a password field": [focus("Login", secret=True), typed("hunter2!")],
    "told late": [click(), typed("hu"), focus("Login", secret=True), typed("nter2!")],
    "a label": [focus("One-time code"), typed("hunter2!")],
    "a word before": [command("secret_next"), typed("hunter2!")],
    "masked keys": [typed("hunt"), MASKED, MASKED, tap("backspace"), typed("er2!")],
    "a card": [typed(CARD)],
    "a card among words": [typed(f"card {CARD} 12/29")],
    "a card taken back": [typed(CARD), tap("backspace") * 3],
    "committed": [focus("Login", secret=True), commit("hunter2!")],
    "dead keys": [command("secret_next"), dead("´"), typed("e"), typed("hunter2!")],
    "with a key held over": [focus("x", secret=True), typed("hunter2"), down("!"), tap("tab"), focus("y"), up("!")],
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_an_action_without_text_and_leaves_one_mask_in_the_raw_input(name: str) -> None:
    pieces = [focus("Before"), typed("x"), tap("tab"), *SECRETS[name]]
    raw = list(timed(pieces))
    lines = [line for line in told(*pieces) if line.startswith("type")]
    assert lines[0] == "type x @Before"
    assert [line.split(" @")[0] for line in lines[1:]] == ["type (secret)"]
    kept = cleaned(raw)
    assert [event.kind for event in kept].count("masked") == 1
    typed_later = [e for e in kept if e.kind in ("key_down", "key_up", "text") and e.t > 0.2]
    assert not [e for e in typed_later if (e.char or "") > "" or len(e.key or "") == 1 or e.text]
    machine = Normaliser()
    again = [short(item) for event in kept for item in machine.feed(event)] + [short(i) for i in machine.flush()]
    assert again == told(*pieces)


def test_secrets_that_were_typed_and_taken_back_whole_leave_nothing() -> None:
    pieces = [focus("Login", secret=True), typed("abc"), tap("backspace") * 3, tap("tab"), focus("Name"), typed("Jo")]
    assert told(*pieces) == ["key Tab", "type Jo @Name"]
    kept = cleaned(timed(pieces))
    assert {e.char for e in kept} == {None, "J", "o"}
    assert MASKED["kind"] not in {e.kind for e in kept}


@pytest.mark.parametrize("first", [[command("secret_next"), click(100, 100), typed("pw")], [click(100, 100), MASKED]])
@pytest.mark.parametrize(
    ("between", "is_secret"),
    [
        (tap("left"), True),
        (chord("shift_l", "home"), True),
        (chord("ctrl_l", "a"), True),
        (tap("delete"), True),
        ([{"kind": "pause"}, {"kind": "resume"}], True),
        (command("note", "hello"), True),
        (wheel(1), True),
        (click(110, 105), True),
        (click(100, 200), False),
        (tap("tab"), False),
        (tap("enter"), False),
        ([wait(1), focus("Name")], False),
    ],
)
def test_a_secret_goes_on_until_the_keyboard_may_be_elsewhere(first: list[Any], between: Any, is_secret: bool) -> None:
    lines = actions(*first, between, typed("rest"))
    assert lines[-1].startswith("type (secret)" if is_secret else "type rest")


def test_a_text_that_was_taken_back_is_not_written_down_and_makes_no_other_text_secret() -> None:
    pieces = [command("param_next", "who"), typed("oops"), tap("backspace"), command("undo_last"), typed("b")]
    kept = cleaned(timed(pieces))
    assert [(e.kind, e.name) for e in kept if e.kind == "masked"] == [("masked", "undone")]
    assert [e.char for e in kept if e.char] == ["b"]
    machine = Normaliser()
    again = [short(item) for event in kept for item in machine.feed(event)] + [short(i) for i in machine.flush()]
    assert again == ["type (secret) =who", "taken back", "type b"]


@pytest.mark.parametrize(
    ("text", "is_card"),
    [
        ("4111111111111111", True),
        ("4111-1111-1111-1111", True),
        ("3782 822463 10005", True),
        ("4222222222222", True),
        ("pay 5555555555554444 now", True),
        ("4111 1111 1111 1111 123", True),
        ("4111/1111/1111/1111", True),
        ("4111_1111_1111_1111", True),
        ("4111   1111   1111   1111", True),
        ("4111 / 1111 / 1111 / 1111", True),
        ("15/03/1960 848123", False),
        ("4111111111111112", False),
        ("41111111111111111111", False),
        ("0041 79 123 45 67", False),
        ("MM-970848", False),
    ],
)
def test_card_numbers_are_known_by_their_check(text: str, is_card: bool) -> None:
    assert holds_card_number(text) is is_card
    assert actions(typed(text)) == (["type (secret)"] if is_card else [f"type {text}"])


def test_labels_that_ask_for_a_secret() -> None:
    secret = ("Password", "New passcode", "Kennwort", "PIN", "OTP", "One-time code", "Verification code", "CVC",
              "Card number", "Credit card no.", "SMS code", "smsTAN", "Code de vérification",
              "Pass phrase", "pwd", "user_pwd", "Pass:", "PIN code", "Pincode", "Login code", "Auth code",
              "Recovery code", "Backup codes", "API key", "api_key", "Access token", "Client secret", "Private key",
              "Secret key", "Security answer", "Mot\u00a0de  passe", "密码", "验证码", "パスワード", "暗証番号",
              "Пароль", "Hasło", "Hasl\u006f", "Lösenord", "Lo\u0308senord", "Adgangskode", "Palavra-passe", "Senha",
              "Contraseña", "Wachtwoord", "Geheimzahl", "Salasana", "Heslo", "Jelszó", "Şifre", "كلمة المرور",
              "סיסמה", "비밀번호")  # fmt: skip
    plain = ("Insurance card number", "Postal code", "Diagnosis code", "Tan", "Opinion", "Compass", "Passport number",
             "Discount code", "", "Spinach", "Passenger", "Secretary", "Pass/Fail result", "Compass code",
             "Boarding pass", "Key", "Keyboard", "Answer", "Token ring", "Author code", "Login")  # fmt: skip
    assert [label for label in secret if not says_secret(label)] == []
    assert [label for label in plain if says_secret(label)] == []


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param(
            [typed("a"), command("param_next", "who"), typed("Jane"), tap("tab"), typed("b")],
            ["type a", "type Jane =who", "key Tab", "type b"],
            id="parameter",
        ),
        pytest.param(
            [command("secret_next"), command("param_next", "pin"), click(), typed("1234"), click(10, 90), typed("b")],
            ["click 10,20", "type (secret) =pin", "click 10,90", "type b"],
            id="secret parameter after a click",
        ),
        pytest.param(
            [command("param_next", "who"), typed("x"), tap("backspace"), click(), typed("Jane")],
            ["click 10,20", "type Jane =who"],
            id="typed and taken back",
        ),
        pytest.param([typed("a"), click(), command("undo_last")], ["type a", "click 10,20", "taken back"], id="undo"),
        pytest.param(
            [typed("a"), command("undo_last"), typed("b")], ["type a", "taken back", "type b"], id="undo text"
        ),
        pytest.param(
            [command("secret_next"), typed("pw"), command("undo_last"), typed("pw2")],
            ["type (secret)", "taken back", "type (secret)"],
            id="a secret stays one when it is typed again",
        ),
        pytest.param(
            [command("note", "as always"), click(), typed("a")], ["click 10,20 #as always", "type a"], id="note"
        ),
        pytest.param([command("note", "end")], ["! Note: end"], id="note at the end"),
        pytest.param([typed("a"), command("note"), click()], ["type a", "click 10,20 #"], id="a note without words"),
        pytest.param(
            [command("note"), command("note", "as always"), command("note"), click()],
            ["click 10,20 #as always"],
            id="words for the mark, and none lost to a second mark",
        ),
        pytest.param(
            [command("note")],
            ["! Note: something should be known here; no words were given."],
            id="a mark that found no action",
        ),
        pytest.param([typed("a"), command("finish"), typed("b")], ["type a"], id="finish"),
        pytest.param([command("dance"), typed("a")], ["type a"], id="unknown"),
    ],
)
def test_commands(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        pytest.param(
            [focus("Name"), typed("a"), command("param_next"), tap("tab"), focus("Insurance No."), typed("b")],
            ["type a @Name", "key Tab", "type b @Insurance No. =insurance_no"],
            id="only what comes next, by the label of its own field",
        ),
        pytest.param(
            [focus("Name"), command("param_next"), typed("a"), tap("tab"), focus("x")] * 3,
            ["type a @Name =name", "key Tab", "type a @Name =name_2", "key Tab", "type a @Name =name_3", "key Tab"],
            id="each its own name",
        ),
        pytest.param(
            [command("param_next", "name"), typed("a"), tap("tab"), focus("Name"), command("param_next"), typed("b")],
            ["type a =name", "key Tab", "type b @Name =name_2"],
            id="a given name is taken",
        ),
        pytest.param(
            [focus("Name"), command("param_next"), typed("a"), command("undo_last"), command("param_next"), typed("b")],
            ["type a @Name =name", "taken back", "type b @Name =name"],
            id="a name that was taken back is free",
        ),
        pytest.param(
            [command("param_next"), command("param_next", "who"), command("param_next"), typed("a")],
            ["type a =who"],
            id="a given name goes before the label",
        ),
        pytest.param([command("param_next"), typed("a")], ["type a =value"], id="a field without a label"),
        pytest.param(
            [focus("Password"), command("param_next"), typed("a")], ["type (secret) @Password =password"], id="secret"
        ),
    ],
)
def test_a_parameter_that_nobody_named_is_named_after_its_field(pieces: list[Any], expected: list[str]) -> None:
    assert told(*pieces) == expected


@pytest.mark.parametrize("kind", ["kind", "command"])
def test_nothing_is_recorded_while_paused(kind: str) -> None:
    pause, resume = ({"kind": "pause"}, {"kind": "resume"}) if kind == "kind" else (command("pause"), command("resume"))
    meanwhile = [
        typed("x"),
        click(),
        wheel(1),
        MASKED,
        commit("y"),
        tap("cmd"),
        press(1, 1),
        down("ctrl_l"),
        up("ctrl_l"),
    ]
    assert told(typed("a"), pause, *meanwhile, resume, typed("b")) == ["type a", "type b"]
    lost = "! The left button was still down at (1, 2) when the recording paused: it is not recorded."
    assert told(press(1, 2), pause, release(1, 2), resume, click(5, 6)) == [lost, "click 5,6"]
    assert told(press(1, 2), pause, resume, release(1, 2)) == [lost]
    assert told(down("ctrl_l"), pause, resume, typed("a")) == ["type a"]
    assert told(pause, down("ctrl_l"), resume, tap("a"), up("ctrl_l")) == ["key Control+A"]
    assert told(pause, focus("PIN"), resume, typed("12")) == ["type (secret) @PIN"]


def test_injected_input_is_dropped_with_its_halves() -> None:
    def injected(pieces: Any) -> list[Any]:
        return [piece | {"injected": True} for piece in flat(pieces)]

    everything = [typed("x"), click(1, 2), wheel(3), commit("y"), move(9, 9), tap("ctrl_l")]
    assert told(typed("a"), injected(everything), typed("b")) == ["type ab"]
    assert told(injected([press(1, 2)]), release(1, 2)) == []
    assert told(injected([down("ctrl_l")]), tap("a"), injected([up("ctrl_l")])) == ["type a"]


def test_a_live_recorder_knows_what_is_going_on_and_time_settles_it() -> None:
    machine = Normaliser()
    first, second = timed(click(1, 2))
    assert machine.feed(first) == ()
    assert machine.pending_since == first.t
    assert machine.feed(second) == ()
    assert machine.pending is not None
    assert short(machine.pending) == "click 1,2"
    assert machine.tick(first.t + 0.5) == ()
    assert [short(item) for item in machine.tick(first.t + 0.51)] == ["click 1,2"]
    assert machine.pending is machine.pending_since is None
    for event in timed([wait(2), typed("Jo")]):
        assert machine.feed(event) == ()
    assert machine.pending is not None
    assert short(machine.pending) == "type Jo"
    for event in timed([wait(3), typed(CARD)]):
        machine.feed(event)
    assert machine.pending is not None
    assert machine.pending.secret
    assert [short(item) for item in (*machine.feed(next(timed([wait(5), tap("tab")]))), *machine.tick(8))] == [
        "type (secret)",
        "key Tab",
    ]
    assert machine.pending is None
    assert machine.flush(9.0) == ()
    assert machine.is_finished
