"""Pages of the lobby, the roster and the log. A view reads through queries, acts through one action, and answers."""
