"""Keys, passwords, codes and numbers of cards in the inputs."""
