import type { EmailContent } from '#platform/mail/email-template.ts'
import type { Recipient } from './email-templates.ts'

/** Whom an e-mail goes to, as of when it is written. */
export interface MailRecipient extends Recipient {
  userId: string
  username: string
  /** the e-mail address */
  address: string
}

/** One kind of e-mail. `Details`: what is stored with a job of this kind, as JSON. */
export interface MailKind<Details = unknown> {
  /** true: anybody can cause it to be sent to any address, so that the number for one address is limited */
  limited?: true
  /** true: it is sent only if the address is still a verified one of the user */
  verifiedAddressOnly?: true
  /** the kind that another user gets instead who has the address by now */
  ifTaken?: string
  /** Writes the e-mail when it is sent. @returns null: there is nothing to say any more */
  render(to: MailRecipient, details: Details): EmailContent | null | Promise<EmailContent | null>
}
