"""What is typed into the pages of the Senate."""
