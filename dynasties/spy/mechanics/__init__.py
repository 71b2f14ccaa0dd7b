"""The rules of the spy dynasty as pure functions: what one may do, and what comes of it."""
