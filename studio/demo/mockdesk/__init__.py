"""MockDesk, the practice program for the desktop: a small "Referral desk" whose patients are all invented.

It is a process of its own (`python -m studio.demo.mockdesk`), keeps its records in SQLite, and changes on demand
(`--drift`). This file and `options`, `people`, `store`, `words`, `display` know no Qt.
"""
