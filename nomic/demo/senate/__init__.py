"""The demo game of Quorum: who sits in which Episode, and what e decides there."""
