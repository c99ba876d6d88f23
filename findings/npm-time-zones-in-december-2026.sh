#!/bin/sh
# Of four npm packages that bring time zone rules of their own, one has the clocks of December 2026 in Winnipeg, Edmonton and Casablanca right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent moment-timezone@0.6.6 timezonecomplete@5.15.1 tzdata@1.0.51 @tubular/time@3.10.7 @js-joda/core@6.3.2 @js-joda/timezone@2.25.2
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const moment = require('moment-timezone')
const { DateTime, zone } = require('timezonecomplete')
const tubular = require('@tubular/time')
const joda = require('@js-joda/core')
require('@js-joda/timezone')

tubular.initTimezoneLarge()
const AT = '2026-12-15T12:00:00Z'
const ZONES = ['America/Vancouver', 'America/Winnipeg', 'America/Edmonton', 'Africa/Casablanca']
// Hours ahead of UTC.
const READERS = {
  'moment-timezone 0.6.6': name => moment.tz(AT, name).utcOffset() / 60,
  'timezonecomplete 5.15.1 with tzdata 1.0.51': name => new DateTime(AT).toZone(zone(name)).offset() / 60,
  '@tubular/time 3.10.7': name => new tubular.DateTime(AT, name).utcOffsetMinutes / 60,
  '@js-joda/timezone 2.25.2': name =>
    joda.ZonedDateTime.ofInstant(joda.Instant.parse(AT), joda.ZoneId.of(name)).offset().totalSeconds() / 3600,
}
const shown = Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, ZONES.map(read)]))
console.log('Behaviour: the hours ahead of UTC on 15 December 2026 differ between the newest versions of packages. Only moment-timezone has')
console.log("the IANA's release 2026f, after which British Columbia, Manitoba and Alberta do not set their clocks back and Morocco is at UTC.")
console.log('Abbreviations do not tell regions apart any more: Winnipeg is at EST, Edmonton at CST, Vancouver at MST.')
console.log(`IANA release of moment-timezone: ${moment.tz.dataVersion}`)
console.table(Object.fromEntries(Object.entries(shown).map(([name, hours]) => [name, Object.fromEntries(ZONES.map((z, i) => [z, hours[i]]))])))
const names = ZONES.map(name => moment.tz(AT, name).format('z'))
console.log(names.join(' '))
assert.deepEqual(shown, {
  'moment-timezone 0.6.6': [-7, -5, -6, 0],
  'timezonecomplete 5.15.1 with tzdata 1.0.51': [-7, -6, -7, 1],
  '@tubular/time 3.10.7': [-8, -6, -7, 1],
  '@js-joda/timezone 2.25.2': [-8, -6, -7, 1],
})
assert.deepEqual(names, ['MST', 'EST', 'CST', '+00'])
JS
node try.mjs
