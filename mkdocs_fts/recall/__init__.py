"""Recall: searches whose page is known, made from a site's own texts, and how well they are answered."""
