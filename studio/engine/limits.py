"""The most that is read of anything from outside: one place for all limits, each with the reason for its size.

A file, a stream or an answer beyond them is refused with a sentence, or left out where a list only peeks at it. Those
of texts and counts inside of a snapshot stand in `model/structure_json.py`, since the model imports nothing.
"""

from __future__ import annotations

# Text and numbers

MAX_DEPTH = 60
"""How deeply JSON may be nested: ours goes ten deep, and readers of other programs fall over at some hundreds."""

MAX_NUMBER = 1e15
"""Largest real number: beyond it pixels and seconds mean nothing, and whole numbers are no longer exact."""

MAX_DIGITS = 16
"""Digits of a whole number: more are not exact in other languages, and thousands of them take minutes to read."""

# Pictures

MAX_PIXELS = 64_000_000
"""Larger pictures are refused before they are decoded: no screen is that large, and a small file can claim any size."""

MAX_PICTURE_BYTES = 256_000_000
"""A picture's file: what MAX_PIXELS takes where nothing can be packed."""

# Recordings

MAX_EVENTS = 200_000
"""Actions of one recording: a week of work without a pause."""

MAX_MARKS = 200_000
"""Markers of what could not be recorded."""

MAX_META_BYTES = 16_000_000
"""meta.json: it holds values that were typed."""

MAX_EVENTS_BYTES = 512_000_000
"""events.jsonl, not_recorded.jsonl and raw.jsonl, which are read whole."""

MAX_RAW_LINES = 2_000_000
"""Lines of raw.jsonl: two days of a mouse that never rests."""

MAX_STRUCTURE_BYTES = 64_000_000
"""One snapshot of a program's structure."""

# Bundles

MAX_STEPS = 20_000
"""Steps of one workflow."""

MAX_FILES = 20_000
"""Files of one bundle: a crop and a frame for each of its steps come to less."""

MAX_FOLDERS_DEEP = 4
"""Folders inside of each other in a bundle: ours goes two deep."""

MAX_WORKFLOW_BYTES = 128_000_000
"""workflow.json."""

MAX_SMALL_BYTES = 16_000_000
"""manifest.json, param_proposals.json, settings and what the window keeps of itself."""

MAX_DECISIONS_BYTES = 16_000_000
"""decisions.jsonl: some ten thousand words of people."""

MAX_SIDE = 30_000
"""Width or height in px of the screen that a workflow was recorded on."""

# Shared files

MAX_ENTRIES = 40_000
"""Entries of a shared file: two pictures and two snapshots for each of ten thousand actions."""

MAX_TOTAL_BYTES = 4_000_000_000
"""All entries of a shared file, unpacked."""

MAX_HEAD_BYTES = 64_000
"""The head of a shared file."""

MAX_RATIO = 1_100
"""Deflate never packs tighter than 1:1032; what claims to is made to harm."""

# Runs, streams and answers

MAX_REPORT_BYTES = 128_000_000
"""report.json of a run: some kB for each step."""

MAX_ANSWERS_BYTES = 4_000_000
"""A file with a person's answers to proposed parameters."""

MAX_LINE = 16_000_000
"""One line of a stream between our own processes, in bytes. Longer ones are left out."""

MAX_ANSWER_CHARS = 64_000_000
"""What a page answers to one question: its script cuts texts and counts long before."""
