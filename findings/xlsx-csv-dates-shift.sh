#!/bin/sh
# xlsx reads a date without a time in a CSV file as UTC and shows it by the clocks of the machine: in the Americas it is the day before.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent xlsx@0.18.5
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const { SSF, read } = createRequire(import.meta.url)('xlsx')

const sheet = Object.values(read('2026-07-20\n2026-11-20 20:00', { type: 'string' }).Sheets)[0]
const shown = ['A1', 'A2'].map(cell => SSF.format('yyyy-mm-dd hh:mm:ss', sheet[cell].v))
console.log(`${process.env.TZ}: 2026-07-20 -> ${shown[0]}, 2026-11-20 20:00 -> ${shown[1]}`)
assert.deepEqual(shown, JSON.parse(process.env.EXPECTED))
JS
echo 'xlsx 0.18.5'
echo 'Behaviour: a cell 2026-07-20 of a CSV file becomes the evening before west of Greenwich, and a time of the same day east of it. A cell'
echo 'with a time stays as it is, but in India it is ten seconds late, as many as the clocks of Calcutta had in 1899 beyond the minute.'
TZ=UTC EXPECTED='["2026-07-20 00:00:00","2026-11-20 20:00:00"]' node try.mjs
TZ=America/Los_Angeles EXPECTED='["2026-07-19 17:00:00","2026-11-20 20:00:00"]' node try.mjs
TZ=Europe/Berlin EXPECTED='["2026-07-20 02:00:00","2026-11-20 20:00:00"]' node try.mjs
TZ=Asia/Kolkata EXPECTED='["2026-07-20 05:30:10","2026-11-20 20:00:10"]' node try.mjs
