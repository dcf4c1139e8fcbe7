"""The apps: who may join, and how they do."""
