"""Runs the calls of a client one after the other and prints what became of each, as lines of JSON."""

import json
import os
import sys
from typing import Any, Callable

BASE_URL = os.environ["CLIENT_BASE_URL"]
TOKEN = os.environ["CLIENT_TOKEN"]
ZONE = os.environ["CLIENT_ZONE_ID"]
MODEL = os.environ["CLIENT_MODEL"]


def run(name: str, call: Callable[[], Any], *, wanted: Callable[[Any], bool] = lambda result: True) -> Any:
    """Returns the result of the call; None after an error, or if the result is not the wanted one."""
    try:
        result = call()
        error = None if wanted(result) else f"unexpected answer: {result!r}"[:500]
    except Exception as raised:  # Whatever a client raises is the outcome.
        result, error = None, f"{type(raised).__name__}: {raised}"[:800]
    json.dump({"call": name, "error": error}, sys.stdout)
    print(flush=True)
    return result
