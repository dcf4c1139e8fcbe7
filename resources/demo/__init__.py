"""What the demonstration shows: small MCP servers that need nothing but Python. Their data is made up and says so."""
