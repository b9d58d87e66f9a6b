"""Where secrets come from: the environment before the keyring, a workflow's own before everyone's, never a wait."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
from helpers.formats import workflow, write_bundle
from helpers.keyrings import HangingKeyring, MemoryKeyring

from studio.__main__ import main
from studio.cli import failures, run_inputs
from studio.engine import secrets
from studio.engine.bundle import load_bundle
from studio.engine.runtime.values import bind
from studio.engine.secrets import BadSecret, KeyringLocked, KeyringUnable, SecretStore, owner_of, reveal
from studio.engine.secrets.keyrings import NoKeyring, state_of
from studio.engine.secrets.locks import Lock
from studio.engine.secrets.store import KEY_SERVICE, revealed


def _none() -> MemoryKeyring:
    raise NoKeyring("No keyring runs on this computer.")


def test_the_environment_goes_first_then_the_workflows_own_then_everyones() -> None:
    ring, environment = MemoryKeyring(), {"STUDIO_SECRET_PIN": "of-the-environment"}
    store = SecretStore(lambda: ring, environment)
    store.store("pin", "everyones")
    store.store("PIN", "its-own", "Sign in")
    assert store.read("pin", "Sign in") == "of-the-environment"
    environment.clear()
    assert [store.read("pin", w) for w in ("Sign in", "Another", None)] == ["its-own", "everyones", "everyones"]
    assert store.names() == (("pin", None), ("pin", "Sign in"))
    assert revealed() >= {"its-own", "everyones"}
    assert [store.forget("pin"), store.forget("pin")] == [True, False]
    assert [store.read("pin"), store.read("pin", "Sign in")] == [None, "its-own"]
    assert store.names() == (("pin", "Sign in"),)


def test_no_workflow_reads_a_key_of_the_product() -> None:
    ring = MemoryKeyring()
    keys = SecretStore(lambda: ring, {}, service=KEY_SERVICE)
    keys.store("signing", "a1b2c3")
    secrets = SecretStore(lambda: ring, {})
    assert keys.read("signing") == "a1b2c3"
    assert secrets.read("signing") is None
    assert secrets.names() == ()


def test_without_a_keyring_the_environment_alone_holds_secrets() -> None:
    store = SecretStore(_none, {"STUDIO_SECRET_PIN": "1234"})
    assert [store.read("pin"), store.read("other"), store.read("no name!")] == ["1234", None, None]
    assert not store.available().usable
    with pytest.raises(KeyringUnable, match="No keyring runs"):
        store.store("pin", "1234")


def test_a_keyring_that_hangs_is_given_up_and_not_asked_again_until_it_answers() -> None:
    ring = HangingKeyring()
    store = SecretStore(lambda: ring, {"STUDIO_SECRET_GIVEN": "x"}, limit_s=0.05)
    with pytest.raises(KeyringUnable, match="did not answer"):
        store.read("pin")
    with pytest.raises(KeyringUnable, match="still does not answer"):
        store.read("pin")
    assert store.read("given") == "x"
    ring.released.set()
    ring.kept["waymark-studio", "pin"] = "1234"
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            assert store.read("pin") == "1234"
            break
        except KeyringUnable:
            time.sleep(0.01)
    else:
        pytest.fail("the keyring answers again and is not asked")


class Asking(MemoryKeyring):
    """Every call would make the system ask a person for a password; `asked` counts them."""

    asked = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.asked += 1
        return super().get_password(service, username)


def test_who_looks_asks_no_locked_and_no_missing_keyring_and_who_acts_does() -> None:
    ring, lock = Asking(), [Lock.LOCKED]
    ring.kept["waymark-studio", "pin"] = "4711"
    store = SecretStore(lambda: ring, {}, lock=lambda _ring: lock[0])
    for look in (store.names, lambda: store.held(["pin"], "Sign in"), lambda: store.read("pin", ask=False)):
        with pytest.raises(KeyringLocked, match="unlock it"):
            look()
    assert ring.asked == 0
    assert store.read("pin") == "4711"
    assert store.held(["pin", "other"], "Sign in", ask=True) == {"pin"}
    assert (store.names(ask=True), ring.asked > 3) == ((), True)
    ring.asked, lock[0] = 0, Lock.MISSING
    assert (store.names(), store.held(["pin"], "x"), store.read("pin"), store.forget("pin")) == ((), set(), None, False)
    assert ring.asked == 0
    store.store("pin", "new")
    assert ring.kept["waymark-studio", "pin"] == "new"


def test_what_a_keyring_raises_is_told_without_its_words() -> None:
    class Broken(MemoryKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            raise RuntimeError("hunter22 leaked")

    with pytest.raises(KeyringUnable) as told:
        SecretStore(Broken, {}).read("pin")
    assert "RuntimeError" in str(told.value)
    assert "hunter22" not in str(told.value)


@pytest.mark.parametrize("name", ["", "9x", "a b", "a=b", "x" * 81, "a@b", "../a"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(BadSecret, match="no name"):
        SecretStore(MemoryKeyring, {}).store(name, "x")


@pytest.mark.parametrize("value", ["", "two\nlines", "x" * 1201, "\udc80", "a\0b"])
def test_values_that_cannot_be_typed_or_kept_are_refused_without_being_told(value: str) -> None:
    with pytest.raises(BadSecret) as told:
        SecretStore(MemoryKeyring, {}).store("pin", value)
    assert not value or value not in str(told.value)


def test_only_keyrings_that_encrypt_are_used() -> None:
    def backend(module: str) -> MemoryKeyring:
        return type("Keyring", (MemoryKeyring,), {"__module__": module})()

    plain, none = backend("keyrings.alt.file"), backend("keyring.backends.fail")
    real = backend("keyring.backends.SecretService")
    assert "No keyring runs" in state_of([none]).sentence
    assert "may keep secrets in a file" in state_of([plain, none]).sentence
    assert [state_of([plain]).usable, state_of([plain, real]).usable] == [False, True]
    assert state_of([real]).name == "Secret Service"
    assert not state_of([backend("keyring.backends.SecretServiceOfAnother")]).usable


def test_what_a_keyring_gave_or_a_person_typed_is_masked_in_sentences_and_traces() -> None:
    ring = MemoryKeyring()
    store = SecretStore(lambda: ring, {})
    store.store("pin", "otter 4711/x")
    assert store.read("pin") == "otter 4711/x"
    reveal(["badger-88"])
    said = failures.masked("RuntimeError: typed OTTER 4711/x, otter%204711%2Fx and badger-88")
    assert said == "RuntimeError: typed ••••, •••• and ••••"


def test_no_value_shows_a_secret_when_it_is_printed() -> None:
    bound = bind(workflow(secret_params=("pin",)), {}, {"pin": "otter 4711"})
    assert bound.secrets == {"pin": "otter 4711"}
    assert "otter" not in repr(bound)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> SecretStore:
    """The commands on a keyring in memory."""
    ring = MemoryKeyring()
    store = SecretStore(lambda: ring, {})
    for name in ("store", "forget", "names"):
        monkeypatch.setattr(secrets, name, getattr(store, name))
    return store


def test_the_commands_keep_list_and_forget_and_never_show_a_value(
    kept: SecretStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = write_bundle(tmp_path / "bundle")
    name = owner_of(load_bundle(bundle).workflow)

    def secret(*line: str, typed: str = "") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return main(["secret", *line])

    assert secret("set", "pin", typed="otter 4711\r\nmore") == 0
    assert secret("set", "pin", "--bundle", str(bundle), typed="its own") == 0
    assert [kept.read("pin"), kept.read("pin", name)] == ["otter 4711", "its own"]
    assert secret("list") == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-2:] == ["pin", f"pin  (only for {name})"]
    assert "otter" not in said
    assert secret("forget", "pin", "--bundle", str(bundle)) == 0
    assert kept.names() == (("pin", None),)
    assert [secret("forget", "pin"), secret("forget", "pin")] == [0, 1]
    for wrong in (("set",), ("list", "pin"), ("set", "9"), ("set", "pin"), ("keep", "pin")):
        assert secret(*wrong) == 2, wrong


def test_a_run_takes_its_secrets_from_the_keyring_where_the_environment_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str]] = []

    def read(name: str, workflow: str) -> str | None:
        asked.append((name, workflow))
        return {"pin": "4711"}.get(name)

    monkeypatch.setattr(secrets, "read", read)
    flow = workflow(secret_params=("pin", "other"))
    assert run_inputs.secrets(flow) == {"pin": "4711"}
    assert asked == [("pin", owner_of(flow)), ("other", owner_of(flow))]


@pytest.mark.parametrize(
    "other",
    [
        {"app_url": "https://evil.example/start"},
        {"app_url": "http://ward.example/start"},
        {"app_url": "https://ward.example:8443/start"},
        {"app_url": "https://ward.example@evil.example/start"},
        {"app_url": "https://ward.example) (x/start"},
        {"app_url": "file:///ward.html"},
        {"app_url": None},
        {"app_url": None, "backend": "desktop"},
        {"name": "Sign in (https://ward.example)"},
        {"name": "Sign in 2"},
    ],
    ids=str,
)
def test_a_workflow_of_the_same_name_that_types_elsewhere_gets_no_secret_of_it(other: dict[str, str | None]) -> None:
    store = SecretStore(lambda: ring, {})
    ring = MemoryKeyring()
    own = {"name": "Sign in", "app_url": "https://ward.example/start"}
    store.store("pin", "otter 4711", owner_of(workflow(**own)))
    assert store.read("pin", owner_of(workflow(**own | other))) is None
    moved = {"app_url": "HTTPS://Ward.example/elsewhere?of=it", "schema_version": 3}
    assert store.read("pin", owner_of(workflow(**own | moved))) == "otter 4711"
