/** A mail could not be sent. The message is the mail server's without addresses, so it may be logged. */
export class MailError extends Error {
  /** True if the address is invalid or was rejected for good, so that a retry is pointless. */
  readonly undeliverable: boolean

  constructor(message: string, undeliverable: boolean) {
    super(message)
    this.name = 'MailError'
    this.undeliverable = undeliverable
  }
}

/** @param cause the error thrown by nodemailer */
export function mailError(cause: unknown): MailError {
  if (cause instanceof MailError) return cause
  const { message = String(cause), command, responseCode = 0 } = cause as { message?: string; command?: string; responseCode?: number }
  return new MailError(message.replace(/[^\s<>"]+@[^\s<>"]+/g, '(address)'), command === 'RCPT TO' && responseCode >= 500)
}
