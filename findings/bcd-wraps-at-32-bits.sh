#!/bin/sh
# bcd writes the last 32 bits of a number: a score of 12,345,678,901 becomes the digits of 3,755,744,309, and it reads the digit A as ten.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent bcd@1.0.0
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const { decode, encode } = createRequire(import.meta.url)('bcd')

const hex = bytes => bytes.toString('hex')
for (const [number, written] of [
  [4294967295, '4294967295'],
  [4294967296, ''],
  [12345678901, '3755744309'],
]) {
  console.log(`encode(${number}) -> ${hex(encode(number)) || 'nothing'}`)
  assert.equal(hex(encode(number)), written)
}
console.log(`encode(4294967296, 6) -> ${hex(encode(4294967296, 6))}`)
assert.equal(hex(encode(4294967296, 6)), '000000000000')

const read = text => {
  try {
    return decode(Buffer.from(text, 'hex'))
  } catch (error) {
    return error.message
  }
}
for (const [text, number] of [
  ['012345678901', 12345678901],
  ['1a', 20],
  ['aa', 110],
  ['1b', 'wrong buffer'],
]) {
  console.log(`decode(${text}) -> ${read(text)}`)
  assert.equal(read(text), number)
}
JS
echo 'bcd 1.0.0'
echo 'Behaviour: a number from 4,294,967,296 on is written without what is above its 32 lowest bits, and nothing says so, though all of its digits'
echo 'are read again if something else has written them. The nibble A, which is no digit, counts as ten; B to F are refused.'
node --no-deprecation try.mjs
