"""What an event is about, as a person would type it: “#12”, “rule 5”, or the code that the log itself keeps."""

from __future__ import annotations

import re
from collections.abc import Collection

KINDS = ("post", "rule", "agent", "application", "page", "update", "column", "duty", "dynasty")
NUMBERED = re.compile(r"(?:#|(?P<kind>[a-z]+)[:\s]\s*#?)?(?P<number>[0-9]{1,18})", re.IGNORECASE)


def subject_in(words: str, more: Collection[str] = ()) -> str | None:
    """The code of what these words number, such as `post:12` for “#12”, “12” or “post 12”; None for a name.

    `more`: the kinds of subjects that procedures and themes have of their own.
    """
    found = NUMBERED.fullmatch(words.strip())
    kind = (found["kind"] or "post").lower() if found else ""
    return f"{kind}:{int(found['number'])}" if found and (kind in KINDS or kind in more) else None


def as_typed(subject: str) -> str:
    """A code as `subject_in` reads it, for the eye: “#12”, “rule 5”."""
    kind, _, number = subject.partition(":")
    return f"#{number}" if kind == "post" else f"{kind} {number}"
