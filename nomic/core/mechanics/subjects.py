"""What an event is about, as a person would type it: “#12”, “rule 5”, or the code that the log itself keeps."""

from __future__ import annotations

import re

KINDS = (
    "post", "rule", "agent", "application", "page", "update", "column", "duty", "dynasty", "mission", "episode",
    "nweek",
)  # fmt: skip
NUMBERED = re.compile(rf"(?:#|(?P<kind>{'|'.join(KINDS)})[:\s]\s*#?)?(?P<number>[0-9]{{1,18}})", re.IGNORECASE)


def subject_in(words: str) -> str | None:
    """The code of what these words number, such as `post:12` for “#12”, “12” or “post 12”; None for a name."""
    found = NUMBERED.fullmatch(words.strip())
    if found is None:
        return None
    return f"{(found['kind'] or 'post').lower()}:{int(found['number'])}"


def as_typed(subject: str) -> str:
    """A code as `subject_in` reads it, for the eye: “#12”, “rule 5”."""
    kind, _, number = subject.partition(":")
    return f"#{number}" if kind == "post" else f"{kind} {number}"
