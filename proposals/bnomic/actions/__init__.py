"""What is done in nweeks and ballots: each act in one floor."""
