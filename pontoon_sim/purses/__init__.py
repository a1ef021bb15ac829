"""What becomes of purses: ruin, targets, and the course of an evening under a schedule of stakes."""
