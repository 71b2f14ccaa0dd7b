"""The pages of the Senate."""
