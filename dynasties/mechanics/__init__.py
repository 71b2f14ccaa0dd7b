"""What the rules of the tracker, of Dynasties and of ascension say, as pure functions."""
