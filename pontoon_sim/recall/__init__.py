"""What memory of a pack that is not shuffled is worth to a punter, in stakes and in play, and to the banker."""
