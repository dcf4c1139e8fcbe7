"""The control socket: what the command line and the host's own window may ask of the host, and what it says."""
