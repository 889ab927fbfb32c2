#!/usr/bin/env python3
"""Writes cases.txt: what the functions in c/ do natively, on inputs that make sense.

A line is `name arguments => result buffers`. An argument is a number or, in brackets, the bytes of
a buffer in hexadecimal; the buffers on the right are the same ones after the call. The tests of
the crate frontend-llvm run the lowered functions on these inputs.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "_Bool": 1}
# Loops that run as often as a number says, so that the number must be small.
COUNTED = {"gray_walk", "xorshift", "lfsr", "fibonacci", "traffic_light", "constant_flow"}
WIDE = [0, 1, 2, 3, 7, 12, 100, 255, 1000, 65535, 2**31 - 1, 2**31, 2**32 - 1]
BUFFER = 48


def size_of(text):
    for word in ("char", "short", "long", "_Bool"):
        if word in text:
            return SIZES[word]
    return 4


def prototype(name):
    with open(os.path.join(HERE, "c", name + ".c")) as file:
        source = file.read()
    found = re.search(r"^([\w ]+?)\b%s\(([^)]*)\)\n\{" % name, source, re.M)
    result, parameters = found.group(1).strip(), found.group(2)
    return source, result, [p.strip() for p in parameters.split(",")]


def buffer(parameter, rng):
    size = size_of(parameter)
    text = "char" in parameter and "unsigned" not in parameter
    cells = BUFFER // size
    used = rng.choice([0, 1, 4, cells - 4])
    data = b""
    for index in range(cells):
        if index >= used:
            data += bytes(size)
        elif size == 1 and (text or rng.random() < 0.5):
            data += rng.choice(b"0123456789 aZ().-/*\"_\n").to_bytes(1, "little")
        elif rng.random() < 0.8:
            data += rng.randrange(0, 30).to_bytes(size, "little")
        else:
            data += rng.randrange(0, 256**size).to_bytes(size, "little")
    return data


def case(name, parameters, rng):
    has_buffer = any("*" in p for p in parameters)
    arguments = []
    for parameter in parameters:
        if "*" in parameter:
            arguments.append(buffer(parameter, rng))
        elif has_buffer and name == "bitmap_search":
            arguments.append(rng.choice([1, 2, 8]))
        elif has_buffer and name == "matrix_trace":
            arguments.append(rng.choice([0, 1, 2, 3]))
        elif has_buffer:
            size = size_of(parameter)
            arguments.append(rng.choice([0, 1, 3, 5, 40 // 8, 6, ord("a"), 48])
                             if size == 1 or "price" in parameter or "wanted" in parameter
                             or "gain" in parameter else rng.choice([0, 1, 3, 5, 6]))
        elif name in COUNTED:
            arguments.append(rng.choice([0, 1, 2, 7, 40, 100]))
        else:
            arguments.append(rng.choice(WIDE) % 256 ** size_of(parameter))
    return arguments


def main():
    names = sorted(f[:-2] for f in os.listdir(os.path.join(HERE, "c")) if f.endswith(".c"))
    lines = []
    for name in names:
        source, result, parameters = prototype(name)
        if "extern" in source:
            continue
        rng = random.Random(name)
        calls, shown = [], []
        for _ in range(8):
            arguments = case(name, parameters, rng)
            buffers = [i for i, a in enumerate(arguments) if isinstance(a, bytes)]
            body = "".join(
                "_Alignas(16) unsigned char b%d[4096] = {%s};" % (i, ",".join(map(str, arguments[i])))
                for i in buffers)
            given = ",".join("(void *)b%d" % i if i in buffers else "%dull" % a
                             for i, a in enumerate(arguments))
            call = "%s(%s)" % (name, given)
            if result == "void":
                body += call + "; printf(\"nothing\");"
            else:
                mask = (1 << 8 * size_of(result)) - 1
                body += "printf(\"%%llu\", (unsigned long long)%s & %dull);" % (call, mask)
            body += "".join("show(b%d);" % i for i in buffers)
            calls.append("{ %s putchar('\\n'); }" % body)
            shown.append(" ".join("[%s]" % a.hex() if isinstance(a, bytes) else str(a)
                                  for a in arguments))
        program = "#include <stdio.h>\n%s\nstatic void show(unsigned char *b) { printf(\" [\");" \
            " for (int i = 0; i < %d; i++) printf(\"%%02x\", b[i]); printf(\"]\"); }\n" \
            "int main(void) { %s }\n" % (source, BUFFER, "\n".join(calls))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "main.c")
            with open(path, "w") as file:
                file.write(program)
            binary = os.path.join(folder, "main")
            subprocess.run([os.environ.get("CLANG", "clang-14"), "-w", "-O1", "-fwrapv", path,
                            "-o", binary], check=True)
            output = subprocess.run([binary], check=True, capture_output=True, text=True, timeout=60)
        for inputs, outcome in zip(shown, output.stdout.splitlines()):
            lines.append("%s %s => %s" % (name, inputs, outcome))
    with open(os.path.join(HERE, "cases.txt"), "w") as file:
        file.write("\n".join(lines) + "\n")
    print("%d cases" % len(lines), file=sys.stderr)


main()
