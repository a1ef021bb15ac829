"""Pictures, drawn without a display: `Figure` only, never pyplot."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ..errors import printable
from ..policy.names import short_name
from .edge import by_seat

# Two colours that stay apart for colour-blind eyes and in grey (Okabe and Ito's blue and vermilion).
BANK, PUNTERS, INK, FAINT = "#0072B2", "#D55E00", "#222222", "#BBBBBB"

#: What every picture is drawn with.
STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "svg.hashsalt": "pontoon_sim",  # the same picture is the same file
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def edges(results: Sequence[dict[str, Any]]) -> Figure:
    """The bank's edge per unit of initial stake, a bar a rule system, each with its interval.

    Parameters
    ----------
    results : sequence of dict
        Of schema ``pontoon.edge/1``; drawn from top to bottom.
    """
    with mpl.rc_context(STYLE):
        names = [_name(result) for result in results]
        lines = max(name.count("\n") for name in names)
        figure = Figure(figsize=(8, 1.9 + (0.36 + 0.14 * lines) * len(results)), layout="constrained")
        axes = figure.add_subplot()
        found = [result["bank_edge"]["per_initial_stake"] for result in results]
        values = [0.0 if value is None else 100 * value for value in found]
        halves = [_half(result) for result in results]
        places = range(len(results))[::-1]
        colours = [BANK if value >= 0 else PUNTERS for value in values]
        axes.set_ylim(-0.8, len(results) - 0.2)
        thick = min(0.62, 0.2 + 0.1 * len(results))  # few bars are no thicker than many
        axes.barh(places, values, xerr=halves, height=thick, color=colours, ecolor=INK, capsize=2.5)
        axes.set_yticks(places, names)
        axes.tick_params(axis="y", length=0)
        for place, value, half in zip(places, values, halves, strict=True):
            side = 1 if value >= 0 else -1
            axes.annotate(
                f"{value:+.2f} ± {half:.2f}" if half else f"{value:+.2f}",
                (value + side * half, place),
                xytext=(6 * side, 0),
                textcoords="offset points",
                ha="left" if side > 0 else "right",
                va="center",
            )
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.margins(x=0.22)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.grid(axis="x", color=FAINT, linewidth=0.5, alpha=0.6)
        axes.set_axisbelow(True)
        level = 100 * results[0]["confidence"]
        axes.set_xlabel(f"per cent of the initial stakes, with {level:g} % intervals; above 0 the bank gains")
        figure.suptitle(_title(results), x=0.01, ha="left", fontsize=12, fontweight="bold")
        figure.supxlabel(_conditions(results), fontsize=7.5, x=0.01, ha="left")
        return figure


def _half(result: dict[str, Any]) -> float:
    interval = result["interval95"]["per_initial_stake"]
    return 0.0 if interval is None else 50 * (interval[1] - interval[0])


def _name(result: dict[str, Any]) -> str:
    """The system, and below it what was changed."""
    name, changed, fields = printable(result["rules_name"]).partition(" with ")
    return "\n".join(wrap(name + ("" if result["complete"] else " (incomplete)"), 30) + wrap(changed[1:] + fields, 30))


def _title(results: Sequence[dict[str, Any]]) -> str:
    """What was played, as far as it is the same everywhere."""
    policies = sorted({short_name(policy) for result in results for policy in result["punter"]})
    bankers = sorted({short_name(result["banker"]) for result in results})
    return f"The bank's edge: {printable(_few(policies))} against {printable(_few(bankers))}"


def _conditions(results: Sequence[dict[str, Any]]) -> str:
    """How it was played, as far as it is the same everywhere: the rest in small print."""
    counts = {
        "deals": [f"{result['deals']:,}" for result in results],
        "punters": [str(result["punters"]) for result in results],
        "stakes": [by_seat(result["stakes"]) for result in results],
        "seed": [str(result["seed"]) for result in results],
    }
    return "; ".join(f"{name}: {' or '.join(dict.fromkeys(said))}" for name, said in counts.items())


def _few(names: Sequence[str]) -> str:
    return " or ".join(names) if len(names) <= 2 else f"{len(names)} policies"


def drawn(figure: Figure, kind: str) -> bytes:
    """The bytes of a picture: ``png``, ``svg`` or ``pdf``, the same for the same figure."""
    sheet = io.BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)  # such a character is drawn as a box
        figure.savefig(sheet, format=kind, dpi=160, metadata=metadata)
    return sheet.getvalue()
