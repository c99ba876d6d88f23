#!/bin/sh
# The apostrophe that keeps a text from becoming a formula does not keep a date from becoming a number when xlsx reads a CSV file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent xlsx@0.18.5
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const { read } = createRequire(import.meta.url)('xlsx')

const CELLS = ["'=1+1", "'007", "'3/4", "'12/11/26", "'2026-11-20"]
const sheet = Object.values(read(CELLS.join('\n'), { type: 'string' }).Sheets)[0]
const types = CELLS.map((_, i) => sheet[`A${i + 1}`].t)
console.log('xlsx 0.18.5')
console.log("Behaviour: of texts that begin with an apostrophe, those that go on as a whole date become numbers (n), all others stay texts (s).")
console.log(Object.fromEntries(CELLS.map((cell, i) => [cell, types[i]])))
assert.deepEqual(types, ['s', 's', 's', 'n', 'n'])
JS
node try.mjs
