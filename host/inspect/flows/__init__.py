"""Where the values of a call come from, and to whom it lets them out."""
