"""Answers as text, for people at a terminal and for agents."""
