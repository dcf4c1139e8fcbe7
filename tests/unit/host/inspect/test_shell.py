"""Texts, read as a shell reads them."""

from __future__ import annotations

import pytest

from host.inspect import shell
from host.inspect.shell import read, read_argv
from tests.support.effort import BOUND, effort


def names(text: str) -> list[str]:
    return [command.name for command in read(text).commands if command.name]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a && b || c; d & e", ["a", "b", "c", "d", "e"]),
        ("a | b |& c", ["a", "b", "c"]),
        ("(a; { b; })", ["a", "b"]),
        ("if a; then b; else c; fi", ["a", "b", "c"]),
        ("for x in *; do a $x; done; while b; do c; done", ["a", "b", "c"]),
        ("f() { a; }", ["a"]),
        ("case $x in a) b;; esac", ["b"]),
        ("echo `a` $(b)", ["a", "b", "echo"]),
        ("a <(b)", ["b", "a"]),
        ("x=$(a)", ["a"]),
        ("bash -c 'a; b'", ["bash", "a", "b"]),
        ('sh -lc "a"', ["sh", "a"]),
        ("bash <<EOF\na\nEOF\n", ["bash", "a"]),
        ("eval 'a b'", ["eval", "a"]),
        ("ssh -p 22 host 'a; b'", ["ssh", "a", "b"]),
        ("sudo -u root env A=b nice -n 5 a", ["sudo", "env", "nice", "a"]),
        ("timeout -k 5 10 a", ["timeout", "a"]),
        ("taskset 1 chrt -f 9 a", ["taskset", "chrt", "a"]),
        ("strace -f -e trace=file a", ["strace", "a"]),
        ("taskset 0x3 a", ["taskset", "a"]),
        ("xvfb-run -a a", ["xvfb-run", "a"]),
        ("proxychains4 -q -f conf a", ["proxychains4", "a"]),
        ("busybox a", ["busybox", "a"]),
        ("gosu root a", ["gosu", "a"]),
        ("uv run --with x a", ["uv", "a"]),
        ("uv pip install a", ["uv"]),
        ("npm exec -- a", ["npm", "a"]),
        ("docker exec -u root box a", ["docker", "a"]),
        ("docker compose -f x.yml exec box sh -c a", ["docker", "sh", "a"]),
        ("docker run box a", ["docker"]),
        ("kubectl exec -n space pod -- a", ["kubectl", "a"]),
        ("find . -exec a {} \\; -exec b {} +", ["find", "a", "b"]),
        ("ls | xargs -n 1 a", ["ls", "xargs", "a"]),
        ("/usr/bin/A.exe x", ["a"]),
    ],
)
def test_commands_are_found_wherever_they_stand(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    ["git commit -m 'a; rm -rf /'", 'git commit -m "a && rm x"', "git commit # ; rm x", "git x <<EOF\nrm\nEOF\n"],
)
def test_what_is_quoted_or_a_comment_is_no_command(text: str) -> None:
    assert names(text) == ["git"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g"]),
        ("a'b'\"c\" $'d\\n'", ["abc", "d\n"]),
        ('a "$HOME/x y" ${B}/c', ["a", "$HOME/x y", "$B/c"]),
        ("r\\m ''", ["rm"]),
        ('a "$(b) é"', ["a", "$() é"]),
    ],
)
def test_quotes_and_escapes_are_resolved(text: str, words: list[str]) -> None:
    assert [word.text for word in read(text).commands[-1].words] == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cat${IFS}/etc/passwd", ["cat", "/etc/passwd"]),
        ("cat$IFS$9/etc/passwd", ["cat", "/etc/passwd"]),
        ("ls${IFS%??}-l", ["ls", "-l"]),
        ("{cat,/etc/passwd}", ["cat", "/etc/passwd"]),
        ("true;{cat,/etc/passwd}", ["cat", "/etc/passwd"]),
        ("cat $IFSX", ["cat", "$IFSX"]),
        ("mv {a,b}.txt c", ["mv", "{a,b}.txt", "c"]),
        ("echo '{a,b}'", ["echo", "{a,b}"]),
    ],
)
def test_what_a_shell_splits_at_blanks_that_nobody_wrote(text: str, words: list[str]) -> None:
    *_, command = read(text).commands
    assert [word.text for word in command.words] == words


def test_what_varies_is_marked() -> None:
    assert [word.varies for word in read("a b $c \"$d\" '$e' $(f)").commands[-1].words] == [
        False, False, True, True, False, True,
    ]  # fmt: skip


def test_redirections_and_pipelines_are_kept() -> None:
    first, second = read("a 2>/dev/null | b >> c").commands
    assert [(each.operator, each.target.text) for each in second.redirects] == [(">>", "c")]
    assert (first.stages[0][0], first.stages[0][1], second.stages[0][1]) == (second.stages[0][0], 0, 1)


def test_a_command_tells_where_it_stands() -> None:
    text = "é; rm -r x; ls"
    command = read(text).commands[1]
    assert text[command.start : command.end] == "rm -r x"


def test_a_list_of_arguments_is_read_without_a_shell() -> None:
    assert [command.name for command in read_argv(["bash", "-c", "a | b"]).commands] == ["bash", "a", "b"]
    assert [command.name for command in read_argv(["echo", "$(a)"]).commands] == ["echo"]


def test_powershell_is_split_into_words() -> None:
    assert names('powershell -Command "Remove-Item -Recurse C:\\a; b | c"') == ["powershell", "remove-item", "b", "c"]


def test_texts_inside_texts_end_somewhere() -> None:
    text = "a"
    for _ in range(12):
        text = "bash -c " + "'" + text.replace("'", "'\\''") + "'"
    assert len(read(text).commands) <= shell.MAX_DEPTH + 2


@pytest.mark.parametrize("text", ["a" * (shell.MAX_LENGTH + 1), ")" * (shell.MAX_SIGNS + 1), "a\0b", "a;" * 4_000])
def test_what_is_too_large_says_so(text: str) -> None:
    assert read(text).status == "too large"


@pytest.mark.full
@pytest.mark.parametrize("piece", ["(", "$(", "`", "'", '"', "\n", "\\", "a b\n", "[[ ", "${a:-", "bash -c '"])
def test_hostile_texts_take_no_longer_than_their_length_asks(piece: str) -> None:
    longest = shell.MAX_SIGNS if any(sign in piece for sign in "([{") else shell.MAX_LENGTH
    assert effort(lambda: read.__wrapped__(piece * (longest // len(piece)))) < BOUND
    assert effort(lambda: read.__wrapped__(piece * (1_000_000 // len(piece)))) < BOUND
