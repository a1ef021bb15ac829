"""Policies: tables, the names that make them, and their CSV files."""
