#!/bin/sh
# Compiles the functions in c/ to LLVM IR in ll/, as docs/benchmarks.md and README.md say:
#   NAME.s.ll   the source: clang -O0 without `optnone`, then mem2reg
#   NAME.t1.ll  sccp, globalopt, adce
#   NAME.t2.ll  instcombine, simplifycfg
#   NAME.t3.ll  all five
#   NAME.t4.ll  clang -O2, without vectorisation and unrolling
#   NAME.v.ll   clang -O2, where it makes vectors
# The files in the repository were made by clang and opt 14.0.6. CLANG and OPT name others.
set -eu
cd "$(dirname "$0")"
CLANG=${CLANG:-clang-14}
OPT=${OPT:-opt}
mkdir -p ll
for file in c/*.c; do
    name=$(basename "$file" .c)
    out=ll/$name
    $CLANG -O0 -Xclang -disable-O0-optnone -fno-ident -S -emit-llvm "$file" -o - |
        $OPT -S -passes='mem2reg' -o "$out.s.ll"
    $OPT -S -passes='function(sccp),globalopt,function(adce)' "$out.s.ll" -o "$out.t1.ll"
    $OPT -S -passes='function(instcombine,simplifycfg)' "$out.s.ll" -o "$out.t2.ll"
    $OPT -S -passes='function(sccp),globalopt,function(adce,instcombine,simplifycfg)' \
        "$out.s.ll" -o "$out.t3.ll"
    $CLANG -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-ident -S -emit-llvm \
        "$file" -o "$out.t4.ll"
    $CLANG -O2 -fno-ident -S -emit-llvm "$file" -o "$out.v.ll"
    grep -q '<[0-9]* x ' "$out.v.ll" || rm "$out.v.ll"
done
# The paths of temporary files are nobody's business.
sed -i '/^; ModuleID = /d' ll/*.ll
