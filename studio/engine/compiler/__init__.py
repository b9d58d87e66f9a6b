"""From a recording to a bundle, one file a pass."""
