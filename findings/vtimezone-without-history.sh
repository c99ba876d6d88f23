#!/bin/sh
# The VTIMEZONE of timezones-ical-library knows only what holds now, so a calendar shows evenings of last winter in Vancouver an hour early.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent timezones-ical-library@2.3.2 ical.js@2.2.1
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import { tzlib_get_ical_block } from 'timezones-ical-library'

const [block] = tzlib_get_ical_block('America/Vancouver')
const lines = ['DTSTART;TZID=America/Vancouver:20260115T200000', 'DTSTAMP:20260101T000000Z', 'UID:1', 'DURATION:PT1H']
const event = ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = new ICAL.Component(
  ICAL.parse(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', block.trim(), event, 'END:VCALENDAR'].join('\r\n')),
)
ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone'))
const begin = new ICAL.Event(calendar.getFirstSubcomponent('vevent')).startDate.toJSDate().toISOString()
console.log('timezones-ical-library 2.3.2, read by ical.js 2.2.1')
console.log('Behaviour: its block for Vancouver has one rule, seven hours behind UTC since 1970, because that holds from 2026 on. Eight in the')
console.log('evening on 15 January 2026, when Vancouver was eight hours behind, becomes 03:00 UTC instead of 04:00 UTC.')
console.log(block)
console.log(begin)
assert.equal(block.match(/BEGIN:(STANDARD|DAYLIGHT)/g).length, 1)
assert.equal(begin, '2026-01-16T03:00:00.000Z')
JS
node try.mjs
