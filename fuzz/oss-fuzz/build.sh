#!/bin/bash -eu
# Builds every target of fuzz/targets for OSS-Fuzz, with its seeds. OSS-Fuzz provides $SRC, $OUT and compile_javascript_fuzzer.
cd "$SRC/robotstream"
npm ci
npm run build
node scripts/build-fuzz.mjs
node scripts/bundle-fuzz.mjs fuzz/.built/jazzer
npm install --no-save @jazzer.js/core@4.0.0
for target in fuzz/.built/jazzer/*.cjs; do
  compile_javascript_fuzzer robotstream "$target"
  name=$(basename "$target" .cjs)
  zip --quiet --junk-paths --recurse-paths "$OUT/$name.cjs_seed_corpus.zip" "fuzz/.built/jazzer/${name}_seed_corpus"
done
