"""AI apps' own configuration: found, rewritten so that their servers run behind Assent, and given back."""
