"""Asks an index: text ► what pages must have ► rows ► an answer.

`js/src/query/` is the other implementation, for browsers. Vectors in `tests/vectors` and a battery of searches hold
both to the same answers.
"""
