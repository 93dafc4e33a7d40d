"""`python -m mockcloud` is the command `mockcloud`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
