"""Policies that decide by chance: an equilibrium's, each side of which knows what lies open and its own cards."""
