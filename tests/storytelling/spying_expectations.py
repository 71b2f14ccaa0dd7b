"""What a case may expect of the spies: as the Mastermind knows it, as the law gives it, and of what is public."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.spy.disclosure import queries as disclosure_queries
from dynasties.spy.disclosure.queries_story import theatre_flaws
from dynasties.spy.map import queries as map_queries
from dynasties.spy.map.rules import MoveAttempt, MoveKind
from dynasties.spy.prison import queries as prison_queries
from dynasties.spy.prison.rules import capture_row
from dynasties.spy.theatre import queries_covers as theatre_queries_covers
from dynasties.spy.theatre.rules_map import LAND, borders
from dynasties.spy.theatre.rules_tickets import Supply, Tickets, supply
from dynasties.tracker.models import Update
from nomic.core import clock
from nomic.core.dice import queries as dice_queries
from nomic.core.log.models import Event
from proposals.posts.models import Post
from tests.storytelling.phrases import EXPECTATIONS, Line
from tests.storytelling.spying import SIDES, newest_attempt, spies, tickets
from tests.storytelling.stage import Stage

Words = Mapping[str, str]
ROWS = {1: "a success", 2: "a backfire", 3: "a draw", 4: "in the news", None: "in no row"}
SUPPLIES = {
    "an Air Ticket": {Supply.AIR},
    "a Sea Ticket": {Supply.SEA},
    "a Land Ticket": {Supply.LAND},
    "news": {Supply.NEWS},
    "nothing": set[Supply](),
}

# -- where they are, and whom they serve -------------------------------------------------------------


@EXPECTATIONS.phrase("expect {who} in {territory}[, which e keeps as {curtain_side}]")
def expect_in(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"])
    assert found.location == words["territory"], found.location
    if "curtain_side" in words:
        assert found.side == SIDES[words["curtain_side"]].value, found.side


@EXPECTATIONS.phrase("expect {who} keeps eir place as {curtain_side}")
def expect_side(stage: Stage, line: Line, words: Words) -> None:
    """Wherever e is."""
    found = spies(stage).cover(words["who"]).side
    assert found == SIDES[words["curtain_side"]].value, found


@EXPECTATIONS.phrase("expect {who} has no Location")
def expect_nowhere(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"]).location
    assert found is None, found


@EXPECTATIONS.phrase("expect {who} on land")
def expect_on_land(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"]).location
    assert found in LAND, found


@EXPECTATIONS.phrase("expect {who} next to {territory}")
def expect_next_to(stage: Stage, line: Line, words: Words) -> None:
    """Over a border of the Map, whichever it is."""
    found = spies(stage).cover(words["who"]).location
    assert found in borders(words["territory"]), found


@EXPECTATIONS.phrase("expect {who} a prisoner in {territory}")
def expect_prisoner(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"])
    assert found.prison == found.location == words["territory"], found


@EXPECTATIONS.phrase("expect {who} no prisoner")
def expect_free(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"]).prison
    assert found is None, found


@EXPECTATIONS.phrase("expect {who} serves {allegiance}")
def expect_serves(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).cover(words["who"]).affiliation
    assert found == words["allegiance"], found


@EXPECTATIONS.phrase("expect {who} sees the cover of {whom}")
def expect_cover_seen(stage: Stage, line: Line, words: Words) -> None:
    assert _sees(stage, words), "it is hidden"


@EXPECTATIONS.phrase("expect {who} does not see the cover of {whom}")
def expect_cover_hidden(stage: Stage, line: Line, words: Words) -> None:
    assert not _sees(stage, words), "it is seen"


def _sees(stage: Stage, words: Words) -> bool:
    table = spies(stage)
    found = theatre_queries_covers.visible_cover(
        table.theatre, table.agent(words["whom"]).pk, table.agent(words["who"]), table.game
    )
    assert found in {None, table.cover(words["whom"])}, found
    return found is not None


@EXPECTATIONS.phrase("expect {who} was told the {thing} of {whom}")
def expect_told(stage: Stage, line: Line, words: Words) -> None:
    table = spies(stage)
    told = list(disclosure_queries.own_disclosures(table.theatre, table.agent(words["who"])).told)
    assert (table.agent(words["whom"]).pk, words["thing"]) in {(each.owner, each.what) for each in told}, told


@EXPECTATIONS.phrase("expect {who} knows that eir {thing} was disclosed")
def expect_disclosed(stage: Stage, line: Line, words: Words) -> None:
    told = list(disclosure_queries.own_disclosures(spies(stage).theatre, spies(stage).agent(words["who"])).given)
    assert words["thing"] in {each.what for each in told}, told


# -- what they hold, and where they may go -----------------------------------------------------------


@EXPECTATIONS.phrase("expect {who} holds {pile}")
def expect_holds(stage: Stage, line: Line, words: Words) -> None:
    found = Tickets(*spies(stage).tickets(words["who"]))
    assert found == tickets(words["pile"]), found


@EXPECTATIONS.phrase("expect {who} holds from {least} to {most} of each kind")
def expect_holds_between(stage: Stage, line: Line, words: Words) -> None:
    found = spies(stage).tickets(words["who"])
    assert all(int(words["least"]) <= each <= int(words["most"]) for each in found), found


@EXPECTATIONS.phrase("expect {who} may move to {territory}[ by {way}][ for {pile}]")
def expect_may_move(stage: Stage, line: Line, words: Words) -> None:
    """As far as the rules and eir Tickets go, whether or not it is time for it."""
    tried = _tried(stage, words)
    assert tried.move is not None, [each.code for each in tried.decision.reasons]
    assert tried.move.kind is MoveKind(words.get("way", tried.move.kind)), tried.move
    assert "pile" not in words or tried.move.cost == tickets(words["pile"]), tried.move


@EXPECTATIONS.phrase("expect {who} may not move to {territory} because {codes}")
def expect_may_not_move(stage: Stage, line: Line, words: Words) -> None:
    tried = _tried(stage, words)
    assert tried.move is None, tried.move
    codes = sorted(each.code for each in tried.decision.reasons)
    assert codes == sorted(words["codes"].split(", ")), codes


def _tried(stage: Stage, words: Words) -> MoveAttempt:
    table = spies(stage)
    return map_queries.attempt_to(map_queries.move_ground(table.theatre, table.agent(words["who"])), words["territory"])


@EXPECTATIONS.phrase("expect moves of {who} lead to {territories}")
def expect_moves(stage: Stage, line: Line, words: Words) -> None:
    """All of them, by the order of the codes."""
    table = spies(stage)
    listed = map_queries.own_moves(table.theatre, table.agent(words["who"]), clock.now()).moves
    found = [each.move.to for each in listed if each.move]
    assert found == words["territories"].split(), found


# -- what the tables of the law say ------------------------------------------------------------------


@EXPECTATIONS.phrase("expect a supply roll of {number} brings {supply}")
def expect_supply(stage: Stage, line: Line, words: Words) -> None:
    found = supply(int(words["number"]), stage.table.law)
    assert found == SUPPLIES[words["supply"]], found


@EXPECTATIONS.phrase("expect a capture roll of {number} is {befalls}")
def expect_capture_roll(stage: Stage, line: Line, words: Words) -> None:
    found = ROWS[capture_row(int(words["number"]), stage.table.law)]
    assert found == words["befalls"], found


@EXPECTATIONS.phrase("expect the attempt waits")
def expect_attempt_waits(stage: Stage, line: Line, words: Words) -> None:
    told = prison_queries.unseal_attempt(newest_attempt(stage))
    assert told.open, told.answer


@EXPECTATIONS.phrase("expect the attempt found nobody there")
def expect_attempt_found_nobody(stage: Stage, line: Line, words: Words) -> None:
    told = prison_queries.unseal_attempt(newest_attempt(stage))
    assert told.answer == prison_queries.NOT_THERE, told.answer


@EXPECTATIONS.phrase("expect roll {number} was {dice}")
def expect_dice(stage: Stage, line: Line, words: Words) -> None:
    found = dice_queries.roll(stage.table.made.pk, int(words["number"]))
    assert found is not None, "there is no such roll"
    assert words["dice"] == f"DICE{found.sides}", found.sides


# -- what everybody sees -----------------------------------------------------------------------------


@EXPECTATIONS.phrase("expect nothing public since {moment}")
def expect_nothing_public(stage: Stage, line: Line, words: Words) -> None:
    assert not _public(stage, words), _public(stage, words)


@EXPECTATIONS.phrase("expect {number} public event[s] since {moment}")
def expect_public(stage: Stage, line: Line, words: Words) -> None:
    assert len(_public(stage, words)) == int(words["number"]), _public(stage, words)


def _public(stage: Stage, words: Words) -> list[str]:
    from tests.storytelling.parser import moment

    since = moment(words["moment"], stage.start)
    found = Event.objects.filter(game=stage.table.made, at__gte=since).order_by("seq")
    return list(found.values_list("kind", flat=True))


@EXPECTATIONS.phrase("expect the tracker says {text}")
def expect_comment(stage: Stage, line: Line, words: Words) -> None:
    """The comment of the newest update."""
    newest = Update.objects.filter(game=stage.table.made).order_by("number").last()
    assert newest is not None, "it says nothing"
    assert newest.comment == words["text"], newest.comment


@EXPECTATIONS.phrase("expect {number} post[s]")
def expect_posts(stage: Stage, line: Line, words: Words) -> None:
    found = Post.objects.filter(game=stage.table.made).count()
    assert found == int(words["number"]), found


@EXPECTATIONS.phrase("expect {post} does not name {who}")
def expect_unnamed(stage: Stage, line: Line, words: Words) -> None:
    found = stage.table.post_row(stage.number(words))
    assert words["who"] not in f"{found.title} {found.body}", found.body


@EXPECTATIONS.phrase("expect {who} shall post of {number} passage[s][, the last by {moment}]")
def expect_passages(stage: Stage, line: Line, words: Words) -> None:
    """Of those who passed Checkpoint Charlie, as far as no post has told of it."""
    from tests.storytelling.parser import moment

    found = map_queries.passages(spies(stage).theatre, spies(stage).agent(words["who"]), stage.table.game)
    waiting = [each.due_at for each in found if each.post is None]
    assert len(waiting) == int(words["number"]), found
    if "moment" in words:
        assert waiting[-1] == moment(words["moment"], stage.start), waiting[-1]


@EXPECTATIONS.phrase("expect everything revealed")
def expect_revealed(stage: Stage, line: Line, words: Words) -> None:
    """And nothing of it was changed after the fact, as far as the log can tell."""
    assert spies(stage).theatre.revealed_id is not None, "it is secret still"
    assert not list(theatre_flaws(stage.table.made.pk)), list(theatre_flaws(stage.table.made.pk))
