import { writeFileSync } from 'node:fs'

/** The name of the environment variable with the path of the file that this reporter writes. */
export const UNHANDLED_ERRORS_FILE = 'SKILLSHOT_UNHANDLED_ERRORS'

/**
 * A reporter of vitest that writes the errors that no test caught, each as a line with the test or file that ran when it came, followed by
 * its stack. They fail a run, but vitest's JSON reporter leaves them out.
 */
export default class UnhandledErrorsReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const written = errors.map(({ name, message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => ({
      where: [file, test].filter(each => each !== undefined).join(' > '),
      error: stack ?? `${name}: ${message}`,
    }))
    writeFileSync(process.env[UNHANDLED_ERRORS_FILE], JSON.stringify(written))
  }
}
