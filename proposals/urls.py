"""Addresses of the journal, its posts and how they are decided; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from proposals.composer import views as composer_views
from proposals.deciding import views as deciding_views
from proposals.journal import views as journal_views, views_feeds as journal_views_feeds
from proposals.posts import views as posts_views
from proposals.repairs import views as repairs_views

urlpatterns = [
    path("", journal_views.journal_page, name="journal"),
    path("journal.atom", journal_views_feeds.journal_feed, name="journal_feed"),
    path("decisions.atom", journal_views_feeds.decisions_feed, name="decisions_feed"),
    path("quorum/", deciding_views.quorum_page, name="quorum"),
    path("drafts/", composer_views.drafts_page, name="drafts"),
    path("drafts/<str:token>/discard/", composer_views.discard_draft_page, name="discard-draft"),
    path("posts/new/", composer_views.new_post, name="new-post"),
    path("posts/<int:number>/", journal_views.post_page, name="post"),
    path("posts/<int:number>/edit/", composer_views.edit_post_page, name="edit-post"),
    path("posts/<int:number>/withdraw/", journal_views.withdraw_page, name="withdraw-post"),
    path("posts/<int:number>/own/", journal_views.reveal_author_page, name="own-post"),
    path("posts/<int:number>/versions/", posts_views.versions_page, name="post-versions"),
    path("posts/<int:number>/versions/<int:n>/", posts_views.version_page, name="post-version"),
    path("posts/<int:number>/comments/", journal_views.add_comment, name="comment-on"),
    path("posts/<int:number>/comments/<int:comment_number>/", journal_views.comment_page, name="comment"),
    path("posts/<int:number>/deciding/", deciding_views.deciding_page, name="deciding"),
    path("posts/<int:number>/what-if/", deciding_views.what_if_page, name="what-if"),
    path("posts/<int:number>/enact/", deciding_views.enact_page, name="enact"),
    path("posts/<int:number>/fail/", deciding_views.fail_page, name="fail"),
    path("posts/<int:number>/illegal/", repairs_views.mark_illegal_page, name="illegal"),
    path("posts/<int:number>/reopen/", repairs_views.reopen_page, name="reopen"),
    path("posts/<int:number>/note/", repairs_views.note_page, name="note"),
    path("roster/report/", composer_views.report_foul_play, name="report"),
    path("pending/", deciding_views.pending_page, name="pending"),
    path("queue/", deciding_views.admin_queue_page, name="queue"),
]
