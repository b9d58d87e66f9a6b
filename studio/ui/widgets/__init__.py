"""Parts that pages are made of. Each asks the theme for its colours and follows when it changes."""
