"""Strategy charts and the exact figures beside them, ready to be drawn."""
