"""Frozen values of the product: what was recorded, what it compiled into, what a run found.

Nothing here touches a screen, a file or a clock, and nothing here imports another room of the engine.
"""
