"""Shoot Pontoon over deals: what shots bring beside the ordinary stakes, the kitty, and where to shoot."""
