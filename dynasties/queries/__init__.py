"""What is asked of Dynasties, the tracker and its pages: rows in, frozen facts out. Reads only."""
