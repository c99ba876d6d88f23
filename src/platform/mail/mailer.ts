import type { Clock } from '../../ddp/timing/clock.ts'
import type { Log } from '../log/log.ts'
import { parseSender } from './from-address.ts'
import { MailOutbox } from './outbox.ts'
import { MAIL_LIMITS, type MailLimits, SmtpMailer } from './smtp.ts'

/** One letter to one person. `to` is a bare address: `keith@example.com`. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves when the server has taken the mail, or its file is on the disk.
   * @throws MailError, whose text names neither the address nor the link
   */
  send(mail: Mail): Promise<void>
  /** Removes the mails to this address that wait as files, also those from before there was a server. */
  forget(address: string): Promise<void>
  /** Lets what is under way finish for a short while, then gives it up; what still waits rejects. */
  close(): Promise<void>
}

/**
 * @property mailUrl `smtp://` or `smtps://` with the credentials in it; null: mails become files in `dataDir/outbox`
 * @property from an address, or `Name <address>`
 * @property around runs each sending once, at once, and rejects as that does
 */
export interface MailerOptions {
  mailUrl: string | null
  from: string
  dataDir: string
  clock: Clock
  log: Log
  limits?: Partial<MailLimits>
  around?(send: () => Promise<void>): Promise<void>
}

/** @throws Error if `from` holds no address */
export function createMailer({ mailUrl, from, dataDir, clock, log, limits = {}, around = send => send() }: MailerOptions): Mailer {
  const sender = parseSender(from)
  if (sender === null) throw new Error(`${from} holds no address that mail can come from.`)
  const outbox = new MailOutbox({ sender, dataDir, clock, log })
  const forget = (address: string): Promise<void> => outbox.forget(address)
  if (mailUrl === null) return { send: mail => around(() => outbox.send(mail)), forget, close: () => outbox.close() }
  const smtp = new SmtpMailer({ mailUrl, sender, clock, limits: { ...MAIL_LIMITS, ...limits } })
  const send = async (mail: Mail): Promise<void> => {
    const messageId = await smtp.send(mail)
    log.info({ messageId, subject: mail.subject }, 'a mail was sent')
  }
  return { send: mail => around(() => send(mail)), forget, close: () => smtp.close() }
}
