import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../build.mjs'
import { readReport } from './report.mjs'

/** Cache folders of packages. The copy has its own, so that it writes nothing into those of the tree. */
const CACHES = ['.experimental-vitest-cache', '.vite', '.vite-temp']
/** Timeout of a test run in ms, far more than any run needs. */
const LONGEST = 20 * 60_000

/** The result of a test run in a copy, and its output. @typedef {{ outcome: import('./report.mjs').Outcome, said: string }} Ran */

/** The number of non-overlapping occurrences of a text. */
export const occurrences = (text, find) => text.split(find).length - 1

/**
 * Returns the text of a file with a fault in it.
 * @param {string} text the content of the fault's file
 * @param {import('../../tests/faults/faults.mjs').Fault} fault
 * @throws Error if the text that the fault replaces does not occur exactly once
 */
export function withFault(text, { id, file, find, replace }) {
  const found = occurrences(text, find)
  if (found !== 1)
    throw new Error(`${id} does not apply: its text occurs ${found} times in ${file}, not once. Write the fault anew for the changed code.`)
  return text.replace(find, () => replace)
}

/** The files of the working tree that are tracked by git or untracked but not ignored. */
function sources() {
  const { status, stdout, stderr } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`)
  return stdout.split('\0').filter(path => path !== '' && existsSync(join(root, path)))
}

/**
 * A copy of the working tree, including uncommitted changes, in a temporary folder, in which faults can be planted.
 * Its packages are hard links if the file system allows it.
 */
export class FaultCopy {
  #base = mkdtempSync(join(tmpdir(), 'skillshot-faults-'))
  #reports = 0
  folder = join(this.#base, 'tree')

  constructor() {
    // If root starts the tests, Postgres runs as another user, which needs access to the folder.
    chmodSync(this.#base, 0o755)
    for (const path of sources()) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true })
      copyFileSync(join(root, path), join(this.folder, path))
    }
    const [from, to] = [join(root, 'node_modules'), join(this.folder, 'node_modules')]
    if (spawnSync('cp', ['-al', from, to]).status !== 0) {
      rmSync(to, { recursive: true, force: true })
      const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`The packages could not be copied: ${stderr}`)
    }
    for (const cache of CACHES) rmSync(join(to, cache), { recursive: true, force: true })
  }

  /**
   * Runs a function with a fault planted and removes the fault afterwards.
   * @template T
   * @param {import('../../tests/faults/faults.mjs').Fault} fault
   * @param {() => Promise<T>} use
   * @returns {Promise<T>}
   */
  async plant(fault, use) {
    const path = join(this.folder, fault.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, withFault(text, fault))
    try {
      return await use()
    } finally {
      writeFileSync(path, text)
    }
  }

  /**
   * Makes the build that the tests start.
   * @param {boolean} whole if false, the tests run the sources, so an existing build is only marked as up to date
   * @throws Error if the build fails
   */
  build(whole) {
    const mark = `import { writeFileSync } from 'node:fs'; import { fingerprint } from './scripts/build.mjs'; writeFileSync('dist/stamp', fingerprint())`
    const marks = !whole && existsSync(join(this.folder, 'dist/stamp'))
    const { status, said } = this.#node(marks ? ['--input-type=module', '--eval', mark] : ['scripts/build.mjs'])
    if (status !== 0) throw new Error(`The copy could not be built:\n${said.slice(-2000)}`)
  }

  /** Runs a program of the copy. @returns {{ status: number | null, said: string }} */
  script(path) {
    return this.#node([path])
  }

  /**
   * Runs test files of the copy.
   * @param {string} suite a project of vitest.config.ts, or the common prefix of several: `unit` includes `unit-alone`
   * @param {readonly string[]} files
   * @param {{ name?: string, env?: Record<string, string>, bail?: boolean }} options name: a pattern of test names; bail: stop at the
   *   first failure
   * @returns {Ran}
   */
  vitest(suite, files, { name, env = {}, bail = false }) {
    const report = join(this.#base, `${++this.#reports}.json`)
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', `${suite}*`, '--maxWorkers=1']
    args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
    if (bail) args.push('--bail=1')
    if (name !== undefined) args.push('--testNamePattern', name)
    const { said } = this.#node([...args, ...files], env)
    return { outcome: readReport(report, this.folder), said }
  }

  #node(args, env = {}) {
    const { NODE_ENV, ...inherited } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.folder,
      env: { ...inherited, ...env },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: LONGEST,
    })
    return { status, said: stdout + stderr }
  }

  remove() {
    rmSync(this.#base, { recursive: true, force: true })
  }
}
