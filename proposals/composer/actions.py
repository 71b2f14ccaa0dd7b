"""Posts: made, edited, re-filed, withdrawn. (Rules Proposals and Gamestate Tracking; Readings 11, 15, 16)"""

from __future__ import annotations

from typing import Any

from nomic.core import queries as core
from nomic.core.actions import people, silence
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid, Reason, Refused
from nomic.core.models import Agent
from proposals import queries
from proposals.actions.declarations import declared, undeclared
from proposals.actions.due import turns_are_due
from proposals.actions.evidence import keep as keep_evidence
from proposals.actions.evidence import taken as evidence_taken
from proposals.actions.latching import quorums_may_agree
from proposals.actions.texts import Text
from proposals.mechanics.votes import Kind, Status
from proposals.models import VOTABLE, Category, Draft, Matter, Post, PostVersion


def post(
    *, actor_id: int, game_id: int, category: str, title: str, body: str = "", changes: object = None, token: str,
    anonymous: bool = False, evidence: str = "",
) -> Post:  # fmt: skip
    """Put an entry in the journal. A form sent twice makes one post: the second time answers with the first.

    `anonymous`: a Call for Judgment without its author's name. Who wrote it goes into the private chain; the public
    log gets the commitment to that, and nothing is noted as a sign of life. `evidence`: what a charge rests on, for the
    eyes of Admins whom it does not accuse.

    Raises `Invalid` at `token` for a form that has made another post: what it says now would be lost.
    """
    text = Text.of(title, body, category, changes)
    proof = evidence_taken(evidence, text.changes)
    check_token(token)
    with floor(game_id) as the_floor:
        author = people.agent(the_floor, actor_id)
        if twin := queries.posted(author, token):
            same_again(_as_sent(twin, text, anonymous) and queries.evidence(twin, author) == (proof or None))
            return twin
        _is_posted(text)
        if anonymous:
            queries.may_be_anonymous(text.category, the_floor.law).or_refuse()
        _may_post(the_floor, author, text)
        entry = _make(the_floor, author, text, token, anonymous, proof)
        Draft.objects.filter(author=author, token=token).delete()
        # Whoever leaves eir name off is not heard from: a later “last active” would tell. (Reading 52)
        if not anonymous:
            silence.note_activity(the_floor, author)
    return entry


def _as_sent(twin: Post, text: Text, anonymous: bool) -> bool:
    return twin.anonymous == anonymous and PostVersion.objects.filter(post=twin, n=1, digest=text.digest).exists()


def _is_posted(text: Text) -> None:
    """A new Dynasty's head speaks through the act that ascends; what another procedure decides is submitted by it."""
    if text.category in (Category.ADDRESS, Category.MOTION):
        raise Invalid("category", "There is no such category.", "no-category")


def write_address(the_floor: Floor, author: Agent, title: str, body: str, token: str) -> Post:
    """Step: an Ascension Address stands in the journal; what it brings about is its caller's. Raises `Invalid`.

    That `token` is new, and that e may ascend, has been asked before.
    """
    check_token(token)
    text = Text.of(title, body, Category.ADDRESS.value, None)
    entry = _make(the_floor, author, text, token, anonymous=False)
    silence.note_activity(the_floor, author)
    return entry


def write_story(the_floor: Floor, author: Agent | None, title: str, body: str, token: str) -> Post:
    """Step: a plain post that follows from an act; without an author, the Clerk's. Raises `Invalid`."""
    check_token(token)
    entry = _make(the_floor, author, Text.of(title, body, Category.PLAIN.value, None), token, anonymous=False)
    if author is not None:
        silence.note_activity(the_floor, author)
    return entry


def submit(the_floor: Floor, author: Agent, text: Text, token: str) -> Post:
    """Step: what another procedure decides stands in the journal; that the law lets em, that procedure has asked."""
    entry = _make(the_floor, author, text, token, anonymous=False)
    Draft.objects.filter(author=author, token=token).delete()
    return entry


