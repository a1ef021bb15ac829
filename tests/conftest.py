"""What all tests stand on."""

from __future__ import annotations

import signal
import threading

import pytest


@pytest.fixture(autouse=True)
def _hears_ctrl_c():
    """Every test hears Ctrl-C: a run that was started in the background ignores it, and so may what a test left."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
