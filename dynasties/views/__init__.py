"""Pages of the tracker and of Dynasties."""
