"""One recording of a person in a browser, from its first event to its last, crash-safe all the way."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.model import events
from studio.engine.model.events import Command, Event
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.masking import Mask
from studio.engine.privacy.own import own_patterns
from studio.recorder.actions import Action, Marker
from studio.recorder.raw import RawEvent
from studio.recorder.undone import leave_out_undone
from studio.recorder.web import opening, rawlog
from studio.recorder.web.evidence import Eyes, Look
from studio.recorder.web.normaliser import PageNormaliser
from studio.recorder.web.pairing import SecretPlaces
from studio.recorder.web.performed import Outcome, Performed
from studio.recorder.web.protocol import Connection, Params, ProtocolError
from studio.recorder.web.reading import Reader
from studio.recorder.web.script import BINDING
from studio.recorder.web.secrecy import SecretValues, asks_for_secret
from studio.recorder.web.signals import Begin, Down, Edit, Files, Filled, HotKey, Key, Moment, Rested, Signal, Wheel
from studio.recorder.web.storing import Store
from studio.recorder.web.tabs import Answered, Tabs, Told
from studio.recorder.web.targets import Target, Targets
from studio.recorder.web.websocket import ConnectionLost
from studio.recorder.web.wire import Wire

SETTLE_S = 10.0
"""A page that has not come to rest so long after an action is recorded as it is, marked as not settled."""
REST_S = 0.15
"""Nothing may have happened for this long before the page is looked at."""
OWN_S = 0.3
"""Pictures that come this soon after one was asked for show nothing new."""
_POLL_S = 0.05
_LAST_WALK_S = 3.2
_LAST_REST_S = 3.0
_RESTLESS_S = 1.0
_AGAIN_S = 2.0
_ELSEWHERE = "Something was done in a page that was open before the recording began: a replay cannot go there."

_Heard = tuple[str, str, Params]


class WebRecorder:
    """Watches all pages of a browser. `command` and `finish` may be called from any thread, the rest from one.

    `asks`: whoever is told of events asks the person for the words that a hot key lacks.
    Left without `finish` having been reached, the recording stays unfinished and can be recovered.
    """

    def __init__(self, out_dir: Path, *, emit: Callable[[Event], None] | None = None, asks: bool = False) -> None:
        self._took_back = False
        self._asks = asks
        self._out_dir = out_dir
        self._emit = emit or _quiet
        self._heard: SimpleQueue[_Heard | Command | None] = SimpleQueue()
        self._targets = Targets()
        self._normaliser = PageNormaliser()
        self._epoch = time.time()
        self._reader = Reader(lambda ms: ms / 1000 - self._epoch)
        self._tabs = Tabs(self._targets, self._now)
        self._mask = Mask(own_patterns())
        self._eyes = Eyes(self._targets, self._epoch, SecretPlaces(self._mask))
        self._awaiting: deque[Performed] = deque()
        self._secrets = SecretValues(self._mask)
        self._paused = False
        self._secret_next = False
        self._done = self._gone = False
        self._signalled = 0.0
        self._stirred = 0.0
        self._rested = 0.0
        self._told_elsewhere = False
        self._listening = False
        self._early: list[Command] = []

    # From outside

    def command(self, command: Command) -> None:
        """One command of a person: pause, resume, undo_last, secret_next, param_next, note, finish."""
        self._heard.put(command)

    def finish(self) -> None:
        """End the recording well."""
        self._heard.put(Command(command="finish"))

    def record(self, browser: str | Wire, *, url: str | None, viewport: tuple[int, int] | None = None) -> Path:
        """Watch `browser` (its endpoint, or a wire to it) until told to finish or it is closed; the recording's folder.

        `url` is opened in a page of its own where given; else recording begins in the page that is in front. `viewport`
        is laid upon pages without a window. Raises EnvironmentUnable, CannotWrite, AlreadyThere.
        """
        self._targets.viewport = viewport
        with ExitStack() as stack:
            try:
                connection = Connection(browser, self._listen, lambda: self._heard.put(None))
                stack.callback(connection.close)
                self._targets.begin(connection)
                stack.callback(self._targets.close)
                first = self._open(connection, url)
            except (ConnectionLost, ProtocolError) as error:
                raise EnvironmentUnable(f"The browser does not answer: {error}") from error
            self._store = Store(self._out_dir, first, app_url=self._first_url, emit=self._emit, mask=self._mask)
            stack.callback(self._store.close)
            self._emit(events.Ready(t=self._t(), viewport=first.frame.size))
            self._listening = True
            for command in self._early:
                self._obey(command)
            self._loop()
            return self._end()

    # Beginning and end

    def _open(self, connection: Connection, url: str | None) -> Look:
        start = opening.first_page(connection, self._targets, url, self._drain)
        self._drain()
        self._first_url = url or start.url
        self._tabs.begin(start)
        look = opening.first_look(self._eyes, self._targets, start, self._drain)
        if look is None:
            raise EnvironmentUnable(f"The page {self._first_url} does not come to rest: nothing can be recorded.")
        self._tabs.awaited = False
        self._rested = time.monotonic()
        return look

    def _end(self) -> Path:
        self._hear_where_pages_went()
        self._outcomes(self._normaliser.flush())
        self._append_all(final=True)
        path = self._store.finish(self._last_look())
        if self._took_back:
            leave_out_undone(path)
        self._emit(events.Finished(t=self._t(), path=str(path)))
        return path

    def _last_look(self) -> Look | None:
        """The page on which the person ended, once it has come to rest; None where it is gone."""
        front, self._listening = self._front(), False
        deadline = time.monotonic() + _LAST_REST_S
        while front is not None and not self._gone and not self._tabs.has_dialog(front.id):
            late = time.monotonic() > deadline
            if late or not front.traffic.busy:
                look = self._eyes.rest(front, insist=late)
                if look is not None or late:
                    return look
            time.sleep(_POLL_S)
            self._drain()
            front = self._front()
        return None

    def _hear_where_pages_went(self) -> None:
        """A page that went somewhere just before the end: its history tells how a moment later."""
        deadline = time.monotonic() + _LAST_WALK_S
        while self._tabs.is_waiting and time.monotonic() < deadline:
            try:
                for told in self._tabs.tick():
                    self._follow(told, None)
            except ConnectionLost:  # the browser is closed: nobody can tell any more
                return
            time.sleep(_POLL_S)

    # Listening: in the reading thread, which never waits

    def _listen(self, session: str, method: str, params: Params) -> None:
        if method == "Target.attachedToTarget":
            self._targets.attached(session, params)
            self._heard.put((params["sessionId"], method, params))
        elif method == "Page.screencastFrame":
            target = self._targets.get(session)
            if target is not None:
                self._targets.picture(target, params)
        elif not method.startswith(_DEAF):
            if method == "Page.javascriptDialogOpening":
                self._targets.give_up(session)
            self._heard.put((session, method, params))

    # The loop

    def _loop(self) -> None:
        while not self._done:
            try:
                heard = self._heard.get(timeout=_POLL_S)
                self._hear(heard)
                self._drain()
            except Empty:
                pass
            for told in self._tabs.tick():
                self._follow(told, None)
            self._outcomes(self._normaliser.tick(self._now()))
            self._append_all()
            if not self._done:
                self._rest()

    def _drain(self) -> None:
        """Take what has come meanwhile."""
        while True:
            try:
                self._hear(self._heard.get_nowait())
            except Empty:
                return

    def _hear(self, heard: _Heard | Command | None) -> None:
        if heard is None:
            self._done = self._gone = True
        elif isinstance(heard, Command):
            if self._listening:
                self._obey(heard)
            else:
                self._early.append(heard)
        else:
            self._event(*heard)

    def _event(self, session: str, method: str, params: Params) -> None:
        if method == "Target.detachedFromTarget":
            gone = self._targets.detached(params["sessionId"])
            if gone is not None:
                self._tabs.detached(gone)
                self._done = self._done or not self._targets.has_pages
            return
        target = self._targets.get(session)
        if target is None:
            return
        self._stirred = time.monotonic()
        if method == "Target.attachedToTarget":
            self._tabs.attached(target)
        elif method == "Runtime.bindingCalled":
            if params.get("name") == BINDING:
                self._told(target, params["payload"])
        else:
            if method == "Page.javascriptDialogOpening" and self._listening:
                self._outcomes(self._normaliser.flush())
            for told in self._tabs.heard(target, method, params):
                self._follow(told, target)

    def _told(self, target: Target, payload: str) -> None:
        page = self._targets.page_of(target)
        spot = self._eyes.place_of(target)
        signal = self._reader.signal(page.id, payload, spot.point, spot.element)
        if signal is None:
            return
        self._secrets.learn(signal)
        if isinstance(signal, Filled):
            return
        if isinstance(signal, Rested):
            self._eyes.rested(signal.moment, target, settled=not page.traffic.busy)
            return
        self._signalled = time.monotonic()
        page.traffic.acted()
        self._tabs.acted(page.id, self._now())
        self._follow(signal, target)

    def _follow(self, told: Told, target: Target | None) -> None:
        """One signal, unless a person paused or it comes from where a replay cannot go."""
        if not self._listening:
            return
        if isinstance(told, HotKey):
            self._keyed(told)
            return
        if self._paused or self._tabs.fronts is None:
            return
        if isinstance(told, Marker):
            self._outcomes((*self._normaliser.flush(), told))
            return
        if isinstance(told, Answered):
            self._answered(told)
            return
        if self._tabs.fronts.number(told.page) is None:
            if not self._told_elsewhere:
                self._told_elsewhere = True
                self._outcomes((Marker(told.t, _ELSEWHERE),))
            return
        told = self._guarded(self._looked_back(told, target) if target is not None else told)
        self._outcomes(self._normaliser.feed(told))
        self._store.raw(rawlog.of_signal(told))

    def _answered(self, told: Answered) -> None:
        """What was said to a dialog belongs to the action that brought it up."""
        if self._awaiting and self._awaiting[-1].page == told.page:
            last = self._awaiting.pop()
            action = replace(last.action, ended=max(last.action.ended, told.t))
            self._awaiting.append(replace(last, action=action, answers=(*last.answers, told.answer)))
        else:
            how = "accepted" if told.answer.accepted else "dismissed"
            sentence = f"The page asked “{told.answer.message}” by itself; that was {how}. A replay does not answer it."
            self._outcomes((Marker(told.t, sentence),))

    def _keyed(self, key: HotKey) -> None:
        """A hot key was pressed. What takes words is left to whoever asks for them."""
        toggled = "resume" if key.name == "pause" and self._paused else key.name
        command = Command.model_validate({"command": toggled})
        worded = command.command == "note" or command.command == "param_next"
        if worded:
            told = {"t": self._t(), "command": toggled, "asks": self._asks}
            self._emit(events.HotKeyPressed.model_validate(told))
        if not (worded and self._asks):
            self._obey(command, key.t)

    def _looked_back(self, told: Signal, target: Target) -> Signal:
        """What was seen at the moment that the page told is evidence, also for what was done before."""
        if isinstance(told, Down | Begin | Key | Wheel | Files) and told.moment is not None:
            return replace(told, moment=self._eyes.kept(told.moment, target, scrolls=isinstance(told, Wheel)))
        return told

    def _guarded(self, told: Signal) -> Signal:
        """A field that is or was secret tells nothing of what it holds."""
        if isinstance(told, Begin):
            element = told.moment.element
            hidden = element is not None and (asks_for_secret(element) or self._store.mask.hides(element))
            if hidden or self._secret_next:
                self._secret_next = False
                self._store.hide(None, element)
                self._secrets.field(told.state.field)
                return replace(told, state=replace(told.state, secret=True, value=None))
        if isinstance(told, Edit) and told.state.secret:
            return replace(told, state=replace(told.state, value=None))
        return told

    # Outcomes

    def _outcomes(self, outcomes: tuple[Outcome, ...]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Marker):
                self._append_all()
                self._store.mark(outcome.sentence, outcome.at)
            else:
                outcome = self._unless_known(outcome)
                self._turn_to(outcome)
                self._awaiting.append(outcome)
                if outcome.after is None:
                    self._store.raw(rawlog.of_action(outcome))
        if outcomes:
            self._append_all()

    def _unless_known(self, done: Performed) -> Performed:
        """A secret that is typed or pasted into another field is secret there too."""
        action = done.action
        if action.kind is not ActionKind.TYPE or action.text is None or not self._mask.knows(action.text):
            return done
        return replace(done, action=replace(action, text=None, secret=True), hidden=action.text)

    def _turn_to(self, done: Performed) -> None:
        """Where a replay would act on another page, it is told to go to this one first."""
        fronts = self._tabs.fronts
        number = fronts.turn_to(done.page, done.action.began) if fronts else None
        if number is not None:
            began = done.action.began
            switch = Action(ActionKind.SWITCH_SURFACE, began, began, text=str(number))
            self._awaiting.append(Performed(switch, done.page, after=done.moment))

    def _append_all(self, *, final: bool = False) -> None:
        """Append what has its evidence by now; with `final` with what there is."""
        while self._awaiting:
            done = self._awaiting[0]
            before, after = self._evidence(done, final=final)
            if before is None or after is None:
                return
            self._awaiting.popleft()
            if done.action.secret:
                self._store.hide(done.hidden, done.element)
            fronts = self._tabs.fronts
            self._store.action(done, before, after, fronts.number(done.page) if fronts else None)

    def _evidence(self, done: Performed, *, final: bool) -> tuple[Look | None, Look | None]:
        before = _look_of(done.moment) or self._eyes.before(done.action.began, done.page) or self._eyes.any()
        after = _look_of(done.after) or self._eyes.after(done.action.ended, final=final)
        if after is None and final:
            front = self._front()
            after = (self._eyes.rest(front, insist=True) if front else None) or self._eyes.any()
            after = replace(after, settled=False) if after and after.t <= done.action.ended else after
        return before, after

    # Looking

    def _front(self) -> Target | None:
        fronts = self._tabs.fronts
        return self._targets.page(fronts.front) if fronts else None

    def _rest(self) -> None:
        """Look at the page once it has come to rest after anything happened."""
        front, now = self._front(), time.monotonic()
        if front is None or self._tabs.has_dialog(front.id) or not self._is_due(front, now):
            return
        late = now - self._signalled > SETTLE_S and bool(self._awaiting)
        if front.traffic.busy and not late:
            return
        if self._eyes.rest(front, insist=late) is not None:
            self._rested = now
            self._append_all()

    def _is_due(self, front: Target, now: float) -> bool:
        """Whether something happened since the last look, and nothing just now."""
        shown = front.changed_at if front.changed_at > self._eyes.captured_at + OWN_S else 0.0
        acted = max(self._signalled, self._stirred)
        if max(acted, shown) <= self._rested or now - acted < REST_S:
            return False
        if now - shown >= REST_S:
            return True
        waited = now - max(acted, self._rested)
        return waited > (_RESTLESS_S if acted > self._rested else _AGAIN_S)

    # Commands

    def _obey(self, command: Command, at: float | None = None) -> None:
        """What was commanded at `at`, s of the recording; None: now."""
        name, at = command.command, self._now() if at is None else at
        if name == "finish" or name == "stop":
            self._done = True
        elif name in ("pause", "resume"):
            self._pause(name == "pause")
        elif name == "undo_last":
            self._undo()
        elif name == "secret_next":
            self._secret_next = True
        elif name == "param_next":
            self._store.name_next(command.name or "", at)
        elif name == "note":
            self._store.note(command.text or "", at)
        else:
            self._emit(events.Warned(t=self._t(), sentence=f"The command “{name}” means nothing to a recorder."))

    def _pause(self, paused: bool) -> None:
        if paused == self._paused:
            return
        if paused:
            self._outcomes(self._normaliser.flush())
        else:
            self._normaliser = PageNormaliser()
        self._paused = paused
        self._emit(events.Paused(t=self._t()) if paused else events.Resumed(t=self._t()))

    def _undo(self) -> None:
        self._outcomes(self._normaliser.flush())
        if self._awaiting:
            self._append_all(final=True)
        self._took_back = True
        self._store.raw((RawEvent(t=self._t(), kind="command", name="undo_last"),))
        index = self._store.undo_last()
        if index is not None:
            self._emit(events.Undone(t=self._t(), index=index))

    def _now(self) -> float:
        return time.time() - self._epoch

    def _t(self) -> float:
        return round(max(self._now(), 0.0), 3)


_DEAF = (
    "Page.screencastVisibility", "Page.frameScheduled", "Page.frameClearedScheduled",
    "Network.dataReceived", "Network.responseReceived", "Network.requestWillBeSentExtraInfo", "Network.policyUpdated",
    "Network.webSocket", "Runtime.executionContext", "Runtime.console", "Network.resourceChangedPriority",
    "Page.lifecycle", "Network.requestServedFromCache", "Page.frameStartedLoading", "Page.frameStopped",
)  # fmt: skip
"""Events that nothing is made of."""


def _look_of(moment: Moment | None) -> Look | None:
    return moment.evidence if moment is not None and isinstance(moment.evidence, Look) else None


def _quiet(_event: Event) -> None:
    """Tells nobody."""
