"""Forty secrets of twelve kinds, and an agent that says, types and reads all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kit.settings import Settings
from kit.types import Message, Reply, Sampler, Tool, ToolCall, Usage


def card(body: str) -> str:
    """A card number: its last digit makes the Luhn sum right."""
    total = sum(sum(divmod(int(d) * (2 - n % 2), 10)) for n, d in enumerate(reversed(body)))
    return body + str(-total % 10)


def iban(country: str, body: str) -> str:
    """An IBAN: its check digits make mod 97 right."""
    digits = "".join(str(int(c, 36)) for c in body + country + "00")
    return f"{country}{98 - int(digits) % 97:02d}{body}"


def chinese_id(body: str) -> str:
    """A citizen's number: GB 11643."""
    total = sum(int(d) * (2 ** (17 - n) % 11) for n, d in enumerate(body))
    return body + "10X98765432"[total % 11]


def grouped(text: str, size: int = 4, sign: str = " ") -> str:
    return sign.join(text[n : n + size] for n in range(0, len(text), size))


JWT = ("eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiI{}zZXIifQ", "c2lnbmF0dXJl{}QWxpY2U")

SECRETS: tuple[tuple[str, str, str], ...] = (
    # kind, how it stands in a sentence, the secret
    ("api key", "use {}", "sk-proj-7Hq2mZx9LwPv4KdTyB3n"),
    ("api key", "use {}", "sk-ant-api03-Rk8WqZt5VnLb2XcJ"),
    ("api key", "api_key={}", "q7GvT2mYw8ZkP4xR"),
    ("api key", "use {}", "AIzaSyD4mQ9vLx7WkT2bNcR8pZfG1hJ5uYtEoI0"),
    ("api key", "use {}", "hf_QwErTyUiOpAsDfGhJkLzXcVbNm"),
    ("bearer token", "Authorization: Bearer {}", "mF_9.B5f-4.1JqM"),
    ("bearer token", "bearer {}", "kT8xPz3Wq6VbN1mL"),
    ("bearer token", "Authorization: Basic {}", "YWxhZGRpbjpvcGVuc2VzYW1l"),
    ("jwt", "{}", ".".join(JWT).format("1", "2")),
    ("jwt", "token {}", ".".join(JWT).format("5", "7")),
    ("cloud token", "{}", "AKIAIOSFODNN7QWERTYU"),
    ("cloud token", "aws_secret_access_key={}", "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"),
    ("cloud token", "{}", "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"),
    ("cloud token", "{}", "github_pat_11AQWERTY0zXcVbNmAsDfGh"),
    ("cloud token", "{}", "xoxb-123456789012-AbCdEfGhIj"),
    ("password", "password: {}", "Tr0ub4dor&3x"),
    ("password", "the password is {}", "hunter2hunter"),
    ("password", "密码：{}", "mima7788x"),
    ("password", "https://bob:{}@host.example/x", "s3cr3tWord"),
    ("password", "passphrase={}", "correcthorsebattery"),
    ("e-mail", "write to {}", "lena.moser+bank@mail.example.org"),
    ("e-mail", "{}", "zhang_wei88@qq.example.cn"),
    ("e-mail", "from {}", "o'hara.finn@corp.example.co.uk"[2:]),
    ("phone", "call {}", "+44 20 7946 0958"),
    ("phone", "call {}", "+1 (415) 555-2671"),
    ("phone", "call {}", "+49 30 901820993"),
    ("phone", "打 {}", "13800138025"),
    ("phone", "手机 {}", "+86 139 1234 5678"),
    ("card", "card {}", grouped(card("411111111111234"))),
    ("card", "card {}", card("550000000000987")),
    ("card", "card {}", card("37828224631876")),
    ("iban", "{}", iban("DE", "370400440532013099")),
    ("iban", "{}", grouped(iban("GB", "WEST12345698765499"))),
    ("iban", "{}", iban("FR", "20041010050500013M02606")),
    ("chinese id", "身份证 {}", chinese_id("11010519491231007")),
    ("chinese id", "身份证号 {}", chinese_id("44030819990110214")),
    ("code", "Your verification code is {}", "482917"),
    ("code", "验证码：{}", "739206"),
    ("private key", "{}", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAu7Zq\n-----END RSA PRIVATE KEY-----"),
    ("private key", "{}", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXkt\n-----END OPENSSH PRIVATE KEY-----"),
)
SENTENCES = tuple(form.format(secret) for _, form, secret in SECRETS)


def shreds(secret: str) -> list[str]:
    """What must be found nowhere: the secret, and where it is long, also its first and last halves' characters."""
    body = secret.split("\n")[1] if "\n" in secret else secret
    return [body, body[: max(8, len(body) // 2)], body[-max(8, len(body) // 2) :]] if len(body) >= 16 else [body]


class Leaky:
    """Types every sentence, quotes it in its reply, its intent and its note, looks for it on the screen, and ends."""

    sees = False
    name = "leaky"

    def __init__(self) -> None:
        self.turn = 0
        self.plan: list[list[tuple[str, dict[str, object]]]] = []
        for one, two in list(pairwise(SENTENCES))[::2]:
            noted: dict[str, object] = {"intent": one, "note": two}
            self.plan.append([("type_text", {"text": f"{one} {two}", **noted})])
            self.plan.append(
                [("tap", {"target_description": one}), ("swipe", {"start": [500, 700], "end": [500, 600], two: 1})]
            )
        self.plan.append([("launch_app", {"name": SENTENCES[0]}), ("launch_app", {"name": "Notes"})])
        self.plan += [[("scroll", {"direction": "down"})]] * 12
        self.plan += [[("tap", {"target_mark_id": f"ax_{n}"}), ("back", {})] for n in range(1, 12)]
        self.plan.append([("take_over", {"reason": " ".join(SENTENCES[::4])[:500]})])

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        said = SENTENCES[self.turn % len(SENTENCES)]
        calls = self.plan[min(self.turn, len(self.plan) - 1)]
        self.turn += 1
        made = tuple(
            ToolCall(id=f"c{self.turn}_{n}", name=name, arguments=given) for n, (name, given) in enumerate(calls)
        )
        padded = "I read this on the screen and will write it down now. " + said
        return Reply(calls=made, text=padded, usage=Usage(input_tokens=9, output_tokens=0), model=self.name)


def leaky(settings: Settings) -> Leaky:
    """As `module:function` names a model."""
    return Leaky()
