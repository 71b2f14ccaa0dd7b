"""Pages of the journal and of deciding."""
