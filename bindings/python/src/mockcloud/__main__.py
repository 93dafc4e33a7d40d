"""Runs the command `mockcloud` for `python -m mockcloud`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
