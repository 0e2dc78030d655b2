"""Names, numbers and phrases the sample apps and the tasks draw from, and how phone numbers are written.

All numbers are from ranges set aside for fiction (555-01xx in North America), so none can reach a person.
"""

from __future__ import annotations

import random
import re
from datetime import datetime
from functools import lru_cache
from typing import Any

Record = dict[str, Any]
"""One entry of an app's durable list: plain values and a string "id"."""

FIRST = (
    "Ada", "Agnes", "Aiden", "Alba", "Aldo", "Alma", "Amir", "Andre", "Anna", "Anton", "Arno", "Astrid",
    "Basil", "Beatriz", "Bianca", "Boris", "Bruno", "Camille", "Carla", "Cecil", "Chloe", "Clara", "Cyrus", "Damian",
    "Daniel", "Dario", "Delia", "Diego", "Dora", "Edgar", "Edith", "Elena", "Elias", "Elsa", "Emil", "Enzo", "Esther",
    "Eva", "Fabio", "Farah", "Fatima", "Felix", "Fiona", "Frank", "Gemma", "Georg", "Gina", "Grace", "Greta",
    "Gustav", "Hakim", "Hana", "Heidi", "Helen", "Hugo", "Igor", "Ines", "Irina", "Isaac", "Ivan", "Jasper", "Joan",
    "Joel", "Jonas", "Judith", "Julia", "Kai", "Karim", "Karla", "Kenji", "Klara", "Lara", "Lena", "Leo", "Liam",
    "Linda", "Louis", "Lucia", "Lydia", "Magnus", "Marco", "Mario", "Marta", "Mateo", "Maya", "Mila", "Milan", "Mina",
    "Moses", "Nadia", "Naomi", "Nico", "Nina", "Noah", "Odile", "Olga", "Omar", "Oscar", "Otto", "Pablo", "Paula",
    "Petra", "Pia", "Priya", "Quentin", "Rafael", "Rania", "Rene", "Rita", "Robin", "Rosa", "Ruben", "Ruth", "Samir",
    "Sana", "Selma", "Silas", "Simon", "Sofia", "Stella", "Tamar", "Tara", "Tessa", "Theo", "Tobias", "Uma", "Vera",
    "Victor", "Viola", "Walter", "Wanda", "Xenia", "Yara", "Yusuf", "Zara", "Zeno",
)  # fmt: skip
LAST = (
    "Aalto", "Abbott", "Adler", "Almeida", "Amato", "Arnaud", "Baptiste", "Barnes", "Bauer", "Becker", "Bellini",
    "Berger", "Bianchi", "Blum", "Brandt", "Cabral", "Carver", "Castro", "Chen", "Cole", "Conti", "Cruz", "Dahl",
    "Dawson", "Delgado", "Demir", "Diaz", "Duarte", "Dubois", "Ellis", "Engel", "Eriksen", "Farrell", "Ferrari",
    "Fischer", "Fontaine", "Frost", "Gallo", "Garcia", "Gomez", "Graham", "Greco", "Haddad", "Hahn", "Hale", "Hansen",
    "Hassan", "Hoffman", "Holm", "Horvat", "Hughes", "Ibrahim", "Iyer", "Jansen", "Jensen", "Jovanovic", "Kaplan",
    "Kaya", "Keller", "Khan", "Kim", "Klein", "Kovacs", "Kruger", "Lang", "Larsen", "Leclerc", "Lehmann", "Levy",
    "Lindgren", "Lombardi", "Lopez", "Maier", "Mancini", "Marin", "Martel", "Mbeki", "Mehta", "Mendes",
    "Meyer", "Mills", "Moran", "Moreau", "Morris", "Nagy", "Nakamura", "Navarro", "Ng", "Nielsen", "Novak", "Nowak",
    "Okafor", "Olsen", "Ortiz", "Osman", "Palmer", "Patel", "Pereira", "Petrov", "Pham", "Popov", "Quinn",
    "Ramos", "Reed", "Reyes", "Ricci", "Romano", "Rossi", "Ruiz", "Santos", "Sato", "Schmidt", "Shah", "Sharma",
    "Silva", "Singh", "Soto", "Stein", "Stone", "Suzuki", "Tanaka", "Torres", "Tran", "Varga", "Vargas", "Vega",
    "Vogel", "Wagner", "Walsh", "Weber", "Wong", "Yamada", "Young", "Zhou", "Zimmer",
)  # fmt: skip
WORLD = (
    ("Zoë", "Brontë"), ("José", "Muñoz"), ("Łukasz", "Wójcik"), ("Søren", "Ødegård"), ("Jürgen", "Müller"),
    ("Renée", "Lefèvre"), ("静", "王"), ("小明", "李"), ("Đức", "Nguyễn"), ("Ольга", "Смирнова"), ("さくら", "田中"),
    ("Çağla", "Yıldız"), ("Inês", "Gonçalves"), ("Björk", "Þórsdóttir"),
)  # fmt: skip
"""(first, last) names whose letters are not ASCII."""
COMPANIES = (
    "Alder & Finch", "Bluewater Labs", "Copperfield Press", "Delta Freight", "Elm Street Clinic", "Fernway Studio",
    "Granite Works", "Harbour Bank", "Ivory Piano House", "Juniper Foods", "Kestrel Air", "Lantern Books",
)  # fmt: skip
MAIL_HOSTS = ("example.com", "example.org", "mail.example", "post.example")
AREA_CODES = (
    "202", "206", "212", "214", "303", "305", "312", "404", "415", "503", "512", "602", "612", "617", "702", "713",
    "718", "773", "808", "919",
)  # fmt: skip
TASK_CODES = (
    "201", "203", "205", "209", "213", "215", "216", "219", "225", "231", "239", "251", "254", "260", "262", "270", "281",
    "301", "307", "309", "314", "316", "318", "321", "330", "334", "347", "352", "360", "401", "405", "407", "413", "419",
    "425", "432", "440", "478", "480", "501", "505", "508", "515", "520", "530", "541", "561", "570", "585", "608",
)  # fmt: skip
"""Numbers a task draws have other area codes than those a phone comes with, so that none is in its lists by chance."""
PLACES = (
    "the old library", "Café Zoë", "Pier 7", "Riverside Park", "the north gate", "Blue Door Bakery", "Platform 3",
    "Hotel Aurora", "Market Square", "the rooftop garden", "Studio 12", "Harbour View", "Maple Hall", "Room 204",
    "the science museum", "Copper Kettle", "北京饭店", "Gate B14", "Lakeside Pavilion", "the tennis court",
)  # fmt: skip
SMALL_TALK = (
    "Did you get home all right?", "Thanks again for yesterday!", "Running ten minutes late, sorry.",
    "Can you send me the photos?", "Happy birthday!", "The parcel arrived.", "Let's talk tomorrow.",
    "I left my umbrella at your place.", "That film was great.", "See you on Monday.", "Who is bringing the cake?",
    "Good luck with the interview!", "The train was cancelled again.", "Call me when you are free.",
)  # fmt: skip
ERRANDS = (
    "I will be there at noon", "The keys are under the mat", "Please bring the blue folder", "Dinner is on me tonight",
    "The meeting moved to room 9", "I booked the tickets", "Your package is with the neighbour",
    "Don't forget the passports", "The plumber comes on Friday", "Save me a seat please", "The report is finished",
    "We need two more chairs", "The cat is fed", "I found your charger", "Pick me up at the station",
)  # fmt: skip


