"""The history page: every call of the log, newest first."""
