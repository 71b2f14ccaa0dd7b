"""What is asked of nweeks and their ballots. Reads only."""
