"""The audit log in the forms of others, one file a form."""
