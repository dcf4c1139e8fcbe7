"""The orders of a made-up shop, which can be read and changed with SQL.

Invariants: the database is in memory and ends with the server. No statement can access a file or run for long.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Final

from resources.demo.serving import Job, Tool, ToolError, argument, hints, schema, text_result

if TYPE_CHECKING:
    from host.model import JsonObject

MOST_ROWS: Final = 50
_MAX_STEPS: Final = 1_000
"""Thousands of steps of SQLite's virtual machine that a statement may take."""
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
"""Actions that could access a file or remove limits."""


class Shop:
    """A database with the orders."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._steps = 0
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, item TEXT, status TEXT)")
        self._database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", _ORDERS)
        self._database.execute("PRAGMA max_page_count = 1000")
        self._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        self._database.set_authorizer(_authorize)
        self._database.set_progress_handler(self._count_steps, 1_000)

    def run(self, _job: Job, sql: str) -> JsonObject:
        """Run one statement."""
        with self._lock:
            self._steps = 0
            try:
                cursor = self._database.execute(sql)
                rows = cursor.fetchmany(MOST_ROWS)
                names = [column[0] for column in cursor.description or ()]
                changed = cursor.rowcount
                cursor.close()
            except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
                raise ToolError(f"The database says: {error}.") from error
        if names:
            return text_result("\n".join(", ".join(map(str, row)) for row in (names, *rows)))
        return text_result("Done." if changed < 0 else f"Rows changed: {changed}.")

    def _count_steps(self) -> bool:
        """Count a thousand steps; return whether the statement must be aborted."""
        self._steps += 1
        return self._steps > _MAX_STEPS


def _authorize(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_DENY if action in _REFUSED else sqlite3.SQLITE_OK


def shop() -> Tool:
    """Make the tool, with its own database."""
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
