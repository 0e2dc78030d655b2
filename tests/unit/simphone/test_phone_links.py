"""What `am start` opens by address, action or a sub-page of Settings, and `find` and `env`."""

from __future__ import annotations

import pytest

from kit.simphone.phone import Phone

START = "am start -a android.intent.action."


@pytest.fixture
def phone() -> Phone:
    return Phone(7)


def said(phone: Phone) -> str:
    return phone.run("uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml").text


@pytest.mark.parametrize(
    ("line", "app", "words"),
    [
        ("DIAL -d tel:415-555-0100", "phone", "415-555-0100"),
        ("DIAL", "phone", "Erase"),
        ("CALL -d tel:415-555-0100", "phone", "Calling…"),
        ("SENDTO -d 'mailto:ada@example.org?subject=Hi%20there'", "mail", "Hi there"),
        ("SENDTO -d mailto:ada@example.org --es android.intent.extra.TEXT 'See you'", "mail", "See you"),
        ("SENDTO -d smsto:617-555-0171 --es sms_body 'On my way'", "messages", "On my way"),
        ("VIEW -d 'sms:617-555-0171?body=Later'", "messages", "Later"),
        ("VIEW -d sms:", "messages", "617-555-0171"),
        ("VIEW -d 'geo:0,0?q=pharmacy'", "maps", "Pharmacy"),
        ("VIEW -d google.navigation:q=hotel", "maps", "Hotel"),
        ("VIEW -d geo:0,0", "maps", "Saved lists"),
    ],
)
def test_an_address_opens_the_app_for_it_at_the_right_place(phone: Phone, line: str, app: str, words: str) -> None:
    result = phone.run(START + line)
    assert (result.code, result.error_text) == (0, "")
    assert phone.core.system.front == app
    assert words in said(phone)
    assert phone.internal_errors == []


def test_a_web_address_is_visited_like_one_that_was_typed(phone: Phone) -> None:
    mark = phone.core.apps["browser"].data.bookmarks[0]
    for _ in range(2):
        assert phone.run(f"{START}VIEW -d https://{mark['url']}/").code == 0
        phone.advance(3)
        assert phone.core.apps["browser"].data.history[-1]["url"] == mark["url"]
        assert mark["title"] in said(phone)
    assert phone.internal_errors == []


def test_what_no_app_answers_is_not_resolved(phone: Phone) -> None:
    """adb-samples.md, section 5: `unable to resolve Intent { ... dat=foo://x ... }`."""
    for line in ("VIEW -d foo://x", "DIAL -d https://example.com", "SENDTO -d tel:1", "VIEW"):
        result = phone.run(START + line)
        assert result.code == 1, line
        assert result.error_text.startswith("Error: Activity not started, unable to resolve Intent { act=")
    phone.core.system.removed.append("browser")
    assert phone.run(f"{START}VIEW -d https://example.com").code == 1


def test_a_component_and_an_address_go_together(phone: Phone) -> None:
    assert phone.run("am start -n com.simphone.maps/.MainActivity -d 'geo:0,0?q=museum'").code == 0
    assert phone.core.apps["maps"].ui.fields["search_here"] == "museum"
    phone.run("am start -n com.simphone.notes/.MainActivity -d tel:1")
    assert phone.core.system.front == "notes"


def test_resolving_names_the_app_that_would_open(phone: Phone) -> None:
    """adb-samples.md, section 5: `cmd package resolve-activity --brief`, and "No activity found" with exit 0."""
    ask = "cmd package resolve-activity --brief -a android.intent.action.VIEW -d"
    assert phone.run(f"{ask} https://example.com").text.splitlines()[1] == "com.simphone.browser/.MainActivity"
    miss = phone.run(f"{ask} foo://x")
    assert (miss.text, miss.code) == ("No activity found\n", 0)


def test_a_sub_page_of_settings_opens_and_an_unquoted_dollar_opens_settings_itself(phone: Phone) -> None:
    """adb-samples.md, section 5: unquoted `.Settings$MyDeviceInfoActivity` starts `.Settings`, exit 0."""
    name = "com.android.settings/.Settings$MyDeviceInfoActivity"
    bare = phone.run(f"am start -n {name}")
    assert (bare.text, bare.code) == ("Starting: Intent { cmp=com.android.settings/.Settings }\n", 0)
    assert phone.core.apps["settings"].ui.page.name == "home"
    whole = phone.run(f"am start -n '{name}'")
    assert (whole.text, whole.code) == (f"Starting: Intent {{ cmp={name} }}\n", 0)
    assert phone.core.apps["settings"].ui.page.name == "about"
    gone = phone.run("am start -n 'com.android.settings/.Settings$NopeActivity'")
    assert "com.android.settings.Settings$NopeActivity} does not exist." in gone.error_text
    other = phone.run("am start -n 'com.simphone.notes/.MainActivity$MyDeviceInfoActivity'")
    assert (other.code, phone.core.system.front) == (1, "settings")


def test_find_goes_through_folders_but_not_through_a_bare_link(phone: Phone) -> None:
    phone.run("mkdir -p /sdcard/Download/a/b; touch /sdcard/Download/a/One.txt /sdcard/Download/a/b/two.TXT")
    assert phone.run("find /sdcard").text == "/sdcard\n"
    found = phone.run("find /sdcard/ -iname '*.txt' -type f | grep /a/").text
    assert found == "/sdcard/Download/a/One.txt\n/sdcard/Download/a/b/two.TXT\n"
    assert phone.run("cd /sdcard/Download; find a -name '*.txt'").text == "a/One.txt\n"
    assert phone.run("find /sdcard/Download/a -maxdepth 1 -mindepth 1").text == (
        "/sdcard/Download/a/One.txt\n/sdcard/Download/a/b\n"
    )
    assert phone.run("find /sdcard/Download/a -type d").text == "/sdcard/Download/a\n/sdcard/Download/a/b\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("find /sdcard/nope", "find: /sdcard/nope: No such file or directory\n"),
        ("find / -maxdepth", "find: bad arg '-maxdepth'\n"),
        ("find / -type x", "find: bad arg '-type'\n"),
        ("find / -maxdepth x", "find: not integer: x\n"),
    ],
)
def test_find_says_what_is_wrong(phone: Phone, line: str, words: str) -> None:
    result = phone.run(line)
    assert (result.error_text, result.code) == (words, 1)


def test_env_lists_the_environment(phone: Phone) -> None:
    assert "EXTERNAL_STORAGE=/sdcard" in phone.run("env").text.splitlines()
    assert "A=7" in phone.run("export A=7; env").text.splitlines()
