"""What a case may expect of the law, the roster and the game as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.succession.queries import dynasty_name_of
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent
from nomic.core.law import queries as law_queries
from nomic.core.roster import queries as roster_queries
from proposals.voting.rules import quorum
from rulesets.history import queries as history_queries
from rulesets.models import RuleAct, RuleVersion
from rulesets.text.rules import RuleText
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]


def _rule(stage: Stage, words: Words) -> RuleText | None:
    return next((rule for rule in stage.table.rules() if rule.title == words["rule"]), None)


@EXPECTATIONS.phrase("expect dial {name} {value}")
def expect_dial(stage: Stage, line: Line, words: Words) -> None:
    """The law reads the dial as those words would be read, whatever the words of the text are."""
    name = words["name"]
    found = stage.table.law.values[name]
    assert found == law_queries.catalogue().dials[name].kind.read_words(words["value"]), found


@EXPECTATIONS.phrase("expect dial {name} absent")
def expect_dial_absent(stage: Stage, line: Line, words: Words) -> None:
    snapshot = law_queries.law_snapshot(stage.table.made.pk)
    assert snapshot is not None
    assert words["name"] not in snapshot.dials, snapshot.dials.get(words["name"])
    assert stage.table.law.values[words["name"]] == law_queries.catalogue().dials[words["name"]].absent


@EXPECTATIONS.phrase("expect mechanism {name} carried")
def expect_carried(stage: Stage, line: Line, words: Words) -> None:
    assert words["name"] in stage.table.law.mechanisms, f"nothing carries {words['name']}"


@EXPECTATIONS.phrase("expect mechanism {name} gone")
def expect_not_carried(stage: Stage, line: Line, words: Words) -> None:
    assert words["name"] not in stage.table.law.mechanisms, f"something carries {words['name']}"


@EXPECTATIONS.phrase("expect rule {rule} says {text}")
def expect_says(stage: Stage, line: Line, words: Words) -> None:
    rule = _rule(stage, words)
    assert rule is not None, "no such rule"
    assert words["text"] in rule.text, rule.text


@EXPECTATIONS.phrase("expect rule {rule} does not say {text}")
def expect_says_not(stage: Stage, line: Line, words: Words) -> None:
    rule = _rule(stage, words)
    assert rule is not None, "no such rule"
    assert words["text"] not in rule.text, rule.text


@EXPECTATIONS.phrase("expect rule {rule} stands")
def expect_stands(stage: Stage, line: Line, words: Words) -> None:
    assert _rule(stage, words) is not None, "no such rule"


@EXPECTATIONS.phrase("expect rule {rule} is gone")
def expect_gone(stage: Stage, line: Line, words: Words) -> None:
    assert _rule(stage, words) is None, "it stands"


@EXPECTATIONS.phrase("expect rule {rule} is rule {place}")
def expect_place(stage: Stage, line: Line, words: Words) -> None:
    rule = _rule(stage, words)
    assert rule is not None, "no such rule"
    number = history_queries.ruleset(stage.table.made.pk).number(rule.id)
    assert number == words["place"], number


@EXPECTATIONS.phrase("expect rule {rule} is void")
def expect_void(stage: Stage, line: Line, words: Words) -> None:
    rule = _rule(stage, words)
    assert rule is not None, "no such rule"
    assert rule.id in history_queries.ruleset(stage.table.made.pk).void, "it is in force"


@EXPECTATIONS.phrase("expect rule {rule} is in force")
def expect_in_force(stage: Stage, line: Line, words: Words) -> None:
    rule = _rule(stage, words)
    assert rule is not None, "no such rule"
    assert rule.id not in history_queries.ruleset(stage.table.made.pk).void, "it is void"


@EXPECTATIONS.phrase("expect rule {rule} was {how}")
def expect_how(stage: Stage, line: Line, words: Words) -> None:
    """How its newest version came about: "corrected", "reworded", "merged", "resolved by hand", or "plain"."""
    newest = RuleVersion.objects.filter(game=stage.table.made, title=words["rule"]).order_by("-seq").first()
    assert newest is not None, "no such rule"
    told = {RuleAct.CORRECTED, RuleAct.REWORDED}
    made = "merged" if newest.merged else newest.act if newest.act in told else "plain"
    how = "resolved by hand" if newest.resolved else made
    assert how == words["how"], how


@EXPECTATIONS.phrase("expect quorum {number}")
def expect_quorum(stage: Stage, line: Line, words: Words) -> None:
    playing = roster_queries.current_roster_facts(stage.table.game).names_in_state("active")
    found = quorum(len(playing), stage.table.law)
    assert found == int(words["number"]), found


@EXPECTATIONS.phrase("expect {who} plays")
def expect_plays(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.agent(words["who"]).is_playing, stage.table.agent(words["who"]).state


@EXPECTATIONS.phrase("expect {who} idle")
def expect_idle(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.agent(words["who"]).state == "idle", stage.table.agent(words["who"]).state


@EXPECTATIONS.phrase("expect {who} is no Agent")
def expect_no_agent(stage: Stage, line: Line, words: Words) -> None:
    found = Agent.objects.filter(game=stage.table.made, name=words["who"]).first()
    assert found is None or not found.in_game, "e is in the game"


@EXPECTATIONS.phrase("expect {who} an Admin")
def expect_admin(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.agent(words["who"]).is_admin, "e is none"


@EXPECTATIONS.phrase("expect {who} no Admin")
def expect_no_admin(stage: Stage, line: Line, words: Words) -> None:
    assert not stage.table.agent(words["who"]).is_admin, "e is one"


@EXPECTATIONS.phrase("expect {who} the Mastermind")
def expect_mastermind(stage: Stage, line: Line, words: Words) -> None:
    mastermind = stage.table.game.mastermind
    assert (mastermind and mastermind.name) == words["who"], mastermind


@EXPECTATIONS.phrase("expect no Mastermind")
def expect_no_mastermind(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.game.mastermind is None, stage.table.game.mastermind


@EXPECTATIONS.phrase("expect hiatus")
def expect_hiatus(stage: Stage, line: Line, words: Words) -> None:
    assert roster_queries.open_hiatus(stage.table.made.pk) is not None, "there is none"


@EXPECTATIONS.phrase("expect no hiatus")
def expect_no_hiatus(stage: Stage, line: Line, words: Words) -> None:
    assert roster_queries.open_hiatus(stage.table.made.pk) is None, "there is one"


@EXPECTATIONS.phrase("expect the dynasty {title}")
def expect_dynasty(stage: Stage, line: Line, words: Words) -> None:
    found = dynasty_name_of(stage.table.dynasty)
    assert found == words["title"], found


@EXPECTATIONS.phrase("expect an address awaited")
def expect_awaited(stage: Stage, line: Line, words: Words) -> None:
    assert stage.table.game.awaits_address, "none is"


@EXPECTATIONS.phrase("expect no address awaited")
def expect_not_awaited(stage: Stage, line: Line, words: Words) -> None:
    assert not stage.table.game.awaits_address, "one is"


@EXPECTATIONS.phrase("expect {office} is called {title}")
def expect_called(stage: Stage, line: Line, words: Words) -> None:
    found = games_queries.keywords_of(stage.table.game).of(words["office"].lower())
    assert found == words["title"], found