def resubmit(the_floor: Floor, entry: Post, text: Text) -> None:
    """Step: the next version of what another procedure decides; that the law lets its author, has been asked."""
    _alter(the_floor, entry, text)


def _make(
    the_floor: Floor, author: Agent | None, text: Text, token: str, anonymous: bool, proof: str = ""
) -> Post:  # fmt: skip
    """Step: the post with its first version, on record; what is votable opens."""
    entry = _write(the_floor, author, text, token, anonymous)
    committed: dict[str, Any] = {"commitment": entry.authorship.commitment} if entry.authorship else {}
    the_floor.record(
        "post.made", actor=entry.author, by=entry.byline, subject=entry.subject_key, category=text.category,
        title=text.title, digest=entry.digest, **committed, **keep_evidence(entry, proof),
    )  # fmt: skip
    if entry.votable:
        _open(the_floor, entry)
    return entry


def _may_post(the_floor: Floor, author: Agent, text: Text) -> None:
    """Whether the law lets this Agent post this now: asked before, on the page, by the same mechanic."""
    if text.category not in VOTABLE:
        return
    scene = queries.scene(the_floor.game, the_floor.now)
    queries.may_post(author.pk, Kind(text.category), scene).or_refuse()


def _write(the_floor: Floor, author: Agent | None, text: Text, token: str, anonymous: bool) -> Post:
    number, sealed = core.next_number(Post.objects.filter(game=the_floor.game)), None
    if anonymous:
        sealed = the_floor.conceal("cfj.authored", actor=author, post=number, digest=text.digest)
    entry = Post.objects.create(
        game=the_floor.game, number=number, author=None if anonymous else author, authorship=sealed,
        category=text.category, title=text.title, body=text.body, changes=text.changes, digest=text.digest,
        posted_at=the_floor.now, seq=the_floor.next_seq, token=token,
    )  # fmt: skip
    _keep_version(the_floor, entry)
    return entry


def _keep_version(the_floor: Floor, entry: Post) -> None:
    PostVersion.objects.create(
        post=entry, n=entry.version, title=entry.title, body=entry.body, category=entry.category,
        changes=entry.changes, digest=entry.digest, at=the_floor.now, seq=the_floor.next_seq,
    )  # fmt: skip


def _open(the_floor: Floor, entry: Post) -> None:
    """A votable matter opens, on a fresh clock. (Reading 15)"""
    opened: dict[str, Any] = {
        "game": the_floor.game,
        "kind": entry.category,
        "status": Status.PENDING,
        "opened_at": the_floor.now,
        "opened_seq": the_floor.next_seq,
        "next_check": the_floor.now,
        "latch": None,
    }
    Matter.objects.update_or_create(post=entry, defaults=opened)
    the_floor.record(
        f"{entry.category}.opened", actor=entry.author, by=entry.byline, subject=entry.subject_key, title=entry.title
    )
    if entry.category == Category.DOV:
        declared(the_floor, entry)
    if entry.category == Category.CFJ:
        quorums_may_agree(the_floor)


def edit(
    *, actor_id: int, game_id: int, number: int, title: str, body: str, category: str, changes: object = None,
    base_version: int,
) -> Post:  # fmt: skip
    """Alter one's own post, within the windows of the law. Every version is kept. (Readings 15, 16)"""
    text = Text.of(title, body, category, changes)
    with floor(game_id) as the_floor:
        actor, entry = people.agent(the_floor, actor_id), entry_of(the_floor, number)
        _may_alter(the_floor, actor, entry, text, base_version)
        if text.digest != entry.digest:
            _alter(the_floor, entry, text)
    return entry


