"""What the product answers, written into files: two checkouts of the code that behave alike write the same bytes.

`python -m tools.answers write DIR` writes a snapshot, `python -m tools.answers compare OLD NEW` names every answer that
differs. It meets the product only through pages, HTTP, management commands, tasks by name, and tables by name, so that
this folder runs unchanged in any checkout: copy it into one that has none.
"""
