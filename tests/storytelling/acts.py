"""The acts of a case: each phrase is one call of one action, by the person who is named."""

from __future__ import annotations

from collections.abc import Mapping

from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from nomic.core.roster.models import Application, ApplicationState
from proposals.composer import actions as composer_actions
from proposals.voting.rules import Vote
from rulesets.changes.actions import find_rule_void
from rulesets.history import actions as history_actions
from rulesets.history.queries import rule_versions
from tests.storytelling.changes import change_list
from tests.storytelling.phrases import ACTS, Line
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
CATEGORIES = {"plain": "plain", "Proposal": "proposal", "Call for Judgment": "cfj", "Declaration of Victory": "dov"}


def _post(stage: Stage, line: Line, words: Words, category: str) -> None:
    changes = change_list(stage, line)
    made = stage.table.post(words["who"], category, words["title"], changes)
    stage.last_number = made.number


@ACTS.phrase("{who} proposes {title}", under=True)
def proposes(stage: Stage, line: Line, words: Words) -> None:
    _post(stage, line, words, "proposal")


@ACTS.phrase("{who} posts {title}")
def posts(stage: Stage, line: Line, words: Words) -> None:
    _post(stage, line, words, "plain")


@ACTS.phrase("{who} calls for judgment {title}", under=True)
def calls(stage: Stage, line: Line, words: Words) -> None:
    _post(stage, line, words, "cfj")


@ACTS.phrase("{who} calls anonymously for judgment {title}", under=True)
def calls_anonymously(stage: Stage, line: Line, words: Words) -> None:
    made = stage.table.post(words["who"], "cfj", words["title"], change_list(stage, line), anonymous=True)
    stage.last_number = made.number


@ACTS.phrase("{who} owns up to {post}")
def owns_up(stage: Stage, line: Line, words: Words) -> None:
    composer_actions.reveal_author(
        actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, number=stage.number(words)
    )


@ACTS.phrase("{who} declares victory {title}")
def declares(stage: Stage, line: Line, words: Words) -> None:
    _post(stage, line, words, "dov")


@ACTS.phrase("{who} votes {vote} [on {post}]")
def votes(stage: Stage, line: Line, words: Words) -> None:
    stage.table.vote(words["who"], stage.number(words), Vote(words["vote"]))


@ACTS.phrase("{who} votes {vote} and says {text} [on {post}]")
def votes_and_says(stage: Stage, line: Line, words: Words) -> None:
    stage.table.comment(words["who"], stage.number(words), words["text"], Vote(words["vote"]))


@ACTS.phrase("{who} says {text} [on {post}]")
def says(stage: Stage, line: Line, words: Words) -> None:
    stage.table.comment(words["who"], stage.number(words), words["text"])


@ACTS.phrase("{who} comments [on {post}]")
def comments(stage: Stage, line: Line, words: Words) -> None:
    stage.table.comment(words["who"], stage.number(words))


@ACTS.phrase("{who} edits {post} to {title}", under=True)
def edits(stage: Stage, line: Line, words: Words) -> None:
    _edit(stage, line, words, words["title"], None)


@ACTS.phrase("{who} re-files {post} as {category}", under=True)
def refiles(stage: Stage, line: Line, words: Words) -> None:
    _edit(stage, line, words, None, CATEGORIES[words["category"]])


def _edit(stage: Stage, line: Line, words: Words, title: str | None, category: str | None) -> None:
    entry = stage.table.post_row(stage.number(words))
    composer_actions.edit_post(
        actor_id=stage.agent_id(words["who"]),
        game_id=entry.game_id,
        number=entry.number,
        words=composer_actions.PostWords(
            category or entry.category,
            title or entry.title,
            entry.body,
            change_list(stage, line) if line.under else entry.changes,
        ),
        base_version=entry.version,
    )


@ACTS.phrase("{who} withdraws {post}")
def withdraws(stage: Stage, line: Line, words: Words) -> None:
    number = stage.number(words)
    composer_actions.withdraw_post(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, number=number)


@ACTS.phrase("{who} asks to idle")
def asks_to_idle(stage: Stage, line: Line, words: Words) -> None:
    roster_actions_activity.ask_idle(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk)


@ACTS.phrase("{who} idles {whom}")
def idles(stage: Stage, line: Line, words: Words) -> None:
    actor, agent = stage.agent_id(words["who"]), stage.agent_id(words["whom"])
    roster_actions_activity.idle_agent(actor_id=actor, game_id=stage.table.made.pk, agent_id=agent)


@ACTS.phrase("{who} asks back")
def asks_back(stage: Stage, line: Line, words: Words) -> None:
    roster_actions_activity.ask_back(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk)


@ACTS.phrase("{who} unidles {whom}")
def unidles(stage: Stage, line: Line, words: Words) -> None:
    actor, agent = stage.agent_id(words["who"]), stage.agent_id(words["whom"])
    roster_actions_activity.unidle_agent(actor_id=actor, game_id=stage.table.made.pk, agent_id=agent)


@ACTS.phrase("{who} leaves")
def leaves(stage: Stage, line: Line, words: Words) -> None:
    stage.table.leave(words["who"])


