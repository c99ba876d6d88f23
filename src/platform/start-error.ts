/** The program cannot start, and the operator can mend it. The message is one sentence (or several lines of them) that says what to do; no stack is printed. */
export class StartError extends Error {
  override name = 'StartError'
}
