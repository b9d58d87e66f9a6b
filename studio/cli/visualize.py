"""`studio visualize`: the graph of a bundle as a picture, a page or a text."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from studio.cli.exit_codes import DONE
from studio.cli.output import print_json, say
from studio.cli.parsing import Commands, WrongUsage, command

if TYPE_CHECKING:
    from studio.engine.bundle import Bundle
    from studio.graphview.layout import Plan

FORMATS = ("svg", "png", "mermaid", "json", "html")
_ENDINGS = {"mermaid": "mmd"}


def add(commands: Commands) -> None:
    """Add the command."""
    parser = command(commands, "visualize", run, "Draw the graph of a bundle as SVG, PNG, page, Mermaid or JSON.")
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the folder of a bundle")
    parser.add_argument("--format", choices=FORMATS, help="by default from the ending of FILE, else svg")
    parser.add_argument("--out", type=Path, metavar="FILE", help="by default the bundle's name beside you")
    parser.add_argument("--dark", action="store_true", help="dark colours (svg, png)")
    parser.add_argument("--one-line", action="store_true", help="one column instead of stages side by side")
    parser.add_argument("--without-pictures", action="store_true", help="leave out the pictures of the targets")


def run(options: argparse.Namespace) -> int:
    """Draw. A bundle that cannot be read is BadInput; a PNG where no Qt runs is EnvironmentUnable."""
    from studio.engine.bundle import load_bundle
    from studio.engine.errors import BadInput, CannotWrite
    from studio.engine.files import write_atomically
    from studio.graphview.layout import graph_model, planned

    kind = options.format or _by_ending(options.out)
    out = options.out or Path(f"{options.bundle.resolve().name}.{_ENDINGS.get(kind, kind)}")
    bundle = load_bundle(options.bundle)
    if out.resolve().is_relative_to(bundle.dir.resolve()):
        raise BadInput(f"{out} lies inside the bundle, which is sealed. Choose an --out beside it.")
    if not out.parent.is_dir():
        raise CannotWrite(f"{out} was not written: {out.parent} is no folder. Make it first, or choose another --out.")
    plan = planned(graph_model(bundle.workflow, sections=() if options.one_line else None))
    write_atomically(
        out, _png(bundle, options) if kind == "png" else _text(kind, bundle, plan, options).encode(), shared=True
    )
    if options.json:
        print_json({"ok": True, "out": str(out), "format": kind, "nodes": len(plan.model.nodes)})
    else:
        say(str(out))
    return DONE


def _by_ending(out: Path | None) -> str:
    endings = {_ENDINGS.get(kind, kind): kind for kind in FORMATS}
    if out is None or not out.suffix:
        return "svg"
    kind = endings.get(out.suffix.lstrip(".").lower())
    if kind is None:
        known = ", ".join(f".{ending}" for ending in endings)
        raise WrongUsage(f"{out.name} ends in {out.suffix}, which is no format: end it in {known}, or give --format.")
    return kind


def _text(kind: str, bundle: Bundle, plan: Plan, options: argparse.Namespace) -> str:
    from studio.graphview.export import to_html, to_json, to_mermaid, to_svg
    from studio.graphview.layout.colors import DARK, LIGHT

    pictures = _no_picture if options.without_pictures else _pictures(bundle)
    if kind == "svg":
        return to_svg(plan, pictures, DARK if options.dark else LIGHT)
    if kind == "html":
        return to_html(plan, pictures)
    return to_mermaid(plan.model) if kind == "mermaid" else to_json(plan)


def _no_picture(step_id: str) -> bytes | None:
    del step_id
    return None


def _pictures(bundle: Bundle) -> Callable[[str], bytes | None]:
    """The crop of a step's target, as it was sealed."""

    def picture(step_id: str) -> bytes | None:
        path = _crop(bundle, step_id)
        return bundle.asset_bytes(path) if path else None

    return picture


def _crop(bundle: Bundle, step_id: str) -> str | None:
    anchor = bundle.workflow.step(step_id).anchor
    path = anchor.template if anchor else None
    return path if path in bundle.hashes else None


def _png(bundle: Bundle, options: argparse.Namespace) -> bytes:
    """Drawn by a process of its own: the command line knows no Qt."""
    from studio.engine.backends.protocols import EnvironmentUnable

    crops = {step.id: _crop(bundle, step.id) for step in bundle.workflow.steps}
    paths = {step: str(bundle.dir / path) for step, path in crops.items() if path}
    request = {
        "workflow": bundle.workflow.model_dump(mode="json"),
        "pictures": {} if options.without_pictures else paths,
        "dark": options.dark,
        "one_line": options.one_line,
    }
    painter = [sys.executable, "-m", "studio.graphview.png"]
    done = subprocess.run(painter, input=json.dumps(request).encode(), capture_output=True, check=False)
    if done.returncode or not done.stdout:
        said = (done.stderr.decode(errors="replace").strip().splitlines() or [f"exit {done.returncode}"])[-1]
        raise EnvironmentUnable(f"The PNG could not be drawn ({said}). --format svg needs nothing but this program.")
    return done.stdout
