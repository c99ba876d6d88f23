/** An e-mail to one person. `to` is an address without a name: `keith@example.com`. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or its file has been written.
   * @throws MailError, whose message contains neither the address nor the link
   */
  send(mail: Mail): Promise<void>
  /** Deletes the mails to this address that are stored as files, even if a mail server has been configured since. */
  forget(address: string): Promise<void>
  /** Waits a short time for mails that are being sent, then aborts them. The promises of unsent mails reject. */
  close(): Promise<void>
}
