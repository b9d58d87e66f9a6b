"""What a person types comes out as it may be written: secrets never, and nothing else is lost, doubled or reordered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from helpers.elements import element

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element
from studio.recorder.desktop.focus_gate import ASK_S, GIVE_UP_S, FocusGate
from studio.recorder.desktop.input_methods import CommitFilter
from studio.recorder.desktop.veil import Veil
from studio.recorder.raw import RawEvent

CARD = "4111 1111 1111 1111"


def field(name: str, **more: object) -> Element:
    return element(role="textbox", name=name, region=Region(10, 10, 80, 20), **more)


def keys(text: str, t: float = 1.0) -> list[RawEvent]:
    out = []
    for place, char in enumerate(text):
        key = {"\b": "backspace", "\n": "enter", "\t": "tab"}.get(char, "space" if char == " " else char)
        shown = None if char in "\b\n\t" else char
        out += [RawEvent(t=t + place / 100, kind=kind, key=key, char=shown) for kind in ("key_down", "key_up")]  # type: ignore[arg-type]
    return out


def through(veil: Veil, raws: Iterable[RawEvent]) -> list[RawEvent]:
    return [out for raw in raws for out in veil.take(raw)]


def shown(raws: Iterable[RawEvent]) -> str:
    """What was typed, as far as it is told: `*` for a mask, `<key>` for a key."""
    names = {"masked": "*", "pointer_down": "!", "focus": "@"}
    return "".join(names.get(r.kind) or (r.char or f"<{r.key}>") for r in raws if r.kind in ("key_down", *names))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("plain text", "plain text"),
        (f"{CARD}\n", "*<enter>"),
        ("4111111111111111\t", "*<tab>"),
        ("4111111111111112\t", "4111111111111112<tab>"),
        ("a4111111111111111b\t", "a*b<tab>"),
        ("41111111111111\b\b1111\n", "*<enter>"),
        ("12 34\n", "12 34<enter>"),
        ("7\b8\n", "7<backspace>8<enter>"),
        ("1" * 40 + "\n", "1" * 40 + "<enter>"),
    ],
)
def test_card_numbers_are_masked_and_all_else_passes_whole(typed: str, told: str) -> None:
    said: list[str] = []
    veil = Veil(said.append)
    out = through(veil, keys(typed)) + veil.flush()
    assert shown(out) == told
    assert bool(said) == ("*" in told)
    ups = [r.key for r in out if r.kind == "key_up"]
    downs = [r.key for r in out if r.kind == "key_down"]
    assert ups == downs


def test_digits_wait_until_it_is_known_what_they_are() -> None:
    veil = Veil(lambda _: None)
    assert through(veil, keys("4111")) == []
    assert veil.oldest == 1.0
    assert shown(veil.flush()) == "4111"
    assert veil.oldest is None


def test_a_password_field_gives_one_mask_for_a_run_whatever_its_length() -> None:
    said: list[str] = []
    veil = Veil(said.append)
    focus = RawEvent(t=0.5, kind="focus", label="Password", secret=True)
    typed = [focus, *keys("hun\bter2"), *keys("\t", 3), RawEvent(t=4, kind="focus", label="Name"), *keys("bob", 5)]
    assert shown(through(veil, typed)) == "@*<tab>@bob"
    assert said == ["huter2"]


def test_chords_pass_in_a_password_field_and_end_no_word_of_it() -> None:
    veil = Veil(lambda _: None)
    veil.take(RawEvent(t=0, kind="focus", secret=True))
    held = [RawEvent(t=1, kind="key_down", key="ctrl_l"), *keys("1", 2), RawEvent(t=3, kind="key_up", key="ctrl_l")]
    assert shown(through(veil, held)) == "<ctrl_l>1"
    assert shown(through(veil, keys("x", 4))) == "*"


def test_the_next_text_is_secret_once() -> None:
    veil = Veil(lambda _: None)
    veil.take(RawEvent(t=0, kind="command", name="secret_next"))
    assert shown(through(veil, [*keys("abc"), *keys("\n", 2), *keys("def", 3)])) == "*<enter>def"


def at(x: int, y: int, t: float) -> RawEvent:
    return RawEvent(t=t, kind="pointer_down", button="left", x=x, y=y)


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ([RawEvent(t=2, kind="key_down", key="left")], ""),
        (
            [
                RawEvent(t=2, kind="key_down", key="ctrl_l"),
                *keys("a", 2.1),
                RawEvent(t=2.9, kind="key_up", key="ctrl_l"),
            ],
            "",
        ),
        ([RawEvent(t=2, kind="pause"), RawEvent(t=2.5, kind="resume")], ""),
        ([RawEvent(t=2, kind="command", name="note", text="hello")], ""),
        ([RawEvent(t=2, kind="wheel", dy=1)], ""),
        ([at(110, 105, 2)], ""),
        ([at(100, 200, 2)], "rest"),
        (keys("\t", 2), "rest"),
        ([RawEvent(t=2, kind="focus", label="Name")], "rest"),
    ],
)
def test_a_secret_goes_on_until_the_keyboard_may_be_elsewhere(between: list[RawEvent], told: str) -> None:
    veil = Veil(lambda _: None)
    through(veil, [RawEvent(t=0, kind="command", name="secret_next"), at(100, 100, 0.5), *keys("pw")])
    through(veil, between)
    assert shown(through(veil, keys("rest", 3))) == (told if told == "rest" else "*")
    veil = Veil(lambda _: None)  # where nobody knows in which place the secret is
    through(veil, [RawEvent(t=0, kind="command", name="secret_next"), *keys("pw"), at(100, 100, 2)])
    assert shown(through(veil, keys("rest", 3))) == "*"
    assert shown(through(veil, [at(100, 150, 4), *keys("name", 5)])) == "!name"


def test_the_echo_of_a_secret_that_was_corrected_is_known_as_a_whole() -> None:
    said: list[str] = []
    veil = Veil(said.append)
    left, delete = (RawEvent(t=2, kind="key_down", key=key) for key in ("left", "delete"))
    through(veil, [RawEvent(t=0, kind="command", name="secret_next"), *keys("huntr"), left, *keys("e", 3), delete])
    through(veil, [*keys("d", 4), *keys("\t", 5), *keys("name", 6)])
    assert said[-1] == "hunted"


def test_committed_text_is_secret_in_a_secret_field() -> None:
    veil = Veil(lambda _: None)
    veil.take(RawEvent(t=0, kind="focus", secret=True))
    assert [r.kind for r in veil.take(RawEvent(t=1, kind="text", text="密码"))] == ["masked"]


NAME, PASSWORD = field("Name"), field("Password", secret=True)
CLICK = RawEvent(t=0.9, kind="pointer_down", button="left", x=1, y=1)


def gate(asks: bool = True) -> FocusGate:
    return FocusGate(lambda _: False, asks=asks)


def through_gate(waits: FocusGate, raws: Iterable[RawEvent]) -> list[RawEvent]:
    return [out for raw in raws for out in waits.take(raw)]


def test_text_waits_until_its_program_tells_the_field_that_took_it() -> None:
    waits = gate()
    assert through_gate(waits, keys("ab")) == []
    assert waits.oldest == 1.0
    out = waits.committed(NAME, "a", 2.0)
    assert (out[0].kind, out[0].label, out[0].secret) == ("focus", "Name", False)
    assert shown(out) == "@ab"
    assert out[0].t <= out[1].t
    assert shown(through_gate(waits, keys("c", 2))) == "c"


def test_a_secret_field_tells_no_text_and_that_is_enough() -> None:
    waits = gate()
    through_gate(waits, keys("ab"))
    out = waits.committed(PASSWORD, "", 2.0)
    assert out[0].secret
    assert shown(out) == "@ab"


def test_a_late_word_of_a_busy_program_is_not_taken_for_this_text() -> None:
    waits = gate()
    through_gate(waits, keys("bob"))
    waits.committed(NAME, "b", 2.0)
    assert shown(through_gate(waits, keys("\t", 2))) == "<tab>"
    assert through_gate(waits, keys("s3", 2.1)) == []
    waits.learn(NAME, 2.2)  # of the click long ago
    assert waits.committed(NAME, "o", 2.0) == []
    assert waits.committed(NAME, "b", 2.0) == []
    out = waits.committed(PASSWORD, "", 2.0)
    assert out[0].secret
    assert shown(out) == "@s3"


def test_late_words_of_a_password_field_are_not_taken_for_the_next_text() -> None:
    waits = gate()
    through_gate(waits, keys("pw"))
    waits.committed(PASSWORD, "", 2.0)
    through_gate(waits, [*keys("\t", 2), *keys("bob", 2.1)])
    waits.learn(PASSWORD, 2.2)
    assert waits.committed(PASSWORD, "", 2.0) == []
    out = waits.committed(NAME, "b", 2.0)
    assert (shown(out), out[0].secret) == ("@bob", False)


def test_a_program_may_be_quicker_than_our_own_ears() -> None:
    for told, text in ((NAME, "a"), (PASSWORD, "")):
        waits = gate()
        through_gate(waits, [CLICK])
        assert waits.committed(told, text, 1.01) == []
        out = through_gate(waits, keys("ab"))
        assert (shown(out), out[0].secret) == ("@ab", told.secret)
    waits = gate()
    waits.committed(NAME, "a", 0.5)
    assert through_gate(waits, keys("a")) == []


def test_each_of_two_fields_in_a_row_is_waited_for() -> None:
    waits = gate()
    through_gate(waits, [CLICK, *keys("a"), *keys("\t", 1.02), *keys("b", 1.03)])
    assert shown(waits.committed(NAME, "a", 2.0)) == "@a<tab>"
    assert shown(waits.committed(PASSWORD, "", 2.0)) == "@b"


def test_a_program_that_tells_nothing_is_asked_once_text_has_waited() -> None:
    waits = gate()
    through_gate(waits, [CLICK, *keys("ab")])
    assert not waits.wants_answer(1.1)
    assert waits.wants_answer(1 + ASK_S)
    out = waits.answer(NAME, 1 + ASK_S, tells=True)
    assert (shown(out), out[0].label) == ("@ab", "Name")
    assert not waits.wants_answer(9)


def test_a_program_without_accessibility_takes_plain_text() -> None:
    waits = gate()
    through_gate(waits, [CLICK, *keys("ab")])
    out = waits.answer(None, 1 + ASK_S, tells=False)
    assert (shown(out), out[0].secret) == ("@ab", False)


def test_a_program_that_hangs_is_waited_for_and_then_its_text_is_taken_for_a_secret() -> None:
    waits = gate()
    through_gate(waits, [CLICK, *keys("ab")])
    assert waits.answer(None, 1.8, tells=True) == []
    assert not waits.wants_answer(1.9)
    assert waits.wants_answer(2.2)
    out = waits.answer(None, 1 + GIVE_UP_S, tells=True)
    assert (shown(out), out[0].secret) == ("@ab", True)


@pytest.mark.parametrize("answer", [NAME, None])
def test_where_the_keyboard_moved_on_meanwhile_any_secret_field_on_the_way_makes_it_secret(
    answer: Element | None,
) -> None:
    waits = gate()
    through_gate(waits, [CLICK])
    waits.learn(PASSWORD, 0.95)
    through_gate(waits, [*keys("ab"), *keys("\t", 1.2)])
    assert waits.answer(answer, 1.6, tells=True)[0].secret


def test_a_field_that_changes_by_itself_is_told_from_then_on() -> None:
    waits = gate()
    through_gate(waits, keys("a"))
    waits.committed(NAME, "a", 1.01)
    waits.learn(field("Second"), 1.5)
    assert shown(through_gate(waits, keys("b", 1.4))) == "b"  # heard late
    out = through_gate(waits, keys("cd", 1.6))
    assert (shown(out), out[0].label, out[0].t) == ("@cd", "Second", 1.5)


def test_a_field_that_is_told_before_the_key_that_moved_there_was_heard() -> None:
    waits = gate()
    through_gate(waits, keys("a"))
    waits.committed(NAME, "a", 1.01)
    waits.learn(PASSWORD, 1.5)
    assert shown(through_gate(waits, [*keys("bc", 1.3), *keys("\t", 1.4)])) == "bc<tab>"
    assert through_gate(waits, keys("s3", 1.6)) == []


def test_capitals_accents_and_lost_keys_do_not_stop_it() -> None:
    for typed, shown_text in (("abc", "A"), ("e", "é"), ("xyz", "z")):
        waits = gate()
        through_gate(waits, keys(typed))
        out = waits.committed(NAME, shown_text, 2.0)
        assert bool(out) == (typed != "xyz")


def test_where_nobody_tells_the_field_nothing_waits() -> None:
    assert shown(through_gate(gate(asks=False), [*keys("a\tb")])) == "a<tab>b"


def test_what_waits_at_the_end_is_not_lost_and_not_told() -> None:
    waits = gate()
    through_gate(waits, keys("ab\tc"))
    out = waits.flush()
    assert shown(out) == "@ab<tab>c"
    assert out[0].secret


def test_a_label_says_that_a_field_is_secret() -> None:
    waits = gate()
    through_gate(waits, keys("99"))
    assert waits.committed(field("One-time code"), "9", 2.0)[0].secret


@pytest.mark.parametrize(
    ("typed", "text", "method", "committed"),
    [
        ("ni", "你", "", True),
        ("中", "中", "", False),
        ("e", "é", "", False),
        ("e", "é", "ibus", True),
        ("abc", "abc", "ibus", False),
        ("", "你", "", False),
        ("(", "()", "ibus", False),
    ],
)
def test_only_what_no_key_explains_was_committed_by_an_input_method(
    typed: str, text: str, method: str, committed: bool
) -> None:
    commits = CommitFilter({"GTK_IM_MODULE": method})
    for char in typed:
        commits.key(char, composes=False, at=1.0)
    assert commits.is_committed(text, 1.5) is committed


def test_a_dead_key_explains_its_accent() -> None:
    commits = CommitFilter({"XMODIFIERS": "@im=ibus"})
    commits.key("´", composes=True, at=1.0)
    commits.key("e", composes=False, at=1.1)
    assert not commits.is_committed("é", 1.2)
