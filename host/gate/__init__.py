"""The gate: what every ``tools/call`` goes through."""
