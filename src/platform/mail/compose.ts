import type { SendMailOptions } from 'nodemailer'
import { MailError } from './mail-error.ts'
import type { Mail } from './mailer.ts'
import { isAddress, type Sender } from './sender.ts'

/**
 * A mail as nodemailer takes it: addresses as objects, so that it never splits one up, and nothing read from files or the web.
 * @param now ms
 * @throws MailError
 */
export function compose({ to, subject, text, html }: Mail, sender: Sender, now: number): SendMailOptions {
  if (!isAddress(to)) throw new MailError('This is no address that mail can be sent to.', true)
  return {
    from: { ...sender },
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
