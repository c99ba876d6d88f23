import type { SendMailOptions } from 'nodemailer'
import { currentRequest } from '#platform/log/request-context.ts'
import { type FromAddress, isAddress } from '#platform/text/mail-address.ts'
import type { Mail } from './mail.ts'
import { MailError } from './mail-error.ts'

/**
 * Builds the options for nodemailer. Addresses are objects, so that nodemailer never splits them, and access to files and URLs is
 * disabled. The header `X-Request-Id` names the request that caused the mail.
 * @param now ms since 1970
 * @throws MailError if the recipient's address is invalid
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
