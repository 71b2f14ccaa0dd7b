"""A game is founded with a theme: the first Dynasty is of it from its first moment, without an Address. (Rule 1.8)"""

from __future__ import annotations

from dynasties.mechanics.themes import Theme
from dynasties.models import Dynasty
from dynasties.queries import ascending
from dynasties.queries.dynasties import name_of, present, subject_key
from dynasties.registry import THEMES
from nomic.core import queries as core
from nomic.core.floor import Floor
from nomic.core.mechanics import names
from nomic.core.mechanics.effects import Founded
from nomic.core.models import Agent
from rulesets import queries as law
from rulesets.actions.changing import Cause, make


def begins_with_theme(the_floor: Floor, effect: Founded) -> None:
    """Step: what the theme brings is law, as an Address would have brought it; nothing if the game begins plainly."""
    row = present(the_floor.game.pk)
    if effect.package and row:
        founder = Agent.objects.get(pk=effect.agent_id) if effect.agent_id else None
        _may_be_called(the_floor, THEMES[effect.package], founder)
        state = law.state(the_floor.game)
        changes = ascending.package_of(effect.package, core.keywords(the_floor.game), state.next_rule_id)
        applied = law.trial(state, changes)
        assert not applied.problems  # a theme that games are founded with fits the starter law; a test holds it
        make(the_floor, applied, Cause(subject_key(row), founder))
        _open(the_floor, row, THEMES[effect.package], founder)


def _may_be_called(the_floor: Floor, theme: Theme, founder: Agent | None) -> None:
    # Eir name was looked at under the starter law, when the theme's rules were none of it yet.
    if founder is not None:
        titles = [title for title, _ in theme.rules]
        rule = the_floor.law.rule("agents.admission")
        names.may_be_called(founder.name, taken=(), reserved=titles, rule=rule).or_refuse()


def _open(the_floor: Floor, row: Dynasty, theme: Theme, founder: Agent | None) -> None:
    row.theme, row.package, row.accent, row.emblem = theme.title, theme.name, theme.accent, theme.emblem
    row.opened_at, row.opened_seq = the_floor.now, the_floor.next_seq
    row.save()
    the_floor.record(
        "dynasty.opened", actor=founder, subject=subject_key(row), title=name_of(row), address=None, theme=row.theme,
        package=row.package, accent=row.accent, emblem=row.emblem, keywords=row.keywords, asked="",
    )  # fmt: skip
