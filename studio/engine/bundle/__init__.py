"""The bundle format: write atomically, seal, verify, validate, upgrade. See docs/bundle-format.md."""

from studio.engine.bundle.decisions import append_decision, read_decisions
from studio.engine.bundle.problem import Problem
from studio.engine.bundle.reader import Bundle, load_bundle
from studio.engine.bundle.validate import assets_of, validate_workflow
from studio.engine.bundle.workflow_py import render_workflow
from studio.engine.bundle.writer import save_bundle, seal_bundle

__all__ = [
    "Bundle",
    "Problem",
    "append_decision",
    "assets_of",
    "load_bundle",
    "read_decisions",
    "render_workflow",
    "save_bundle",
    "seal_bundle",
    "validate_workflow",
]
