import type { Clock } from '#ddp/timing/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { parseFromAddress } from '#platform/text/mail-address.ts'
import type { Mail, Mailer } from './mail.ts'
import { MailOutbox } from './outbox.ts'
import { MAIL_LIMITS, type MailLimits, SmtpMailer } from './smtp.ts'

/**
 * @property mailUrl `smtp://` or `smtps://` with the credentials; null to write mails to files in `dataDir/outbox`
 * @property from an address, or `Name <address>`
 * @property around wraps each sending, for instrumentation: it must call `send` once and at once, and reject if `send` rejects
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

/** @throws Error if `from` contains no valid address */
export function createMailer({ mailUrl, from, dataDir, clock, log, limits = {}, around = send => send() }: MailerOptions): Mailer {
  const sender = parseFromAddress(from)
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
