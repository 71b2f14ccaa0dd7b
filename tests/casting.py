"""The shared cast: a game at a table, played through the same actions that the pages call.

Kevan is the founder, an Admin and the Mastermind. Everybody else joins by announcing eir arrival and being admitted.
A fixture that only needs a table to begin at takes it from `tests.openings.laid`, which is forty times as quick.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import timedelta
from itertools import count
from typing import Any

from time_machine import Traveller

from dynasties.succession import actions as succession_actions
from dynasties.succession.models import Dynasty
from dynasties.tracker import actions as tracker_actions, queries as tracker_queries
from dynasties.tracker.models import Update
from dynasties.tracker.rules import Held
from nomic.core import clock
from nomic.core.dice import actions as dice_actions
from nomic.core.dice.models import Roll
from nomic.core.duties import actions as duties_actions
from nomic.core.duties.models import Duty
from nomic.core.floor import floor
from nomic.core.games.models import Account, Agent, Game
from nomic.core.law import queries as law_queries
from nomic.core.law.rules import Law
from nomic.core.messages import actions as messages_actions
from nomic.core.messages.models import Message
from nomic.core.roster import actions as roster_actions, actions_activity as roster_actions_activity
from proposals import tasks as proposals_tasks
from proposals.comments import actions as comments_actions
from proposals.composer import actions as composer_actions
from proposals.deciding import actions as deciding_actions, queries as deciding_queries
from proposals.deciding.queries import JudgedMatter
from proposals.posts.models import Comment, Post
from proposals.repairs import actions as repairs_actions, queries as repairs_queries
from proposals.voting import queries as voting_queries
from proposals.voting.rules import Vote
from rulesets.changes import actions as changes_actions, queries as changes_queries
from rulesets.founding.actions import found_game
from rulesets.history import queries as history_queries
from rulesets.text.rules import RuleText

FOUNDER = "Kevan"


class Table:
    """A game with its Agents by name; whatever it does, it does through the real actions, at the present moment.

    `opening`: by which of those in `tests.openings` it has been put there, None where by none.
    """

    opening: Hashable = None

    def __init__(
        self,
        *names: str,
        slug: str = "table",
        title: str = "The Table",
        founder: str = FOUNDER,
        starter: str = "blognomic",
    ) -> None:
        self.tokens = count(1)
        self.founder = founder
        self.accounts: dict[str, Account] = {}
        self.made = found_game(founder=self.account(founder), title=title, slug=slug, name=founder, starter=starter)
        for name in names:
            self.join(name)

    # -- who sits at it

    @property
    def game(self) -> Game:
        """The game's row as it is now."""
        return Game.objects.select_related("mastermind").get(pk=self.made.pk)

    def account(self, name: str) -> Account:
        """The login of that name, made when first asked for; its password is the name."""
        if name not in self.accounts:
            login = "".join(sign for sign in name.lower() if sign.isalnum())
            known = Account.objects.filter(username=login).first()
            self.accounts[name] = known or Account.objects.create_user(login, f"{login}@example.org", name)
        return self.accounts[name]

    def agent(self, name: str) -> Agent:
        """The Agent of that name, as e is now: in the game, idle or gone."""
        return Agent.objects.get(game=self.made, name=name)

    def announce(self, name: str) -> int:
        """Ask for admission; answers the id of the application."""
        return roster_actions.announce_arrival(account=self.account(name), game_id=self.made.pk, name=name).pk

    def join(self, name: str, admin: bool = False) -> Agent:
        """Announce an arrival and be admitted by the founder. `admin`: an Admin from the start, see `make_admin`."""
        application = self.announce(name)
        agent = roster_actions.admit_applicant(
            actor_id=self.agent(self.founder).pk, game_id=self.made.pk, application_id=application
        )
        if admin:
            self.make_admin(name)
        return self.agent(name) if admin else agent

    def make_admin(self, name: str) -> None:
        """Set up an Admin without waiting for a vote: the step that an enactment takes, on a floor of its own."""
        with floor(self.made.pk) as the_floor:
            roster_actions.make_admin(the_floor, self.agent(name), by=self.agent(self.founder))

    def idle(self, name: str, by: str = FOUNDER) -> None:
        """The Agent asks to be idled, and an Admin does it."""
        roster_actions_activity.ask_idle(actor_id=self.agent(name).pk, game_id=self.made.pk)
        roster_actions_activity.idle_agent(
            actor_id=self.agent(by).pk, game_id=self.made.pk, agent_id=self.agent(name).pk
        )

    def unidle(self, name: str, by: str = FOUNDER) -> None:
        """The Agent asks to come back, and an Admin lets em."""
        roster_actions_activity.ask_back(actor_id=self.agent(name).pk, game_id=self.made.pk)
        roster_actions_activity.unidle_agent(
            actor_id=self.agent(by).pk, game_id=self.made.pk, agent_id=self.agent(name).pk
        )

    def leave(self, name: str) -> None:
        roster_actions.leave_game(actor_id=self.agent(name).pk, game_id=self.made.pk)

    # -- what is said at it

    def token(self) -> str:
        return f"form-{next(self.tokens)}"

    def post(
        self,
        name: str,
        category: str,
        title: str,
        changes: Sequence[dict[str, Any]] = (),
        body: str = "",
        token: str | None = None,
        **more: Any,
    ) -> Post:
        return composer_actions.publish_post(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            words=composer_actions.PostWords(category, title, body, list(changes), **more),
            token=token or self.token(),
        )

    def propose(self, name: str, title: str, changes: Sequence[dict[str, Any]] = (), body: str = "") -> Post:
        """Post a Proposal; `changes` in the JSON form of change lists."""
        return self.post(name, "proposal", title, changes, body)

    def post_plain(self, name: str, title: str, body: str = "") -> Post:
        return self.post(name, "plain", title, (), body)

    def call(
        self, name: str, title: str, changes: Sequence[dict[str, Any]] = (), body: str = "", *, anonymous: bool = False
    ) -> Post:
        """Post a Call for Judgment, with the author's name or without."""
        return self.post(name, "cfj", title, changes, body, anonymous=anonymous)

    def comment(self, name: str, number: int, body: str = "A word.", vote: str | None = None) -> Comment:
        return comments_actions.post_comment(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, body=body, vote=vote, token=self.token()
        )

    def vote(self, name: str, number: int, vote: str = Vote.FOR) -> Comment:
        return self.comment(name, number, "", vote)

    def roll(self, name: str, notation: str = "DICE6", purpose: str = "a hat", **more: str) -> Roll:
        """Roll dice. `more`: a nonce, an act, a token of one's own."""
        token = more.pop("token", self.token())
        said = dice_actions.ThrowWords(notation, purpose, **more)
        return dice_actions.roll_dice(actor_id=self.agent(name).pk, game_id=self.made.pk, said=said, token=token)

    # -- who heads it

    def declare(self, name: str, title: str = "Mine") -> Post:
        """Declare victory; the game goes into hiatus."""
        return self.post(name, "dov", title)

    def win(self, name: str, clock: Traveller) -> Post:
        """Declare victory; everybody who plays agrees, and a day later an Admin passes it."""
        declaration = self.declare(name)
        players = Agent.objects.filter(game=self.made, state="active").order_by("pk")
        for voter in players:
            self.vote(voter.name, declaration.number)
        clock.shift(timedelta(hours=24))
        self.enact(next(each.name for each in players if each.is_admin), declaration.number)
        return self.post_row(declaration.number)

    def pass_role(self, name: str, to: str) -> None:
        """The winner hands the role on before e has spoken."""
        succession_actions.pass_role(actor_id=self.agent(name).pk, game_id=self.made.pk, to_agent_id=self.agent(to).pk)

    def ascend(
        self,
        name: str,
        theme: str = "The Sea",
        renames: Mapping[str, str] | None = None,
        repeal: Sequence[str] = (),
        inside: Sequence[str] = (),
        **more: Any,
    ) -> Post:
        """Post the Ascension Address. `renames`: which keyword gives way to which; `repeal`: titles of rules.

        `inside`: words that hold a keyword, in which it is to change too.
        """
        entries = [{"from": word, "to": to, "inside": list(inside)} for word, to in (renames or {}).items()]
        repealed = [self.rule(title).id for title in repeal]
        token = more.pop("token", "") or self.token()
        words = succession_actions.AddressWords(theme, repeal=repealed, renames=entries, **more)
        return succession_actions.give_address(
            actor_id=self.agent(name).pk, game_id=self.made.pk, words=words, token=token
        )

    @property
    def dynasty(self) -> Dynasty:
        """The Dynasty that is being played."""
        return Dynasty.objects.select_related("head", "address").get(game=self.made, ended_at__isnull=True)

    def change(self, *changes: dict[str, Any]) -> None:
        """Set up the law without waiting for a vote: what an enactment of these changes does."""
        with floor(self.made.pk) as the_floor:
            applied = changes_queries.try_changes(
                changes_queries.current_state(the_floor.game), changes_queries.read_changes(list(changes))
            )
            assert applied.whole, applied.problems
            changes_actions.enact_changes(the_floor, applied, changes_actions.Cause("", self.agent(self.founder)))

    def enact_rule(self, title: str, text: str) -> None:
        """Set up a dynastic rule without waiting for a vote."""
        self.change({"kind": "enact", "section": "dynastic", "title": title, "text": text})

    def message(self, name: str, to: str, body: str = "A word in your ear.", **more: Any) -> Message:
        """Send a private message to somebody by name, or to “the Mastermind” as such."""
        office = to == "the Mastermind"
        token = more.pop("token", self.token())
        whom = messages_actions.OFFICE if office else self.agent(to).pk
        letter = messages_actions.LetterWords(whom, **({"subject": "Between us", "body": body} | more))
        return messages_actions.send_message(
            actor_id=self.agent(name).pk, game_id=self.made.pk, letter=letter, token=token
        )

    def open_message(self, name: str, message: Message) -> Message:
        return messages_actions.open_message(actor_id=self.agent(name).pk, game_id=self.made.pk, uid=message.uid)

    def report_done(self, name: str, number: int, note: str = "") -> Duty:
        """Report a duty as done."""
        return duties_actions.report_done(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, note=note)

    # -- what becomes of it

    def enact(self, name: str, number: int, **by_hand: Any) -> Post:
        return deciding_actions.enact_matter(
            actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, **by_hand
        )

    def fail(self, name: str, number: int) -> Post:
        return deciding_actions.fail_matter(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number)

    def mark_illegal(self, name: str, number: int, why: str = "No rule allows it.", rule: str = "Proposals") -> None:
        repairs_actions.mark_illegal(**self._finding(name, number, why, rule))

    def reopen(self, name: str, number: int, why: str = "That was a slip.", rule: str = "Proposals") -> None:
        repairs_actions.reopen_matter(**self._finding(name, number, why, rule))

    def _finding(self, name: str, number: int, why: str, rule: str) -> dict[str, Any]:
        found = {"actor_id": self.agent(name).pk, "game_id": self.made.pk, "number": number}
        return found | {"why": why, "rule_id": self.rule(rule).id}

    def note(self, name: str, number: int, text: str) -> None:
        repairs_actions.append_note(actor_id=self.agent(name).pk, game_id=self.made.pk, number=number, text=text)

    def notes(self, number: int) -> list[str]:
        """What Admins noted on a post, in order."""
        return [each.text for each in repairs_queries.admin_notes(self.post_row(number).pk)]

    def sweep(self) -> int:
        """The Clerk's round."""
        looks: int = proposals_tasks.sweep()
        return looks

    # -- what is tracked there

    def column(self, name: str, rule: str = "Coins", kind: str = "number", **facts: Any) -> int:
        """Make a column as an enactment would, and the rule that carries it where there is none; answers its number."""
        made = {"kind": "make-column", "name": name, "column_kind": kind, "rule": rule, **facts}
        rule_too = {"kind": "enact", "section": "dynastic", "title": rule, "text": f"{rule} are kept in the tracker."}
        known = any(each.title == rule for each in self.rules())
        self.change(*([made] if known else [rule_too, made]))
        return tracker_queries.live_columns(self.made.pk)[-1].number

    def column_number(self, name: str) -> int:
        """The column in use of that name. Raises `LookupError` when there is none."""
        for column in tracker_queries.live_columns(self.made.pk):
            if column.name == name:
                return column.number
        raise LookupError(f"no column is called “{name}”")

    def cell(self, column: str, whose: str | None, op: str, value: object, base: int | None = None) -> dict[str, Any]:
        """A cell for `update`; `whose` is None for a value of the game."""
        agent = self.agent(whose).pk if whose else None
        return {"column": self.column_number(column), "agent": agent, "op": op, "value": value, "base": base}

    def update(self, name: str, *cells: dict[str, Any], **more: Any) -> Update:
        """Change cells of the tracker, each as `cell` makes one."""
        who = {"actor_id": self.agent(name).pk, "game_id": self.made.pk}
        token, said = more.pop("token", "") or self.token(), tracker_actions.UpdateWords(**more)
        return tracker_actions.update_cells(**who, cells=list(cells), said=said, token=token)

    def undo(self, name: str, number: int, rule: str = "Coins", why: str = "It broke the rule.") -> Update:
        return tracker_actions.undo_update(
            actor_id=self.agent(name).pk,
            game_id=self.made.pk,
            number=number,
            rule_id=self.rule(rule).id,
            why=why,
            token=self.token(),
        )

    def held(self, column: str, whose: str | None = None, viewer: str | None = None) -> Held:
        """What a cell holds for a viewer, None being a visitor. Raises `PermissionError` where e may not see it."""
        sheet = tracker_queries.get_sheet(self.game, self.agent(viewer) if viewer else None)
        cell = sheet.cell(self.column_number(column), self.agent(whose).pk if whose else None)
        assert cell is not None, f"there is no cell {column} of {whose}"
        if cell.hidden:
            raise PermissionError(f"{column} of {whose} is hidden from {viewer or 'visitors'}")
        return cell.value

    # -- what stands on it

    def post_row(self, number: int) -> Post:
        """The post of that number, as it is now."""
        return Post.objects.select_related("author", "matter").get(game=self.made, number=number)

    def status(self, number: int) -> str:
        """`pending`, `enacted`, `failed`, `withdrawn` or `illegal`."""
        return self.post_row(number).matter.status

    def verdict(self, number: int) -> JudgedMatter:
        """A pending matter, judged now: its facts, its verdict, its place."""
        judged = deciding_queries.judged_matter(
            self.post_row(number), voting_queries.judging_context(self.game, clock.now())
        )
        assert judged is not None, f"#{number} is no pending matter"
        return judged

    @property
    def law(self) -> Law:
        return law_queries.law(self.made.pk)

    def rule(self, title: str) -> RuleText:
        """The rule in force of that title. Raises `LookupError` when there is none."""
        for rule in self.rules():
            if rule.title == title:
                return rule
        raise LookupError(f"no rule is called “{title}”")

    def amend(self, title: str, find: str, replace: str) -> dict[str, Any]:
        """A change for `propose`: words that stand once in the rule of that title, and what to put for them."""
        return {"kind": "replace", "rule": self.rule(title).id, "find": find, "replace": replace}

    def repeal(self, title: str) -> dict[str, Any]:
        return {"kind": "repeal", "rule": self.rule(title).id}

    def rules(self) -> tuple[RuleText, ...]:
        """Every rule in force, in order."""
        return history_queries.ruleset(self.made.pk).rules
