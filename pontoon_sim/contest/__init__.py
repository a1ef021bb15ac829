"""Series of counted deals with a winner: who wins them, and what bold stakes are worth when behind."""
