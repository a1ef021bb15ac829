"""``pontoon matrix``: all rule systems against better and better punters."""

from __future__ import annotations

import click

from .failures import DONE
from .options import common
from .output import Face, emit_json


@click.command("matrix", short_help="All rule systems against naive, threshold and best punters.")
@common(
    rules_help="Rule system: a preset or a TOML file (repeatable).  [default: all presets]", many=True, random=False
)
def command(rules: tuple[str, ...], set_: tuple[str, ...], face: Face) -> int:
    """The bank's edge in every rule system against naive, threshold and best-playing punters, exactly.

    With fixed and with free stakes; and with the banker, too, playing as well as one simple rule lets him.

    \b
    Examples:
      pontoon matrix
      pontoon matrix --rules pagat --rules pontoon-1939 --set min_stick=16
      pontoon matrix --csv results/matrix.csv
    """
    from ..presets import parse_set, preset_names
    from ..presets import rules as find_rules
    from ..rule_matrix import matrix
    from .progress import Bar, announce_exact

    changes = parse_set(set_)
    names = [known for name in rules or ("all",) for known in (preset_names() if name == "all" else (name,))]
    systems = [find_rules(name, **changes) for name in names]
    announce_exact(face)
    with Bar(face, "rule systems", 1, None, 0.95) as bar:
        found = matrix(systems, watch=bar.step)
    face.keep(found.to_frame)
    if face.json:
        emit_json(found.to_dict())
    elif face.draws:
        from ..show.matrix import page

        face.show(*page(found.to_dict()))
    return DONE
