"""The field: real programs that nobody here wrote, worked by a person in code, judged from outside (docs/field.md)."""
