"""Practice programs: they play the part of somebody else's software and know nothing of the studio.

Everything in them is obviously fake. Drift and fault modes make them change and misbehave on demand.
"""
