"""Tables that the book computes ahead of time: ``python -m lipbandits NAME`` writes one, with its provenance."""

import lipbandits as lb
from lipbandits import checks
from lipbandits.files import read_results, writable, write_results
from lipbandits.study import of_tails, on_points, with_contexts

TABLES = of_tails.TABLES | on_points.TABLES | with_contexts.TABLES


def save(path, name, runs=None, seed=2014):
    """Compute a table of `TABLES` and write it with its provenance.

    Raises
    ------
    TypeError, ValueError : for a path that cannot be written to, an unknown name, or a bad number of runs or seed.
    """
    if not isinstance(name, str) or name not in TABLES:
        raise ValueError(f"name: {checks.shown(name)}; expected one of {', '.join(map(repr, TABLES))}")
    path, seed = writable("path", path), checks.seed(seed)
    table, about = TABLES[name]
    options = {} if runs is None else {"runs": checks.count("runs", runs)}
    arrays = table(seed=seed, **options)
    command = f"python -m lipbandits {name}" + "".join(f" --{key} {value}" for key, value in options.items())
    provenance = {"version": lb.__version__, "command": f"{command} --seed {seed}", "seed": seed, "about": about}
    write_results(path, arrays, provenance)


def load(path):
    """({name: array}, provenance) of a file that `save` wrote.

    Raises
    ------
    ValueError : if it is not one.
    """
    complaint = f"path: {{}} holds none of the tables {', '.join(TABLES)}"
    arrays, provenance = read_results(path, complaint)
    if provenance.get("about") not in {about for _, about in TABLES.values()}:
        raise ValueError(complaint.format(path))
    return arrays, provenance
