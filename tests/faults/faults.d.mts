/** A fault that the gate must detect. */
export interface Fault {
  id: string
  /** what is broken, as a sentence */
  breaks: string
  /** the file to change, relative to the project's root */
  file: string
  /** a text that occurs exactly once in the file */
  find: string
  replace: string
  /** the suite of the gate that detects it: a project of vitest.config.ts (`unit` with `unit-alone`), `postgres` or `check` */
  suite: 'unit' | 'storage' | 'integration' | 'spied' | 'crash' | 'security' | 'e2e' | 'scale' | 'postgres' | 'check'
  /** the test files that detect it; in the suite `check`, the program */
  tests: readonly [string, ...string[]]
  /** a pattern for the names of the tests to run, if a file takes long; in the suite `check`, for the program's output */
  name?: string
  /** true if its tests start the built server; by default those of crash, security, e2e and scale do */
  built?: boolean
}

export declare const FAULTS: readonly Fault[]
