#!/bin/sh
# The double elimination of tournament-pairings numbers the rounds of the losers behind the final that waits for them, and has no second set of the final.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent tournament-pairings@2.0.1
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { DoubleElimination } from 'tournament-pairings'

const PLAYERS = 8
const matches = DoubleElimination(PLAYERS, 1, true)
const final = matches.filter(({ win }) => win === undefined)
const behind = matches.filter(({ round }) => round > final[0].round)
const last = behind.find(({ win }) => win.round === final[0].round)
console.log(`${matches.length} matches of ${PLAYERS} players; the final is round ${final.map(({ round }) => round).join(' and ')}`)
console.log(`rounds behind it: ${[...new Set(behind.map(({ round }) => round))].join(', ')}; the winner of round ${last.round} plays in the final`)
// One match has no next one: nothing follows a final that the winner of the losers has won.
assert.equal(final.length, 1)
assert.equal(final[0].loss, undefined)
// Every loss but one takes a player halfway out, so eight players play 2 · 8 − 2 matches, and up to one more where the final takes two sets.
assert.equal(matches.length, 2 * PLAYERS - 2)
assert.deepEqual([final[0].round, [...new Set(behind.map(({ round }) => round))]], [4, [5, 6, 7, 8]])
assert.equal(last.round, 8)
JS
echo 'tournament-pairings 2.0.1'
echo 'Behaviour: the rounds of the losers have the numbers behind that of the final, though it cannot be played before them: who plays the rounds in'
echo 'their order comes to a final without an opponent. The final is one match: the winner of the winners is beaten by a first loss there.'
node try.mjs
