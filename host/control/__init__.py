"""The control socket: what the command line, and later the window, may ask of the host."""
