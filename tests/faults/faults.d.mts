/** A mistake that the gate has to find. */
export interface Fault {
  id: string
  /** what is broken, in a sentence */
  breaks: string
  /** where it is planted, from the folder of the project */
  file: string
  /** a text that occurs there exactly once */
  find: string
  replace: string
  /** the suite of the gate that finds it: a project of vitest.config.ts (`unit` with `unit-alone`), `postgres` or `check` */
  suite: 'unit' | 'storage' | 'integration' | 'spied' | 'crash' | 'security' | 'e2e' | 'scale' | 'postgres' | 'check'
  /** the test files that find it; in the suite `check`, the program */
  tests: readonly [string, ...string[]]
  /** a pattern of the names of the tests that are run, where a file takes long; in the suite `check`, of what the program has to print */
  name?: string
  /** whether its tests start the built server; by default those of crash, security, e2e and scale do */
  built?: boolean
}

export declare const FAULTS: readonly Fault[]
