import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { outcomeOf, readReport, slowestLines, totalsLine, unhandledErrorsPath } from '../scripts/test/report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const test = (status: string, fullName = 'does it') => ({ status, fullName, failureMessages: ['AssertionError: no\nat a\nat b'] })
const file = (name: string, assertionResults: object[], more = {}) => ({
  name: join(root, name),
  status: 'passed',
  message: '',
  assertionResults,
  startTime: 1000,
  endTime: 3500,
  ...more,
})

it('counts tests, names those that failed, and counts a file that could not be loaded as one that failed', () => {
  const { counts, failures, files } = outcomeOf({
    testResults: [
      file('tests/a.test.ts', [test('passed'), test('failed'), test('pending')]),
      file('tests/b.test.ts', [], { status: 'failed', message: 'SyntaxError: what?' }),
    ],
  })
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failures.map(each => each.split('\n')[0])).toEqual(['tests/a.test.ts > does it', 'tests/b.test.ts'])
  expect(files).toEqual([
    { file: 'tests/a.test.ts', seconds: 2.5 },
    { file: 'tests/b.test.ts', seconds: 2.5 },
  ])
})

it('names an error that no test caught, and counts it as one that failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-unhandled-'))
  const report = join(folder, 'report.json')
  writeFileSync(
    join(folder, 'some.test.js'),
    "it('passes', async () => {\n  Promise.reject(new Error('nobody waits for this'))\n  await new Promise(setImmediate)\n})",
  )
  const reporters = ['json', join(root, 'scripts/test/unhandled-errors.mjs')].map(each => `--reporter=${each}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--globals', `--root=${folder}`, `--outputFile.json=${report}`, ...reporters]
  const env = { ...process.env, SKILLSHOT_UNHANDLED_ERRORS: unhandledErrorsPath(report) }
  expect(spawnSync(process.execPath, args, { cwd: folder, env }).status).toBe(1)
  const { counts, failures } = readReport(report, folder)
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatch(/^an error that no test caught, while this ran: some\.test\.js > passes\n +Error: nobody waits for this\n/)
  rmSync(folder, { recursive: true })
})

it('adds all suites up in one line, and mentions skipped tests only where there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect(totalsLine([counts, counts])).toBe('4 passed, 0 failed')
  expect(totalsLine([counts, { passed: 1, failed: 2, skipped: 3 }])).toBe('3 passed, 2 failed, 3 skipped')
})

it('lists the slowest files of all suites, the slowest first', () => {
  const files = [1, 30.25, 7].map(seconds => ({ file: `${seconds}.test.ts`, seconds, suite: 'unit tests' }))
  expect(slowestLines(files, 2)).toEqual(['   30.3 s  30.25.test.ts (unit tests)', '    7.0 s  7.test.ts (unit tests)'])
})
