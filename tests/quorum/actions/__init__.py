"""Acts in Episodes."""