@ACTS.phrase("{who} resigns as Admin")
def resigns(stage: Stage, line: Line, words: Words) -> None:
    roster_actions.resign_office(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk)


@ACTS.phrase("{who} announces eir arrival [as {alias}]")
def announces(stage: Stage, line: Line, words: Words) -> None:
    account = stage.table.account(words["who"])
    name = words.get("alias", words["who"])
    roster_actions.announce_arrival(account=account, game_id=stage.table.made.pk, name=name)


@ACTS.phrase("{who} admits {whom}")
def admits(stage: Stage, line: Line, words: Words) -> None:
    application = _application(stage, words["whom"])
    roster_actions.admit_applicant(
        actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, application_id=application
    )


@ACTS.phrase("{who} declines {whom}")
def declines(stage: Stage, line: Line, words: Words) -> None:
    application, actor = _application(stage, words["whom"]), stage.agent_id(words["who"])
    roster_actions.decline_applicant(
        actor_id=actor, game_id=stage.table.made.pk, application_id=application, why="Not now."
    )


@ACTS.phrase("{who} takes back eir arrival")
def takes_back(stage: Stage, line: Line, words: Words) -> None:
    application = _application(stage, words["who"])
    roster_actions.withdraw_application(account=stage.table.account(words["who"]), application_id=application)


def _application(stage: Stage, name: str) -> int:
    """The newest announcement of that person, answered or not; a waiting one if there is any."""
    made = Application.objects.filter(game=stage.table.made, account=stage.table.account(name)).order_by("-pk")
    newest = made.filter(state=ApplicationState.WAITING).first() or made.first()
    assert newest is not None, f"{name} has announced nothing"
    return newest.pk


@ACTS.phrase("{who} enacts [{post}]")
def enacts(stage: Stage, line: Line, words: Words) -> None:
    stage.table.enact(words["who"], stage.number(words))


@ACTS.phrase("{who} enacts {post} and resolves change {number} as {text}")
def enacts_by_hand(stage: Stage, line: Line, words: Words) -> None:
    resolutions = {int(words["number"]) - 1: words["text"]}
    stage.table.enact(words["who"], stage.number(words), resolutions=resolutions)


@ACTS.phrase("{who} enacts {post} and skips change {number}")
def enacts_in_part(stage: Stage, line: Line, words: Words) -> None:
    stage.table.enact(words["who"], stage.number(words), skipped=frozenset({int(words["number"]) - 1}))


@ACTS.phrase("{who} passes [{post}]")
def passes(stage: Stage, line: Line, words: Words) -> None:
    stage.table.enact(words["who"], stage.number(words))


@ACTS.phrase("{who} fails [{post}]")
def fails(stage: Stage, line: Line, words: Words) -> None:
    stage.table.fail(words["who"], stage.number(words))


@ACTS.phrase("{who} marks {post} illegal")
def marks_illegal(stage: Stage, line: Line, words: Words) -> None:
    stage.table.mark_illegal(words["who"], stage.number(words))


@ACTS.phrase("{who} opens {post} again")
def opens_again(stage: Stage, line: Line, words: Words) -> None:
    stage.table.reopen(words["who"], stage.number(words))


@ACTS.phrase("{who} notes {text} on {post}")
def notes(stage: Stage, line: Line, words: Words) -> None:
    stage.table.note(words["who"], stage.number(words), words["text"])


@ACTS.phrase("{who} finds rule {rule} void")
def finds_void(stage: Stage, line: Line, words: Words) -> None:
    rule = stage.table.rule(words["rule"])
    find_rule_void(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, rid=rule.id)


@ACTS.phrase("{who} corrects {old} to {new} in rule {rule}")
def corrects(stage: Stage, line: Line, words: Words) -> None:
    rule, game = stage.table.rule(words["rule"]), stage.table.made
    last = rule_versions(game.pk, rule.id).count()
    history_actions.correct_rule(
        actor_id=stage.agent_id(words["who"]),
        game_id=game.pk,
        rid=rule.id,
        base_version=last,
        text=rule.text.replace(words["old"], words["new"], 1),
    )


@ACTS.phrase("{who} reverses the correction of rule {rule}")
def reverses(stage: Stage, line: Line, words: Words) -> None:
    rule = stage.table.rule(words["rule"])
    history_actions.reverse_correction(actor_id=stage.agent_id(words["who"]), game_id=stage.table.made.pk, rid=rule.id)


@ACTS.phrase("the Clerk sweeps")
def sweeps(stage: Stage, line: Line, words: Words) -> None:
    stage.table.sweep()


@ACTS.phrase("{who} ascends with theme {title}[, renaming {renames}][, repealing {rule}][, beginning with {package}]")
def ascends(stage: Stage, line: Line, words: Words) -> None:
    renames = dict(each.split(" to ") for each in words["renames"].split(" and ")) if "renames" in words else {}
    repeal = [words["rule"]] if "rule" in words else []
    made = stage.table.ascend(words["who"], words["title"], renames, repeal, package=words.get("package", ""))
    stage.last_number = made.number


@ACTS.phrase("{who} hands the role to {whom}")
def hands_on(stage: Stage, line: Line, words: Words) -> None:
    stage.table.pass_role(words["who"], words["whom"])
