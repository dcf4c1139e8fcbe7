"""The window: a client of the host's control socket. It arrives with the next issue."""
