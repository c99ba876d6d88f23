import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'
import { putTemporaryFilesIntoMemory } from './test/memory-folder.mjs'
import { ceph, chromium, pgbouncer, postgres, redis } from './test/programs.mjs'
import { TestRun } from './test/run.mjs'
import { withSystemPostgres } from './test/system-postgres.mjs'

/**
 * The gate: runs every suite whose programs are installed, or only the named one (`node scripts/test.mjs unit`). It reports the suites
 * that did not run; with CI set, a suite that cannot run is a failure. test-long.mjs runs the tests that take too long for the gate.
 */
const only = process.argv[2] ?? null
const wanted = suite => only === null || only === suite
const onDisk = putTemporaryFilesIntoMemory()
const run = new TestRun()

/** The suite has no time limits, and runs while another one does. */
const beside = only === null

/**
 * The files of the integration suite that also run on the system's Postgres: migrations, and tests in which the order of rows or commits
 * matters. That Postgres must also accept every statement that the integration suite sent to the embedded one. The whole suite runs
 * there in `npm run test:long -- postgres`.
 */
const SQL = [
  ...['database/upgrade', 'http/versions', 'database/copy', 'machines/catalogue', 'machines/search', 'scores/scores', 'scores/corrections'],
  ...['scores/boards-order', 'scores/boards-windows', 'events/rounds', 'events/boards', 'accounts/accounts', 'admin/audit'],
].map(name => `tests/integration/${name}`)

/** The folder to which the integration suite writes its statements for the system's Postgres. */
const statements = mkdtempSync(join(tmpdir(), 'skillshot-statements-'))

async function nodes() {
  const what = 'several nodes on one database'
  if (postgres() !== null && redis()) await run.vitest(what, ['scale'], { beside })
  else run.skip(`${what} (tests/scale)`, 'install Postgres and Redis: apt-get install postgresql redis-server')
  if (!pgbouncer()) run.skip('a pooler before Postgres (tests/scale/pooler.test.ts)', 'install PgBouncer: apt-get install pgbouncer')
}

async function storage() {
  await run.vitest('pictures on the local disk', ['storage'], { files: ['tests/storage/local'], beside })
  if (ceph()) await run.vitest('pictures on an S3', ['storage'], { files: ['tests/storage/s3'], beside })
  else run.skip('pictures on an S3 (tests/storage)', "install Ceph's: apt-get install radosgw ceph-mon ceph-osd ceph-common")
}

/** These suites mostly wait, for other nodes, a Postgres of the system, Redis, Ceph or the disk, so they run beside others. */
async function waitingSuites() {
  if (wanted('scale')) await nodes()
  if (wanted('storage')) await storage()
  if (wanted('postgres')) await onSystemPostgres()
}

async function integration() {
  const env = { STATEMENTS_FOLDER: statements }
  // Attacks whose times are not measured run among them.
  const projects = ['integration', 'spied', 'crash', ...(wanted('security') ? ['security'] : [])]
  await run.vitest('integration: the whole application, third-party clients, chaos, attacks', projects, { env })
  await run.vitest('the row type of every statement', ['row-types'], { env })
}

async function onSystemPostgres() {
  const bin = postgres()
  if (bin === null) return run.skip('SQL on a Postgres of the system (DATABASE_URL)', 'install it: apt-get install postgresql')
  await withSystemPostgres(bin, url =>
    run.vitest(`SQL on ${bin}`, ['integration'], {
      env: { TEST_DATABASE_URL: url },
      files: [...SQL, 'tests/chaos/change-log'],
      args: beside ? ['--maxWorkers=1'] : [],
      beside,
    }),
  )
}

/** The system's Postgres prepares every statement that the integration suite has sent to the embedded one. */
async function statementsOnSystemPostgres() {
  const bin = postgres()
  if (bin === null) return
  await withSystemPostgres(bin, url =>
    run.vitest(`every statement on ${bin}`, ['statements'], { env: { TEST_DATABASE_URL: url, STATEMENTS_FOLDER: statements } }),
  )
}

async function pages() {
  if (chromium() === null) run.skip('pages in a browser (tests/e2e)', 'install Chromium: apt-get install chromium')
  else await run.vitest('pages in a browser', ['e2e'])
}

await buildIfNeeded(console.log)
const waiting = waitingSuites()
if (only === null) await run.command('types, style, imports, rules', process.execPath, [join(root, 'scripts/check.mjs')])
if (wanted('unit')) await run.vitest('unit tests', ['unit', 'unit-alone'])
if (wanted('integration')) await integration()
await waiting
// Nothing else may run beside the attacks whose times are measured, and what they measure includes the disk.
if (wanted('security')) {
  const projects = wanted('integration') ? ['security-timed'] : ['security-timed', 'security']
  await run.vitest('attacks that may not slow others down', projects, { env: onDisk })
}
if (only === null) await statementsOnSystemPostgres()
if (wanted('e2e')) await pages()
rmSync(statements, { recursive: true, force: true })
if (only === 'soak') {
  const at = process.argv.indexOf('--minutes')
  await run.vitest('many for long', ['soak'], { env: at === -1 ? {} : { SOAK_MINUTES: process.argv[at + 1] } })
}
if (only === null && !existsSync(join(root, '../shared/data')))
  run.skip(
    'the importer on a real catalogue export (*.data.test.ts)',
    'put opdb-export.json and score-quantiles.csv into ../shared/data beside this folder',
  )
run.finish({ allMustRun: Boolean(process.env.CI) })
