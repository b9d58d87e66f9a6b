"""Nothing of ours listens to the network: each address that the sources bind is this computer's own."""

from __future__ import annotations

import ast
import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import studio
from studio.demo.mockmed import serve

ROOT = Path(studio.__file__).parent
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
BINDING = {"bind", "create_server", "start_server", "start_unix_server"}
MAKERS = re.compile(r"(HTTPServer|TCPServer|UDPServer|QTcpServer|QLocalServer|QHttpServer|QWebSocketServer)$")


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _constants(tree: ast.Module) -> dict[str, object]:
    assigned = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)]
    return {_name(node.targets[0]): node.value.value for node in assigned if isinstance(node.value, ast.Constant)}


def bound_addresses(source: str) -> Iterator[object]:
    """Each address that this code binds; None for one that is not written out."""
    tree = ast.parse(source)
    constants, nodes = _constants(tree), list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.ClassDef) and any(MAKERS.search(_name(base)) for base in node.bases):
            calls = [c for c in ast.walk(node) if isinstance(c, ast.Call) and _name(c.func) == "__init__" and c.args]
            yield from (_address(call.args[0], constants) for call in calls)
            if not calls:
                yield None
        elif isinstance(node, ast.Call) and _binds(node.func):
            yield _address(node.args[0], constants) if node.args else None


def _binds(called: ast.expr) -> bool:
    method = isinstance(called, ast.Attribute) and called.attr in BINDING
    return method or MAKERS.search(_name(called)) is not None


def _address(node: ast.expr, constants: dict[str, object]) -> object:
    first = node.elts[0] if isinstance(node, ast.Tuple) and node.elts else node
    return first.value if isinstance(first, ast.Constant) else constants.get(_name(first))


def test_every_server_of_the_sources_binds_the_loopback_address() -> None:
    texts = {path: path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    hinted = {path: text for path, text in texts.items() if re.search(r"Server\b|\.bind\(|_server\(", text)}
    found = {str(path.relative_to(ROOT)): list(bound_addresses(text)) for path, text in hinted.items()}
    bound = {name: addresses for name, addresses in found.items() if addresses}
    assert "demo/mockmed/server.py" in bound
    assert {name: a for name, a in bound.items() if not set(a) <= LOOPBACK} == {}


@pytest.mark.parametrize(
    "source",
    [
        "s.bind(('', 0))",
        "s.bind((host, 1))",
        "import http.server\nhttp.server.HTTPServer(('0.0.0.0', 0), H)",
        "class S(ThreadingHTTPServer):\n    pass",
        "ANY = '::'\nclass S(TCPServer):\n    def __init__(self):\n        super().__init__((ANY, 1), H)",
        "asyncio.start_server(cb, '0.0.0.0')",
        "QTcpServer(self)",
    ],
)
def test_the_walk_sees_what_would_listen_elsewhere(source: str) -> None:
    assert not set(bound_addresses(source)) <= LOOPBACK


def test_no_browser_is_told_to_let_itself_be_reached_from_elsewhere() -> None:
    texts = {path: path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    wrong = ("--remote-debugging-address", "--remote-allow-origins=*", "--disable-web-security")
    assert [path for path, text in texts.items() if any(flag in text for flag in wrong)] == []


@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_the_practice_clinic_is_heard_on_this_computer_alone() -> None:
    before = _listening()
    with serve():
        own = _listening() - before
    assert own == {socket.inet_aton("127.0.0.1")}


def _listening() -> set[bytes]:
    """Addresses on which this process listens; of IPv6 the 16 bytes."""
    links = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            links.append(os.readlink(entry))  # noqa: PTH115
        except OSError:
            continue  # that was the listing itself
    inodes = {link[8:-1] for link in links if link.startswith("socket:[")}
    rows = [row.split() for table in ("tcp", "tcp6") for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]]
    heard = (row[1].split(":")[0] for row in rows if row[3] == "0A" and row[9] in inodes)
    return {b"".join(bytes.fromhex(a[i : i + 8])[::-1] for i in range(0, len(a), 8)) for a in heard}
