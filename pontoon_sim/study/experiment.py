"""The experiment file: what varies, what is held, how much work, what is left out; validated before anything runs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from numpy.random import SeedSequence
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator, model_validator

from ..arguments import MOST_DEALS, count_of
from ..errors import OptionError, cut, did_you_mean, quoted
from ..files import Unreadable, read_text, shown
from ..ranges import values_of
from .known import refuse_measure
from .options import HEADLINES, SET, UNPLAYED, Command, refuse_unknown

__all__ = ["JOINED", "MOST_CELLS", "REPLICATE", "SET", "Experiment", "Plot", "experiment", "read_experiment", "spread"]

JOINED = "+"  # between the names of axes that vary together
MOST_CELLS = 100_000
MOST_REPLICATES = 1000
REPLICATE = "replicate"

Scalar = str | int | float | bool

_A_COUNT: dict[str, Any] = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}, {"type": "null"}]}


class Experiment(BaseModel):
    """What an experiment file says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = Field(min_length=1, max_length=200, description="What the experiment is called")
    question: str = Field("", max_length=2000, description="The question that it answers, in a sentence")
    command: Command = Field(
        "edge", description="What is measured in every cell: what pontoon edge, bank, series, ... answer"
    )
    axes: dict[str, list[Any]] = Field(
        description="What varies: lists of values by option (rules, punters, punter, banker, stakes, gather, packs; "
        "change, as in min_stick=16 or none; and the options of the command: pack of edge; evening, sale_every of "
        "bank; length, series, first_banker, bold, bold_series of series; spread, kind, busts of memory; shoot, "
        "top_up, pack of shoot; purse, length, sessions, target, pack, moving of purse; field, target of effects; "
        "stakes_levels, buys, precision of solve; pack of odds) or field of the rules (set.min_stick); a text such as "
        "stick-15..19 or 1..7 is a range; options joined by + vary together, each value a list"
    )
    fixed: dict[str, Scalar | list[Scalar]] = Field(
        default_factory=dict, description="What is the same in all cells; a list is by seat"
    )
    exclude: list[dict[str, Scalar | list[Scalar]]] = Field(
        default_factory=list, description="Cells that are left out: those that have all of these values"
    )
    method: Literal["auto", "mc", "exact"] = Field(
        "auto", description="Exact where possible, else simulated; always simulated; or always exact"
    )
    deals: int | None = Field(
        None,
        ge=1,
        json_schema_extra=_A_COUNT,
        description="Deals of a simulated cell; 2 million when neither is said",
    )
    precision: float | None = Field(
        None, gt=0, description="Half-width of the interval at which a cell is done instead"
    )
    budget: int | None = Field(
        None,
        ge=1,
        json_schema_extra=_A_COUNT,
        description="Deals of all cells together, which go, round by round, where it is open which value of the axis "
        "`compare` is best; `deals` are then those of each cell in the first round",
    )
    compare: str | None = Field(None, description="The axis of which the best value is looked for with the budget")
    cards: Literal["shared", "own"] = Field(
        "shared",
        description="Simulated edges of fresh packs play the same cards hand by hand, as pontoon compare does, so that "
        "differences are sharp; own: each as pontoon edge does, which is faster",
    )
    seed: int = Field(1, ge=0, description="All cells share their random numbers")
    replicates: int | None = Field(
        None, ge=1, le=MOST_REPLICATES, description="Every cell is done so many times, with seeds derived from the seed"
    )
    confidence: float = Field(0.95, gt=0, lt=1, description="Level of all intervals")
    skip_impossible: bool = Field(False, description="Leave impossible cells out instead of refusing the experiment")
    plots: list[Plot] = Field(default_factory=list, description="Pictures that are drawn at the end")

    @field_validator("deals", "budget", mode="before")
    @classmethod
    def _count(cls, value: Any) -> Any:
        """Counts may be written as on the command line: 2e6, 10_000, 5M."""
        if isinstance(value, bool):
            raise ValueError('true and false are no numbers: write for instance 200000 or "5M"')
        if isinstance(value, str):
            return count_of(value, 1, MOST_DEALS, "write for instance 200000, 2e6 or 5M")
        return value

    @field_validator("axes")
    @classmethod
    def _axes(cls, axes: dict[str, list[Any]], info: ValidationInfo) -> dict[str, list[Any]]:
        if not axes:
            raise ValueError("there is none: write at least one list of values")
        names: list[str] = []
        for axis, values in axes.items():
            parts = axis.split(JOINED)
            if not values:
                raise ValueError(f"{axis} is empty: give it at least one value")
            for name in parts:
                _known(name, info)
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

    @field_validator("exclude")
    @classmethod
    def _exclusions(cls, exclude: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if any(not one for one in exclude):
            raise ValueError("one of them is empty and would leave out every cell: name an axis and its values")
        return exclude

    @field_validator("fixed")
    @classmethod
    def _fixed(cls, fixed: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        for name in fixed:
            _known(name, info)
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
    def _budget(self) -> Experiment:
        if (self.budget is None) != (self.compare is None):
            raise ValueError("budget says how many deals, and compare between the values of which axis: give both")
        if self.compare is None:
            return self
        if self.compare not in self.axes:
            raise ValueError(f"compare names {self.compare!r}, which is no axis{did_you_mean(self.compare, self.axes)}")
        for wrong, why in (
            (self.command != "edge", f"cells of {self.command} cannot be gone on with"),
            (self.precision is not None, "precision says itself when a cell is done"),
            (self.method == "exact", "exact cells play no deals"),
            (self.cards == "own", "differences of cells with cards of their own are told by far more deals"),
        ):
            if wrong:
                raise ValueError(f"a budget is for simulated edges on shared cards ({why}): leave one of them out")
        return self

    @model_validator(mode="after")
    def _measured_so(self) -> Experiment:
        """What only cells of `edge` know."""
        if self.command == "edge":
            return self
        if self.method == "exact":
            raise ValueError(f'cells of {self.command} are not all exact: leave method out, or use command = "edge"')
        if self.precision is not None:
            raise ValueError(f"a cell of {self.command} cannot end at a precision: say its deals instead")
        if self.command in UNPLAYED and self.deals is not None:
            raise ValueError(f"cells of {self.command} are exact wherever they can be: leave deals out")
        for name in ("series", "sessions"):
            if self.deals is not None and name in (*self.names(), *self.fixed):
                raise ValueError(f"deals and {name} both say how much is played: leave one of them out")
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
            if self.command != "edge" and "measure" not in plot.model_fields_set:
                raise ValueError(
                    f"a plot of cells of {self.command} has no measure: give it one, such as "
                    f"{HEADLINES[self.command][0]!r}"
                )
            refuse_measure(self.command, plot.measure)
            if plot.by is not None and plot.x == plot.by:
                raise ValueError(f"a plot has {plot.x!r} for `x` and for `by`: leave one of them out")
            if plot.kind == "heat" and plot.by is None:
                raise ValueError("a map needs two axes: give its plot a `by` too")
        return self

    def names(self) -> list[str]:
        """All options that vary, in their order."""
        return [name for axis in self.axes for name in axis.split(JOINED)]

    def columns(self) -> list[str]:
        """What tells the rows of the table apart: the options that vary, and the replicate where there are some."""
        return self.names() if self.replicates is None else [*self.names(), REPLICATE]

    def seeds(self) -> list[int]:
        """The seed of each replicate: derived from that of the experiment, the same ones next time."""
        if self.replicates is None:
            return [self.seed]
        sequences = (SeedSequence(self.seed, spawn_key=(place,)) for place in range(1, self.replicates + 1))
        return [int(one.generate_state(1, "uint64")[0]) for one in sequences]


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
    seat: int | None = Field(
        None, ge=0, description="Whose measure, 0 being the bank; the first one that it is told of when left out"
    )
    title: str = Field("", description="In words; the question of the experiment when left out")

    def file(self) -> str:
        """How its files are called, without an ending."""
        seat = None if self.seat is None else f"seat{self.seat}"
        return "-".join(part.replace(".", "-") for part in (self.kind, self.x, self.by, self.measure, seat) if part)


Experiment.model_rebuild()


def _known(name: str, info: ValidationInfo) -> None:
    if "command" in info.data:  # else it is that which is wrong
        refuse_unknown(name, info.data["command"])


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
