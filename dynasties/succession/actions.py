"""Dynasties begin, pass to another head, lose theirs; the Ascension Address opens a new one. (Rules 1.8 and 1.9)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from dynasties.registry import THEMES
from dynasties.succession import queries_ascension as succession_queries_ascension
from dynasties.succession.models import Dynasty
from dynasties.succession.queries import count_headed, dynasty_name_of, present_dynasty, subject_key
from dynasties.succession.rules import FULL_CIRCLE, AscensionWishes, read_wishes, renames_from
from dynasties.succession.rules_rewording import ColumnReworded, Reworded
from dynasties.themes import Theme
from dynasties.tracker.actions_columns import drop_carried_by_none
from dynasties.tracker.models import Column
from nomic.core.decision import Invalid, Reason, Refused
from nomic.core.effects import Crowned, Founded, RosterChanged
from nomic.core.floor import Floor, floor
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.input import JOINERS, check_same_form, check_token, clean_text
from nomic.core.language.rules import OFFICES, Keywords
from nomic.core.law.dials import AGENTS_ADMISSION
from nomic.core.log.models import Event
from nomic.core.log.words import typed_subject
from nomic.core.notifications.actions import event_key, other_accounts, tell_accounts
from nomic.core.roster import actions as roster_actions, rules as roster_rules
from nomic.core.roster.rules import fold_name
from proposals.composer.actions import write_address
from proposals.deciding.actions import reschedule_checks
from proposals.deciding.actions_kinds import is_victory_declared
from proposals.posts import queries as posts_queries
from proposals.posts.actions import LONGEST_BODY
from proposals.posts.models import Post
from rulesets.changes import queries as changes_queries
from rulesets.changes.actions import Cause, enact_changes
from rulesets.history import actions as history_actions, queries as history_queries
from rulesets.models import RuleAct


def begin_first_dynasty(the_floor: Floor, effect: Founded) -> None:
    """Step: a game has been founded, and its first Dynasty begins; where nobody heads the game, there is none."""
    if effect.agent_id:
        _create_dynasty(the_floor, _change_head(effect.agent_id))


def begin_dynasty(the_floor: Floor, effect: Crowned) -> None:
    """Step: a Declaration has passed; the present Dynasty ends with the very event in which the next begins."""
    ending = present_dynasty(the_floor.game.pk)
    if ending:
        ending.ended_at, ending.ended_seq = the_floor.now, the_floor.next_seq
        ending.save(update_fields=["ended_at", "ended_seq"])
    _create_dynasty(the_floor, _change_head(effect.agent_id), ending.number + 1 if ending else 1)


def _change_head(agent_id: int | None) -> Agent | None:
    return Agent.objects.get(pk=agent_id) if agent_id else None


def _create_dynasty(the_floor: Floor, head: Agent | None, number: int = 1) -> None:
    row = Dynasty.objects.create(
        game=the_floor.game,
        number=number,
        head=head,
        head_name=head.name if head else "",
        ordinal=count_headed(the_floor.game.pk, head) + 1 if head else 0,
        keywords=the_floor.game.keywords,
        began_at=the_floor.now,
        began_seq=the_floor.next_seq,
    )
    the_floor.record("dynasty.began", subject=subject_key(row), **_facts(row))


def _facts(row: Dynasty) -> dict[str, Any]:
    return {"title": dynasty_name_of(row), "head": row.head_id, "name": row.head_name, "ordinal": row.ordinal}


def pass_role(*, actor_id: int, game_id: int, to_agent_id: int) -> None:
    """The winner hands the role on before e has spoken; the Dynasty is another's from its first day. (Rule 1.9)"""
    with floor(game_id) as the_floor:
        winner = roster_actions.require_agent(the_floor, actor_id)
        heir = Agent.objects.filter(pk=to_agent_id, game=the_floor.game).first()
        if heir is None or not heir.in_game:
            raise Refused(Reason("nobody-here", the_floor.law.rule(AGENTS_ADMISSION)))
        succession_queries_ascension.may_pass_role(the_floor.game, winner, heir).or_refuse()
        row = _is_of_another(the_floor, heir)
        the_floor.record("dynasty.handed-on", actor=winner, subject=subject_key(row), **_facts(row))
        roster_actions.crown_mastermind(the_floor, heir)


