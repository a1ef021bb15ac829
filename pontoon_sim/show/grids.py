"""Tables for readers: the tidy rows of a run turned so that a cell is a row and a measure a column, with its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import printable
from .edge import short_count
from .measures import HEADLINE, axis_name, axis_value, measure_of, sought
from .rounding import NOTHING, number_of, rounded

if TYPE_CHECKING:
    import pandas as pd


MOST_MEASURES = 8  # side by side; more of them stand below each other


@dataclass(frozen=True)
class Entry:
    """A cell of a table: its text, and the number behind it, by which it is sorted."""

    text: str
    value: float | None = None


@dataclass
class Grid:
    """A table for readers.

    Attributes
    ----------
    title : str
    heads : list of str
    numbers : set of int
        Columns that stand at the right.
    rows : list of list of Entry
    """

    title: str
    heads: list[str]
    numbers: set[int]
    rows: list[list[Entry]] = field(default_factory=list)


def grids_of(table: pd.DataFrame, axes: Sequence[str], wanted: Sequence[str] | None = None) -> list[Grid]:
    """Tables of the measures that a run is about, one for those of the table as a whole, one for those by seat.

    Parameters
    ----------
    table : DataFrame
        The tidy table of a run.
    axes : sequence of str
        Names of what varies.
    wanted : sequence of str, optional
        The measures; those that are sought when left out.
    """
    wanted = sought(table) if wanted is None else wanted
    by_seats: dict[bool, list[str]] = {}
    for name in wanted:
        seats = set(table.seat[table.measure == name])
        if seats:
            by_seats.setdefault(seats != {0}, []).append(name)
    titles = {False: "Cell by cell", True: "Seat by seat"}
    return [
        (_grid if len(names) <= MOST_MEASURES else _tall)(
            table[table.measure.isin(names)], list(axes), names, by_seat, titles[by_seat]
        )
        for by_seat, names in sorted(by_seats.items())
    ]


def grids_of_edges(table: pd.DataFrame) -> list[Grid]:
    """The same of edges: what differs between them in columns, what they share in the title."""
    axes = ["rules", "punter", "banker", "stakes"]
    bank = table[table.seat == 0]
    shared = {name: bank[name].iloc[0] for name in axes[1:] if table[name].nunique() == 1}
    grids = grids_of(table, [name for name in axes if name not in shared])
    for grid in grids:
        grid.title = printable(", ".join([grid.title, *(f"{name} {axis_value(one)}" for name, one in shared.items())]))
    return grids


def others_of(table: pd.DataFrame, axes: Sequence[str]) -> list[Grid]:
    """The same of all other measures."""
    main = sought(table)
    rest = [name for name in dict.fromkeys(table.measure) if name not in main]
    return grids_of(table, axes, rest) if rest else []


def headline_of(table: pd.DataFrame) -> str | None:
    """The measure that comes first: the bank's edge per initial stake where there is one; None of an empty table."""
    names = sought(table)
    return HEADLINE if HEADLINE in names else next(iter(names), None)


def _grid(chosen: pd.DataFrame, axes: list[str], names: list[str], by_seat: bool, title: str) -> Grid:
    measures = [measure_of(name) for name in names]
    unsure = {name for name in names if chosen.standard_error[chosen.measure == name].notna().any()}
    heads, numbers, keys = _keys(chosen, axes, by_seat)
    for measure in measures:
        for head in (measure.head, *(("std. error",) if measure.name in unsure else ())):
            numbers.add(len(heads))
            heads.append(head)
    heads += ["method", "deals"]
    numbers.add(len(heads) - 1)
    grid = Grid(title, heads, numbers)
    for part in _cells(chosen, keys):
        first = part.iloc[0]
        row = _names(first, keys)
        found = {one.measure: one for one in part.itertuples(index=False)}
        for measure in measures:
            row += _figures(found.get(measure.name), measure, measure.name in unsure)
        grid.rows.append([*row, *_basis(first)])
    return grid


