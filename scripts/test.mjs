import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildIfNeeded, root } from './build.mjs'

/** Runs every suite whose programs are here, and says loudly which did not run. With CI set, a suite that cannot run is a failure. */
const only = process.argv[2] ?? null
const inCi = Boolean(process.env.CI)
const skipped = []
const reports = mkdtempSync(join(tmpdir(), 'skillshot-reports-'))
/** Each suite that ran, in order: its name, seconds, whether it failed, and what failed in it. */
const suites = []

function ended(what, began, status, failures) {
  suites.push({ what, seconds: Math.round((Date.now() - began) / 1000), failed: status !== 0, failures })
  if (status !== 0) console.log(`── ${what}: FAILED`)
}

function run(what, command, args) {
  console.log(`\n── ${what}`)
  const began = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  ended(what, began, status, [])
}

const vitestArgs = (projects, report, files) => [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  ...projects.flatMap(project => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...files,
]

/** The tests that failed, each with the first lines of why. */
function failuresOf(report) {
  if (!existsSync(report)) return ['ended without a report']
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const excerpt = text => (text ?? '').split('\n').slice(0, 6).join('\n      ')
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(test => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}\n      ${excerpt(message)}`]
    return failed.map(test => `${file} > ${test.fullName}\n      ${excerpt(test.failureMessages[0])}`)
  })
}

/** @param files beginnings of their paths; none: all */
function vitest(what, projects, env = {}, files = []) {
  console.log(`\n── ${what}`)
  const began = Date.now()
  const report = join(reports, `${suites.length}.json`)
  const { status } = spawnSync(process.execPath, vitestArgs(projects, report, files), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  ended(what, began, status, failuresOf(report))
}

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  path => path && existsSync(path),
)

/** The folder of Debian's Postgres programs, newest first. */
function postgresPrograms() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a))
  return versions.map(version => join(base, version, 'bin')).find(bin => existsSync(join(bin, 'initdb'))) ?? null
}

/** The same tests of the wire on a Postgres of the system's, the oldest that is supported. */
function externalPostgres(bin) {
  const dir = mkdtempSync(join(tmpdir(), 'skillshot-pg-'))
  const asRoot = process.getuid?.() === 0
  const as = args => (asRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...args]] : [args[0], args.slice(1)])
  const call = args => {
    const [command, rest] = as(args)
    const { status, stderr } = spawnSync(command, rest, { cwd: '/', encoding: 'utf8' })
    if (status !== 0) throw new Error(`${args[0]}: ${stderr}`)
  }
  if (asRoot) spawnSync('chown', ['postgres:postgres', dir])
  call([join(bin, 'initdb'), '-D', join(dir, 'data'), '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C'])
  call([
    join(bin, 'pg_ctl'),
    '-D',
    join(dir, 'data'),
    '-w',
    '-l',
    join(dir, 'log'),
    '-o',
    `-k ${dir} -c listen_addresses= -c fsync=off -c full_page_writes=off`,
    'start',
  ])
  try {
    const url = `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(dir)}`
    vitest(`the wire on ${bin}`, ['world', 'spied'], { TEST_DATABASE_URL: url })
  } finally {
    call([join(bin, 'pg_ctl'), '-D', join(dir, 'data'), '-w', '-m', 'fast', 'stop'])
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Many for long, which waits more than it works: beside what comes meanwhile. @returns waits for its end and prints what it said */
function beginSoak() {
  const at = process.argv.indexOf('--minutes')
  const length = at === -1 ? {} : { SOAK_MINUTES: process.argv[at + 1] }
  const began = Date.now()
  const report = join(reports, 'soak.json')
  const log = join(reports, 'soak.log')
  const out = openSync(log, 'w')
  const child = spawn(process.execPath, vitestArgs(['soak'], report, []), {
    cwd: root,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...length },
  })
  const exit = once(child, 'exit')
  return async () => {
    const what = 'many for long (npm run soak -- --minutes 60)'
    console.log(`\n── ${what}`)
    const [status] = await exit
    process.stdout.write(readFileSync(log))
    ended(what, began, status, failuresOf(report))
  }
}

await buildIfNeeded(console.log)
const soaked = only === null || only === 'soak' ? beginSoak() : null
if (only === null) run('types, style, imports, rules', process.execPath, [join(root, 'scripts/check.mjs')])
if (only === null || only === 'unit') vitest('unit tests', ['unit'])
if (only === null || only === 'storage') {
  vitest('pictures on the local disk', ['storage'], {}, ['tests/storage/local'])
  const ceph = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd'].every(program => existsSync(join('/usr/bin', program)))
  if (ceph) vitest('pictures on an S3', ['storage'], {}, ['tests/storage/s3'])
  else skipped.push(['pictures on an S3 (tests/storage)', "install Ceph's: apt-get install radosgw ceph-mon ceph-osd ceph-common"])
}
await soaked?.()
if (only === null || only === 'world') vitest('the whole application, third-party clients, chaos', ['world', 'spied', 'crash'])
if (only === null || only === 'security') vitest('attacks on the running server', ['security'])
if (only === null || only === 'e2e') {
  if (chromium === undefined) skipped.push(['pages in a browser (tests/e2e)', 'install Chromium: apt-get install chromium'])
  else vitest('pages in a browser', ['e2e'])
}
if (only === null || only === 'postgres') {
  const bin = postgresPrograms()
  if (bin === null) skipped.push(['the wire on a Postgres of the system (DATABASE_URL)', 'install it: apt-get install postgresql'])
  else externalPostgres(bin)
}

if (only === null || only === 'scale') {
  const redis = ['/usr/bin', '/usr/local/bin'].some(dir => existsSync(join(dir, 'redis-server')))
  if (postgresPrograms() === null || !redis)
    skipped.push(['several nodes on one database (tests/scale)', 'install Postgres and Redis: apt-get install postgresql redis-server'])
  else vitest('several nodes on one database', ['scale'])
}

if (only === null && !existsSync(join(root, '../shared/data'))) {
  skipped.push([
    'the importer on a real catalogue export (*.data.test.ts)',
    'put opdb-export.json and score-quantiles.csv into ../shared/data beside this folder',
  ])
}

rmSync(reports, { recursive: true, force: true })

if (skipped.length > 0) {
  console.log('\n════ NOT RUN ════')
  for (const [what, how] of skipped) console.log(`${what}\n    ${how}`)
}
console.log('\n════ SUITES ════')
for (const { what, seconds, failed, failures } of suites) {
  console.log(`${failed ? 'FAILED' : 'passed'} ${String(seconds).padStart(5)} s  ${what}`)
  for (const failure of failures) console.log(`    ${failure}`)
}
const failed = suites.some(suite => suite.failed) || (inCi && skipped.length > 0)
console.log(failed ? '\nSomething failed.' : skipped.length > 0 ? '\nEverything that could run passed.' : '\nEverything passed.')
process.exitCode = failed ? 1 : 0
