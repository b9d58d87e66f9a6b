"""MockMed, the practice clinic: a small web program with fake patients, kept in SQLite, for this machine only.

`serve` starts it inside the calling process; `main` is the command `studio demo mockmed`.
"""

from studio.demo.mockmed.command import main
from studio.demo.mockmed.server import MockMed, serve

__all__ = ["MockMed", "main", "serve"]
