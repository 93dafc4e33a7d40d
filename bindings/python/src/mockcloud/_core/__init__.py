"""What the other packages build on: the library, JSON, calls, checks of arguments. Private."""
