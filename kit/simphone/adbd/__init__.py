"""The wire: a phone's end of the adb protocol, so that an ordinary adb server can connect to it."""
