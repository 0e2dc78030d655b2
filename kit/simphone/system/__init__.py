"""What is on the screen without being an app: launcher, shade, status bar, dialogs, keyboards."""
