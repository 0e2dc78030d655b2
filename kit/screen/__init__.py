"""What is on the screen: dump -> windows and nodes -> marks of one epoch -> observation -> text and pictures."""
