"""The mark of a form: what is sent twice is done once, and what only looks alike is not swallowed."""

from __future__ import annotations

import re

from nomic.core.mechanics.decision import Invalid

LONGEST_TOKEN = 40


def check_token(token: str) -> None:
    """A form's token tells its second sending from another form; one without would swallow what people do."""
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{1,{LONGEST_TOKEN}}}", token):
        raise Invalid("token", "This form has lost its number: load the page anew.", "bad-token")


def same_again(same: bool) -> None:
    """A browser that goes back brings the old form with its old token: other words in it are no second sending."""
    if not same:
        said = "This form was sent before, with other words. Send it again to make another."
        raise Invalid("token", said, "used-token")
