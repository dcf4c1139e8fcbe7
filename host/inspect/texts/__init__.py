"""What a text is besides what it seems: encoded, respelt, invisible. Nothing here is a finding."""
