/** Maximum characters of a stored error. */
const MAX_LENGTH = 300

/**
 * Describes the error of a job for the list that administrators read. Such a message may repeat what was sent, so this leaves out quoted
 * text, e-mail addresses, everything of an address but its origin, and long runs of letters and digits, as keys and tokens are.
 */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown error'
  return text
    .split('\n', 1)[0]!
    .slice(0, 10 * MAX_LENGTH)
    .replace(/"[^"]*("|$)/g, '"…"')
    .replace(/(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/g, '$1$2')
    .replace(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
    .replace(/[\w+/=-]{24,}/g, '…')
    .slice(0, MAX_LENGTH)
}
