"""Reviewing heals: what is decided and how it is grouped (no widgets), the five ways to look, the evidence."""