def record_headless(the_floor: Floor, effect: RosterChanged) -> None:
    """Step: whoever was to speak has left the game first: a Metadynasty begins, and an Admin may speak for it.

    A Mastermind who leaves later is still who headed the Dynasty; it goes on without one.
    """
    if not the_floor.game.awaits_address or the_floor.game.mastermind_id:
        return
    row = present_dynasty(the_floor.game.pk)
    if row and row.head_id:
        row = _is_of_another(the_floor, None)
        the_floor.record("dynasty.vacated", subject=subject_key(row), **_facts(row))


def _is_of_another(the_floor: Floor, head: Agent | None) -> Dynasty:
    row = Dynasty.objects.get(game=the_floor.game, ended_at__isnull=True)
    row.head, row.head_name, row.ordinal = None, "", 0
    row.save(update_fields=["head", "head_name", "ordinal"])
    if head:
        row.head, row.head_name, row.ordinal = head, head.name, count_headed(the_floor.game.pk, head) + 1
        row.save(update_fields=["head", "head_name", "ordinal"])
    return row


# The new Mastermind speaks, and the Dynasty opens: the Address, the repeals, the new keywords. (Rule 1.9)
# One transaction: the post, the law, the keywords, the end of the hiatus stand or fall together.

LONGEST_THEME, LONGEST_EMBLEM = 80, 8


@dataclass(frozen=True, slots=True)
class AddressWords:
    """What the new Mastermind writes.

    `repeal`: ids of dynastic rules; `renames`: `{"from", "to", "plural", "inside"}`, see `renames_from`; `package`: the
    name of a theme; `accent`: a hue in degrees.
    """

    theme: str
    text: str = ""
    repeal: Sequence[int] = ()
    renames: Sequence[Mapping[str, Any]] = ()
    package: str = ""
    accent: int | None = None
    emblem: str = ""


