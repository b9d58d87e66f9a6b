"""Parts of the Parameters page: what is decided (pure), cards, pictures, and the one batch that applies it."""
