"""The gamestate pages, now or after any event: each with its text, and with the rule that carries it. Reads only.

They are public: whoever may see the game may read every page in all its versions.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet

from dynasties.pages.models import Page, PageVersion
from dynasties.pages.rules import Editor, Editors, PageKept, PageLicence, PagesKept, may_edit
from nomic.core.chain import digest
from nomic.core.decision import Decision
from nomic.core.games import queries as games_queries
from nomic.core.games.models import Agent, Game
from nomic.core.law.rules import Law
from nomic.core.roster import queries as roster_queries
from rulesets.history import queries as history_queries
from rulesets.history.queries import Edition
from rulesets.text.rules import Section


@dataclass(frozen=True, slots=True)
class PageShown:
    """A page in one of its versions, and what the rule that carries it gives. `rule_number` is empty when repealed."""

    row: Page
    version: PageVersion
    licence: PageLicence
    rule_number: str

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def is_open(self) -> bool:
        """Whether its rule still carries it."""
        return self.licence.live and not self.licence.dropped


def page_digest(number: int, title: str, n: int, text: str) -> str:
    """What the log remembers of a version of a page."""
    return digest({"page": number, "title": title, "version": n, "text": text})


def live_pages(game_id: int, seq: int | None = None, edition: Edition | None = None) -> list[PageShown]:
    """Every page that there is, or was after event `seq`, in order; dropped ones are left out.

    `edition`: the law of that moment, where that has been read already.
    """
    found = _newest(Q(page__game_id=game_id), seq).select_related("page", "by")
    edition = edition or history_queries.edition(game_id, seq)
    shown = (_page_presenter(each, edition, seq) for each in found.order_by("page__number"))
    return [each for each in shown if not each.licence.dropped]


def get_page(game_id: int, number: int, seq: int | None = None) -> PageShown | None:
    """One page, dropped ones too; None for one that never was, or was not yet after event `seq`."""
    version = _newest(Q(page__game_id=game_id, page__number=number), seq).select_related("page", "by").first()
    return _page_presenter(version, history_queries.edition(game_id, seq), seq) if version else None


def page_versions(page_id: int) -> list[PageVersion]:
    """All versions of a page, the first one first."""
    return list(PageVersion.objects.filter(page_id=page_id).select_related("by").order_by("n"))


def page_version(page_id: int, n: int) -> PageVersion | None:
    return PageVersion.objects.filter(page_id=page_id, n=n).select_related("by").first()


def page_text(game_id: int, number: int, n: int) -> str | None:
    """What a page said in one of its versions."""
    found = PageVersion.objects.filter(page__game_id=game_id, page__number=number, n=n)
    return found.values_list("text", flat=True).first()


def version_reading(game_id: int, number: int, text: str) -> int | None:
    """The number of the newest version of a page that says just this."""
    found = PageVersion.objects.filter(page__game_id=game_id, page__number=number, text=text)
    return found.order_by("-n").values_list("n", flat=True).first()


def editor_facts(agent: Agent | None, game: Game) -> Editor:
    """What somebody is, as far as a licence asks."""
    if agent is None:
        return Editor()
    return Editor(agent.in_game, agent.idle_since is not None, agent.is_admin, agent.pk == game.mastermind_id)


def may_edit_page(shown: PageShown, agent: Agent | None, game: Game, law: Law) -> Decision[bool]:
    """Whether somebody may edit a page at this moment, under the law in force."""
    in_hiatus = roster_queries.open_hiatus(game.pk) is not None
    return may_edit(shown.licence, editor_facts(agent, game), law, in_hiatus=in_hiatus)


def _newest(about: Q, seq: int | None) -> QuerySet[PageVersion]:
    versions = PageVersion.objects.filter(about)
    if seq is not None:
        versions = versions.filter(seq__lte=seq)
    # Versions are only ever added, under the game's lock: a page's newest is the one with the highest key.
    newest = versions.order_by().values("page").annotate(newest=Max("pk")).values("newest")
    return PageVersion.objects.filter(pk__in=newest)


def _page_presenter(version: PageVersion, edition: Edition, seq: int | None) -> PageShown:
    row = version.page
    return PageShown(row, version, page_licence(row, edition, seq), edition.ruleset.numbers().get(row.rule_id, ""))


def page_licence(row: Page, edition: Edition, seq: int | None = None) -> PageLicence:
    """What the rule that carries a page gives, in an edition of the law; `seq`: after that event, None for now."""
    rule = edition.ruleset.rule(row.rule_id)
    last = next((each.title for each in edition.gone if each.rule.rid == row.rule_id), "")
    return PageLicence(
        Editors(row.editors),
        rule.title if rule else last,
        live=rule is not None and row.rule_id not in edition.ruleset.void,
        dynastic=rule is None or rule.section == Section.DYNASTIC,
        dropped=row.dropped_seq is not None and (seq is None or row.dropped_seq <= seq),
    )


def pages_kept(game: Game) -> PagesKept:
    """The pages as change lists find them."""
    newest = _newest(Q(page__game=game), None).select_related("page")
    rows = ((each.page, each.text) for each in newest if each.page.dropped_seq is None)
    there = {page.number: PageKept(page.title, text, page.rule_id) for page, text in rows}
    return PagesKept(there, games_queries.next_number(Page.objects.filter(game=game)))
