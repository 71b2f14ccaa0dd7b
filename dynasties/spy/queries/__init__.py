"""What is asked of a spy dynasty. Reads only; what is top secret comes through `covers` alone."""
