"""Episodes told anew from seed and decisions, and held against the tables."""
