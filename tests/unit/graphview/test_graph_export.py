"""The graph in files: complete, escaped, loading nothing."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from helpers.graphs import full_workflow, long_workflow, step

from studio.engine.model.workflow import Workflow
from studio.graphview.export import to_html, to_json, to_mermaid, to_svg
from studio.graphview.layout import Plan, StepNotes, graph_model, planned
from studio.graphview.layout.colors import DARK

PNG = bytes.fromhex("89504e470d0a1a0a")
NASTY = 'click ‘</title><script>alert(1)</script>"&#39;\u0001]|\n’'


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Every kind of node and edge."""
    return planned(graph_model(full_workflow(), opened=("rows/fill",)))


@pytest.fixture(scope="module")
def nasty() -> Plan:
    """Texts that would break out of a file that does not escape them."""
    steps = (step(1, NASTY), step(2, "click ‘b’"))
    notes = {"s1": StepNotes(problems=("<img src=x onerror=alert(1)>",), comment='"quoted" & more')}
    return planned(graph_model(Workflow(name="<b>w</b>", viewport=(8, 8), steps=steps), notes=notes))


def test_svg_shows_everything(plan: Plan) -> None:
    root = ElementTree.fromstring(to_svg(plan, colors=DARK))
    text = " ".join("".join(e.itertext()) for e in root.iter())
    for said in ("Press Enter", "for each row of", "Ask me", "No such patient", "shows “1 of 1”", "Go on"):
        assert said in text
    groups = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("role") == "img"]
    assert len(groups) == len(plan.model.nodes)
    assert DARK.card in to_svg(plan, colors=DARK)


def test_svg_carries_pictures_inside() -> None:
    from studio.engine.model.anchor import Anchor
    from studio.engine.model.geometry import Point, Region

    anchor = Anchor(template="templates/a.png", region=Region(0, 0, 80, 30), click_point=Point(40, 15))
    workflow = Workflow(name="w", viewport=(800, 600), steps=(step(1, "click ‘Save’", anchor=anchor),))
    asked: list[str] = []
    svg = to_svg(planned(graph_model(workflow)), lambda s: asked.append(s) or PNG)
    assert asked == ["s1"]
    assert "data:image/png;base64,iVBORw0KGgo=" in svg
    assert "<image" not in to_svg(planned(graph_model(workflow)))


def test_nothing_breaks_out_and_nothing_is_loaded(nasty: Plan) -> None:
    ElementTree.fromstring(to_svg(nasty))
    page = to_html(nasty)

    class Tags(HTMLParser):
        names: set[str] = set()
        values: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.names.add(tag)
            self.values += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href", "onerror")]

    tags = Tags()
    tags.feed(page)
    assert not tags.names & {"script", "img", "link", "iframe", "b", "object"}
    assert tags.values == []
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page
    assert "onerror=alert(1)&gt;" in page


def test_mermaid_names_every_node_and_edge_once(plan: Plan, nasty: Plan) -> None:
    text = to_mermaid(plan.model)
    nodes = [n for n in plan.model.nodes if not n.framed]
    assert len(re.findall(r"^\s+n\d+[\[({]", text, re.MULTILINE)) == len(nodes)
    assert len(re.findall(r"^\s*end$", text, re.MULTILINE)) == text.count("subgraph") == 2
    assert len(re.findall(r"-->|-\.->|~~~", text)) == len(plan.model.edges)
    assert len(re.findall(r"-\.->", text)) == 5
    lines = to_mermaid(nasty.model).splitlines()
    assert len(lines) == 6
    assert all(line.count('"') in (0, 2) and "<" not in line for line in lines)
    assert "subgraph s1" in to_mermaid(graph_model(long_workflow(20)))


def test_json_has_places(plan: Plan) -> None:
    data = json.loads(to_json(plan))
    assert data["version"] == 1
    boxes = {n["id"]: n["box"] for n in data["nodes"]}
    assert boxes["s1"] == list(plan.layout.boxes["s1"])
    assert len(data["edges"]) == len(plan.model.edges)
    assert all(len(edge["route"]) >= 2 for edge in data["edges"])
    assert next(n for n in data["nodes"] if n["id"] == "rows/s10")["badges"] == ["irreversible", "record"]
