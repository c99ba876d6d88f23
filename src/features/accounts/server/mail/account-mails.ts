import type { Clock } from '#ddp/timing/clock.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import { insertEmailToken, putPasswordToken } from '../sessions/token-store.ts'
import { lockUser } from '../store.ts'
import * as texts from './email-templates.ts'
import type { MailKind, MailRecipient } from './mail-kind.ts'

type StoreToken = (tx: Db, hashedToken: string, of: { userId: string; address: string; issuedAt: Date }) => Promise<void>

/** The e-mails of accounts, by the names that are stored with their jobs. */
export function createAccountMails({ database, clock }: { database: Database; clock: Clock }) {
  /** Writes an e-mail with a link, whose token is created now. @returns null: the user was deleted */
  async function withLink(
    to: MailRecipient,
    page: string,
    storeToken: StoreToken,
    render: (to: MailRecipient & { url: string }) => EmailContent,
  ): Promise<EmailContent | null> {
    const { userId, address } = to
    const token = newToken()
    const isStored = await database.transaction(async tx => {
      if ((await lockUser(tx, userId)) === null) return false
      await storeToken(tx, hashToken(token), { userId, address, issuedAt: new Date(clock.now()) })
      return true
    })
    return isStored ? render({ ...to, url: `${to.site.url}/#/${page}/${token}` }) : null
  }
  const verifying =
    (replaces: boolean): StoreToken =>
    (tx, hashedToken, of) =>
      insertEmailToken(tx, hashedToken, { ...of, replaces })
  const settingPassword =
    (reason: 'reset' | 'enroll'): StoreToken =>
    (tx, hashedToken, of) =>
      putPasswordToken(tx, hashedToken, { ...of, reason })
  return {
    verify: { limited: true, render: to => withLink(to, 'verify-email', verifying(false), texts.renderVerifyEmail) },
    'change-address': {
      limited: true,
      ifTaken: 'address-taken',
      render: to => withLink(to, 'verify-email', verifying(true), texts.renderChangeAddressEmail),
    },
    reset: { limited: true, render: to => withLink(to, 'reset-password', settingPassword('reset'), texts.renderResetEmail) },
    enroll: { render: to => withLink(to, 'enroll-account', settingPassword('enroll'), texts.renderEnrollEmail) },
    'password-changed': { render: texts.renderPasswordChangedEmail },
    'address-taken': { limited: true, render: texts.renderAddressTakenEmail },
    'second-step-on': { render: to => texts.renderSecondStepEmail({ ...to, on: true }) },
    'second-step-off': { render: to => texts.renderSecondStepEmail({ ...to, on: false }) },
    'passkey-added': { render: to => texts.renderPasskeyEmail({ ...to, added: true }) },
    'passkey-removed': { render: to => texts.renderPasskeyEmail({ ...to, added: false }) },
    'login-service-linked': { render: to => texts.renderLoginServiceEmail({ ...to, linked: true }) },
    'login-service-unlinked': { render: to => texts.renderLoginServiceEmail({ ...to, linked: false }) },
  } satisfies Record<string, MailKind>
}

export type AccountMail = keyof ReturnType<typeof createAccountMails>
