"""The procedure of B Nomic."""
