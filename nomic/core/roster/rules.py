"""Who can join under which name, and who can be made idle or brought back, by whom. (Rule 1.2: Agents)"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data

from nomic.core.decision import Decision, Fact, Invalid, Reason, permission, refusal
from nomic.core.input import selects_variation, unseen_in
from nomic.core.law.dials import AGENTS_ADMISSION, AGENTS_IDLING, CLERK, CLERK_GRACE, EITHER, IDLE_AFTER, IDLE_BY
from nomic.core.law.rules import Law

LONGEST = 40
LONGEST_FOLDED = 160
# What one stroke of the pen writes alike, beyond what the tables of Unicode fold for us.
STROKES = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "\u0131": "l"})


@lru_cache(maxsize=4096)  # a roster is folded for each name that asks to join it
def fold_name(name: str) -> str:
    """The key by which names are compared; equal keys mean names that a reader could take for each other."""
    # Letters are looked up as they are drawn, before compatibility makes other letters of them: Ϲ looks like C.
    drawn = "".join(_as_drawn(letter) for letter in unicodedata.normalize("NFC", name))
    plain = _prototypes(unicodedata.normalize("NFKC", drawn)).casefold()
    return " ".join(_prototypes(plain).translate(STROKES).split())


def _as_drawn(letter: str) -> str:
    return "" if selects_variation(letter) else _prototype(letter)


def _prototypes(text: str) -> str:
    return "".join(_prototype(letter) for letter in unicodedata.normalize("NFKD", text))


def _prototype(letter: str) -> str:
    if letter.isascii() or unicodedata.combining(letter):
        # ASCII stands for itself: the strokes above fold l, I and 1, and “m” is no “rn” to a reader of names.
        return "" if unicodedata.combining(letter) else letter
    lookalikes: list[dict[str, str]] = confusables_data.get(letter, [])
    return next((each["c"] for each in lookalikes if each["c"].isascii()), letter)


def normalize_name(name: str) -> str:
    """The name as it will be written, or `Invalid` for one that is empty, too long, or has hidden characters."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise Invalid("name", "A name needs at least one letter.", "empty")
    if len(name) > LONGEST:
        raise Invalid("name", f"A name has at most {LONGEST} characters; this one has {len(name)}.", "too-long")
    # One sign may stand for a whole sentence, which no roster has room for.
    if len(fold_name(name)) > LONGEST_FOLDED:
        raise Invalid("name", "This name is too long once its signs are spelled out.", "too-long")
    if unseen_in(name):
        raise Invalid("name", "A name cannot hold control or invisible characters.", "hidden-characters")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Invalid("name", "A name needs at least one letter or digit.", "empty")
    return " ".join(name.split())


def may_be_called(
    name: str, *, taken: Collection[str], reserved: Collection[str], rule: str, before: str | None = None
) -> Decision[bool]:
    """Whether somebody may arrive under a tidy name: `taken` are other Agents' names, `reserved` keywords and rule
    titles, and `before` is what e was called if e has been in the game already."""
    key = fold_name(name)
    # A name changes only by an enacted Proposal: to leave and come again is no way round it.
    if before is not None and name != before:
        return refusal("name-stays", rule, name=before)
    # Two Agents that could be mistaken for each other would make every vote doubtful.
    if clash := next((other for other in taken if fold_name(other) == key), None):
        return refusal("name-taken", rule, name=name, other=clash)
    # A keyword or a rule's title as a name would let a sentence of the law mean two things.
    if clash := next((word for word in reserved if fold_name(word) == key), None):
        return refusal("name-reserved", rule, name=name, word=clash)
    return permission()


# Who may ask to be admitted. (Rule 1.2: Agents)


def may_apply(*, barred: bool, here_as: str | None, waiting: bool, law: Law) -> Decision[bool]:
    """Whether a person may announce eir arrival now. `here_as`: eir name in the game, if e is in it already."""
    # Arrivals are announced as long as the law lets people in at all.
    gone = law.requires(AGENTS_ADMISSION)
    if not gone.outcome:
        return gone
    rule = law.rule(AGENTS_ADMISSION)
    # To some the game is shut.
    if barred:
        return refusal("barred", rule)
    # Nobody plays in one game twice.
    if here_as is not None:
        return refusal("already-here", rule, name=here_as)
    # An announcement is answered before another is made.
    if waiting:
        return refusal("application-waiting", rule)
    return permission()


