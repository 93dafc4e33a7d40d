// The declarations in C: locks, and the images of the process.
@_exported public import os
