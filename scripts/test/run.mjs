import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../build.mjs'
import { readReport, slowestLines, totalsLine, unhandledErrorsPath } from './report.mjs'
import { UNHANDLED_ERRORS_FILE } from './unhandled-errors.mjs'

const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
/** The number of characters that the results have of what a process wrote last. */
const LAST_WORDS = 3000

/**
 * One run of several suites: starts them, records their results and prints these at the end.
 * @typedef {object} Suite
 * @property {string} what description of the suite
 * @property {number} seconds duration
 * @property {boolean} failed
 * @property {import('./report.mjs').Counts} counts
 * @property {string[]} failures each with the first lines of its error
 * @property {import('./report.mjs').Timed[]} files
 */
export class TestRun {
  /** @type {Suite[]} in the order in which they ended */
  suites = []
  /** @type {[what: string, how: string][]} the suites that could not run here, and how to make them run */
  skipped = []
  /** @type {string[]} observations to be recorded with the results */
  notes = []
  #reports = mkdtempSync(join(tmpdir(), 'skillshot-reports-'))
  #started = 0

  /** Runs a program and waits for its end. */
  async command(what, program, args) {
    console.log(`\n── ${what}`)
    const began = Date.now()
    const [status] = await once(spawn(program, args, { cwd: root, stdio: 'inherit' }), 'exit')
    this.record(what, began, status, { counts: { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 }, failures: [], files: [] })
  }

  /**
   * Runs vitest and waits for its end.
   * @param {string} what
   * @param {string[]} projects projects of vitest.config.ts
   * @param {{ env?: Record<string, string>, files?: string[], node?: string, args?: string[], beside?: boolean }} options
   *   files: prefixes of paths, or all files if absent; node: the Node program to use; beside: other suites run at the same time, so the
   *   output is printed when this suite has ended
   */
  async vitest(what, projects, { beside = false, ...options } = {}) {
    if (!beside) console.log(`\n── ${what}`)
    const began = Date.now()
    const { command, args, env, report } = this.#vitest(projects, options)
    const log = `${report}.log`
    const out = beside ? openSync(log, 'w') : 'inherit'
    const run = spawn(command, args, { cwd: root, stdio: [beside ? 'ignore' : 'inherit', out, beside ? out : 'pipe'], env })
    let lastWords = ''
    run.stderr?.setEncoding('utf8').on('data', part => {
      process.stderr.write(part)
      lastWords = (lastWords + part).slice(-LAST_WORDS)
    })
    const closed = once(run, 'close')
    const [status] = await once(run, 'exit')
    // What it wrote is whole at `close`, but a program that it has left behind would keep its output open for ever.
    await Promise.race([closed, setTimeout(1000)])
    run.stderr?.unref()
    if (beside) {
      closeSync(out)
      const said = readFileSync(log, 'utf8')
      console.log(`\n── ${what} (ran beside other suites)\n${said}`)
      lastWords = said.slice(-LAST_WORDS)
    }
    this.record(what, began, status, readReport(report), lastWords)
  }

  #vitest(projects, { env = {}, files = [], node = process.execPath, args = [] }) {
    const report = join(this.#reports, `${++this.#started}.json`)
    const chosen = projects.flatMap(project => ['--project', project])
    const reporters = ['default', 'json', join(root, 'scripts/test/unhandled-errors.mjs')].map(each => `--reporter=${each}`)
    return {
      command: node,
      args: [VITEST, 'run', ...chosen, ...reporters, `--outputFile.json=${report}`, ...args, ...files],
      env: { ...process.env, [UNHANDLED_ERRORS_FILE]: unhandledErrorsPath(report), ...env },
      report,
    }
  }

  /**
   * Records the result of a suite.
   * @param {number | null} status exit code
   * @param {import('./report.mjs').Outcome} outcome
   * @param {string} lastWords what its process wrote last
   */
  record(what, began, status, { counts, failures, files }, lastWords = '') {
    // A process that fails without a failed test, as when it cannot clear up, must show in the totals.
    const failedAlone = status !== 0 && counts.failed === 0
    const failed = failedAlone ? 1 : counts.failed
    this.suites.push({
      what,
      seconds: Math.round((Date.now() - began) / 1000),
      failed: status !== 0,
      counts: { ...counts, failed },
      failures: failedAlone ? [`no test failed, but the process ended with ${status}\n${lastWords}`] : failures,
      files,
    })
    if (status !== 0) console.log(`── ${what}: FAILED`)
  }

  skip(what, how) {
    this.skipped.push([what, how])
  }

  /** Adds the results of another run, which must have ended. @param {TestRun} other */
  add(other) {
    this.suites.push(...other.suites)
    this.skipped.push(...other.skipped)
    rmSync(other.#reports, { recursive: true, force: true })
  }

  /** The table of suites, one line each, followed by the failures of that suite. */
  table() {
    return this.suites.flatMap(({ what, seconds, failed, failures }) => [
      `${failed ? 'FAILED' : 'passed'} ${String(seconds).padStart(5)} s  ${what}`,
      ...failures.map(failure => `    ${failure}`),
    ])
  }

  slowest() {
    return slowestLines(this.suites.flatMap(({ what, files }) => files.map(each => ({ ...each, suite: what }))))
  }

  totals() {
    return totalsLine(this.suites.map(({ counts }) => counts))
  }

  /** Prints the results and sets the exit code. @param {{ allMustRun: boolean }} rules whether a suite that could not run is a failure */
  finish({ allMustRun }) {
    rmSync(this.#reports, { recursive: true, force: true })
    if (this.skipped.length > 0) {
      console.log('\n════ NOT RUN ════')
      for (const [what, how] of this.skipped) console.log(`${what}\n    ${how}`)
    }
    const slowest = this.slowest()
    if (slowest.length > 0) console.log(['\n════ SLOWEST FILES ════', ...slowest].join('\n'))
    console.log(['\n════ SUITES ════', ...this.table()].join('\n'))
    const failed = this.suites.some(suite => suite.failed) || (allMustRun && this.skipped.length > 0)
    console.log(`\n${this.totals()}`)
    console.log(failed ? '\nSomething failed.' : this.skipped.length > 0 ? '\nEverything that could run passed.' : '\nEverything passed.')
    process.exitCode = failed ? 1 : 0
  }
}
