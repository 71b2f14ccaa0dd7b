"""What people do with the tracker, pages and Dynasties. Public actions open the floor; steps take it."""
