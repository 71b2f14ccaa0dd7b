"""Case files that players can read and tests replay: their language, and the stage that plays them.

The language is told in `tests/stories/README.md`.
"""
