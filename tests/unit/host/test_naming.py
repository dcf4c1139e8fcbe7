"""Names of tools and inputs come apart the same way, and mean the same, wherever they are looked at."""

from __future__ import annotations

import pytest

from host.naming import PATHS, RECIPIENTS, SECRETS, is_name_of_path, key_words, named_as_path, parts
from ui.inputs.kinds import mail, secret


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("oldFilePaths", ("old", "file", "path")),
        ("repo_path", ("repo", "path")),
        ("base-URL", ("base", "url")),
        ("HTTPServer2", ("http", "server", "2")),
        ("directories", ("directory",)),
        ("address", ("address",)),
        ("größe_файл", ("größe", "файл")),
        ("userIDs", ("user", "id")),
        ("callbackURLs", ("callback", "url")),
        ("在庫削除", ("在庫", "削除")),
        ("删除订单", ("删除", "订单")),
        ("재고삭제", ("재고", "삭제")),
        ("振込先口座", ("振込", "先", "口座")),
        ("メール送信", ("メール", "送信")),
        ("送信先", ("送信先",)),
        ("", ()),
    ],
)
def test_a_name_is_read_as_its_words(key: str, words: tuple[str, ...]) -> None:
    assert key_words(key) == words


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("DBPassword", ["db", "password"]),
        ("userIDs", ["user", "id", "s"]),
        ("newText2", ["new", "text", "2"]),
        ("URL", ["url"]),
        ("файл", []),
    ],
)
def test_parts_of_a_name_stand_as_they_are_written(name: str, found: list[str]) -> None:
    assert parts(name) == found


@pytest.mark.parametrize("piece", ["A", "a", "Aa", "As", "_", "1"])
def test_no_more_than_the_beginning_of_a_name_is_looked_at(piece: str) -> None:
    assert parts(piece * 100_000) == parts((piece * 200)[:200])
    assert key_words(piece * 100_000) == key_words((piece * 200)[:200])


def test_what_both_take_for_a_path_an_address_or_a_secret_is_one_list() -> None:
    assert all(named_as_path(name) and is_name_of_path(name) for name in sorted(PATHS))
    assert RECIPIENTS <= mail.NAMES
    assert SECRETS <= secret.NAMES
