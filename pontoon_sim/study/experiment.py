"""The experiment file: what varies, what is held, how much work, what is left out; validated before anything runs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ..arguments import MOST_DEALS, count_of
from ..errors import OptionError, cut, did_you_mean, quoted
from ..files import Unreadable, read_text, shown
from ..ranges import values_of
from ..rulebook import FIELDS

#: What a cell may set, beside ``set.FIELD`` for any field of the rules.
OPTIONS = ("rules", "punters", "punter", "banker", "stakes", "pack", "gather", "packs")
JOINED = "+"  # between the names of axes that vary together
SET = "set."
MOST_CELLS = 100_000

Scalar = str | int | float | bool


class Experiment(BaseModel):
    """What an experiment file says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = Field(min_length=1, max_length=200, description="What the experiment is called")
    question: str = Field("", max_length=2000, description="The question that it answers, in a sentence")
    axes: dict[str, list[Any]] = Field(
        description="What varies: lists of values by option (rules, punters, punter, banker, stakes, pack, gather, "
        "packs) or field of the rules (set.min_stick); a text such as stick-15..19 or 1..7 is a range; options joined "
        "by + vary together, each value a list"
    )
    fixed: dict[str, Scalar] = Field(default_factory=dict, description="What is the same in all cells")
    exclude: list[dict[str, Scalar | list[Scalar]]] = Field(
        default_factory=list, description="Cells that are left out: those that have all of these values"
    )
    method: Literal["auto", "mc", "exact"] = Field(
        "auto", description="Exact where possible, else simulated; always simulated; or always exact"
    )
    deals: int | None = Field(None, ge=1, description="Deals of a simulated cell; 2 million when neither is said")
    precision: float | None = Field(
        None, gt=0, description="Half-width of the interval at which a cell is done instead"
    )
    seed: int = Field(1, ge=0, description="All cells share their random numbers")
    confidence: float = Field(0.95, gt=0, lt=1, description="Level of all intervals")
    skip_impossible: bool = Field(False, description="Leave impossible cells out instead of refusing the experiment")
    plots: list[Plot] = Field(default_factory=list, description="Pictures that are drawn at the end")

    @field_validator("deals", mode="before")
    @classmethod
    def _count(cls, value: Any) -> Any:
        """Counts may be written as on the command line: 2e6, 10_000, 5M."""
        if isinstance(value, str):
            return count_of(value, 1, MOST_DEALS, "write for instance 200000, 2e6 or 5M")
        return value

    @field_validator("axes")
    @classmethod
    def _axes(cls, axes: dict[str, list[Any]]) -> dict[str, list[Any]]:
        if not axes:
            raise ValueError("there is none: write at least one list of values")
        names: list[str] = []
        for axis, values in axes.items():
            parts = axis.split(JOINED)
            if not values:
                raise ValueError(f"{axis} is empty: give it at least one value")
            for name in parts:
                _known(name)
            for value in values:
                if len(parts) > 1 and (not isinstance(value, list) or len(value) != len(parts)):
                    raise ValueError(f"{axis}: {value!r} is not a list of {len(parts)} values, one for each name")
                if len(parts) == 1 and isinstance(value, dict):
                    raise ValueError(f"{axis}: {value!r} is no value")
            names += parts
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"{sorted(twice)[0]} varies twice: name it once")
        return axes

    @field_validator("fixed")
    @classmethod
    def _fixed(cls, fixed: dict[str, Scalar]) -> dict[str, Scalar]:
        for name in fixed:
            _known(name)
        return fixed

    @model_validator(mode="after")
    def _once(self) -> Experiment:
        for name in self.names():
            if name in self.fixed:
                raise ValueError(f"{name} varies and is fixed: say it once")
        for axis, values in self.axes.items():
            said = [str(value) for value in (spread(values) if JOINED not in axis else values)]
            twice = [value for value in said if said.count(value) > 1]
            if twice:
                raise ValueError(f"{axis} has the value {twice[0]} twice: say it once")
        return self

    @model_validator(mode="after")
    def _plots(self) -> Experiment:
        for plot in self.plots:
            for axis in (plot.x, plot.by):
                if axis is not None and axis not in self.names():
                    raise ValueError(f"a plot names {axis!r}, which does not vary{did_you_mean(axis, self.names())}")
            if (plot.x is None) != (plot.kind == "convergence"):
                raise ValueError(
                    f"a plot of {plot.kind} needs an axis: give it an `x`"
                    if plot.x is None
                    else "a plot of convergence goes along the deals: leave out its `x`"
                )
            if plot.kind == "heat" and plot.by is None:
                raise ValueError("a map needs two axes: give its plot a `by` too")
        return self

    def names(self) -> list[str]:
        """All options that vary, in their order."""
        return [name for axis in self.axes for name in axis.split(JOINED)]


class Plot(BaseModel):
    """A picture of the cells."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["lines", "heat", "bars", "ranked", "spread", "convergence"] = Field(
        description="Lines along x, one for each value of `by`; a map; bars; bars that lie, sorted; means among their "
        "quantiles; how the bank's edge settled while deals were played"
    )
    x: str | None = Field(None, description="Axis along the bottom, or of the rows; none for convergence")
    by: str | None = Field(None, description="Axis of the lines, or up the side of a map")
    measure: str = Field("bank_edge_per_initial_stake", description="What is shown")
    title: str = Field("", description="In words; the question of the experiment when left out")

    def file(self) -> str:
        """How its files are called, without an ending."""
        return "-".join(part.replace(".", "-") for part in (self.kind, self.x, self.by, self.measure) if part)


Experiment.model_rebuild()


def _known(name: str) -> None:
    known = [*OPTIONS, *(SET + field for field in FIELDS)]
    if name not in known:
        raise ValueError(f"{name!r} cannot vary{did_you_mean(name, known)}")


def read_experiment(path: str | Path) -> Experiment:
    """The experiment of a TOML file.

    Raises
    ------
    OptionError
        With all that is wrong with it, in sentences.
    """
    try:
        said = tomllib.loads(read_text(path, "give a TOML file of an experiment"))
    except Unreadable as fault:
        raise OptionError(f"The experiment {shown(path)} {fault}") from None
    except (ValueError, RecursionError) as fault:
        raise OptionError(f"{shown(path)} is not TOML ({cut(str(fault))}): mend that line.") from None
    return experiment(said, shown(path))


def experiment(said: dict[str, Any], where: str = "The experiment") -> Experiment:
    """The experiment of what a file says."""
    try:
        return Experiment.model_validate(said)
    except ValidationError as fault:
        raise OptionError(f"{where}: " + " ".join(_sentence(one) for one in fault.errors())) from None


def _sentence(fault: Any) -> str:
    where = ".".join(str(part) for part in fault["loc"]) or "the file"
    if fault["type"] == "extra_forbidden":
        known = list(Plot.model_fields if fault["loc"][0] == "plots" else Experiment.model_fields)
        return f"{quoted(where)} is not known{did_you_mean(str(fault['loc'][-1]), known)}: leave it out or mend it."
    if fault["type"] == "missing":
        return f"{where} is missing: add it."
    text = fault["msg"].removeprefix("Value error, ")
    return f"{where}: {text[:1].lower()}{text[1:]}" + ("" if text.endswith((".", "?")) else ".")


def spread(values: list[Any]) -> list[Any]:
    """Values with ranges in texts written out."""
    return [one for value in values for one in (values_of(value) if isinstance(value, str) else [value])]