def give_address(*, actor_id: int, game_id: int, words: AddressWords, token: str) -> Post:
    """Post the Ascension Address, and with it open the Dynasty. A form sent twice makes one Address.

    Raises `Invalid` at the field that cannot be taken.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        author = roster_actions.require_agent(the_floor, actor_id)
        said = wishes_of(games_queries.keywords_of(the_floor.game), words)
        form = read_wishes(said, words.renames)
        if twin := posts_queries.post_by_token(author, token):
            check_same_form(_wishes_asked_for(twin) == form)
            return twin
        succession_queries_ascension.may_ascend(the_floor.game, author).or_refuse()
        return _write_address(the_floor, author, said, form, token)


def wishes_of(keywords: Keywords, words: AddressWords) -> AscensionWishes:
    """What was asked for, tidied. Raises `Invalid` at the field that cannot be taken."""
    theme = clean_text("theme", "A theme", words.theme, LONGEST_THEME, JOINERS)
    if not theme:
        raise Invalid("theme", "An Address names the theme.", "empty")
    if words.package and words.package not in THEMES:
        raise Invalid("package", "There is no such theme package.", "no-package")
    if words.accent is not None and not 0 <= words.accent < FULL_CIRCLE:
        raise Invalid("accent", f"A hue is a number of degrees from 0 to {FULL_CIRCLE - 1}.", "no-hue")
    return AscensionWishes(
        theme=theme,
        text=clean_text("text", "An Address", words.text, LONGEST_BODY),
        repeal=tuple(sorted(set(words.repeal))),
        renames=renames_from(words.renames, keywords),
        package=words.package,
        accent=words.accent,
        emblem=clean_text("emblem", "An emblem", words.emblem, LONGEST_EMBLEM, JOINERS),
    )


def _wishes_asked_for(address: Post) -> object:
    opened = Event.objects.filter(game=address.game_id, kind="dynasty.opened", data__address=address.number).first()
    return opened.data["asked"] if opened else None


def _write_address(the_floor: Floor, author: Agent, said: AscensionWishes, form: str, token: str) -> Post:
    """Step: the whole of it, in the order in which the log tells it."""
    plan = succession_queries_ascension.ascension_plan(the_floor.game, said)
    plan.decision.or_refuse()
    address = write_address(the_floor, author, f"Ascension Address: {said.theme}", said.text, token)
    cause = Cause(address.subject_key, author)
    for step in plan.repeals.steps:
        changes_queries.change_kinds()[step.change.kind].write(the_floor, step, cause)
    for each in plan.reworded:
        if each.has_changed:
            _reword_law(the_floor, each, cause)
    rename_columns(the_floor, plan.columns, cause)
    the_floor.game.keywords = keywords_json(plan.keywords)
    the_floor.game.save(update_fields=["keywords"])
    for step in plan.package.steps:
        changes_queries.change_kinds()[step.change.kind].write(the_floor, step, cause)
    history_actions.take_effect(the_floor, subject=cause.subject)
    _open_dynasty(the_floor, said, form, address)
    _resume_game(the_floor, address)
    return address


def _reword_law(the_floor: Floor, reworded: Reworded, cause: Cause) -> None:
    """Step: a rule's next version, in the new keywords."""
    rule = reworded.after
    history_actions.write_version(
        the_floor, rule, RuleAct.REWORDED, history_actions.VersionSource(cause.name, cause.subject)
    )
    ruleset = history_queries.ruleset(the_floor.game.pk)
    the_floor.record(
        "rule.reworded",
        actor=cause.by,
        subject=f"rule:{rule.id}",
        cause=cause.subject,
        title=rule.title,
        digest=history_actions.text_digest(rule.id, rule.section.value, rule.title, rule.text),
        arrangement=history_actions.write_arrangement(the_floor, ruleset),
    )


def keywords_json(keywords: Keywords) -> dict[str, Any]:
    """Keywords in the form of `Game.keywords`: only what differs from every game's own."""
    usual = Keywords()
    words: dict[str, Any] = {each: keywords.of(each) for each in OFFICES if keywords.of(each) != usual.of(each)}
    return words | ({"plurals": dict(keywords.plurals)} if keywords.plurals else {})


def _open_dynasty(the_floor: Floor, said: AscensionWishes, form: str, address: Post) -> None:
    row = present_dynasty(the_floor.game.pk)
    assert row is not None  # it began when the Declaration passed
    row.theme, row.package, row.accent, row.emblem = said.theme, said.package, said.accent, said.emblem
    row.keywords, row.address = the_floor.game.keywords, address
    row.opened_at, row.opened_seq = the_floor.now, the_floor.next_seq
    row.save()
    the_floor.record(
        "dynasty.opened",
        actor=address.author,
        subject=subject_key(row),
        title=dynasty_name_of(row),
        address=address.number,
        theme=said.theme,
        package=said.package,
        accent=said.accent,
        emblem=said.emblem,
        keywords=row.keywords,
        asked=form,
    )


def _resume_game(the_floor: Floor, address: Post) -> None:
    """Step: the game goes on, unless a Declaration is pending; every matter is due for a look."""
    the_floor.game.awaits_address = False
    the_floor.game.save(update_fields=["awaits_address"])
    if not is_victory_declared(the_floor):
        roster_actions.end_hiatus(the_floor, f"the Ascension Address {typed_subject(address.subject_key)}")
    reschedule_checks(the_floor)


# A game is founded with a theme: the first Dynasty is of it from its first moment, without an Address. (Rule 1.8)


