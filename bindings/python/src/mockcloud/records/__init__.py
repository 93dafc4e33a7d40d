"""Records, zones, queries, and the values in them."""
