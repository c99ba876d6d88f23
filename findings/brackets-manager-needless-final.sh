#!/bin/sh
# After a double elimination is decided, brackets-manager leaves the second set of the final ready, and takes a result of it that its standings ignore.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent brackets-manager@1.11.1 brackets-memory-db@1.0.6
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { BracketsManager } = require('brackets-manager')
const { InMemoryDatabase } = require('brackets-memory-db')

const READY = 2
const FINALS = 3
const manager = new BracketsManager(new InMemoryDatabase())
const settings = { grandFinal: 'double', seedOrdering: ['inner_outer'] }
const { id } = await manager.create.stage({ tournamentId: 0, name: 'Finals', type: 'double_elimination', seeding: ['Ada', 'Ben', 'Cy', 'Dee'], settings })
const { participant, group } = await manager.get.stageData(id)
const nameOf = new Map(participant.map(each => [each.id, each.name]))
const numberOf = new Map(group.map(each => [each.id, each.number]))
const matches = () => manager.storage.select('match', { stage_id: id })
const standings = async () => (await manager.get.finalStandings(id)).map(({ rank, name }) => `${rank} ${name}`).join(', ')
const isFinal = match => numberOf.get(match.group_id) === FINALS
const names = ({ opponent1, opponent2 }) => [nameOf.get(opponent1.id), nameOf.get(opponent2.id)]
const win = ({ id: matchId }, first) =>
  manager.update.match({ id: matchId, opponent1: first ? { score: 1, result: 'win' } : { score: 0 }, opponent2: first ? { score: 0 } : { score: 1, result: 'win' } })

// Who comes first in the alphabet wins every match, so Ada wins the first set of the final without a loss, and the bracket is decided.
for (;;) {
  const match = (await matches()).find(each => each.status === READY)
  const [a, b] = names(match)
  await win(match, a < b)
  if (isFinal(match)) break
}
const decided = await standings()
const second = (await matches()).find(match => isFinal(match) && match.status === READY)
console.log(`standings after the first set: ${decided}; ready: ${names(second).join(' against ')}`)
assert.equal(decided, '1 Ada, 2 Ben, 3 Cy, 4 Dee')
assert.deepEqual(names(second), ['Ada', 'Ben'])
await win(second, false)
console.log(`standings after Ben has won a second set: ${await standings()}`)
assert.equal(await standings(), decided)
JS
echo 'brackets-manager 1.11.1, brackets-memory-db 1.0.6'
echo 'Behaviour: with the setting grandFinal: "double", the second set of the final becomes ready with both players also where the first one has'
echo 'decided the bracket. Its result is taken, and changes nothing in the standings: who shows all ready matches asks for a match that nobody needs.'
node try.mjs
