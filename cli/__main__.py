"""`python -m tablescribe.cli`: the program, where its command is not on the path."""

from tablescribe.cli.main import main

if __name__ == "__main__":
    main()
