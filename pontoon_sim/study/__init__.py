"""Experiments: a file says what varies and what is measured; a folder keeps what was found, whatever happens."""
