import type { Mailer } from './mail.ts'
import { createMailer, type MailerOptions } from './mailer.ts'

/** The part of the options that may change while the server runs. */
export type MailTarget = Pick<MailerOptions, 'mailUrl' | 'from'>

/** A mailer whose server and sender may change: each mail goes by what `target` returns when it is sent. */
export function createLiveMailer(target: () => MailTarget, options: Omit<MailerOptions, keyof MailTarget>): Mailer {
  let used = target()
  let mailer = createMailer({ ...options, ...used })
  /** Former mailers, which still finish their mails. */
  const closing = new Set<Promise<void>>()
  const current = (): Mailer => {
    const { mailUrl, from } = target()
    if (mailUrl === used.mailUrl && from === used.from) return mailer
    // It may throw, and then the former mailer stays.
    const next = createMailer({ ...options, mailUrl, from })
    const closed = mailer.close().finally(() => closing.delete(closed))
    closing.add(closed)
    used = { mailUrl, from }
    mailer = next
    return mailer
  }
  return {
    send: mail => current().send(mail),
    forget: address => current().forget(address),
    async close() {
      await Promise.all([mailer.close(), ...closing])
    },
  }
}
