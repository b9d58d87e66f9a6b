"""The view of a graph: zoom, pan, keys, selection, states of a run. Pages talk to this and to nothing below it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontInfo,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QToolTip, QWidget

from studio.engine.saying import Say, english
from studio.graphview.actions import NodeAction, menu_of
from studio.graphview.camera import STEP, Camera
from studio.graphview.gestures import Band, Gesture, Pan, Pick
from studio.graphview.keys import Keys
from studio.graphview.layout.colors import GraphColors
from studio.graphview.layout.graph import Node, NodeKind
from studio.graphview.layout.live import Live
from studio.graphview.layout.plan import Plan
from studio.graphview.layout.walking import matching
from studio.graphview.legend import Legend
from studio.graphview.marks import Marks, live_on_nodes, on_nodes
from studio.graphview.minimap import Minimap
from studio.graphview.painting.ink import Ink
from studio.graphview.pictures import Pictures
from studio.graphview.scene import GraphScene
from studio.graphview.voice import announce, spoken


class GraphView(QGraphicsView):
    """Shows one plan; `say` says its own words.

    Signals: `selectionChanged(ids)`, `currentChanged(id)`, `opened(id)` (Enter or double click), `unfolded(id)` (the
    same on a subflow), `stageToggled(section id)` (its head was clicked, G, or Enter on a folded one),
    `asked(action id, node ids)`, `planChanged()`, `marksChanged()` (states, breakpoints), `zoomChanged(zoom)`.
    """

    selectionChanged = Signal(tuple)
    currentChanged = Signal(str)
    opened = Signal(str)
    unfolded = Signal(str)
    stageToggled = Signal(str)
    asked = Signal(str, tuple)
    planChanged = Signal()
    marksChanged = Signal()
    zoomChanged = Signal(float)

    def __init__(self, parent: QWidget | None = None, say: Say = english) -> None:
        super().__init__(parent)
        self.say = say
        self._scene = GraphScene(self)
        self.camera = Camera(self)
        self._keys = Keys(self)
        self._gesture: Gesture | None = None
        self._actions: tuple[NodeAction, ...] = ()
        self.minimap = Minimap(self)
        self.legend = Legend(self)
        self.setScene(self._scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(False)
        self.setAccessibleName(say("Program graph"))
        self.camera.changed.connect(self._camera_moved)
        self.camera.rested.connect(self._camera_rests)
        self._scale_to_font()

    # what is shown

    @property
    def plan(self) -> Plan:
        """The plan that is shown."""
        return self._scene.plan

    @property
    def marks(self) -> Marks:
        """States, breakpoints, selection."""
        return self._scene.marks

    @property
    def ink(self) -> Ink:
        """Colours and fonts."""
        return self._scene.ink

    def set_graph(self, plan: Plan) -> None:
        """Show a plan. Selection stays, and what was looked at stays where it was; the first plan is fitted."""
        first = not self.plan.model.nodes
        held = self._held()
        before = self.selection
        self._scene.set_plan(plan)
        self.camera.roam(self.whole())
        if first:
            self.fit()
        elif held is not None and held[0] in plan.layout.boxes:
            self.camera.scroll(self.mapFromScene(QRectF(*plan.layout.boxes[held[0]]).topLeft()) - held[1])
        self.minimap.renew()
        self.legend.renew()
        self._camera_moved()
        self.planChanged.emit()
        if before != self.selection:
            self._tell_selection()

    def set_colors(self, colors: GraphColors) -> None:
        """Draw in a theme's colours."""
        self._scene.set_colors(colors)
        self.minimap.renew()
        self.legend.renew()

    def set_pictures(self, source: Pictures | None) -> None:
        """Where pictures of targets come from; it is called off the GUI thread, once for each step that is seen."""
        self._scene.shelf.set_source(source)
        self._scene.stamps.clear()
        self._renew()

    def set_actions(self, actions: Sequence[NodeAction]) -> None:
        """What the context menu and the keys offer on nodes."""
        self._actions = tuple(actions)

    def set_live(self, steps: Mapping[str, Live]) -> None:
        """States of a run, by step; empty outside of a run. The same ones again cost nothing."""
        live = live_on_nodes(self.plan, steps)
        if steps == self.marks.steps and live == self.marks.live:
            return
        self.marks.steps = dict(steps)
        self.marks.live = live
        self._remark()

    def update_live(self, step: str, state: Live) -> None:
        """One step has come to another state."""
        self.marks.steps[step] = state
        self.marks.live = live_on_nodes(self.plan, self.marks.steps)
        self._remark()

    def set_breakpoints(self, steps: Iterable[str]) -> None:
        """Steps at which a run pauses. The same ones again cost nothing."""
        stops = frozenset(steps)
        nodes = on_nodes(self.plan, stops)
        if (stops, nodes) == (self.marks.stops, self.marks.breakpoints):
            return
        self.marks.stops, self.marks.breakpoints = stops, nodes
        self._remark()

    def search(self, text: str) -> tuple[str, ...]:
        """Nodes that a search means, in reading order; all others fade. An empty text means all again."""
        found = matching(self.plan, text) if text.strip() else ()
        self.marks.meant = frozenset(found) if text.strip() else None
        self._renew()
        return found

    # selection

    @property
    def selection(self) -> tuple[str, ...]:
        """Selected nodes in the order in which they were selected."""
        return self.marks.selected

    @property
    def selected_nodes(self) -> tuple[Node, ...]:
        """The same as nodes."""
        return tuple(self.plan.model.by_id[key] for key in self.selection)

    @property
    def current(self) -> str | None:
        """The node that keys go on from."""
        return self.marks.current

    @property
    def actions_offered(self) -> tuple[NodeAction, ...]:
        """What can be done with nodes."""
        return self._actions

    def select(self, nodes: Iterable[str]) -> None:
        """Select nodes; the last one becomes the current one. Unknown ones are left out."""
        chosen = tuple(dict.fromkeys(key for key in nodes if key in self.plan.model.by_id))
        if chosen == self.selection:
            return
        self.marks.selected = chosen
        self.marks.current = chosen[-1] if chosen else self.marks.current
        self._renew()
        self._tell_selection()

    def go_to(self, node: str) -> None:
        """Select a node and bring it into view, as keys do. Nothing happens where it is not there (any more)."""
        if node not in self.plan.layout.boxes:
            return
        self._scene.ring = True
        self.select((node,))
        self.camera.show(QRectF(*self.plan.layout.boxes[node]))

    def select_step(self, step: str) -> None:
        """Select the first node that runs a step and bring it into view."""
        nodes = self.plan.model.of_step.get(step, ())
        if nodes:
            self.select(nodes[:1])
            self.camera.show(QRectF(*self.plan.layout.boxes[nodes[0]]))

    def nodes_within(self, area: QRect) -> tuple[str, ...]:
        """Nodes that lie whole in an area of the viewport, in reading order."""
        wanted = self.mapToScene(area).boundingRect()
        return tuple(key for key in self.plan.walk if wanted.contains(QRectF(*self.plan.layout.boxes[key])))

    def covers_nodes(self, area: QRect) -> bool:
        """Whether an area of the viewport lies over any node."""
        return self._scene.holds_nodes(self.mapToScene(area).boundingRect())

    def open_node(self, node: str) -> None:
        """What Enter does."""
        kind = self.plan.model.by_id[node].kind
        if kind is NodeKind.STAGE:
            self.stageToggled.emit(node.removeprefix("stage:"))
        else:
            (self.unfolded if kind is NodeKind.SUBFLOW else self.opened).emit(node)

    def toggle_stage(self) -> None:
        """Fold or unfold the stage of the current node."""
        outer = self.current
        while outer is not None and (parent := self.plan.model.by_id[outer].parent) is not None:
            outer = parent
        for section in self.plan.model.sections:
            if outer in section.nodes:
                self.stageToggled.emit(section.id)

    def ask(self, action: str) -> None:
        """Tell that an action was chosen for the selected nodes."""
        self.asked.emit(action, self.selection)

    # camera

    def whole(self) -> QRectF:
        """The rectangle of the whole graph."""
        return self._scene.sceneRect()

    def seen(self) -> QRectF:
        """The part of the scene that is seen."""
        return self.camera.seen

    @property
    def zoom(self) -> float:
        """1 is 100 %."""
        return self.camera.zoom

    def set_zoom(self, zoom: float) -> None:
        """Zoom around the middle."""
        self.camera.set_zoom(zoom)

    def zoom_by(self, factor: float) -> None:
        """Nearer or farther."""
        self.camera.zoom_by(factor)

    def fit(self) -> None:
        """Show the whole graph, at most at 100 %."""
        self.camera.frame(self.whole())

    def zoom_to_selection(self) -> None:
        """Let the selected nodes fill the view."""
        areas = [QRectF(*self.plan.layout.boxes[key]) for key in self.selection]
        if areas:
            area = areas[0]
            for other in areas[1:]:
                area = area.united(other)
            self.camera.frame(area.adjusted(-40, -40, 40, 40), most=1.6)

    def center_on(self, x: float, y: float) -> None:
        """Look at a point of the scene at once, as the minimap does."""
        self.centerOn(x, y)
        self._camera_moved()

    def scroll_by(self, by: QPoint) -> None:
        """Pan by px of the viewport."""
        self.camera.scroll(by)

    def close_workers(self) -> None:
        """Stop what runs off the GUI thread; call it before the view goes for good."""
        self._scene.shelf.close()

    # events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys walk along edges; see `Keys`."""
        if self._keys.press(event):
            event.accept()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        at, button, held = event.position().toPoint(), event.button(), event.modifiers()
        node = self.node_under(at)
        adding = bool(held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
        self._scene.ring = False
        if button == Qt.MouseButton.MiddleButton:
            self._gesture = Pan(self, at, clears=False)
        elif button == Qt.MouseButton.LeftButton and node is not None:
            self._gesture = Pick(self, at, node, adding=adding)
        elif button == Qt.MouseButton.LeftButton:
            self._gesture = Band(self, at) if adding else Pan(self, at, clears=True)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with the gesture."""
        if self._gesture is not None:
            self._gesture.move(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        if self._gesture is not None:
            self._gesture.release(event.position().toPoint())
            self._gesture = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the node under the mouse."""
        node = self.node_under(event.position().toPoint())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.open_node(node)

    def head_clicked(self, at: QPoint) -> bool:
        """Whether a click on the ground meant the head of a stage."""
        spot = self.mapToScene(at)
        section = self._scene.section_at(spot.x(), spot.y())
        if section is not None:
            self.stageToggled.emit(section)
        return section is not None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel pans; with Ctrl it zooms to where the mouse is."""
        by = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.camera.zoom_by(STEP ** (by.y() / 120), event.position().toPoint())
        else:
            px = event.pixelDelta()
            self.scroll_by(-px if not px.isNull() else -by / 2)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of what can be done with the selected nodes."""
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        node = self.current if by_keys else self.node_under(event.pos())
        if node is None or not self._actions:
            return
        if node not in self.selection:
            self.select((node,))
        at = self.mapFromScene(QRectF(*self.plan.layout.boxes[node]).center()) if by_keys else event.pos()
        menu = menu_of(self._actions, self.selected_nodes, self.ask, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(at))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tips tell what a node says to a screen reader."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self.node_under(event.pos())
            said = spoken(self.plan, self.marks, node, self.say)
            QToolTip.showText(event.globalPos(), said, self.viewport()) if said else QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The overview stays in its corner."""
        super().resizeEvent(event)
        self.camera.roam()
        self.minimap.move(self.width() - self.minimap.width() - 16, self.height() - self.minimap.height() - 16)
        self.legend.place()
        self._camera_moved()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keys that come in begin at the first node where none was chosen yet."""
        super().focusInEvent(event)
        keyed = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self._scene.ring = keyed
        if keyed and self.current is None and self.plan.walk:
            self.go_to(self.plan.walk[0])
        self._renew()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes with the focus."""
        super().focusOutEvent(event)
        self._scene.ring = False
        self._renew()

    def changeEvent(self, event: QEvent) -> None:
        """Another system font means another size of everything."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange) and hasattr(self, "camera"):
            self._scale_to_font()

    def node_under(self, at: QPoint) -> str | None:
        """The node at a point of the viewport."""
        spot = self.mapToScene(at)
        return self._scene.node_at(spot.x(), spot.y())

    def _scale_to_font(self) -> None:
        zoom = self.zoom
        self.camera.base = max(QFontInfo(QGuiApplication.font()).pixelSize(), 10) / 13
        self._scene.set_colors(self.ink.colors)
        self.camera.set_zoom(zoom)

    def _held(self) -> tuple[str, QPoint] | None:
        """A node that is looked at, and where: the current one where it is seen, else the first that is."""
        seen, boxes = self.seen(), self.plan.layout.boxes
        wanted = [self.current] if self.current in boxes else []
        for key in (*wanted, *self.plan.walk):
            if key is not None and seen.intersects(QRectF(*boxes[key])):
                return key, self.mapFromScene(QRectF(*boxes[key]).topLeft())
        return None

    def _tell_selection(self) -> None:
        announce(self, spoken(self.plan, self.marks, self.current if self.selection else None, self.say))
        self.selectionChanged.emit(self.selection)
        if self.selection and self.current is not None:
            self.currentChanged.emit(self.current)

    def _camera_moved(self) -> None:
        self._scene.moving = not self.camera.resting
        self.viewport().update()
        self.minimap.refresh()
        self.legend.place()
        self.zoomChanged.emit(self.zoom)

    def _camera_rests(self) -> None:
        self._scene.moving = False
        self._renew()

    def _remark(self) -> None:
        self._renew()
        self.marksChanged.emit()

    def _renew(self) -> None:
        self.viewport().update()
        self.minimap.renew()
