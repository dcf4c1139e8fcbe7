"""The window's tests draw into memory; a warning of Qt's fails the test that caused it."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt
