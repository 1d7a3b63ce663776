"""Completion for bash and the manual page, both made of the parser: they know what it knows."""

from __future__ import annotations

import argparse

from server.cli.options import commands_of, parser
from server.core.version import software

COMPLETION = """\
_cinderbox() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=
    case $COMP_CWORD:${{COMP_WORDS[1]}}:$word in
    1:*) words='{commands} --help --version' ;;
{cases}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _cinderbox cinderbox
"""
MANUAL = """\
.TH CINDERBOX 1 "" "Cinderbox {version}"
.SH NAME
cinderbox \\- run a tabletop tournament on a box on the table
.SH SYNOPSIS
.B cinderbox
.I COMMAND
[options]
.SH COMMANDS
{commands}
.SH ENVIRONMENT
.TP
.B CINDERBOX_DATA
where the database and the backups are, unless \\-\\-data says so
.SH EXIT STATUS
0 done, 1 something is wrong with what was looked at, 2 the call or the document is wrong,
3 no pairing without a rematch exists.
"""


def completion() -> str:
    """What bash has to know. Options are offered after a dash, files where there is nothing to choose from."""
    commands = commands_of(parser())
    cases = (
        f"    *:{name}:{start}) words='{words}' ;;" for name, made in commands.items() for start, words in _words(made)
    )
    return COMPLETION.format(commands=" ".join(commands), cases="\n".join(cases))


def manual() -> str:
    """The manual page, in the words of troff."""
    told = "\n".join(_section(made) for made in commands_of(parser()).values())
    return MANUAL.format(version=_roff(software()), commands=told)


def _words(made: argparse.ArgumentParser) -> list[tuple[str, str]]:
    """What can follow a command: behind a dash, and elsewhere."""
    options = " ".join(option for each in made._actions for option in each.option_strings if option.startswith("--"))
    choices = " ".join(choice for each in made._actions for choice in each.choices or ())
    return [("-*", options), *([("*", choices)] if choices else [])]


def _section(made: argparse.ArgumentParser) -> str:
    lines = [f'.SS "{_roff(made.prog)}"', _roff(made.description or "")]
    for each in made._actions:
        called = ", ".join(each.option_strings) or str(each.metavar or each.dest)
        value = f" {each.metavar}" if each.option_strings and each.metavar else ""
        lines += [".TP", f'.B "{_roff(called + value)}"', _roff(each.help or "")]
    return "\n".join([*lines, *([".PP", _roff(made.epilog)] if made.epilog else [])])


def _roff(text: str) -> str:
    """Plain text for troff: no backslash means anything, a hyphen can be copied, no line begins with a command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
