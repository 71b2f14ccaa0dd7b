"""The dials and mechanisms of the spy dynasty, each carried by a rule of its law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Dial, Mechanism, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Band, Count, Duration, Switch


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


PRICE, NUMBER = Count(most=100), Count(most=100)
DIE, PERCENT = Band(1, 6), Band(1, 1000)
PLAYS = Switch("takes part", "takes no part")

DECLARE_WITHIN = Dial(
    "spy.declare_within",
    Duration(),
    timedelta(days=14),
    None,
    "nobody is idled for eir silence about it",
    "Affiliation",
    "Time to declare an Affiliation",
)
GADGET_LIMIT = Dial(
    "spy.gadget_limit", NUMBER, 3, 0, "a new Agent may own none", "Gadgets", "Gadgets that a new Agent may own"
)
GADGET_PENDING = Dial(
    "spy.gadget_pending",
    NUMBER,
    1,
    None,
    "any number may be pending",
    "Gadgets",
    "Pending gadget requests of one Agent",
)
GADGET_TIME = Dial(
    "spy.gadget_time",
    Duration(),
    hours(48),
    hours(0),
    "a request is ripe at once",
    "Gadgets",
    "Age at which a gadget request is ripe",
)
GADGET_DENIALS = Dial(
    "spy.gadget_denials",
    NUMBER,
    3,
    None,
    "no number of them denies it",
    "Gadgets",
    "Agents who disapprove, to deny a gadget request",
)
GADGET_APPROVALS = Dial(
    "spy.gadget_approvals", NUMBER, 2, 0, "nobody has to approve", "Gadgets", "Agents who approve, for a gadget request"
)
GADGET_PRICING = Dial(
    "spy.gadget_pricing",
    Duration(),
    hours(48),
    None,
    "the cost may be set at any time",
    "Gadgets",
    "Time to set the cost of a Gadget",
)
MASTERMIND_PLAYS = Dial(
    "spy.mastermind_plays",
    PLAYS,
    False,
    False,
    "e takes no part",
    "Location",
    "The Mastermind, with Location, Tickets and Gadgets of eir own",
)
OUTFIT_DIE = Dial(
    "spy.outfit_die", Count(most=1000), 3, 0, "no die is rolled", "Tickets", "Sides of the die for first Tickets"
)
OUTFIT_ADDED = Dial(
    "spy.outfit_added", NUMBER, 2, 0, "nothing is added", "Tickets", "Added to the die for first Tickets"
)
SUPPLY_AIR = Dial(
    "spy.supply_air", DIE, "1", None, "no roll brings one", "Tickets", "Supply rolls that bring an Air Ticket"
)
SUPPLY_SEA = Dial(
    "spy.supply_sea", DIE, "2", None, "no roll brings one", "Tickets", "Supply rolls that bring a Sea Ticket"
)
SUPPLY_LAND = Dial(
    "spy.supply_land", DIE, "3 to 4", None, "no roll brings one", "Tickets", "Supply rolls that bring a Land Ticket"
)
SUPPLY_NEWS = Dial(
    "spy.supply_news", DIE, "6", None, "no roll tells where somebody is", "Tickets", "Supply rolls that publish the LKL"
)
EXCHANGE_PRICE = Dial(
    "spy.exchange_price", PRICE, 2, 1, "one for one", "Tickets", "Tickets spent for each that is gained"
)
AIR_PRICE = Dial("spy.air_price", PRICE, 1, None, "nobody moves by air", "Movement", "Air Tickets for a move by air")
SEA_PRICE = Dial("spy.sea_price", PRICE, 1, None, "nobody moves by sea", "Movement", "Sea Tickets for a move by sea")
HOP_PRICE = Dial("spy.hop_price", PRICE, 1, None, "nobody hops", "Movement", "Land Tickets for a hop")
CHECKPOINT_POST = Dial(
    "spy.checkpoint_post",
    Duration(),
    hours(48),
    None,
    "nobody is told of it",
    "Checkpoint Charlie",
    "Time to post that somebody passed Checkpoint Charlie",
)
SMUGGLING_PRICE = Dial(
    "spy.smuggling_price",
    PRICE,
    2,
    None,
    "nobody crosses from there",
    "Smuggling",
    "Sea Tickets for crossing the Iron Curtain from a smuggling territory",
)
OPEN_MISSIONS = Dial(
    "spy.open_missions",
    NUMBER,
    3,
    None,
    "any number may be open",
    "Missions",
    "Open missions that nobody has completed, at most",
)
MISSION_CANCEL = Dial(
    "spy.mission_cancel",
    Duration(),
    hours(6),
    None,
    "youth is no ground to cancel one",
    "Missions",
    "Age up to which a mission may be cancelled",
)
MISSION_ABORTS = Dial(
    "spy.mission_aborts",
    NUMBER,
    3,
    None,
    "no number of them is a ground to cancel one",
    "Missions",
    "Agents who ask to abort a mission, to cancel it",
)
RANK_STANDARD = Dial("spy.rank_standard", NUMBER, 3, None, "nobody becomes one", "Ranks", "Missions for a Standard Spy")
RANK_GADGETS = Dial("spy.rank_gadgets", NUMBER, 1, 0, "no Gadget more", "Ranks", "Gadgets more for a Standard Spy")
RANK_EXPERIENCED = Dial(
    "spy.rank_experienced", NUMBER, 7, None, "nobody becomes one", "Ranks", "Missions for an Experienced Spy"
)
RANK_MASTER = Dial(
    "spy.rank_master", NUMBER, 10, None, "nobody becomes one", "Ranks", "Missions for a Master Spy, who has won"
)
RESCUE_PRICE = Dial(
    "spy.rescue_price", PRICE, 1, 0, "it costs nothing", "Prisons", "Tickets of every kind for a rescue"
)
CAPTURE_DIE = Dial(
    "spy.capture_die",
    Count(most=1000),
    100,
    0,
    "no die is rolled, and 0 is in no row",
    "Capture",
    "Sides of the die for a capture",
)
CAPTURE_SUCCESS = Dial(
    "spy.capture_success", PERCENT, "1 to 33", None, "none", "Capture", "Rolls on which the target is caught"
)
CAPTURE_BACKFIRE = Dial(
    "spy.capture_backfire", PERCENT, "34 to 50", None, "none", "Capture", "Rolls on which the captor is caught"
)
CAPTURE_DRAW = Dial("spy.capture_draw", PERCENT, "51 to 90", None, "none", "Capture", "Rolls on which both get away")
CAPTURE_NEWS = Dial(
    "spy.capture_news", PERCENT, "90 to 100", None, "none", "Capture", "Rolls on which both are in the news"
)

DIALS = each_dial(globals())

AFFILIATION = Mechanism("spy.affiliation", "Affiliation", "Declaring an Affiliation", "nobody declares an Affiliation")
GADGET_REQUESTS = Mechanism("spy.gadget_requests", "Gadgets", "Requesting Gadgets", "nobody requests a Gadget")
GADGET_VETO = Mechanism(
    "spy.gadget_veto", "Gadgets", "The Mastermind's veto of a gadget request", "there is no such veto"
)
GADGET_COSTS = Mechanism("spy.gadget_costs", "Gadgets", "Setting what a Gadget costs", "nobody sets a cost")
GADGET_CLAIMS = Mechanism(
    "spy.gadget_claims", "Gadgets", "Claiming what somebody owns too many of", "nobody claims a Gadget"
)
DISCARDING = Mechanism("spy.discarding", "Gadgets", "Throwing a Gadget away", "nobody throws a Gadget away")
DISCLOSURE = Mechanism(
    "spy.disclosure", "Top Secret", "Disclosing one thing to one Agent", "the Mastermind discloses nothing"
)
REVEALING = Mechanism("spy.revealing", "Top Secret", "Revealing everything", "what was secret stays secret")
AIRLINKS = Mechanism("spy.airlinks", "Map", "Airports are adjacent", "airports are adjacent only where they border")
SHORTCUTS = Mechanism("spy.shortcuts", "Map", "The three short cuts at sea", "those seas are not adjacent")
LOCATION = Mechanism("spy.location", "Location", "Locations", "nobody is given a Location")
OUTFIT = Mechanism("spy.outfit", "Tickets", "A newcomer's Tickets", "newcomers get no Tickets")
SUPPLIES = Mechanism("spy.supplies", "Tickets", "Rolling for supplies", "nobody rolls for supplies")
EXCHANGE = Mechanism("spy.exchange", "Tickets", "Exchanging Tickets", "nobody exchanges Tickets")
MOVEMENT = Mechanism("spy.movement", "Movement", "Moving", "nobody moves")
LAND_MOVES = Mechanism("spy.land_moves", "Movement", "Moving by land, free", "nobody moves by land for nothing")
CURTAIN = Mechanism("spy.curtain", "Iron Curtain", "The Iron Curtain", "nothing bars the way")
CHECKPOINT = Mechanism(
    "spy.checkpoint",
    "Checkpoint Charlie",
    "Passing Checkpoint Charlie",
    "between BER and FRA the Iron Curtain is as everywhere",
)
SMUGGLING = Mechanism("spy.smuggling", "Smuggling", "Territories on both sides", "each territory is on one side")
MISSIONS = Mechanism("spy.missions", "Missions", "Missions", "there are no missions")
MISSION_PENALTIES = Mechanism(
    "spy.mission_penalties", "Missions", "The penalty of a false claim", "a false claim costs nothing"
)
RANKS = Mechanism("spy.ranks", "Ranks", "Ranks", "nobody has a Rank")
QUIET_ROLLS = Mechanism(
    "spy.quiet_rolls", "Ranks", "An Experienced Spy's quiet supply rolls", "every such roll publishes it"
)
PRISONS = Mechanism("spy.prisons", "Prisons", "Prisoners stay", "prisoners walk out")
RESCUE = Mechanism("spy.rescue", "Prisons", "Rescuing prisoners", "nobody rescues a prisoner")
TURNING = Mechanism("spy.turning", "Prisons", "A Double Agent turns in prison", "no Double Agent turns")
CAPTURE = Mechanism("spy.capture", "Capture", "Capturing", "nobody captures anybody")
SHOP = Mechanism("spy.shop", "Spy Shop", "Buying Gadgets", "nobody buys a Gadget")

MECHANISMS = each_mechanism(globals())
