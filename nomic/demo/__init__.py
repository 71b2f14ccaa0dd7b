"""The demo game: a cast that anybody may sign in as, where the demo switch is on, and what they have been up to."""

from __future__ import annotations

# Username and label of each sign-in button, in their order.
CAST = (
    ("quillon", "Quillon, Mastermind and Admin"),
    ("pipistrelle", "Pipistrelle, Admin"),
    ("mudlark", "Mudlark, two Proposals pending, a swan overdue"),
    ("fenwick", "Fenwick, holder of the rope"),
    ("odalys", "Odalys, Mastermind of the first Dynasty"),
    ("bramble", "Bramble, once Bramblebush"),
    ("tarragon", "Tarragon, asking to be idle"),
    ("wexford", "Wexford, idle"),
    ("saltmarsh", "Saltmarsh, waiting to be admitted"),
)