def _tall(chosen: pd.DataFrame, axes: list[str], names: list[str], by_seat: bool, title: str) -> Grid:
    """The same with a row for each cell and measure."""
    heads, numbers, keys = _keys(chosen, axes, by_seat)
    unsure = bool(chosen.standard_error.notna().any())
    heads += ["measure", "value", *(["std. error"] if unsure else []), "method", "deals"]
    numbers |= {len(heads) - 1, *range(len(keys) + 1, len(heads) - 2)}
    measures = {name: measure_of(name) for name in names}
    grid = Grid(title, heads, numbers)
    for _, one in chosen.iterrows():
        measure = measures[one.measure]
        row = [*_names(one, keys), Entry(measure.head), *_figures(one, measure, unsure)]
        grid.rows.append([*row, *_basis(one)])
    return grid


def _keys(chosen: pd.DataFrame, axes: list[str], by_seat: bool) -> tuple[list[str], set[int], list[str]]:
    """Heads of the columns that name a row, which of them are numbers, and their names in the table."""
    keys = [*axes, *(["seat"] if by_seat else [])]
    numbers = {place for place, name in enumerate(keys) if all(number_of(value) is not None for value in chosen[name])}
    return [axis_name(name) for name in keys], numbers, keys


def _names(row: pd.Series, keys: list[str]) -> list[Entry]:
    return [Entry(axis_value(row[name]), number_of(row[name])) for name in keys]


def _basis(row: pd.Series) -> list[Entry]:
    """How a row was found, and by how many deals."""
    deals = None if row.method == "exact" else number_of(row.deals)
    method = NOTHING if _missing(row.method) else str(row.method)
    return [Entry(method), Entry(NOTHING if deals is None else short_count(int(deals)), deals)]


def _cells(chosen: pd.DataFrame, keys: list[str]) -> list[pd.DataFrame]:
    if not keys:
        return [chosen] if len(chosen) else []
    return [part for _, part in chosen.groupby(keys, sort=False, dropna=False)]


def _figures(one: Any, measure: Any, unsure: bool) -> list[Entry]:
    """The value of a measure, and its error where the column has such."""
    if one is None:
        return [Entry(NOTHING)] * (1 + unsure)
    known = map(number_of, (one.value, one.standard_error))
    value, error = (None if number is None else number * measure.scale for number in known)
    texts = rounded(one.value, one.standard_error, measure.scale, measure.sign)
    return [Entry(printable(texts[0]), value), *([Entry(texts[1], error)] if unsure else [])]


def grid_of_frame(frame: pd.DataFrame, title: str = "") -> Grid:
    """Any table for readers: a figure is rounded by the column of its error where there is one."""
    heads = [printable(str(name).replace("_", " ")) for name in frame.columns]
    numbers = {place for place, name in enumerate(frame.columns) if _numeric(frame[name])}
    grid = Grid(title, heads, numbers)
    errors = {str(name): _error_of(str(name), list(map(str, frame.columns))) for name in frame.columns}
    for row in frame.to_dict("records"):
        cells = [_entry(row, str(name), errors[str(name)], place in numbers) for place, name in enumerate(frame)]
        grid.rows.append(cells)
    return grid


def _numeric(column: pd.Series) -> bool:
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    return bool(is_numeric_dtype(column) and not is_bool_dtype(column))


def _error_of(name: str, columns: Sequence[str]) -> str | None:
    """The column of the error by which a column is rounded."""
    if name in ("value", "standard_error", "low95", "high95") and "standard_error" in columns:
        return "standard_error"
    for error in (f"{name}_standard_error", f"standard_error_{name}"):
        if error in columns:
            return error
    return name if name.endswith("standard_error") else None


def _entry(row: dict[Any, Any], name: str, error: str | None, number: bool) -> Entry:
    value = row[name]
    known = number_of(value) if number else None
    if known is None:
        return Entry(NOTHING if _missing(value) else printable(str(value)))
    if error is None and known == int(known):
        return Entry(str(int(known)), known)
    unsure = number_of(row[error]) if error else None
    return Entry(rounded(known, unsure)[0], known)


def _missing(value: Any) -> bool:
    return value is None or value != value or type(value).__name__ == "NAType"
