"""The mark of a form, as posts and comments use it."""

from __future__ import annotations

from nomic.core.actions.tokens import check_token, same_again

__all__ = ["check_token", "same_again"]
