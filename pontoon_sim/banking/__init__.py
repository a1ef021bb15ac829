"""How the bank passes and what it is worth: who sits there, what is played, and what comes of it."""
