"""Many deals side by side: the fast engine for fresh packs, which reads the law off tables made by the deal itself."""