# When an Agent may be made idle, and by whom. (Rule 1.2: Agents)

MOMENT = timedelta(microseconds=1)


def may_idle(*, asked: bool, last_active: datetime, law: Law, now: datetime, by_clerk: bool = False) -> Decision[bool]:
    """Whether an Admin, or the Clerk, may make an Agent idle now.

    `last_active` is when e last did what the law counts against silence, or eir admission. `next_check` is when silence
    alone allows it.
    """
    gone = law.requires(AGENTS_IDLING)
    if not gone.outcome:
        return gone
    # The Agent has asked for it.
    if asked:
        return Decision(True, (Reason("asked-to-idle", law.rule(AGENTS_IDLING), {}),))
    # The silent are idled by whom the law names; it may name the Clerk alone.
    if not by_clerk and law[IDLE_BY] == CLERK:
        return Decision(False, (Reason("the-clerk-alone", law.rule(IDLE_BY), {}),))
    after = law[IDLE_AFTER]
    if after is None:
        return Decision(False, (Reason("silence-idles-nobody", law.rule(IDLE_AFTER), {}),))
    # *More than* so long without a post or a comment: the bound itself is not enough. (Reading 9)
    facts: dict[str, Fact] = {"silent_since": last_active, "after": after}
    if now - last_active > after:
        return Decision(True, (Reason("silent", law.rule(IDLE_AFTER), facts),))
    return Decision(False, (Reason("not-silent-yet", law.rule(IDLE_AFTER), facts),), last_active + after + MOMENT)


def may_come_back(name: str, *, idle: bool, asked: bool, is_self: bool, law: Law) -> Decision[bool]:
    """Whether an Admin may bring this Agent back from idleness. `is_self`: e is that Admin emself."""
    gone = law.requires(AGENTS_IDLING)
    if not gone.outcome:
        return gone
    rule = law.rule(AGENTS_IDLING)
    # Only an idle Agent comes back.
    if not idle:
        return refusal("not-idle", rule, name=name)
    # An Admin brings back whoever asks for it, and need not ask emself.
    if not (asked or is_self):
        return refusal("has-not-asked", rule, name=name)
    return permission()


def clerk_may_idle(*, last_active: datetime, law: Law, now: datetime) -> Decision[bool]:
    """Whether the Clerk makes a silent Agent idle now: where the law says so, and after an Admin's grace."""
    silent = may_idle(asked=False, last_active=last_active, law=law, now=now, by_clerk=True)
    if not silent.outcome:
        return silent
    by = law[IDLE_BY]
    if by not in {CLERK, EITHER}:
        return Decision(False, (Reason("not-the-clerk", law.rule(IDLE_BY), {"by": by}),))
    # Where an Admin may act as well, the Clerk leaves em the first word.
    due = last_active + (law[IDLE_AFTER] or timedelta(0)) + MOMENT
    due += (law[CLERK_GRACE] or timedelta(0)) if by == EITHER else timedelta(0)
    if now < due:
        return Decision(False, (Reason("clerk-waits", law.rule(CLERK_GRACE), {"until": due}),), due)
    return silent


# Who counts as an Agent in what the rules beyond 1.1 and 1.2 deal with. (Rule 1.2: Agents)


def may_play(law: Law, *, in_game: bool = True, idle_since: datetime | None) -> Decision[bool]:
    """Whether somebody may do at all what those rules leave to Agents."""
    # Whoever has not been admitted, or has left, is none.
    if not in_game:
        return refusal("not-an-agent", law.rule(AGENTS_ADMISSION))
    # An idle Agent does not count as one.
    if idle_since is not None:
        return refusal("is-idle", law.rule(AGENTS_IDLING), since=idle_since)
    return permission()
