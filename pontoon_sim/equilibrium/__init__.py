"""The equilibrium of one punter against one banker: both play as well as can be, and each knows that of the other."""
