"""Publish posts, edit, re-file and withdraw them; keep drafts; seal evidence; reveal an author. (Rules Agents,
Proposals and Gamestate Tracking; Readings 11, 15, 16)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.core import vault
from nomic.core.chain import commitment
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import check_same_form, check_token, clean_text
from nomic.core.law.dials import DOV_DECLARING
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from proposals.deciding import queries as deciding_queries
from proposals.deciding.actions import reschedule_checks
from proposals.deciding.actions_kinds import actions_of
from proposals.dials import POSTS_EDITING
from proposals.kinds import ADDRESS, PLAIN, category_of
from proposals.posts import queries as posts_queries
from proposals.posts.actions import LONGEST_BODY, PostText, close_matter, get_post_or_refuse
from proposals.posts.models import Draft, Evidence, Matter, Post, PostVersion
from proposals.posts.rules import accused_agents
from proposals.voting import queries as voting_queries
from proposals.voting.rules import Status


@dataclass(frozen=True, slots=True)
class PostWords:
    """What somebody writes on the sheet of a post; `changes` in the JSON form of change lists.

    `anonymous`: a Call for Judgment without its author's name. `evidence`: what a charge rests on, for the eyes of
    Admins whom it does not accuse.
    """

    category: str
    title: str
    body: str = ""
    changes: object = None
    anonymous: bool = False
    evidence: str = ""

    def clean_text(self) -> PostText:
        """Raises `Invalid` at the field that cannot be taken."""
        return PostText.of(self.title, self.body, self.category, self.changes)


def publish_post(*, actor_id: int, game_id: int, words: PostWords, token: str) -> Post:
    """Put an entry in the journal. A form sent twice makes one post: the second time answers with the first.

    Who wrote an anonymous one goes into the private chain; the public log gets the commitment to that, and nothing is
    noted as a sign of life.

    Raises `Invalid` at `token` for a form that has made another post: what it says now would be lost.
    """
    text, anonymous = words.clean_text(), words.anonymous
    proof = clean_evidence(words.evidence, text.changes)
    check_token(token)
    with floor(game_id) as the_floor:
        author = roster_actions.require_agent(the_floor, actor_id)
        if twin := posts_queries.post_by_token(author, token):
            check_same_form(
                _is_same_post(twin, text, anonymous) and posts_queries.evidence_for(twin, author) == (proof or None)
            )
            return twin
        _check_category(text)
        if anonymous:
            posts_queries.may_be_anonymous(text.category, the_floor.law).or_refuse()
        _check_may_post(the_floor, author, text)
        entry = _publish(the_floor, author, text, token, anonymous, proof)
        Draft.objects.filter(author=author, token=token).delete()
        # Whoever leaves eir name off is not heard from: a later “last active” would tell. (Reading 52)
        if not anonymous:
            roster_actions_activity.note_activity(the_floor, author)
    return entry


def _is_same_post(twin: Post, text: PostText, anonymous: bool) -> bool:
    return twin.anonymous == anonymous and PostVersion.objects.filter(post=twin, n=1, digest=text.digest).exists()


def _check_category(text: PostText) -> None:
    """A new Dynasty's head speaks through the act that ascends; what another procedure decides is submitted by it."""
    if not category_of(text.category).is_offered:
        raise Invalid("category", "There is no such category.", "no-category")


def write_address(the_floor: Floor, author: Agent, title: str, body: str, token: str) -> Post:
    """Step: an Ascension Address stands in the journal; what it brings about is its caller's. Raises `Invalid`.

    That `token` is new, and that e may ascend, has been asked before.
    """
    check_token(token)
    text = PostText.of(title, body, ADDRESS.code, None)
    entry = _publish(the_floor, author, text, token, anonymous=False)
    roster_actions_activity.note_activity(the_floor, author)
    return entry


def write_story(the_floor: Floor, author: Agent | None, title: str, body: str, token: str) -> Post:
    """Step: a plain post that follows from an act; without an author, the Clerk's. Raises `Invalid`."""
    check_token(token)
    entry = _publish(the_floor, author, PostText.of(title, body, PLAIN.code, None), token, anonymous=False)
    if author is not None:
        roster_actions_activity.note_activity(the_floor, author)
    return entry


def publish_motion(the_floor: Floor, author: Agent, text: PostText, token: str) -> Post:
    """Step: what another procedure decides stands in the journal; that the law lets em, that procedure has asked."""
    entry = _publish(the_floor, author, text, token, anonymous=False)
    Draft.objects.filter(author=author, token=token).delete()
    return entry


def revise_motion(the_floor: Floor, entry: Post, text: PostText) -> None:
    """Step: the next version of what another procedure decides; that the law lets its author, has been asked."""
    _write_revision(the_floor, entry, text)


