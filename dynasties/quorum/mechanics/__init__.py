"""What the rules of Quorum decide: pure, exact, in whole numbers."""
