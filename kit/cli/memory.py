"""`kit memory`: what earlier runs taught: show it, search it, forget it."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kit.cli.options import Commands, add_settings, command, settings_given
from kit.errors import UnknownName, UsageError


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(commands, "memory", "show, search and forget what earlier runs taught", "kit memory show")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = command(
        actions, "show", "what is kept, or one app or experience of it", "kit memory show com.android.settings"
    )
    show.add_argument("what", nargs="?", default="", metavar="ID", help="a package, or how an experience's id begins")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    search = command(
        actions, "search", "experience by words of its goal, controls or apps", "kit memory search bluetooth"
    )
    search.add_argument("query", metavar="WORDS", help="any of these words")
    search.add_argument("--json", action="store_true", help="print a JSON array")
    forget = command(actions, "forget", "delete what is kept", "kit memory forget --app com.android.settings")
    which = forget.add_mutually_exclusive_group(required=True)
    which.add_argument("--app", metavar="PACKAGE", help="every episode that used this app, its facts and learned names")
    which.add_argument(
        "--name", metavar="WORDS", help="every episode and fact that holds this name, such as a person's"
    )
    which.add_argument("--id", metavar="ID", help="an episode or an experience (how its id begins)")
    which.add_argument("--all", action="store_true", help="everything")
    for part in (show, search, forget):
        add_settings(part)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Looks into, or deletes from, the folder named by the setting memory_dir. Nothing is made there."""
    from kit.memory.episodes import Episodes
    from kit.memory.knowledge import Knowledge
    from kit.settings import resolve

    settings, _ = resolve(settings_given(options))
    knowledge = Knowledge(settings.memory_dir, keep=settings.memory_keep_apps)
    with Episodes(settings.memory_dir, keep=settings.memory_keep_episodes) as episodes:
        if options.action == "search":
            return _search(episodes, options)
        if options.action == "forget":
            return _forget(episodes, knowledge, options)
        if options.what:
            return _show_one(episodes, knowledge, options)
        return _show(episodes, knowledge, options, settings)


def _show(episodes: Any, knowledge: Any, options: argparse.Namespace, settings: Any) -> int:
    counts, apps, book = episodes.counts(settings.memory_promote_after), knowledge.apps(), knowledge.book()
    if options.json:
        whole = {"folder": str(settings.memory_dir), **counts, "names": len(book)}
        print(json.dumps({**whole, "apps": [app.package for app in apps]}, ensure_ascii=False))
        return 0
    told = f"{counts['episodes']} episodes, {counts['ways']} experiences, {counts['promoted']} of them promoted"
    print(f"{settings.memory_dir}: {told}")
    for app in apps:
        names = [name for name, packages in book.items() if app.package in packages]
        print(
            f"{app.package:40} {app.runs:>4} runs  {len(app.screens):>4} screens  {app.last[:10]}  {', '.join(names)}"
        )
    for way in episodes.ways(most=20):
        print(_line(way))
    return 0


def _show_one(episodes: Any, knowledge: Any, options: argparse.Namespace) -> int:
    from dataclasses import asdict

    facts = knowledge.app(options.what)
    ways = episodes.ways(app=options.what) if facts is not None else episodes.ways(id=options.what)
    if facts is None and not ways:
        raise UnknownName("package or experience", options.what, [app.package for app in knowledge.apps()])
    if options.json:
        told = {"facts": asdict(facts) if facts is not None else None, "experiences": [asdict(way) for way in ways]}
        print(json.dumps(told, ensure_ascii=False))
        return 0
    if facts is not None:
        print(json.dumps(asdict(facts), ensure_ascii=False, indent=1))
    for way in ways:
        print("\n".join([_line(way), *_whole(way)]))
        for record in episodes.records(id=way.id):
            judge = f" by {record['by']}" if record["by"] else ""
            print(f"  episode {record['episode']}  {record['time']}  {record['verdict']}{judge}  {record['ending']}")
    return 0


def _search(episodes: Any, options: argparse.Namespace) -> int:
    from dataclasses import asdict

    found = episodes.search(options.query)
    if options.json:
        print(json.dumps([asdict(way) for way in found], ensure_ascii=False))
        return 0
    for way in found:
        print("\n".join([_line(way), *_whole(way)]))
    print(f"{len(found)} experiences")
    return 0


def _forget(episodes: Any, knowledge: Any, options: argparse.Namespace) -> int:
    from kit.memory.episodes import of_app, of_id, of_name

    facts = 0
    if options.all:
        gone, facts = episodes.forget(), knowledge.forget_all()
    elif options.app:
        gone, facts = episodes.forget(of_app(options.app)), int(knowledge.forget(options.app))
    elif options.name:
        gone, facts = episodes.forget(of_name(options.name)), knowledge.forget_name(options.name)
    else:
        if len(options.id) < 6:
            raise UsageError(f"{options.id!r} is too short for an id.", fix="Give at least 6 of its characters.")
        gone = episodes.forget(of_id(options.id))
    print(f"forgot {gone} episodes and {facts} facts")
    return 0 if gone or facts else 1


def _line(way: Any) -> str:
    told = f"{way.verified} verified, {way.contradicted} contradicted, standing {way.standing}"
    return f"{way.id}  {way.time[:10]}  {told}  {way.goal}"


def _whole(way: Any) -> list[str]:
    from kit.context.memory import experience_words

    return experience_words(way, {})[1:]
