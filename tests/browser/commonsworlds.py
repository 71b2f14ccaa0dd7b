"""The demo's game of Blognomic for a walk along every page, and the pages that belong to no game."""

from __future__ import annotations

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import reverse

from nomic.changes import CHANGES
from nomic.core.dice import actions as dice_actions
from nomic.core.games.models import Account, Agent, Game
from nomic.core.notifications import queries as notifications_queries
from proposals.composer import actions as composer_actions
from proposals.posts.models import Post

DEMO = "the-commons"
# Who plays in the demo: an Agent, and an Admin.
AGENT, ADMIN = "bramble", "quillon"
BEFORE_SIGNING_IN = (
    "inactive",
    "confirm-email",
    "confirm-email/no:key",
    *(f"password/reset/{each}" for each in ("done", "key/done", "key/1-none")),
)


def open_to_all() -> list[str]:
    """Where a visitor begins, and what no link found from there leads to."""
    account = Account.objects.get(username=AGENT)
    return [*_beginnings(), *(f"/accounts/{page}/" for page in BEFORE_SIGNING_IN), _way_to_a_new_password(account)]


def of_the_agent() -> list[str]:
    """Where an Agent begins, and what no link found from there leads to: what e has under way is made for it."""
    bramble = Agent.objects.select_related("account").get(game__slug=DEMO, name="Bramble")
    bramble.account.set_password("forgotten soon after")
    bramble.account.save()
    fresh = _edited_post(bramble)
    composer_actions.save_draft(
        actor_id=bramble.pk,
        game_id=bramble.game_id,
        token="every-kind",
        words=composer_actions.PostWords("proposal", "One of each", "Look.", [{"kind": each} for each in CHANGES]),
    )
    said = dice_actions.ThrowWords("3DICE6", "a third pond")
    dice_actions.roll_dice(actor_id=bramble.pk, game_id=bramble.game_id, said=said, token="third-pond")
    pages = (
        *_posts().values(),
        *(f"/posts/{fresh}/{page}" for page in ("edit/", "withdraw/", "versions/", "versions/2/")),
        "/roster/back/",
        f"/posts/{fresh}/what-if/?tried=1&when=%2B48",
        "/posts/new/?draft=every-kind",
    )
    return [
        *_beginnings(),
        *(f"/g/{DEMO}{page}" for page in pages),
        "/games/new/",
        "/inbox/",
        notifications_queries.stop_url(bramble.account.pk, "comment"),
        *(f"/accounts/{page}/" for page in ("email", "reauthenticate", "logout")),
    ]


def of_the_admin() -> list[str]:
    """Where an Admin begins, and what no link found from there leads to."""
    game, posts = Game.objects.get(slug=DEMO), _posts()
    idle = Agent.objects.filter(game=game, state="idle").first() or Agent.objects.get(game=game, name="Bramble")
    pending, founded = posts["pending"], game.founded_at
    pages = (
        "/roster/",
        "/join/",
        "/messages/",
        "/drafts/",
        "/ruleset/1/",
        f"{pending}?dry-run=1",
        f"{pending}illegal/",
        f"/roster/{idle.pk}/unidle/",
        f"{pending}note/",
        f"{posts['failed']}reopen/",
        f"{pending}deciding/",
        f"/ruleset/diff/?from=1&to={game.last_seq}",
        f"/ruleset/at/?date={founded:%Y-%m-%d}&time=23:59",
        f"/ruleset/at/{founded:%Y-%m-%d}T23:59:00Z/",
    )
    return [*_beginnings(), *(f"/g/{DEMO}{page}" for page in pages)]


def _beginnings() -> list[str]:
    return ["/", f"/g/{DEMO}/"]


def _posts() -> dict[str, str]:
    """A post of each status, the oldest there is."""
    posts = Post.objects.filter(game__slug=DEMO, matter__isnull=False).select_related("matter").order_by("-number")
    return {each.matter.status: f"/posts/{each.number}/" for each in posts}


def _way_to_a_new_password(account: Account) -> str:
    key = default_token_generator.make_token(account)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(account), key])


def _edited_post(author: Agent) -> int:
    made = composer_actions.publish_post(
        actor_id=author.pk,
        game_id=author.game_id,
        words=composer_actions.PostWords(
            "proposal",
            "Water: A second pond",
            "One more.",
            [{"kind": "rename-agent", "agent": author.pk, "name": "Brambling"}],
        ),
        token="second-pond",
    )
    composer_actions.edit_post(
        actor_id=author.pk,
        game_id=author.game_id,
        number=made.number,
        words=composer_actions.PostWords("proposal", made.title, "One more, *deeper*.", made.changes),
        base_version=1,
    )
    return made.number
