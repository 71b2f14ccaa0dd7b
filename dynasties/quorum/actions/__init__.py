"""What is done in an Episode: each takes the floor, asks a mechanic, writes and records."""
