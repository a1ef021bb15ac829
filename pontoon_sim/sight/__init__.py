"""What it is worth to a punter to look at the cards that lie face up before his turn."""
