#!/bin/sh
# ics folds lines of calendars by characters, so lines of other scripts are far longer than the 75 octets of RFC 5545.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent ics@3.12.0
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createEvent } from 'ics'

const title = 'ü'.repeat(100) + '山'.repeat(60)
const { value } = createEvent({ title, start: 0, end: 3_600_000 })
const octets = value.split('\r\n').map(line => Buffer.byteLength(line))
console.log('ics 3.12.0')
console.log('Behaviour: it counts characters where RFC 5545 (3.1) counts octets.')
console.log(`octets of its lines: ${octets.join(', ')}`)
assert.equal(Math.max(...octets), 190)
JS
node try.mjs
