"""The orders of a made-up shop, to be asked and changed in SQL.

Invariants: the database lies in memory and ends with the server; no statement reaches a file, and none runs for long.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Final

from resources.demo.serving import Job, Tool, ToolError, argument, hints, said, schema

if TYPE_CHECKING:
    from host.model import JsonObject

MOST_ROWS: Final = 50
_MOST_STEPS: Final = 1_000
"""Times that a statement may come to a thousand steps of SQLite's machine."""
_LONGEST: Final = 10_000
"""Bytes of one value."""
_ORDERS: Final = (
    (1, "Ana", "tulip bulbs", "sent"),
    (2, "Tomás", "watering can", "paid"),
    (3, "Ana", "flower pot", "paid"),
    (4, "Ida", "garden gloves", "open"),
    (5, "Ben", "bird house", "open"),
)
_REFUSED: Final = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_PRAGMA})
"""What could reach a file, or take limits away."""


class Shop:
    """The orders."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._steps = 0
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, item TEXT, status TEXT)")
        self._database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", _ORDERS)
        self._database.execute("PRAGMA max_page_count = 1000")
        self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        self._database.set_authorizer(_allowed)
        self._database.set_progress_handler(self._too_long, 1_000)

    def run(self, _job: Job, sql: str) -> JsonObject:
        """Run one statement."""
        with self._lock:
            self._steps = 0
            try:
                done = self._database.execute(sql)
                rows = done.fetchmany(MOST_ROWS)
                names = [column[0] for column in done.description or ()]
                changed = done.rowcount
                done.close()
            except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                raise ToolError(f"The database says: {error}.") from error
        if names:
            return said("\n".join(", ".join(map(str, row)) for row in (names, *rows)))
        return said("Done." if changed < 0 else f"Rows changed: {changed}.")

    def _too_long(self) -> bool:
        self._steps += 1
        return self._steps > _MOST_STEPS


def _allowed(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_DENY if action in _REFUSED else sqlite3.SQLITE_OK


def shop() -> Tool:
    """The tool, with orders of its own."""
    return Tool(
        name="run_sql",
        title="Run SQL",
        description="Runs one SQL statement on the orders of a made-up shop: orders(id, customer, item, status).",
        input_schema=schema(
            sql=argument("string", "Statement", "One statement of SQL, such as SELECT * FROM orders.", maxLength=10000),
        ),
        annotations=hints(reads=False, destroys=True, repeats=False),
        run=Shop().run,
    )
