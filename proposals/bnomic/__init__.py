"""The procedure of B Nomic: Proposals that open together, conflict, depend, and are counted at the same midnight."""

from __future__ import annotations
