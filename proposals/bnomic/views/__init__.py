"""Pages of nweeks and ballots."""
