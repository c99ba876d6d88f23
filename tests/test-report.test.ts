import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { outcomeOf, slowestLines, totalsLine } from '../scripts/test/report.mjs'

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

it('adds all suites up in one line, and mentions skipped tests only where there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect(totalsLine([counts, counts])).toBe('4 passed, 0 failed')
  expect(totalsLine([counts, { passed: 1, failed: 2, skipped: 3 }])).toBe('3 passed, 2 failed, 3 skipped')
})

it('lists the slowest files of all suites, the slowest first', () => {
  const files = [1, 30.25, 7].map(seconds => ({ file: `${seconds}.test.ts`, seconds, suite: 'unit tests' }))
  expect(slowestLines(files, 2)).toEqual(['   30.3 s  30.25.test.ts (unit tests)', '    7.0 s  7.test.ts (unit tests)'])
})
