"""The shell's language: loops, conditions, groups, sums, here-documents, as Android's mksh has them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import DeviceTimeout
from kit.simphone.phone import Phone
from kit.simphone.shell_sums import BadSum, value

SH = "/system/bin/sh"


@pytest.fixture(scope="module")
def shared() -> Phone:
    return Phone(3)


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("for x in a 'b c' d; do echo \"<$x>\"; done", "<a>\n<b c>\n<d>\n"),
        ("for x in; do echo $x; done; echo $?", "0\n"),
        ("for x in $(seq 2); do echo $x; done", "1\n2\n"),
        ("for x in 1 2\ndo\n  for y in a b\n  do\n    echo $x$y\n  done\ndone", "1a\n1b\n2a\n2b\n"),
        ("for x in 1 2 3 4; do if [ $x = 2 ]; then continue; fi; [ $x = 4 ] && break; echo $x; done", "1\n3\n"),
        ("for x in 1 2; do for y in 1 2; do break 2; done; echo no; done; echo $x$y", "11\n"),
        ("for x in 1 2; do for y in 1 2; do continue 2; done; echo no; done; echo $x$y", "21\n"),
        ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "1\n2\n3\n"),
        ("i=3; until [ $i -eq 0 ]; do i=$((i - 1)); done; echo $i", "0\n"),
        ("if true; then echo a; else echo b; fi", "a\n"),
        ("if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"),
        ("if false; then echo a; elif false; then echo b; else echo c; fi", "c\n"),
        ("if false; then echo a; fi; echo $?", "0\n"),
        ("if ! grep -q x /nope 2>/dev/null; then echo none; fi", "none\n"),
        ("false && { echo a; echo b; } || { echo c; echo d; }", "c\nd\n"),
        ("A=1; (A=2; cd /sdcard; echo $A $PWD); echo $A $PWD", "2 /sdcard\n1 /\n"),
        ("(exit 3); echo $?", "3\n"),
        ("for x in b a; do echo $x; done | sort", "a\nb\n"),
        ("printf 'a 1\\nb 2\\n' | while read name n; do echo $n-$name; done", "1-a\n2-b\n"),
        ("for x in 1 2; do echo $x; done > /sdcard/l; cat /sdcard/l; rm /sdcard/l", "1\n2\n"),
        ("while read -r l; do echo \"[$l]\"; done <<EOF\none\ntwo  2\nEOF", "[one]\n[two  2]\n"),
        ("cat <<EOF\nhome $HOME $((1+1)) $(echo x) \"q\" \\$HOME\nEOF\necho after", "home / 2 x \"q\" $HOME\nafter\n"),
        ("cat <<'EOF'\n$HOME\nEOF", "$HOME\n"),
        ("cat <<-END\n\tone\n\tEND\necho two", "one\ntwo\n"),
        ("cat > /sdcard/h <<E; wc -l < /sdcard/h; rm /sdcard/h\na\nb\nE", "2\n"),
        ("echo if for done { }", "if for done { }\n"),
        ("echo a # not done\necho b", "a\nb\n"),
        ("echo $((2 + 3 * 4)) $(( (2+3)*4 )) $((7/2)) $((-7/2)) $((-7%3)) $((1<<4)) $((5>3 && !0))", "14 20 3 -3 -1 16 1\n"),
        ("N=4; echo $((N*2)) $(($N+1)) $((NOPE)) $(($(echo 5)+1)) \"$((0x10))\"", "8 5 0 6 16\n"),
        ("true &&\necho a |\ncat", "a\n"),
    ],
)  # fmt: skip
def test_what_a_line_prints(shared: Phone, line: str, out: str) -> None:
    result = shared.run(line)
    assert (result.stdout.decode(), result.stderr.decode()) == (out, "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("for x in a; do echo", "syntax error: 'do' unmatched"),
        ("if true; then", "syntax error: 'then' unmatched"),
        ("while true; done", "syntax error: unexpected 'done'"),
        ("if true; then fi", "syntax error: unexpected 'fi'"),
        ("done", "syntax error: unexpected 'done'"),
        ("echo a; then echo b", "syntax error: unexpected 'then'"),
        ("for 1 in a; do echo; done", "syntax error: 1: is not an identifier"),
        ("echo (a)", "syntax error: unexpected '('"),
        ("echo a)", "syntax error: unexpected ')'"),
        ("(echo a", "syntax error: '(' unmatched"),
        ("{ echo a; ", "syntax error: '{' unmatched"),
        ("f() { echo a; }", "syntax error: unexpected '('"),
        ("function f { echo a; }", "syntax error: unexpected 'function'"),
        ("if true; then echo a; fi fi", "syntax error: unexpected 'fi'"),
        ("if true; then echo a; fi echo", "syntax error: unexpected 'echo'"),
        ("cat <<", "syntax error: unexpected 'newline'"),
        ("echo $((1/0)); echo no", "1/0: zero divisor"),
        ("echo $((1+))", "1+: unexpected end of expression"),
        ("echo $((2 3))", "2 3: unexpected '3'"),
    ],
)
def test_what_cannot_be_run_is_refused_and_runs_nothing(shared: Phone, line: str, said: str) -> None:
    result = shared.run(line)
    assert (result.stdout, result.code) == (b"", 1)
    assert result.stderr.decode() == f"{SH}: {said}\n"


def test_the_last_command_of_a_loop_gives_the_code(shared: Phone) -> None:
    assert shared.run("for x in 1 2; do test $x = 1; done").code == 1
    assert shared.run("for x in 1 2; do exit 5; done; echo no").code == 5
    assert shared.run("sh -c 'for x in 1; do echo $x; done'").stdout == b"1\n"


def test_a_loop_that_never_ends_is_a_phone_that_does_not_answer() -> None:
    phone = Phone(3)
    with pytest.raises(DeviceTimeout):
        phone.run("while true; do :; done")
    assert phone.run("echo up").stdout == b"up\n"


def test_waiting_in_a_loop_takes_phone_time() -> None:
    phone = Phone(3)
    before = phone.core.now
    phone.run("for x in 1 2 3; do sleep 2; done")
    assert phone.core.now - before >= 6000


@given(st.text("0123456789+-*/%()<>=!&|?: xN", max_size=24))
def test_a_sum_is_a_number_of_64_bits_or_an_error(text: str) -> None:
    with suppress(BadSum):
        assert -(1 << 63) <= value(text, {"x": "3", "N": "x+1"}) < 1 << 63


def test_what_is_nested_too_deeply_is_refused_not_a_crash(shared: Phone) -> None:
    assert shared.run("(" * 3000 + "echo" + ")" * 3000).code == 1
    assert "too deep" in shared.run(f"echo $(({'(' * 3000}1{')' * 3000}))").stderr.decode()
    assert shared.internal_errors == []


def test_a_variable_that_means_itself_is_an_error() -> None:
    with pytest.raises(BadSum, match="recurses"):
        value("x", {"x": "x"})
