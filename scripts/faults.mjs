import { FAULTS } from '../tests/faults/faults.mjs'
import { FaultCopy } from './test/fault-copy.mjs'
import { chromium, postgres, redis } from './test/programs.mjs'
import { withSystemPostgres } from './test/system-postgres.mjs'

/**
 * Mutation testing: `npm run test:faults`, or `npm run test:faults -- ID …`. Plants one fault after the other in a copy of the tree and
 * runs the tests that must find it. Before that, the same tests must pass in the copy without a fault.
 * Exits with 1 if a fault was not found or no longer applies to the code.
 */
const STARTS_BUILD = ['crash', 'security', 'security-timed', 'e2e', 'scale']
const BUILDS_NOTHING = ['unit', 'storage', 'check']

const asked = process.argv.slice(2)
const unknown = asked.filter(id => !FAULTS.some(fault => fault.id === id))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are:\n${FAULTS.map(({ id, breaks }) => `${id}: ${breaks}`).join('\n')}`)
  process.exit(2)
}
const chosen = asked.length > 0 ? FAULTS.filter(({ id }) => asked.includes(id)) : FAULTS

/** The programs that a suite needs but this machine lacks. @returns {string | null} */
function missing(suite) {
  if (suite === 'e2e' && chromium() === null) return 'Chromium'
  if (suite === 'postgres' && postgres() === null) return 'Postgres'
  if (suite === 'scale' && (postgres() === null || !redis())) return 'Postgres and Redis'
  return null
}

/** Runs tests of a suite. @returns {Promise<import('./test/fault-copy.mjs').Ran>} */
async function runSuite(copy, suite, files, options) {
  if (suite !== 'postgres') return copy.vitest(suite, files, options)
  let ran
  await withSystemPostgres(postgres(), url => {
    ran = copy.vitest('integration', files, { ...options, env: { TEST_DATABASE_URL: url } })
  })
  return ran
}

/**
 * Runs the tests of the chosen faults without any fault.
 * @returns {Promise<Map<string, string>>} the test files that cannot be used, with the reason
 */
async function withoutFaults(copy) {
  const useless = new Map()
  const programs = new Set(chosen.filter(({ suite }) => suite === 'check').flatMap(({ tests }) => tests))
  for (const program of programs) {
    console.log(`without a fault: ${program}`)
    const { status, said } = copy.script(program)
    if (status !== 0) useless.set(program, `${program} fails without a fault:\n${said.slice(-2000)}`)
  }
  for (const suite of new Set(chosen.map(fault => fault.suite).filter(each => each !== 'check'))) {
    // Faults that name single tests are run separately from those that need whole files.
    for (const named of [false, true]) {
      const faults = chosen.filter(fault => fault.suite === suite && (fault.name !== undefined) === named)
      if (faults.length === 0) continue
      const files = [...new Set(faults.flatMap(({ tests }) => tests))]
      console.log(`without a fault: ${suite}, ${files.join(', ')}`)
      const name = named ? faults.map(fault => fault.name).join('|') : undefined
      const { outcome, said } = await runSuite(copy, suite, files, { name })
      for (const failure of outcome.failures) {
        const file = files.find(each => failure.startsWith(each))
        for (const each of file === undefined ? files : [file]) useless.set(each, `fails without a fault: ${failure}`)
      }
      for (const file of files)
        if (!outcome.files.some(each => each.file === file)) useless.set(file, `${file} is no test file of ${suite}`)
      if (outcome.counts.passed === 0)
        for (const file of files) if (!useless.has(file)) useless.set(file, `no test ran:\n${said.slice(-2000)}`)
    }
  }
  return useless
}

/**
 * Runs the tests that must find the planted fault.
 * @returns {Promise<{ by: string | null, why: string }>} by: the test that found it, or null; why: the output, in case none did
 */
async function search(copy, fault) {
  const { suite, tests, name } = fault
  if (suite === 'check') {
    const { status, said } = copy.script(tests[0])
    const found = status === 1 && new RegExp(name).test(said)
    return { by: found ? `${tests[0]}: ${said.trim().split('\n')[0]}` : null, why: said }
  }
  if (!BUILDS_NOTHING.includes(suite)) copy.build(fault.built ?? STARTS_BUILD.includes(suite))
  const { outcome, said } = await runSuite(copy, suite, tests, { name, bail: true })
  // Only a failed test counts, not a file that could not be loaded or a run that was aborted.
  const [failed] = outcome.failures.filter(failure => failure.split('\n')[0].includes(' > '))
  return { by: failed ?? null, why: outcome.failures.join('\n') || said }
}

const results = []
const problems = []
const copy = new FaultCopy()
// An interrupted run removes its copy too.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    copy.remove()
    process.exit(1)
  })
try {
  for (const suite of new Set(chosen.map(fault => fault.suite))) {
    const what = missing(suite)
    if (what !== null) problems.push(`${suite} needs ${what}, so its faults were not planted`)
  }
  if (problems.length === 0) {
    if (chosen.some(({ suite }) => !BUILDS_NOTHING.includes(suite))) copy.build(true)
  }
  const useless = problems.length === 0 ? await withoutFaults(copy) : new Map()
  for (const fault of problems.length === 0 ? chosen : []) {
    const began = Date.now()
    const file = fault.tests.find(each => useless.has(each))
    let result
    try {
      result = file === undefined ? await copy.plant(fault, () => search(copy, fault)) : { by: null, why: useless.get(file) }
    } catch (error) {
      result = { by: null, why: error.message }
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    results.push({ fault, seconds, ...result })
    console.log(`${result.by === null ? 'NOT FOUND' : 'found    '} ${fault.id} (${fault.suite}, ${seconds} s)`)
    if (result.by === null) console.log(result.why.slice(-4000))
    else console.log(`    ${result.by.split('\n').slice(0, 2).join('\n    ')}`)
  }
} finally {
  copy.remove()
}

console.log('\n════ PLANTED FAULTS ════')
for (const { fault, by, seconds } of results) {
  console.log(
    `${by === null ? 'NOT FOUND' : 'found    '} ${String(seconds).padStart(4)} s  ${fault.suite.padEnd(8)}  ${fault.id}: ${fault.breaks}`,
  )
  if (by !== null) console.log(`${' '.repeat(18)}by ${by.split('\n')[0]}`)
}
for (const problem of problems) console.log(problem)
const found = results.filter(({ by }) => by !== null).length
console.log(`\n${found} of ${chosen.length} planted faults were found.`)
process.exitCode = found === chosen.length ? 0 : 1