def _publish(
    the_floor: Floor, author: Agent | None, text: PostText, token: str, anonymous: bool, proof: str = ""
) -> Post:
    """Step: the post with its first version, on record; what is votable opens."""
    entry = _create_post(the_floor, author, text, token, anonymous)
    committed: dict[str, Any] = {"commitment": entry.authorship.commitment} if entry.authorship else {}
    the_floor.record(
        "post.made",
        actor=entry.author,
        by=entry.byline,
        subject=entry.subject_key,
        category=text.category,
        title=text.title,
        digest=entry.digest,
        **committed,
        **seal_evidence(entry, proof),
    )
    if entry.votable:
        _open_matter(the_floor, entry)
    return entry


def _check_may_post(the_floor: Floor, author: Agent, text: PostText) -> None:
    """Whether the law lets this Agent post this now: asked before, on the page, by the same mechanic."""
    kind = category_of(text.category).kind
    if kind is None:
        return
    scene = voting_queries.judging_context(the_floor.game, the_floor.now)
    deciding_queries.may_post(author.pk, kind, scene).or_refuse()


def _create_post(the_floor: Floor, author: Agent | None, text: PostText, token: str, anonymous: bool) -> Post:
    number, sealed = games_queries.next_number(Post.objects.filter(game=the_floor.game)), None
    if anonymous:
        sealed = the_floor.append_private_event("cfj.authored", actor=author, post=number, digest=text.digest)
    entry = Post.objects.create(
        game=the_floor.game,
        number=number,
        author=None if anonymous else author,
        authorship=sealed,
        category=text.category,
        title=text.title,
        body=text.body,
        changes=text.changes,
        digest=text.digest,
        posted_at=the_floor.now,
        seq=the_floor.next_seq,
        token=token,
    )
    _create_version(the_floor, entry)
    return entry


def _create_version(the_floor: Floor, entry: Post) -> None:
    PostVersion.objects.create(
        post=entry,
        n=entry.version,
        title=entry.title,
        body=entry.body,
        category=entry.category,
        changes=entry.changes,
        digest=entry.digest,
        at=the_floor.now,
        seq=the_floor.next_seq,
    )


def _open_matter(the_floor: Floor, entry: Post) -> None:
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
    actions_of(entry.category).on_open(the_floor, entry)


