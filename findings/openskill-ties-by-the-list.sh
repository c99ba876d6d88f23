#!/bin/sh
# The models of openskill with partial pairing rate tied players by the order of the list: of three equal players who are level, the middle one becomes surer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent openskill@5.0.1
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { rate, rating } = require('openskill')
const models = require('openskill/models')

/** Rates three players who share the first place. @returns mu and sigma of each */
function rateLevel(model, players) {
  const rated = rate(players.map(({ mu, sigma }) => [rating({ mu, sigma })]), { model: models[model], rank: [1, 1, 1] })
  return Object.fromEntries(players.map(({ name }, i) => [name, `${rated[i][0].mu.toFixed(2)} ± ${rated[i][0].sigma.toFixed(2)}`]))
}
const ada = { name: 'Ada', mu: 25, sigma: 8 }
const ben = { name: 'Ben', mu: 25, sigma: 8 }
const cy = { name: 'Cy', mu: 25, sigma: 8 }
const byList = model => {
  const [one, other] = [rateLevel(model, [ada, ben, cy]), rateLevel(model, [ben, ada, cy])]
  console.log(`${model}: listed Ada, Ben, Cy: ${JSON.stringify(one)}; listed Ben, Ada, Cy: ${JSON.stringify(other)}`)
  return one.Ada !== other.Ada
}
assert.deepEqual(Object.keys(models).filter(byList).sort(), ['bradleyTerryPart', 'thurstoneMostellerPart'])
JS
echo 'openskill 5.0.1'
echo 'Behaviour: bradleyTerryPart and thurstoneMostellerPart compare each player with the neighbours in the list. Where places are shared, the'
echo 'list says who is a neighbour, so equal players with equal results get different ratings. The other models, the default one among them, do not.'
node try.mjs
