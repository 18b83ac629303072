"""`python -m neuberg` is the command `neuberg`."""

from neuberg.cli import main

if __name__ == "__main__":
    main()
