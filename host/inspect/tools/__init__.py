"""What a tool is and does, by its names and its schema. Nothing here is a finding."""
