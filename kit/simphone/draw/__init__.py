"""Pixels: from laid-out widgets to a frame."""
