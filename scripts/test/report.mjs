import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../build.mjs'

/**
 * The result of one run of a suite.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts numbers of tests
 * @typedef {{ file: string, seconds: number }} Timed
 * @typedef {{ counts: Counts, failures: string[], files: Timed[] }} Outcome
 */

/** Vitest writes this instead of a message if a test or hook timed out. */
const TIMED_OUT = 'Error: STACK_TRACE_ERROR'

const firstLines = text =>
  (text ?? '').replace(TIMED_OUT, 'Error: it took longer than its time limit').split('\n').slice(0, 6).join('\n      ')

/** The path of the file with the errors that no test caught, beside a report. @param {string} path */
export const unhandledErrorsPath = path => `${path}.unhandled`

/**
 * Reads the output of vitest's JSON reporter and of unhandled-errors.mjs.
 * A file that failed before its first test, an error that no test caught, and a run without a report count as one failed test each, so that
 * the totals never hide them.
 * @param {string} path
 * @param {string} base the folder to which file names are relative
 * @returns {Outcome}
 */
export function readReport(path, base = root) {
  if (!existsSync(path)) return { counts: { passed: 0, failed: 1, skipped: 0 }, failures: ['ended without a report'], files: [] }
  const outcome = outcomeOf(JSON.parse(readFileSync(path, 'utf8')), base)
  const errors = unhandledErrorsPath(path)
  for (const { where, error } of existsSync(errors) ? JSON.parse(readFileSync(errors, 'utf8')) : []) {
    outcome.counts.failed++
    outcome.failures.push(`an error that no test caught, while this ran: ${where.replace(`${base}/`, '')}\n      ${firstLines(error)}`)
  }
  return outcome
}

/** @returns {Outcome} of a parsed report of vitest's JSON reporter */
export function outcomeOf({ testResults }, base = root) {
  const outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], files: [] }
  for (const { name, status, message, assertionResults, startTime, endTime } of testResults) {
    const file = relative(base, name)
    outcome.files.push({ file, seconds: (endTime - startTime) / 1000 })
    let failed = 0
    for (const test of assertionResults) {
      if (test.status === 'passed') outcome.counts.passed++
      else if (test.status !== 'failed') outcome.counts.skipped++
      else {
        failed++
        outcome.failures.push(`${file} > ${test.fullName}\n      ${firstLines(test.failureMessages[0])}`)
      }
    }
    if (failed === 0 && status === 'failed') {
      failed = 1
      outcome.failures.push(`${file}\n      ${firstLines(message)}`)
    }
    outcome.counts.failed += failed
  }
  return outcome
}

/** The totals as one line: `12 passed, 0 failed`, followed by `, 1 skipped` if any test was. @param {Counts[]} all */
export function totalsLine(all) {
  const sum = of => all.reduce((total, counts) => total + counts[of], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** The files that took longest, one line each. @param {(Timed & { suite: string })[]} files */
export function slowestLines(files, count = 10) {
  return [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds, suite }) => `${seconds.toFixed(1).padStart(7)} s  ${file} (${suite})`)
}
