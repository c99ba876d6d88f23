import { createTransport, type SMTPPoolOptions } from 'nodemailer'
import type { Clock } from '#ddp/timing/clock.ts'
import type { FromAddress } from '#platform/text/mail-address.ts'
import { compose } from './compose.ts'
import type { Mail } from './mail.ts'
import { MailError, mailError } from './mail-error.ts'

/**
 * Timeouts for the mail server in ms.
 * @property silence without data from the server
 * @property mail for a whole mail, including the wait for a free connection, so that a server that answers very slowly cannot block it
 * @property close for mails that are being sent when the process ends
 */
export interface MailLimits {
  connect: number
  greeting: number
  idle: number
  mail: number
  close: number
}

export const MAIL_LIMITS: MailLimits = { connect: 10_000, greeting: 10_000, idle: 10_000, mail: 30_000, close: 2000 }

/** Sends mail by SMTP, over at most two connections, which are closed when they have been idle for 30 s. */
export class SmtpMailer {
  readonly #sender: FromAddress
  readonly #clock: Clock
  readonly #limits: MailLimits
  readonly #transport
  readonly #sending = new Set<Promise<unknown>>()

  constructor({ mailUrl, sender, clock, limits }: { mailUrl: string; sender: FromAddress; clock: Clock; limits: MailLimits }) {
    this.#sender = sender
    this.#clock = clock
    this.#limits = limits
    const options: SMTPPoolOptions & { pool: true } = {
      pool: true,
      url: mailUrl,
      maxConnections: 2,
      idleTimeout: 30_000,
      connectionTimeout: limits.connect,
      greetingTimeout: limits.greeting,
      socketTimeout: limits.idle,
    }
    this.#transport = createTransport(options)
  }

  /** @returns the Message-ID, which also identifies the mail in the mail server's log */
  async send(mail: Mail): Promise<string> {
    const composed = compose(mail, this.#sender, this.#clock.now())
    const limit = new AbortController()
    const timer = this.#clock.after(this.#limits.mail, () => limit.abort(new MailError('The mail server took too long.', false)))
    const sending = this.#transport.sendMail({ ...composed, signal: limit.signal })
    this.#sending.add(sending)
    try {
      return (await sending).messageId
    } catch (cause) {
      throw mailError(limit.signal.aborted ? limit.signal.reason : cause)
    } finally {
      timer.cancel()
      this.#sending.delete(sending)
    }
  }

  async close(): Promise<void> {
    const timer = this.#clock.after(this.#limits.close, () => this.#transport.close({ force: true }))
    this.#transport.close()
    await Promise.allSettled(this.#sending)
    timer.cancel()
  }
}
