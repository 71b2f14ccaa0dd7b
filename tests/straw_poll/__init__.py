"""A kind of matter that the product does not know: a Straw Poll. Nothing but `settings.py` and `apps.py` joins it.

It is played in a process of its own (`tests/wiring/test_a_fourth_kind.py`), because categories, columns of tables and
the law's catalogue follow from the table of kinds when the server starts.
"""
