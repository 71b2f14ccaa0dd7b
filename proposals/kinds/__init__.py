"""The kinds of matter, in one table: a line for each; and the categories of posts, which follow from it.

A kind is a folder here, and what it does with tables is a line in `proposals.deciding.actions_kinds`.
"""

from __future__ import annotations

from proposals.kinds.cfj.kind import CALL
from proposals.kinds.dov.kind import DECLARATION
from proposals.kinds.kind import Category, MatterKind
from proposals.kinds.proposal.kind import PROPOSAL

__all__ = [
    "ADDRESS",
    "CALL",
    "CATEGORIES",
    "DECLARATION",
    "KINDS",
    "MOTION",
    "PLAIN",
    "PROPOSAL",
    "add_kind",
    "all_icons",
    "category_of",
    "kind_of",
]

PLAIN = Category(
    code="plain",
    label="Plain post",
    style="post",
    listed_as="plain",
    kind=None,
    is_official=False,
    is_offered=True,
    is_final=False,
    is_decided_elsewhere=False,
    no_changes="A plain post changes nothing; file it as a Proposal.",
    reserved_changes=frozenset(),
)
ADDRESS = Category(
    code="address",
    label="Ascension Address",
    style="ascension",
    listed_as="address",
    kind=None,
    is_official=True,
    is_offered=False,
    is_final=True,
    is_decided_elsewhere=False,
    no_changes="What an Ascension Address brings about, the ascension says.",
    reserved_changes=frozenset(),
)
MOTION = Category(
    code="motion",
    label="Proposal",
    style="proposal",
    listed_as=PROPOSAL.code,
    kind=None,
    is_official=True,
    is_offered=False,
    is_final=False,
    is_decided_elsewhere=True,
    no_changes="",
    reserved_changes=PROPOSAL.reserved_changes,
)

KINDS: dict[str, MatterKind] = {}
CATEGORIES: dict[str, Category] = {}


def add_kind(kind: MatterKind) -> None:
    """Join a kind to the table, before anything asks for it. Raises `ValueError` for a code that is taken."""
    if kind.code in {PLAIN.code, ADDRESS.code, MOTION.code, *KINDS}:
        raise ValueError(f"there is a category called {kind.code!r} already")
    KINDS[kind.code] = kind
    of_kinds = (CATEGORIES.get(code) or Category.of_kind(each) for code, each in KINDS.items())
    found = [PLAIN, *of_kinds, ADDRESS, MOTION]
    CATEGORIES.clear()
    CATEGORIES.update((each.code, each) for each in found)


for each in (PROPOSAL, CALL, DECLARATION):
    add_kind(each)


def kind_of(code: str) -> MatterKind:
    """The kind of matter of that code. Raises `LookupError` where there is none: it is judged as nothing else."""
    if code not in KINDS:
        raise LookupError(f"there is no kind of matter called {code!r}")
    return KINDS[code]


def category_of(code: str) -> Category:
    """The category of that code. Raises `LookupError` where there is none."""
    if code not in CATEGORIES:
        raise LookupError(f"there is no category of posts called {code!r}")
    return CATEGORIES[code]


def all_icons() -> tuple[str, ...]:
    """Every icon that is a vote on matters of some kind, each once."""
    return tuple(dict.fromkeys(str(icon) for kind in KINDS.values() for icon in kind.icons))
