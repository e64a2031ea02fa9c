"""Run the program as `python -m tablescribe.cli`, for systems where `tablescribe` is not on the path."""

from tablescribe.cli.main import main

if __name__ == "__main__":
    main()
