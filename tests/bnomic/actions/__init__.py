"""What is done in its games."""
