"""Pictures in, facts out: frames, matching, text, hashes, settling."""
