"""The banker who reads the table: what he makes of stakes, buys and face-up cards, knowing how his punters play."""
