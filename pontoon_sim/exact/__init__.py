"""Exact analysis of a deal from a fresh pack: expectations without sampling, and best play."""
