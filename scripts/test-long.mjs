import { existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'
import { tryContainer } from './test/long/container.mjs'
import { installNode } from './test/long/node-version.mjs'
import { writeResult } from './test/long/results.mjs'
import { chromium, postgres } from './test/programs.mjs'
import { TestRun } from './test/run.mjs'
import { withSystemPostgres } from './test/system-postgres.mjs'

/**
 * Runs the tests that take too long for the gate: `npm run test:long`, or `npm run test:long -- PART …`.
 * The last result of each part is written to docs/test-results.md.
 */
const INTEGRATION = ['integration', 'spied']
const FAULTS = join(root, 'scripts/faults.mjs')

async function soak(run) {
  const at = process.argv.indexOf('--minutes')
  await run.vitest('soak: 300 watch, 50 scores a second', ['soak'], { env: at === -1 ? {} : { SOAK_MINUTES: process.argv[at + 1] } })
}

async function chaos(run) {
  const env = { CHAOS: 'full' }
  await run.vitest('chaos and kills, CHAOS=full', ['integration', 'crash'], { env, files: ['tests/chaos'] })
  await run.vitest('several nodes, CHAOS=full', ['scale'], { env })
}

async function attacks(run) {
  await run.vitest('attacks and floods, CHAOS=full', ['security-timed'], { env: { CHAOS: 'full' } })
}

async function onSystemPostgres(run) {
  const bin = postgres()
  if (bin === null) return run.skip('integration suite on the system’s Postgres', 'apt-get install postgresql')
  await withSystemPostgres(bin, url => run.vitest(`integration suite on ${bin}`, INTEGRATION, { env: { TEST_DATABASE_URL: url } }))
}

/** @param {string} major */
const onNode = major => async run => {
  const { folder, bin, version } = installNode(major)
  try {
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, PROPERTY_SEED: 'random' }
    const node = join(bin, 'node')
    await run.vitest(`unit tests on Node ${version}`, ['unit', 'unit-alone'], { node, env })
    await run.vitest(`integration suite on Node ${version}`, INTEGRATION, { node, env })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function container(run) {
  const what = 'the Dockerfile: built, started as its user, asked for pages'
  console.log(`\n── ${what}`)
  const began = Date.now()
  const failures = []
  try {
    await tryContainer(line => {
      console.log(line)
      run.notes.push(line)
    })
  } catch (error) {
    console.error(error)
    failures.push(error.message.split('\n')[0])
  }
  const failed = failures.length
  run.record(what, began, failed, { counts: { passed: 1 - failed, failed, skipped: 0 }, failures, files: [] })
}

async function pages(run) {
  if (chromium() === null) return run.skip('every screen of the demo', 'install Chromium: apt-get install chromium')
  await run.vitest('every screen of the demo: axe, and what moves while it loads', ['pages'])
}

async function faults(run) {
  if (!existsSync(FAULTS)) return run.skip('planted faults', 'scripts/faults.mjs is not there')
  await run.command('planted faults (tests/faults)', process.execPath, [FAULTS])
}

const PARTS = {
  soak,
  chaos,
  attacks,
  postgres: onSystemPostgres,
  'node-22': onNode('22'),
  'node-24': onNode('24'),
  docker: container,
  pages,
  faults,
}

const asked = process.argv.slice(2).filter((each, at, all) => !each.startsWith('--') && all[at - 1] !== '--minutes')
const unknown = asked.filter(each => !(each in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

await buildIfNeeded(console.log)
const whole = new TestRun()
for (const part of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const run = new TestRun()
  await PARTS[part](run)
  writeResult(part, run)
  whole.add(run)
}
whole.finish({ allMustRun: Boolean(process.env.CI) })