def begin_with_theme(the_floor: Floor, effect: Founded) -> None:
    """Step: what the theme brings is law, as an Address would have brought it; nothing if the game begins plainly."""
    row = present_dynasty(the_floor.game.pk)
    if effect.package and row:
        founder = Agent.objects.get(pk=effect.agent_id) if effect.agent_id else None
        _may_be_called(the_floor, THEMES[effect.package], founder)
        state = changes_queries.current_state(the_floor.game)
        changes = succession_queries_ascension.theme_changes(
            effect.package, games_queries.keywords_of(the_floor.game), state.next_rule_id
        )
        applied = changes_queries.try_changes(state, changes)
        assert not applied.problems  # a theme that games are founded with fits the starter law; a test holds it
        enact_changes(the_floor, applied, Cause(subject_key(row), founder))
        _open_first_dynasty(the_floor, row, THEMES[effect.package], founder)


def _may_be_called(the_floor: Floor, theme: Theme, founder: Agent | None) -> None:
    # Eir name was looked at under the starter law, when the theme's rules were none of it yet.
    if founder is not None:
        titles = [title for title, _ in theme.rules]
        rule = the_floor.law.rule(AGENTS_ADMISSION)
        roster_rules.may_be_called(founder.name, taken=(), reserved=titles, rule=rule).or_refuse()


def _open_first_dynasty(the_floor: Floor, row: Dynasty, theme: Theme, founder: Agent | None) -> None:
    row.theme, row.package, row.accent, row.emblem = theme.title, theme.name, theme.accent, theme.emblem
    row.opened_at, row.opened_seq = the_floor.now, the_floor.next_seq
    row.save()
    the_floor.record(
        "dynasty.opened",
        actor=founder,
        subject=subject_key(row),
        title=dynasty_name_of(row),
        address=None,
        theme=row.theme,
        package=row.package,
        accent=row.accent,
        emblem=row.emblem,
        keywords=row.keywords,
        asked="",
    )


def rename_columns(the_floor: Floor, named: Sequence[ColumnReworded], cause: Cause) -> None:
    """Step: columns are called otherwise from now on. What they were called before, the log tells. (Rule 1.9)"""
    drop_carried_by_none(the_floor, cause=cause.subject)
    numbers = [each.column.number for each in named]
    rows = {row.number: row for row in Column.objects.filter(game=the_floor.game, number__in=numbers)}
    # Two may change places: for a moment each goes by its number, which is no name.
    for number, row in rows.items():
        row.folded = str(number)
        row.save(update_fields=["folded"])
    for each in named:
        row = rows[each.column.number]
        row.name, row.folded = each.name, fold_name(each.name)
        row.save(update_fields=["name", "folded"])
        the_floor.record(
            "column.renamed",
            actor=cause.by,
            subject=f"column:{row.number}",
            cause=cause.subject,
            before=each.column.name,
            name=each.name,
        )


# Who is told that a Dynasty begins, and of what its Mastermind says: everybody. (`nomic.effects` says when)


def notify_of_dynasty(the_floor: Floor, event: Event) -> None:
    """A Dynasty has begun, or another heads it before e has spoken."""
    everybody = other_accounts(games_queries.accounts_in(the_floor.game.pk), event)
    facts = {"name": event.data.get("name")}
    tell_accounts(
        the_floor, everybody, "dynasty", event_key(event), facts, reverse("journal", args=[the_floor.game.slug])
    )


def notify_of_address(the_floor: Floor, event: Event) -> None:
    """The Ascension Address is posted, and the game goes on under its theme."""
    everybody = other_accounts(games_queries.accounts_in(the_floor.game.pk), event)
    url = reverse("post", args=[the_floor.game.slug, event.data["address"]])
    facts = {"address": event.data["address"], "theme": event.data.get("theme"), "by": event.by}
    tell_accounts(the_floor, everybody, "dynasty", event_key(event), facts, url)
