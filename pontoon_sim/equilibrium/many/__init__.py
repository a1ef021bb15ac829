"""The equilibrium of several punters against one banker, whose decisions depend on all of them."""