def edit_post(*, actor_id: int, game_id: int, number: int, words: PostWords, base_version: int) -> Post:
    """Alter one's own post, within the windows of the law. Every version is kept. (Readings 15, 16)"""
    text = words.clean_text()
    with floor(game_id) as the_floor:
        actor, entry = roster_actions.require_agent(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        _check_may_edit(the_floor, actor, entry, text, base_version)
        if text.digest != entry.digest:
            _write_revision(the_floor, entry, text)
    return entry


def _check_may_edit(the_floor: Floor, actor: Agent, entry: Post, text: PostText, base_version: int) -> None:
    """Whether the law lets em, and whether e has seen what e would write over."""
    posts_queries.may_edit(actor, entry, the_floor.law).or_refuse()
    if text.category != entry.category:
        _check_may_refile(the_floor, actor, entry, text)
    # Sent twice, it says what stands already.
    if base_version != entry.version and text.digest != entry.digest:
        raise Refused(Reason("edited-meanwhile", the_floor.law.rule(POSTS_EDITING), {"version": entry.version}))


def _write_revision(the_floor: Floor, entry: Post, text: PostText) -> None:
    """Step: the next version; of another category, it is another kind of matter from now on."""
    former = entry.category
    entry.title, entry.body, entry.category, entry.changes = text.title, text.body, text.category, text.changes
    entry.digest, entry.version = text.digest, entry.version + 1
    entry.save()
    _create_version(the_floor, entry)
    the_floor.record(
        "post.edited",
        actor=entry.author,
        by=entry.byline,
        subject=entry.subject_key,
        version=entry.version,
        title=entry.title,
        category=entry.category,
        digest=entry.digest,
    )
    if text.category != former:
        _open_matter(the_floor, entry)
        _end_matter(the_floor, former)


def _check_may_refile(the_floor: Floor, actor: Agent, entry: Post, text: PostText) -> None:
    """A plain post within its window; an official one as long as it may be altered at all, but never to a plain one."""
    _check_category(text)
    if entry.filed_as.is_final:
        raise Refused(_address_stands(the_floor))
    if entry.anonymous:
        posts_queries.may_be_anonymous(text.category, the_floor.law).or_refuse()
    if not entry.official or not category_of(text.category).is_official:
        posts_queries.may_change_category(actor, entry, the_floor.law, the_floor.now).or_refuse()
    _check_may_post(the_floor, actor, text)


def _address_stands(the_floor: Floor) -> Reason:
    """What an Address has brought about is not taken back with its words."""
    return Reason("address-stands", the_floor.law.rule(DOV_DECLARING))


def withdraw_post(*, actor_id: int, game_id: int, number: int) -> None:
    """Take back one's own post. It leaves the queue, frees its slot, and stays visible in history. (Reading 16)"""
    with floor(game_id) as the_floor:
        actor, entry = roster_actions.require_agent(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        posts_queries.may_edit(actor, entry, the_floor.law).or_refuse()
        if entry.filed_as.is_final:
            raise Refused(_address_stands(the_floor))
        entry.withdrawn_at = the_floor.now
        entry.save(update_fields=["withdrawn_at"])
        if entry.votable:
            close_matter(the_floor, entry.matter, Status.WITHDRAWN, entry.author)
        the_floor.record(
            "post.withdrawn", actor=entry.author, by=entry.byline, subject=entry.subject_key, title=entry.title
        )
        _end_matter(the_floor, entry.category)


def _end_matter(the_floor: Floor, category: str) -> None:
    """Step: a post of this category is none any more; a Declaration ends as if it had failed. (Rule 1.9)"""
    if category_of(category).kind is not None:
        actions_of(category).on_drop(the_floor)
    reschedule_checks(the_floor)


# Drafts: kept as they are typed, for their author's eyes alone, and thrown away.


def save_draft(*, actor_id: int, game_id: int, token: str, words: PostWords) -> Draft | None:
    """Keep what has been typed, as it is: a draft need not be legal yet. Posted already: nothing to keep."""
    check_token(token)
    with floor(game_id) as the_floor:
        author = roster_actions.require_agent(the_floor, actor_id)
        if posts_queries.post_by_token(author, token):
            return None
        kept = {
            "game": the_floor.game,
            "category": words.category,
            "title": words.title[:200],
            "body": words.body[: 2 * LONGEST_BODY],
            "changes": words.changes,
            "anonymous": words.anonymous,
            "saved_at": the_floor.now,
            "evidence": vault.seal(words.evidence[: 2 * LONGEST_BODY]) if words.evidence else "",
        }
        draft, _ = Draft.objects.update_or_create(author=author, token=token, defaults=kept)
    return draft


def discard_draft(*, actor_id: int, game_id: int, token: str) -> None:
    """Throw one of one's own drafts away."""
    with floor(game_id) as the_floor:
        Draft.objects.filter(author=roster_actions.require_agent(the_floor, actor_id), token=token).delete()


# What a report of foul play rests on is sealed; the log gets a commitment to it, by which it can be shown later.
# Whether two accounts are one person's is for people to find: the server keeps no addresses and no traces of devices.


def clean_evidence(text: str, changes: Sequence[Mapping[str, Any]]) -> str:
    """The evidence as it is kept. Raises `Invalid` where the change list accuses nobody of anything."""
    text = clean_text("evidence", "The evidence", text, LONGEST_BODY)
    if text and not accused_agents(changes):
        raise Invalid("evidence", "Evidence goes with a change that removes or bars somebody.", "nobody-accused")
    return text


def seal_evidence(entry: Post, text: str) -> dict[str, Any]:
    """Step: seal it behind its post. Answers with what the log says of it."""
    if not text:
        return {}
    salt = vault.fresh_salt()
    Evidence.objects.create(post=entry, sealed=vault.seal({"text": text, "salt": salt}))
    return {"evidence": commitment({"post": entry.number, "text": text}, salt)}


# An author puts eir name to what e posted without: with the proof that it was so from the start. (Rule 1.6)


def reveal_author(*, actor_id: int, game_id: int, number: int) -> Post:
    """Tell that an anonymous post is one's own. Refused for anybody else's, and for one that bears a name.

    The log gets what the private chain kept, and its salt: anybody can work out that this is what the post committed to
    when it was made.
    """
    with floor(game_id) as the_floor:
        actor, entry = roster_actions.require_agent(the_floor, actor_id), get_post_or_refuse(the_floor, number)
        posts_queries.may_reveal_author(actor, entry, the_floor.law).or_refuse()
        sealed = posts_queries.sealed_authorship(entry)
        assert sealed is not None  # it bears no name
        entry.author, entry.authorship = actor, None
        entry.save(update_fields=["author", "authorship"])
        the_floor.record(
            "post.owned",
            actor=actor,
            subject=entry.subject_key,
            name=actor.name,
            content=dict(sealed.content),
            salt=sealed.salt,
        )
    return entry
