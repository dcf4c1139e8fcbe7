"""What the arguments of a call name: paths and hosts, and the words that tell them."""
