"""What people do on the roster. Public actions take ids and keywords and open the floor; steps take `the_floor`."""
