/** A mail that did not leave. Its text is the server's, without addresses: it may be logged. */
export class MailError extends Error {
  /** true: there is nobody to take it, so trying again will not help */
  readonly undeliverable: boolean

  constructor(message: string, undeliverable: boolean) {
    super(message)
    this.name = 'MailError'
    this.undeliverable = undeliverable
  }
}

/** @param cause what nodemailer threw */
export function mailError(cause: unknown): MailError {
  if (cause instanceof MailError) return cause
  const { message = String(cause), command, responseCode = 0 } = cause as { message?: string; command?: string; responseCode?: number }
  return new MailError(message.replace(/[^\s<>"]+@[^\s<>"]+/g, '(address)'), command === 'RCPT TO' && responseCode >= 500)
}
