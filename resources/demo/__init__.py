"""Demonstration servers: small MCP servers that need only Python. Their data is made up and says so."""
