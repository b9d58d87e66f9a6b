"""What must not be seen or kept: known secrets, fields that ask for one, card numbers, what a person's patterns name.

One `Mask` for the recorder, one `Redactor` for a run; both cover texts, structure and frames before they are written.
"""
