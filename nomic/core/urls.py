"""The lobby, the door, the roster and the log."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from nomic.core.views import demo, dice, duties, inbox, joining, lobby, log, message_proofs, messages, roster

in_game: list[URLPattern] = [
    path("join/", joining.join, name="join"),
    path("join/withdraw/", joining.withdraw, name="withdraw_arrival"),
    path("join/<int:application_id>/admit/", joining.admit, name="admit"),
    path("join/<int:application_id>/decline/", joining.decline, name="decline"),
    path("roster/", roster.page, name="roster"),
    path("roster/idle/", roster.ask_idle, name="ask_idle"),
    path("roster/resign/", roster.resign, name="resign"),
    path("roster/leave/", roster.leave, name="leave"),
    path("roster/<int:agent_id>/", roster.agent, name="agent"),
    path("roster/<int:agent_id>/idle/", roster.idle, name="idle"),
    path("dice/", dice.page, name="dice"),
    path("dice/seeds/", dice.seeds, name="seeds"),
    path("dice/<int:number>/", dice.roll, name="roll"),
    path("duties/", duties.page, name="duties"),
    path("duties/<int:number>/done/", duties.done, name="duty-done"),
    path("messages/", messages.page, name="messages"),
    path("messages/new/", messages.new, name="message-new"),
    path("messages/check/", message_proofs.check, name="message-check"),
    path("messages/<slug:uid>/", messages.message, name="message"),
    path("messages/<slug:uid>/proof/", message_proofs.proof, name="message-proof"),
    path("log/", log.page, name="log"),
    path("log/<int:seq>/", log.event, name="log_event"),
    path("log.json", log.export, name="log_json"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.lobby, name="lobby"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("inbox/read/", inbox.read_all, name="read_all"),
    path("inbox/choices/", inbox.choices, name="choices"),
    path("inbox/<slug:uid>/", inbox.follow, name="notice"),
    path("inbox/stop/<str:ticket>/", inbox.stop, name="stop_letters"),
    path("demo/sign-in/", demo.sign_in, name="demo_sign_in"),
    path("g/<slug:slug>/", include(in_game)),
]