def number(rng: random.Random) -> str:
    """A fictional ten-digit number such as 415-555-0123."""
    codes = TASK_CODES if getattr(rng, "task", False) else AREA_CODES
    return f"{codes[rng.randrange(len(codes))]}-555-01{rng.randrange(100):02d}"


def tidy_number(value: str) -> str:
    """How the phone writes a number: ten digits become 3-3-4 groups, anything else only loses doubled spaces.

    This is what Android's number formatting does while one types, so "4155550123" and "415 555 0123" are one number.
    """
    found = re.sub(r"[\s().-]", "", value)
    if re.fullmatch(r"\d{10}", found):
        return f"{found[:3]}-{found[3:6]}-{found[6:]}"
    return " ".join(value.split())


def same_number(one: str, other: str) -> bool:
    """Whether two spellings are one phone number."""
    return _dialled(one) == _dialled(other)


@lru_cache(maxsize=4096)
def _dialled(number: str) -> str:
    return re.sub(r"[^\d+]", "", number)


def is_number(value: str) -> bool:
    """Whether something typed can be called: at least three digits and nothing but digits and separators."""
    return re.fullmatch(r"\+?[\d\s().-]+", value.strip()) is not None and len(re.sub(r"\D", "", value)) >= 3


def full_name(person: Record) -> str:
    """First and last name of a contact's record, or the company or number when it has neither."""
    parts = [str(person.get(key, "")) for key in ("first", "last")]
    return " ".join(p for p in parts if p) or str(person.get("company") or person.get("phone") or "(No name)")


def next_id(prefix: str, records: list[Record]) -> str:
    """The id after the highest one in use, such as "c12"; making and deleting a record leaves no trace in the data."""
    used = [int(str(r["id"])[len(prefix) :]) for r in records]
    return f"{prefix}{max(used, default=0) + 1}"


def stamp(now: datetime) -> str:
    """A time as the apps store it: ISO, to the second."""
    return now.isoformat(timespec="seconds")
