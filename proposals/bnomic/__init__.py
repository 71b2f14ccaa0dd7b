"""The procedure of B Nomic: Proposals that open together, conflict, depend, and are counted at one stroke."""
