"""`./dev bench`: what the product costs, as ratios against a plain browser script of the same actions, in one run."""
