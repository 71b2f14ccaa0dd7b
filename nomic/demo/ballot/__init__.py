"""The demo game of B Nomic: what is submitted, what becomes of it, and who has a hand on the Clock."""
