"""The compiler: one demonstration in, one bundle out. One file per pass; see compile.py for their order."""

from studio.engine.compiler.compile import compile_recording
from studio.engine.compiler.params import ParamDecision
from studio.engine.compiler.targets import AnchorDraft, draft_anchor

__all__ = ["AnchorDraft", "ParamDecision", "compile_recording", "draft_anchor"]
