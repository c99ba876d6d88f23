#!/bin/sh
# EJSON.equals calls any two regular expressions equal.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent ejson@2.2.3
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import EJSON from 'ejson'

const sent = value => EJSON.stringify(value)
console.log('ejson 2.2.3')
console.log('Behaviour: EJSON writes and reads regular expressions, and its equals says of any two of them that they are the same.')
console.log(`${sent({ filter: /pinball/ })} equals ${sent({ filter: /bowling/i })}: ${EJSON.equals({ filter: /pinball/ }, { filter: /bowling/i })}`)
assert.notEqual(sent(/pinball/), sent(/bowling/i))
assert.equal(EJSON.equals({ filter: /pinball/ }, { filter: /bowling/i }), true)
JS
node try.mjs
