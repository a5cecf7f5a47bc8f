"""The published form of an index, read chunk by chunk: a folder or an address ► bytes of the database ► SQLite.

`js/src/pages/` is the other implementation, for browsers.
"""
