"""Quorum: episodes of a senate, played by people and programs at one table."""
