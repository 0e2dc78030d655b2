"""One door to any phone."""
