"""What all tests stand on."""

from __future__ import annotations

import signal
import threading

# A test run that was started in the background ignores Ctrl-C, and so would all that it starts: tests of Ctrl-C would
# wait for ever.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
