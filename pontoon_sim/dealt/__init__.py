"""The chances of what is dealt, counted over the composition of the pack: fractions, not decimals."""
