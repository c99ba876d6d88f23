/**
 * The program cannot start, for a reason that the operator can remove. The message is a sentence that says what to do, or several of them
 * on lines of their own. No stack trace is printed.
 */
export class StartError extends Error {
  override name = 'StartError'
}
