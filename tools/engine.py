"""Build the engine for pages (`make engine`)."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAIN = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}


def build(folder):
    import llvmlite.binding as llvm
    from llvmlite import ir
    from numba import types

    from lipbandits.engine.page import ENTRIES

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("wasm32-wasi").create_target_machine(opt=3)
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = "wasm32-wasi", str(machine.target_data)
    glue = ir.Module("glue")
    for name, (function, arguments) in ENTRIES.items():
        function.compile(arguments)
        compiled = function.overloads[arguments]
        module = llvm.parse_assembly(compiled.library.get_llvm_str())
        module.triple, module.data_layout = whole.triple, whole.data_layout
        for each in [*module.functions, *module.global_variables]:
            if each.linkage == llvm.Linkage.common:
                each.linkage = "internal"
        whole.link_in(module)
        add_entry(ir, types, glue, name, compiled.fndesc.llvm_func_name, arguments)
    module = llvm.parse_assembly(str(glue))
    module.triple, module.data_layout = whole.triple, whole.data_layout
    whole.link_in(module)
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in ENTRIES else "internal"
    whole.verify()
    optimise(llvm, whole, machine)
    (folder / "engine.ll").write_text(str(whole))
    (folder / "engine.o").write_bytes(machine.emit_object(whole))


def optimise(llvm, module, machine):
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    for _ in range(2):
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)


def add_entry(ir, types, glue, name, mangled, arguments):
    """i32 name(arrays as pointer and lengths, numbers): 0, or the status of what was raised."""
    i64, i32, f64, pointer = ir.IntType(64), ir.IntType(32), ir.DoubleType(), ir.PointerType()
    outer, inner = [], [pointer, pointer]
    for each in arguments:
        if isinstance(each, types.Array):
            outer += [pointer, *[i32] * each.ndim]
            inner += [pointer, pointer, i64, i64, pointer, *[i64] * (2 * each.ndim)]
        else:
            outer.append(f64 if each == types.float64 else i32)
            inner.append(f64 if each == types.float64 else i64)
    target = ir.Function(glue, ir.FunctionType(i32, inner), mangled)
    entry = ir.Function(glue, ir.FunctionType(i32, outer), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    none = ir.Constant(pointer, None)
    given, passed = list(entry.args), [builder.alloca(pointer), builder.alloca(pointer)]
    for each in arguments:
        if isinstance(each, types.Array):
            data, size = given.pop(0), each.dtype.bitwidth // 8
            shape = [builder.zext(given.pop(0), i64) for _ in range(each.ndim)]
            strides = [ir.Constant(i64, size)]
            for length in reversed(shape):
                strides.insert(0, builder.mul(strides[0], length))
            count = builder.udiv(strides[0], ir.Constant(i64, size))
            passed += [none, none, count, ir.Constant(i64, size), data, *shape, *strides[1:]]
        else:
            number = given.pop(0)
            passed.append(number if each == types.float64 else builder.sext(number, i64))
    builder.ret(builder.call(target, passed))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(PLAIN, NUMBA_CACHE_DIR=folder)
        sys.path.insert(0, str(ROOT))
        out = Path(sys.argv[1])
        build(out)
    subprocess.run(
        f"{sys.executable} -m ziglang cc -target wasm32-wasi -mexec-model=reactor -O3 -nostartfiles -Wl,--no-entry"
        f" -Wl,--export=tent -Wl,--export=follow -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576"
        f" -o {out}/engine.wasm {out}/engine.o {ROOT}/tools/engine.c -lm".split(),
        check=True,
    )


if __name__ == "__main__":
    main()
