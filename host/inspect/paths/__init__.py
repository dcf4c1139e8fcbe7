"""Places on this machine: outside the folders, or ones that hold secrets or are obeyed."""
