"""Pages of the law."""
