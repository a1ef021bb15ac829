"""Results as text, charts and pages. What is shown here was worked out elsewhere: nothing in this folder computes."""
