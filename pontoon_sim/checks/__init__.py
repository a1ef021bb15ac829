"""The self-check: simulation against exact analysis, and exact analysis against every order of a short pack."""
