"""What is typed into the tracker, its pages and the ascension wizard."""
