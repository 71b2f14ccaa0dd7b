"""How the law is laid down, amended and found void."""
