"""The pages about the program itself: help, keys, about."""
