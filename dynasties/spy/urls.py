"""Addresses of the spy dynasty; all inside `/g/<slug>/spy/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from dynasties.spy.views import desk, disclosing, dossier, gadget_acts, gadgets, map, missions, moving, revealing, teams

urlpatterns: list[URLPattern] = [
    path("spy/desk/", desk.page, name="spy_desk"),
    path("spy/desk/deal/", desk.deal, name="spy_deal"),
    path("spy/desk/assign/", desk.assign, name="spy_assign"),
    path("spy/desk/correct/", desk.correct, name="spy_correct"),
    path("spy/desk/attempts/<slug:uid>/", desk.rule_on, name="spy_rule_on"),
    path("spy/desk/checkpoint/<slug:uid>/", desk.post_checkpoint, name="spy_checkpoint_post"),
    path("spy/dossier/", dossier.page, name="spy_dossier"),
    path("spy/dossier/declare/", dossier.declare, name="spy_declare"),
    path("spy/dossier/capture/", dossier.capture, name="spy_capture"),
    path("spy/dossier/rescue/", dossier.rescue, name="spy_rescue"),
    path("spy/dossier/turn/", dossier.turn, name="spy_turn"),
    path("spy/dossier/log/<slug:commitment>/", dossier.proof, name="spy_proof"),
    path("spy/map/", map.page, name="spy_map"),
    path("spy/map/move/", moving.move, name="spy_move"),
    path("spy/map/exchange/", moving.exchange, name="spy_exchange"),
    path("spy/map/supplies/", moving.roll_supplies, name="spy_supplies"),
    path("spy/missions/", missions.board, name="spy_missions"),
    path("spy/missions/new/", missions.new, name="spy_mission_new"),
    path("spy/missions/<int:number>/", missions.mission, name="spy_mission"),
    path("spy/missions/<int:number>/close/", missions.close, name="spy_mission_close"),
    path("spy/missions/<int:number>/cancel/", missions.cancel, name="spy_mission_cancel"),
    path("spy/missions/<int:number>/team/", teams.found, name="spy_team_found"),
    path("spy/missions/<int:number>/claim/", teams.claim, name="spy_mission_claim"),
    path("spy/teams/<slug:uid>/invite/", teams.invite, name="spy_team_invite"),
    path("spy/teams/<slug:uid>/join/", teams.join, name="spy_team_join"),
    path("spy/teams/<slug:uid>/leave/", teams.leave, name="spy_team_leave"),
    path("spy/claims/<slug:uid>/accept/", teams.accept, name="spy_claim_accept"),
    path("spy/claims/<slug:uid>/refuse/", teams.refuse, name="spy_claim_refuse"),
    path("spy/rank/gadgets/", teams.raise_gadgets, name="spy_raise_gadgets"),
    path("spy/disclose/", disclosing.disclose, name="spy_disclose"),
    path("spy/reveal/<int:number>/", revealing.reveal_all, name="spy_reveal_all"),
    path("spy/revealed/<int:number>/", revealing.revealed, name="spy_revealed"),
    path("spy/revealed/<int:number>/<int:n>/", revealing.link, name="spy_revealed_link"),
    path("spy/revealed/<int:number>.json", revealing.download, name="spy_revealed_json"),
    path("spy/gadgets/", gadgets.gadgets, name="spy_gadgets"),
    path("spy/gadgets/new/", gadgets.new, name="spy_gadget_new"),
    path("spy/gadgets/<int:number>/", gadgets.gadget, name="spy_gadget"),
    path("spy/gadgets/<int:number>/price/", gadget_acts.price, name="spy_gadget_price"),
    path("spy/gadgets/<int:number>/buy/", gadget_acts.buy, name="spy_gadget_buy"),
    path("spy/gadgets/requests/<int:number>/say/", gadget_acts.say, name="spy_request_say"),
    path("spy/gadgets/requests/<int:number>/add/", gadget_acts.add, name="spy_request_add"),
    path("spy/gadgets/requests/<int:number>/deny/", gadget_acts.deny, name="spy_request_deny"),
    path("spy/gadgets/owned/<int:holding>/claim/", gadget_acts.claim, name="spy_gadget_claim"),
    path("spy/gadgets/owned/<int:holding>/discard/", gadget_acts.discard, name="spy_gadget_discard"),
]
