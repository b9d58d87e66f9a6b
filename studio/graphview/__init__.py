"""The picture of a workflow: one layout, drawn in the window and written to files.

`layout` and `export` are pure and free of Qt; `view`, `scene` and what they use are the Qt part.
Sees nothing of the engine but its model.
"""
