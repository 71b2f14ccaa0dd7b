"""What is typed about Proposals and at the desk, before it is understood."""
