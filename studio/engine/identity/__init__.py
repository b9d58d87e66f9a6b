"""Proof that a row is the record that is meant: letter for letter, by pixels where letters look alike, also hashed."""
