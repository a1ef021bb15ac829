"""``python -m pontoon_sim`` is the command ``pontoon``."""

from .cli import main

if __name__ == "__main__":
    main()
