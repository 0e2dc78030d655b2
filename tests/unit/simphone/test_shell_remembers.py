"""What the shell keeps from call to call is told only where it is still true."""

from __future__ import annotations

import pytest

from kit.device.parsing import parse_input_method
from kit.errors import ParseError
from kit.simphone.commands import grep
from kit.simphone.commands.call import Printed
from kit.simphone.files import FileTree
from kit.simphone.phone import Phone

DISPLAYS = "dumpsys window displays"


@pytest.fixture
def phone() -> Phone:
    made = Phone(3)
    made.run("am start -a android.settings.SETTINGS")
    return made


def said(phone: Phone, line: str, stdin: bytes = b"") -> str:
    return phone.run(line, stdin).stdout.decode()


def test_the_displays_follow_what_is_in_front(phone: Phone) -> None:
    settings = said(phone, DISPLAYS)
    assert "u0 com.android.settings/" in settings
    phone.run("input keyevent HOME")
    home = said(phone, DISPLAYS)
    assert "com.android.settings" not in home
    phone.run("input keyevent POWER")
    asleep = said(phone, DISPLAYS)
    assert "  mCurrentFocus=null\n" in asleep
    assert asleep.partition("mCurrentFocus")[0] == home.partition("mCurrentFocus")[0]
    phone.run("input keyevent WAKEUP")
    phone.run("am start -a android.settings.SETTINGS")
    assert said(phone, DISPLAYS) == settings


def test_the_displays_follow_rotation_and_phone(phone: Phone) -> None:
    upright = said(phone, DISPLAYS)
    phone.run("settings put system user_rotation 1")
    turned = said(phone, DISPLAYS)
    assert "cur=2400x1080" in turned
    assert "mRotation=1" in turned
    others = [Phone(3, api=28), Phone(3, api=34), Phone(3, width=720, height=1600), Phone(3, density=320)]
    others += [Phone(3, width=904, height=2316, vendor=vendor) for vendor in ("samsung", "aosp")]
    told = [upright, turned]
    for other in others:
        other.run("am start -a android.settings.SETTINGS")
        told.append(said(other, DISPLAYS))
    assert len(set(told)) == len(told)
    assert "mCurrentFocus" not in told[2]


def test_grep_reads_anew_what_it_is_given(phone: Phone) -> None:
    assert [said(phone, "grep -c a", data) for data in (b"a\na\n", b"a\n", b"b\n", b"a\na\n")] == [
        "2\n", "1\n", "0\n", "2\n",
    ]  # fmt: skip
    lines = ("grep -E 'a|b'", "grep 'a|b'", "egrep 'a|b'", "grep -o 'a'", "grep -v a", "grep -m 1 .", "grep -q a")
    assert [said(phone, line, b"ab\na|b\nc\n") for line in lines] == [
        "ab\na|b\n", "a|b\n", "ab\na|b\n", "a\na\n", "c\n", "ab\n", "",
    ]  # fmt: skip
    for line in ("grep -E '('", "grep -m x a", "grep"):
        first, again = phone.run(line, b"a\n"), phone.run(line, b"a\n")
        assert first.code
        assert first == again


def test_variables_of_one_shell_are_not_anothers(phone: Phone) -> None:
    assert said(phone, "A=1; (A=2; B=3; echo $A$B); echo $A$B") == "23\n1\n"
    assert said(phone, "A=1; A=2 | echo $A; export A=3 | cat; echo 4 | read A; unset A | cat; echo $A") == "1\n1\n"
    assert said(phone, "A=1; for A in 2 3; do :; done; echo $A; unset A HOME; echo $A$HOME.") == "3\n.\n"
    assert (
        said(phone, "cd /sdcard; cd /system | cat; echo $OLDPWD $PWD; pwd; echo $A$HOME") == "/ /sdcard\n/sdcard\n/\n"
    )


def test_the_last_part_of_a_pipeline_leaves_the_line_its_input_and_its_life(phone: Phone) -> None:
    assert said(phone, "echo x | cat; cat", b"own\n") == "x\nown\n"
    assert said(phone, "echo x | { read A; exit 3; }; echo $?") == "3\n"


def test_both_streams_keep_their_order(phone: Phone) -> None:
    result = phone.run("ls /no1 | cat; echo a | { cat; ls /no2; echo b; }; echo c 1>&2; { echo d; echo e 1>&2; } | cat")
    assert isinstance(result.stdout, Printed)
    told = [data.decode() for _, data in result.stdout.pieces(result.stderr) if data]
    assert told == [
        "ls: /no1: No such file or directory\n",
        "a\n",
        "ls: /no2: No such file or directory\n",
        "b\n",
        "c\n",
        "e\n",
        "d\n",
    ]


def test_a_shared_file_is_found_by_each_of_its_names_while_it_is_there() -> None:
    tree = FileTree()
    tree.write("/sdcard/Download/Note.txt", b"1")
    names = ("/sdcard/Download/Note.txt", "/storage/emulated/0/Download/Note.txt", "/sdcard/download/NOTE.TXT")
    assert {tree.resolve(name) for name in names} == {"/storage/emulated/0/Download/Note.txt"}
    assert tree.resolve("/sdcard/./Download//Note.txt") == "/storage/emulated/0/Download/Note.txt"
    tree.rename("/sdcard/Download/Note.txt", "/sdcard/Download/other")
    assert [tree.exists(name) for name in names] == [False] * 3
    tree.write("/sdcard/Download/NOTE.txt", b"2")
    assert [tree.read(name) for name in names] == [b"2"] * 3
    with pytest.raises(PermissionError):
        tree.remove("/sdcard")


def test_what_a_keyboard_says_is_read_anew() -> None:
    shown, hidden = (f"  mCurMethodId=a/.B\n  mInputShown={word}\n" for word in ("true", "false"))
    assert [parse_input_method(text).shown for text in (shown, hidden, shown)] == [True, False, True]
    for _ in range(2):
        with pytest.raises(ParseError):
            parse_input_method("nothing")


def test_words_are_read_by_the_piece(phone: Phone) -> None:
    line = r"""echo a#b a\ b'c d'e"f $HOME"g x]y é{1,2} =~^%@!+ 2>/dev/null # the rest"""
    assert said(phone, "cd /; " + line) == "a#b a bc def /g x]y é{1,2} =~^%@!+\n"


def test_a_language_is_its_locales(phone: Phone) -> None:
    told: list[tuple[str, bool]] = []
    for locale in ("en-US", "ar-EG", "de-DE", "en-US"):
        phone.core.settings.locale = locale
        told.append((phone.language, phone.mirrored))
    assert told == [("en", False), ("ar", True), ("de", False), ("en", False)]


def test_what_grep_finds_in_much_data_is_not_kept() -> None:
    phone = Phone(0)
    phone.files.write("/sdcard/little.txt", b"needle\nhay\n")
    phone.files.write("/sdcard/much.txt", b"needle\n" + b"hay\n" * grep.KEPT)
    grep._found.cache_clear()
    assert said(phone, "grep needle /sdcard/much.txt") == "needle\n"
    assert grep._found.cache_info().currsize == 0
    assert said(phone, "grep needle /sdcard/little.txt") == "needle\n"
    assert grep._found.cache_info().currsize == 1
