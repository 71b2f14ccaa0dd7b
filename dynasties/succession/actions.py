"""The new Mastermind speaks, and the Dynasty opens: the Address, the repeals, the new keywords. (Rule 1.9)

One transaction: the post, the law, the keywords, the end of the hiatus stand or fall together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynasties.actions.columns import rename_columns
from dynasties.mechanics.ascending import HUES, Wishes, asked, renames_from
from dynasties.mechanics.rewording import Reworded
from dynasties.queries import ascending
from dynasties.queries.dynasties import name_of, present, subject_key
from dynasties.registry import THEMES
from nomic.core import queries as core
from nomic.core.actions import hiatus, people
from nomic.core.actions.tokens import check_token, same_again
from nomic.core.floor import Floor, floor
from nomic.core.mechanics.decision import Invalid
from nomic.core.mechanics.keywords import OFFICES, Keywords
from nomic.core.mechanics.subjects import as_typed
from nomic.core.mechanics.writing import JOINERS, tidied
from nomic.core.models import Agent, Event
from proposals import queries as proposals
from proposals.actions.due import turns_are_due
from proposals.actions.posting import write_address
from proposals.actions.texts import LONGEST_BODY
from proposals.mechanics.votes import Kind, Status
from proposals.models import Matter, Post
from rulesets import queries as law
from rulesets.actions import writing
from rulesets.actions.changing import Cause
from rulesets.models import RuleAct

LONGEST_THEME, LONGEST_EMBLEM = 80, 8


def ascend(
    *,
    actor_id: int,
    game_id: int,
    theme: str,
    text: str = "",
    repeal: Sequence[int] = (),
    renames: Sequence[Mapping[str, Any]] = (),
    package: str = "",
    accent: int | None = None,
    emblem: str = "",
    token: str,
) -> Post:
    """Post the Ascension Address, and with it open the Dynasty. A form sent twice makes one Address.

    `repeal`: ids of dynastic rules; `renames`: `{"from", "to", "plural", "inside"}`, see `renames_from`; `package`: the
    name of a theme; `accent`: a hue in degrees. Raises `Invalid` at the field that cannot be taken.
    """
    check_token(token)
    with floor(game_id) as the_floor:
        author = people.agent(the_floor, actor_id)
        said = wishes_of(
            core.keywords(the_floor.game), theme=theme, text=text, repeal=repeal, renames=renames, package=package,
            accent=accent, emblem=emblem,
        )  # fmt: skip
        if twin := proposals.posted(author, token):
            same_again(_asked_for(twin) == asked(said, renames))
            return twin
        ascending.may_ascend(the_floor.game, author).or_refuse()
        return _speak(the_floor, author, said, asked(said, renames), token)


def wishes_of(
    keywords: Keywords,
    *,
    theme: str,
    text: str,
    repeal: Sequence[int],
    renames: Sequence[Mapping[str, Any]],
    package: str,
    accent: int | None,
    emblem: str,
) -> Wishes:
    """What was asked for, tidied. Raises `Invalid` at the field that cannot be taken."""
    theme = tidied("theme", "A theme", theme, LONGEST_THEME, JOINERS)
    if not theme:
        raise Invalid("theme", "An Address names the theme.", "empty")
    if package and package not in THEMES:
        raise Invalid("package", "There is no such theme package.", "no-package")
    if accent is not None and not 0 <= accent < HUES:
        raise Invalid("accent", f"A hue is a number of degrees from 0 to {HUES - 1}.", "no-hue")
    return Wishes(
        theme=theme,
        text=tidied("text", "An Address", text, LONGEST_BODY),
        repeal=tuple(sorted(set(repeal))),
        renames=renames_from(renames, keywords),
        package=package,
        accent=accent,
        emblem=tidied("emblem", "An emblem", emblem, LONGEST_EMBLEM, JOINERS),
    )


def _asked_for(address: Post) -> object:
    opened = Event.objects.filter(game=address.game_id, kind="dynasty.opened", data__address=address.number).first()
    return opened.data["asked"] if opened else None


def _speak(the_floor: Floor, author: Agent, said: Wishes, form: str, token: str) -> Post:
    """Step: the whole of it, in the order in which the log tells it."""
    plan = ascending.plan(the_floor.game, said)
    plan.decision.or_refuse()
    address = write_address(the_floor, author, f"Ascension Address: {said.theme}", said.text, token)
    cause = Cause(address.subject_key, author)
    for step in plan.repeals.steps:
        law.kinds()[step.change.kind].write(the_floor, step, cause)
    for each in plan.reworded:
        if each.changed:
            _reword(the_floor, each, cause)
    rename_columns(the_floor, plan.columns, cause)
    the_floor.game.keywords = keywords_json(plan.keywords)
    the_floor.game.save(update_fields=["keywords"])
    for step in plan.package.steps:
        law.kinds()[step.change.kind].write(the_floor, step, cause)
    writing.take_effect(the_floor, subject=cause.subject)
    _open(the_floor, said, form, address)
    _resume(the_floor, address)
    return address


def _reword(the_floor: Floor, reworded: Reworded, cause: Cause) -> None:
    """Step: a rule's next version, in the new keywords."""
    rule = reworded.after
    writing.write(the_floor, rule, RuleAct.REWORDED, cause=cause.subject, by=cause.name)
    ruleset = law.ruleset(the_floor.game.pk)
    the_floor.record(
        "rule.reworded",
        actor=cause.by,
        subject=f"rule:{rule.id}",
        cause=cause.subject,
        title=rule.title,
        digest=writing.text_digest(rule.id, rule.section.value, rule.title, rule.text),
        arrangement=writing.arrange(the_floor, ruleset),
    )


def keywords_json(keywords: Keywords) -> dict[str, Any]:
    """Keywords in the form of `Game.keywords`: only what differs from every game's own."""
    usual = Keywords()
    words: dict[str, Any] = {each: keywords.of(each) for each in OFFICES if keywords.of(each) != usual.of(each)}
    return words | ({"plurals": dict(keywords.plurals)} if keywords.plurals else {})


def _open(the_floor: Floor, said: Wishes, form: str, address: Post) -> None:
    row = present(the_floor.game.pk)
    assert row is not None  # it began when the Declaration passed
    row.theme, row.package, row.accent, row.emblem = said.theme, said.package, said.accent, said.emblem
    row.keywords, row.address = the_floor.game.keywords, address
    row.opened_at, row.opened_seq = the_floor.now, the_floor.next_seq
    row.save()
    the_floor.record(
        "dynasty.opened", actor=address.author, subject=subject_key(row), title=name_of(row), address=address.number,
        theme=said.theme, package=said.package, accent=said.accent, emblem=said.emblem, keywords=row.keywords,
        asked=form,
    )  # fmt: skip


def _resume(the_floor: Floor, address: Post) -> None:
    """Step: the game goes on, unless a Declaration is pending; every matter is due for a look."""
    the_floor.game.awaits_address = False
    the_floor.game.save(update_fields=["awaits_address"])
    pending = Matter.objects.filter(game=the_floor.game, kind=Kind.DOV.value, status=Status.PENDING.value)
    if not pending.exists():
        hiatus.end(the_floor, f"the Ascension Address {as_typed(address.subject_key)}")
    turns_are_due(the_floor)
