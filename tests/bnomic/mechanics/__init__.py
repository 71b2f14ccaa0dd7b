"""What its mechanics decide."""
