"""Build the engine of the pages, or check it: `make engine`, `make engine-check`.

The functions that `lipbandits/engine/page.py` names are compiled by numba, not optimised. Their LLVM modules become one
for wasm32, which LLVM optimises as a whole and `zig cc` links with engine.c and the C library of its own, so that the
file asks nothing of the page. CONTRIBUTING.md tells how to add a function.
"""

import argparse
import ast
import hashlib
import importlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "lipbandits" / "labs" / "page"
FILE, RECORD = "engine.wasm", "engine.json"
TRIPLE = "wasm32-wasi"
# What the bytes depend on, beside the sources.
PYTHON, PACKAGES = "3.11", ("llvmlite", "numba", "ziglang")
# An overflow of the stack traps: zig puts it below everything else.
LINK = ["-target", TRIPLE, "-mexec-model=reactor", "-O3", "-Wl,--gc-sections,--strip-all,-z,stack-size=1048576"]
# For numba: no code of another build, nothing of this machine's processor, and no optimisation, since sizes of pointers
# would be in it.
ENVIRONMENT = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}


def sources():
    """The files of the engine that page.py needs, and {name: value} of what they import from elsewhere here."""
    found, constants, todo = set(), {}, ["lipbandits.engine.page"]
    while todo:
        path = ROOT / (todo.pop().replace(".", "/") + ".py")
        path = path if path.exists() else path.with_suffix("") / "__init__.py"
        if path in found:
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module.startswith("lipbandits."):
                continue
            for name in (each.name for each in node.names):
                if node.module == "lipbandits.engine":
                    todo.append(f"lipbandits.engine.{name}")
                elif node.module.startswith("lipbandits.engine."):
                    todo.append(node.module)
                else:
                    constants[f"{node.module}.{name}"] = getattr(importlib.import_module(node.module), name)
    return sorted(found), dict(sorted(constants.items()))


def digest():
    """SHA-256 of all that the file is built from, but for Python and the packages."""
    files, constants = sources()
    total = hashlib.sha256(repr(constants).encode())
    for path in [*files, Path(__file__), Path(__file__).with_suffix(".c")]:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def compiled_entries(llvm, whole):
    """Link what numba compiled of each entry into the module; (name, numba's name of it, types of the arguments)."""
    from numba.core.callconv import CPUCallConv

    from lipbandits.engine.page import ENTRIES

    # A page hears of an exception by its status alone. Its text would hold paths of this machine.
    CPUCallConv.build_excinfo_struct = lambda self, exc, exc_args, loc, func_name: (exc, None, None)
    named = []
    for name, (function, arguments) in ENTRIES.items():
        function.compile(arguments)
        compiled = function.overloads[arguments]
        module = parsed(llvm, compiled.library.get_llvm_str(), whole)
        for each in module.global_variables:
            # There are no common symbols in WebAssembly.
            if each.linkage == llvm.Linkage.common:
                each.linkage = llvm.Linkage.internal
        whole.link_in(module)
        named.append((name, compiled.fndesc.llvm_func_name, arguments))
    return named


def parsed(llvm, text, whole):
    """A module of the same target as another one."""
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = whole.triple, whole.data_layout
    return module


