import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'
import { ceph, chromium, postgres, redis } from './test/programs.mjs'
import { TestRun } from './test/run.mjs'
import { withSystemPostgres } from './test/system-postgres.mjs'

/**
 * The gate: runs every suite whose programs are installed, or only the named one (`node scripts/test.mjs unit`). It reports the suites
 * that did not run; with CI set, a suite that cannot run is a failure. test-long.mjs runs the tests that take too long for the gate.
 */
const only = process.argv[2] ?? null
const wanted = suite => only === null || only === suite
const run = new TestRun()

/**
 * The files of the integration suite that also run on the system's Postgres: migrations, and tests in which the order of rows or commits
 * matters. That Postgres must also accept every statement that the integration suite sent to the embedded one. The whole suite runs
 * there in `npm run test:long -- postgres`.
 */
const SQL = [
  ...['upgrade', 'versions', 'copy', 'catalogue', 'search', 'scores.', 'scores-corrections'],
  ...['boards-order', 'boards-windows', 'event-rounds', 'event-boards', 'accounts.', 'audit'],
].map(name => `tests/integration/${name}`)

/**
 * Starts the suite of several nodes in the background. It mostly waits for other nodes, Postgres and Redis, so it can run beside suites
 * that wait for the disk or have no time limits.
 */
function beginNodes() {
  const what = 'several nodes on one database'
  if (postgres() !== null && redis()) return run.beginVitest(what, ['scale'])
  run.skip(`${what} (tests/scale)`, 'install Postgres and Redis: apt-get install postgresql redis-server')
  return null
}

await buildIfNeeded(console.log)
const nodesEnded = wanted('scale') ? beginNodes() : null
if (only === null) run.command('types, style, imports, rules', process.execPath, [join(root, 'scripts/check.mjs')])
if (wanted('storage')) {
  run.vitest('pictures on the local disk', ['storage'], { files: ['tests/storage/local'] })
  if (ceph()) run.vitest('pictures on an S3', ['storage'], { files: ['tests/storage/s3'] })
  else run.skip('pictures on an S3 (tests/storage)', "install Ceph's: apt-get install radosgw ceph-mon ceph-osd ceph-common")
}
if (wanted('unit')) run.vitest('unit tests', ['unit', 'unit-alone'])
await nodesEnded?.()
/** The folder to which the integration suite writes its statements for the system's Postgres. */
const statements = mkdtempSync(join(tmpdir(), 'skillshot-statements-'))
if (wanted('integration')) {
  const env = { STATEMENTS_FOLDER: statements }
  // Attacks whose times are not measured run among them.
  const projects = ['integration', 'spied', 'crash', ...(wanted('security') ? ['security'] : [])]
  run.vitest('integration: the whole application, third-party clients, chaos, attacks', projects, { env })
  run.vitest('the row type of every statement', ['row-types'], { env })
}
if (wanted('security'))
  run.vitest('attacks that may not slow others down', wanted('integration') ? ['security-timed'] : ['security-timed', 'security'])
if (wanted('e2e')) {
  if (chromium() === null) run.skip('pages in a browser (tests/e2e)', 'install Chromium: apt-get install chromium')
  else run.vitest('pages in a browser', ['e2e'])
}
if (wanted('postgres')) {
  const bin = postgres()
  if (bin === null) run.skip('SQL on a Postgres of the system (DATABASE_URL)', 'install it: apt-get install postgresql')
  else
    withSystemPostgres(bin, url => {
      run.vitest(`SQL on ${bin}`, ['integration'], { env: { TEST_DATABASE_URL: url }, files: [...SQL, 'tests/chaos/feed'] })
      if (!wanted('integration')) return
      const env = { TEST_DATABASE_URL: url, STATEMENTS_FOLDER: statements }
      run.vitest(`every statement on ${bin}`, ['statements'], { env })
    })
}
rmSync(statements, { recursive: true, force: true })
if (only === 'soak') {
  const at = process.argv.indexOf('--minutes')
  run.vitest('many for long', ['soak'], { env: at === -1 ? {} : { SOAK_MINUTES: process.argv[at + 1] } })
}
if (only === null && !existsSync(join(root, '../shared/data')))
  run.skip(
    'the importer on a real catalogue export (*.data.test.ts)',
    'put opdb-export.json and score-quantiles.csv into ../shared/data beside this folder',
  )
run.finish({ allMustRun: Boolean(process.env.CI) })