def _may_alter(the_floor: Floor, actor: Agent, entry: Post, text: Text, base_version: int) -> None:
    """Whether the law lets em, and whether e has seen what e would write over."""
    queries.may_edit(actor, entry, the_floor.law).or_refuse()
    if text.category != entry.category:
        _may_refile(the_floor, actor, entry, text)
    # Sent twice, it says what stands already.
    if base_version != entry.version and text.digest != entry.digest:
        raise Refused(Reason("edited-meanwhile", the_floor.law.rule("posts.editing"), {"version": entry.version}))


def _alter(the_floor: Floor, entry: Post, text: Text) -> None:
    """Step: the next version; of another category, it is another kind of matter from now on."""
    former = entry.category
    entry.title, entry.body, entry.category, entry.changes = text.title, text.body, text.category, text.changes
    entry.digest, entry.version = text.digest, entry.version + 1
    entry.save()
    _keep_version(the_floor, entry)
    the_floor.record(
        "post.edited", actor=entry.author, by=entry.byline, subject=entry.subject_key, version=entry.version,
        title=entry.title, category=entry.category, digest=entry.digest,
    )  # fmt: skip
    if text.category != former:
        _open(the_floor, entry)
        _no_longer(the_floor, former)


def entry_of(the_floor: Floor, number: int) -> Post:
    """Step: the post of that number; `Invalid` where there is none."""
    entry = Post.objects.select_related("author", "authorship", "matter").filter(
        game=the_floor.game, number=number
    ).first()
    if entry is None:
        raise Invalid("post", "There is no such post.", "no-post")
    return entry


def _may_refile(the_floor: Floor, actor: Agent, entry: Post, text: Text) -> None:
    """A plain post within its window; an official one as long as it may be altered at all, but never to a plain one."""
    _is_posted(text)
    if entry.category == Category.ADDRESS:
        raise Refused(_stands(the_floor))
    if entry.anonymous:
        queries.may_be_anonymous(text.category, the_floor.law).or_refuse()
    if not entry.official or text.category == Category.PLAIN:
        queries.may_change_category(actor, entry, the_floor.law, the_floor.now).or_refuse()
    _may_post(the_floor, actor, text)


def _stands(the_floor: Floor) -> Reason:
    """What an Address has brought about is not taken back with its words."""
    return Reason("address-stands", the_floor.law.rule("dov.declaring"))


def withdraw(*, actor_id: int, game_id: int, number: int) -> None:
    """Take back one's own post. It leaves the queue, frees its slot, and stays visible in history. (Reading 16)"""
    with floor(game_id) as the_floor:
        actor, entry = people.agent(the_floor, actor_id), entry_of(the_floor, number)
        queries.may_edit(actor, entry, the_floor.law).or_refuse()
        if entry.category == Category.ADDRESS:
            raise Refused(_stands(the_floor))
        entry.withdrawn_at = the_floor.now
        entry.save(update_fields=["withdrawn_at"])
        if entry.votable:
            close(the_floor, entry.matter, Status.WITHDRAWN, entry.author)
        the_floor.record(
            "post.withdrawn", actor=entry.author, by=entry.byline, subject=entry.subject_key, title=entry.title
        )
        _no_longer(the_floor, entry.category)


def _no_longer(the_floor: Floor, category: str) -> None:
    """Step: a post of this category is none any more; a Declaration ends as if it had failed. (Rule 1.9)"""
    if category == Category.DOV:
        undeclared(the_floor)
    turns_are_due(the_floor)


def close(the_floor: Floor, matter: Matter, status: Status, by: Agent | None, closing: object = None) -> None:
    """Step: a matter is pending no more, as of the next event. One row must change, or somebody was first."""
    changed = Matter.objects.filter(pk=matter.pk, status=Status.PENDING.value).update(
        status=status.value, resolved_at=the_floor.now, resolved_seq=the_floor.next_seq, resolved_by=by,
        closing=closing, next_check=None,
    )  # fmt: skip
    if changed != 1:
        raise Refused(Reason("not-pending", the_floor.law.rule("enactment.resolving"), {"status": matter.status}))
