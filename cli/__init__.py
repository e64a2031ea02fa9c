"""The command line, `tablescribe VERB`. Start reading at `main.py`; `README.md` is the map."""
