"""The command line: `tablescribe <verb>`. Start reading at `main.py`; `README.md` is the map."""
