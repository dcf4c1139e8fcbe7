"""A call against what its server says of the tool."""
