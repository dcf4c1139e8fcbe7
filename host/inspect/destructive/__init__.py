"""What cannot be undone, opens something to the world, or spends."""
