"""Addresses of the journal, its posts and how they are decided; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from proposals.views import (
    comments,
    composer,
    deciding,
    drafts,
    fairplay,
    feeds,
    journal,
    pending,
    posts,
    quorum,
    repairs,
    resolving,
    supposing,
    versions,
)

urlpatterns = [
    path("", journal.journal, name="journal"),
    path("journal.atom", feeds.journal_feed, name="journal_feed"),
    path("decisions.atom", feeds.decisions_feed, name="decisions_feed"),
    path("quorum/", quorum.page, name="quorum"),
    path("drafts/", drafts.drafts, name="drafts"),
    path("drafts/<str:token>/discard/", drafts.discard, name="discard-draft"),
    path("posts/new/", composer.new, name="new-post"),
    path("posts/<int:number>/", posts.post, name="post"),
    path("posts/<int:number>/edit/", composer.edit, name="edit-post"),
    path("posts/<int:number>/withdraw/", posts.withdraw, name="withdraw-post"),
    path("posts/<int:number>/own/", posts.own_up, name="own-post"),
    path("posts/<int:number>/versions/", versions.versions, name="post-versions"),
    path("posts/<int:number>/versions/<int:n>/", versions.version, name="post-version"),
    path("posts/<int:number>/comments/", comments.comment_on, name="comment-on"),
    path("posts/<int:number>/comments/<int:comment_number>/", comments.comment, name="comment"),
    path("posts/<int:number>/deciding/", deciding.deciding_page, name="deciding"),
    path("posts/<int:number>/what-if/", supposing.what_if, name="what-if"),
    path("posts/<int:number>/enact/", resolving.enact, name="enact"),
    path("posts/<int:number>/fail/", resolving.fail, name="fail"),
    path("posts/<int:number>/illegal/", repairs.illegal, name="illegal"),
    path("posts/<int:number>/reopen/", repairs.reopen, name="reopen"),
    path("posts/<int:number>/note/", repairs.note, name="note"),
    path("roster/report/", fairplay.report, name="report"),
    path("pending/", pending.pending, name="pending"),
    path("queue/", pending.queue, name="queue"),
]
