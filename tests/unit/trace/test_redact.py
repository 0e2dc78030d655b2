"""What must never reach the disk, and what must survive."""

import base64
import json
import os
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.trace.redact import CLIP, TRACE, WHOLE, Rules, arguments, clean, clip, figures, redact


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("key sk-proj-abcDEF0123456789abcdef ok", "abcDEF0123456789"),
        ("Authorization: Bearer abcdef.ghijkl-123456", "ghijkl"),
        ("t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl t", "eyJzdWIi"),
        ("AKIAIOSFODNN7EXAMPLE is the id", "IOSFODNN7"),
        ("aws_secret_access_key=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", "wJalr"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "0123456789abcdef"),
        ("github_pat_11ABCDEFG0123456789_abcdefghijk", "11ABCDEFG"),
        ("login with password=hunter2 now", "hunter2"),
        ('{"password": "correcthorse"}', "correcthorse"),
        ("Password is swordfish", "swordfish"),
        ("密码：abc12345", "abc12345"),
        ("https://bob:s3cr3t@example.org/x", "s3cr3t"),
        ("mail me: bob.smith+x@mail.example.co.uk!", "bob.smith"),
        ("call +44 20 7946 0958 today", "7946"),
        ("call (415) 555-2671 today", "555-2671"),
        ("call 415-555-2671", "2671"),
        ("call 555-0142", "0142"),
        ("打 13800138000 给我", "13800138000"),
        ("手机13912345678。", "13912345678"),
        ("+86 138 0013 8000", "8000"),
        ("座机 010-62345678", "62345678"),
        ("card 4111 1111 1111 1111 12/27", "4111"),
        ("card 5500-0000-0000-0004", "5500"),
        ("378282246310005", "378282246310005"),
        ("身份证11010519491231002X", "11010519491231002X"),
        ("IBAN DE89 3704 0044 0532 0130 00 bitte", "3704"),
        ("GB82WEST12345698765432", "WEST"),
        ("Your verification code is 482913", "482913"),
        ("482913 is your login code", "482913"),
        ("G-482913 is your Google verification code.", "482913"),
        ("【银行】验证码：739201，五分钟内有效", "739201"),
        ("739201（登录验证码）", "739201"),
        ("PIN 4821", "4821"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "MIIEow"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk cut off", "b3BlbnNz"),
        ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==", "iVBORw0"),
    ],
)
def test_a_secret_is_gone(text, secret):
    shown = redact(text)
    assert secret not in shown
    assert "[" in shown


@pytest.mark.parametrize(
    "text",
    [
        "Meeting 2026-10-05 at 12:30",
        "Total ¥1,299.00 or $49.99",
        "1080x2400, 420 dpi, Android 14",
        "Version 14.0.1 (build 2210)",
        "192.168.0.17",
        "Chapter 12 of 2001: A Space Odyssey",
        "2026-10-05T08:15:30+00:00",
        "com.android.settings/.Settings ax_12@e34",
        "1234567",
        "4111 1111 1111 1112",  # fails Luhn
        "110105194912310021",  # fails the checksum of a Chinese id
        "GB82WEST12345698765433",  # fails mod 97
        "Error code 404",
        "Encode videos",
        "Wi-Fi, Bluetooth, 设置, الإعدادات",
        "Password",
    ],
)
def test_ordinary_text_survives(text):
    assert redact(text) == text


@given(st.text(max_size=300))
def test_redacting_twice_changes_nothing(text):
    once = redact(text)
    assert redact(once) == once


@given(st.text(alphabet="0123456789 -+@.:=/abcdeEYJhkpswordtc验码X[]", max_size=120))
def test_redacting_twice_changes_nothing_near_the_rules(text):
    once = redact(text)
    assert redact(once) == once


@given(st.text(alphabet=string.ascii_letters + " ,.", max_size=60), st.integers(10**14, 10**15 - 1))
def test_every_valid_card_goes(words, body):
    digits = str(body)
    total = sum(sum(divmod(int(d) * (2 - n % 2), 10)) for n, d in enumerate(reversed(digits)))
    card = digits + str(-total % 10)
    assert card not in redact(f"{words} {card}")
    grouped = " ".join(card[n : n + 4] for n in range(0, 16, 4))
    assert grouped not in redact(f"{words} {grouped}")


def test_redaction_is_never_slow():
    import time

    for text in (
        "1" * 20_000,
        "a@" * 10_000,
        "password " * 2_000,
        "1 " * 10_000,
        "eyJ" * 5_000,
        "code " * 4_000,
        "A1 " * 9000,
    ):
        before = time.perf_counter()
        redact(text)
        assert time.perf_counter() - before < 2.0, text[:20]


def test_clip_is_64_characters_and_comes_after_redaction():
    assert clip("x" * 64) == "x" * 64
    assert clip("x" * 65) == "x" * 64 + "…"
    text = "y" * 50 + " password=" + "q" * 40
    assert clean(text) == ("y" * 50 + " password=[secret]")[:CLIP] + "…"
    assert "q" not in clean(text)


def test_pictures_become_counts_and_no_base64_is_left():
    raw = os.urandom(3000)
    b64 = base64.b64encode(raw).decode()
    block = {"type": "image_url", "screen_seq": 7, "image_url": {"url": f"data:image/png;base64,{b64}"}}
    assert clean([block]) == [{"type": "image_url", "screen_seq": 7, "bytes": 3000}]
    for rules in (TRACE, WHOLE, Rules(limit=None, redacted=False)):
        loose = json.dumps(clean({"note": f"look {b64} here", "wrapped": base64.encodebytes(raw).decode()}, rules))
        assert b64[:40] not in loose
    assert "3000 bytes" in clean(f"data:image/png;base64,{b64}", WHOLE)
    assert clean(b"123") == {"type": "bytes", "bytes": 3}


def test_html_of_a_deliverable_is_only_counted_at_the_top():
    html = "<h1>héllo</h1>" * 20
    shown = arguments({"title": "T", "html": html, "inner": {"html": html}})
    assert shown["html"] == {"type": "text", "omitted": True, "bytes": len(html.encode())}
    assert shown["inner"]["html"] == html[:64] + "…"


def test_values_json_cannot_hold_become_null_or_a_name():
    assert clean({"a": float("nan"), "b": float("inf"), "c": object(), 3: (1, 2)}) == {
        "a": None,
        "b": None,
        "c": {"type": "object"},
        "3": [1, 2],
    }


def test_secret_keys_and_known_secrets():
    assert clean({"api_key": "abc", "max_tokens": 5, "X-Password": "p"}) == {
        "api_key": "[secret]",
        "max_tokens": 5,
        "X-Password": "[secret]",
    }
    assert clean("typed sesame into it", Rules(secrets=("sesame",))) == "typed [secret] into it"


def test_figures_let_no_prompt_text_through():
    shown = figures(
        {"role": "actor", "messages": 12, "note": "the user wants 3 eggs", "parts": ["system", 4, None], "a b": 1}
    )
    assert shown == {"role": "actor", "messages": 12, "note": 21, "parts": ["system", 4, None]}