def entry_points(named):
    """A module of functions `status name(…)` that take an array as a pointer and its lengths, a number as it is.

    A whole number has 32 bits outside. Numba's own functions take a place for the result, one for the exception, and
    of an array a block, a parent, the number of items, their size, the data, lengths and strides. They return a status,
    0 if nothing was raised.
    """
    from llvmlite import ir
    from numba import types

    short, long, real, pointer = ir.IntType(32), ir.IntType(64), ir.DoubleType(), ir.PointerType()
    none, module = ir.Constant(pointer, None), ir.Module("entries")
    for name, mangled, arguments in named:
        outer, inner = [], [pointer, pointer]
        for each in arguments:
            if isinstance(each, types.Array):
                outer += [pointer, *[short] * each.ndim]
                inner += [pointer, pointer, long, long, pointer, *[long] * (2 * each.ndim)]
            else:
                outer.append(real if each == types.float64 else short)
                inner.append(real if each == types.float64 else long)
        target = ir.Function(module, ir.FunctionType(short, inner), mangled)
        entry = ir.Function(module, ir.FunctionType(short, outer), name)
        builder, given = ir.IRBuilder(entry.append_basic_block()), iter(entry.args)
        passed = [builder.alloca(pointer), builder.alloca(pointer)]
        for each in arguments:
            if isinstance(each, types.Array):
                data, size = next(given), ir.Constant(long, each.dtype.bitwidth // 8)
                shape = [builder.zext(next(given), long) for _ in range(each.ndim)]
                strides = [size]
                for length in reversed(shape):
                    strides.insert(0, builder.mul(strides[0], length))
                count = builder.udiv(strides.pop(0), size)
                passed += [none, none, count, size, data, *shape, *strides]
            else:
                passed.append(next(given) if each == types.float64 else builder.sext(next(given), long))
        builder.ret(builder.call(target, passed))
    return module


def optimise(llvm, module, machine):
    """Optimise for WebAssembly; counts of references go between the passes, where they cancel out."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    # Measured in V8: loops unrolled, or with vectors, are no faster here, and the file is a fifth larger.
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    for _ in range(2):
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)


def compiled_object():
    """All entries as one object file, and their names."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3)
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = TRIPLE, str(machine.target_data)
    named = compiled_entries(llvm, whole)
    whole.link_in(parsed(llvm, str(entry_points(named)), whole))
    names = [name for name, _, _ in named]
    for function in whole.functions:
        # Also numba's wrappers for Python: nothing calls them, so they go.
        if not function.is_declaration:
            function.linkage = "external" if function.name in names else "internal"
    whole.verify()
    optimise(llvm, whole, machine)
    left = [each.name for each in whole.global_variables if each.name.startswith("numba.dynamic.globals")]
    if left:
        raise SystemExit(f"The engine would hold addresses of this process: {left}")
    return machine.emit_object(whole), names


def build(folder):
    """Write the file, and beside it what it was built from, into a folder."""
    # Before anything else: who edits a source meanwhile has to build again.
    built_from = digest()
    with tempfile.TemporaryDirectory() as work:
        os.environ.update(ENVIRONMENT, NUMBA_CACHE_DIR=work)
        # Numba finds that it could not keep what is not optimised.
        warnings.simplefilter("ignore")
        code, names = compiled_object()
        (Path(work) / "engine.o").write_bytes(code)
        exports = [f"-Wl,--export={name}" for name in names]
        inputs = [Path(work) / "engine.o", Path(__file__).with_suffix(".c"), "-lm"]
        command = [sys.executable, "-m", "ziglang", "cc", *LINK, *exports, "-o", Path(work) / FILE, *inputs]
        subprocess.run(command, check=True)
        made = (Path(work) / FILE).read_bytes()
    record = {
        "python": PYTHON,
        **{name: importlib.metadata.version(name) for name in PACKAGES},
        "sources": built_from,
        "file": hashlib.sha256(made).hexdigest(),
    }
    (folder / FILE).write_bytes(made)
    (folder / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    return made


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--check", action="store_true", help="build elsewhere and compare byte for byte")
    check = arguments.parse_args().check
    if "numba" in sys.modules:
        raise SystemExit("numba was imported before its settings were made")
    if (running := ".".join(map(str, sys.version_info[:2]))) != PYTHON:
        raise SystemExit(f"Python {running}; expected {PYTHON}, with which the engine is built: make engine PYTHON=…")
    if not check:
        print(f"{FILE}: {len(build(PAGE))} bytes")
        return
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        for name in (FILE, RECORD):
            if (Path(folder) / name).read_bytes() != (PAGE / name).read_bytes():
                raise SystemExit(f"lipbandits/labs/page/{name} is not what today's sources give: run make engine")
    print("The engine of the pages is what today's sources give.")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
