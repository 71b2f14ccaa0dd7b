"""What players, Admins and the Clerk do with posts and matters. Public actions open the floor; steps take it."""
