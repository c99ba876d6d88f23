import type { SendMailOptions } from 'nodemailer'
import { currentRequest } from '../log/request-context.ts'
import { type FromAddress, isAddress } from './from-address.ts'
import { MailError } from './mail-error.ts'
import type { Mail } from './mailer.ts'

/**
 * A mail as nodemailer takes it: addresses as objects, so that it never splits one up, and nothing read from files or the web. Its header
 * `X-Request-Id` says whose request it follows from.
 * @param now ms
 * @throws MailError
 */
export function compose({ to, subject, text, html }: Mail, sender: FromAddress, now: number): SendMailOptions {
  if (!isAddress(to)) throw new MailError('This is no address that mail can be sent to.', true)
  const requestId = currentRequest()?.ids[0]
  return {
    from: { ...sender },
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated', ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
