"""Files that a search writes at its end."""

from __future__ import annotations

import contextlib
import errno
import gzip
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path


@contextlib.contextmanager
def certificate_file(path: str | os.PathLike[str]) -> Iterator[Callable[[bytes], int]]:
    """Opens the file of a certificate before the search, so that no long search is made in vain.

    Yields a function that takes the certificate, packed with gzip, and returns the bytes of the file. The file is packed if its name ends
    in ``.gz``. It gets its name when it is complete; without a certificate there is no file.
    """
    target = Path(path)
    with _named(path):
        if target.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        draft = target.with_name(f".{os.getpid()}-{threading.get_ident()}-{target.name}")
        draft.touch(exist_ok=False)

    def write(packed: bytes) -> int:
        content = packed if target.suffix == ".gz" else gzip.decompress(packed)
        with _named(path):
            draft.write_bytes(content)
            draft.replace(target)
        return len(content)

    try:
        yield write
    finally:
        draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Lets the errors of a draft name the file that the caller knows."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
