"""Four weeks at a cold buffet: the script of a game of spies."""
