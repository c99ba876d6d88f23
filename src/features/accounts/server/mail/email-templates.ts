import { type EmailContent, type EmailSite, renderEmail } from '../../../../platform/mail/email-template.ts'

/** @property name how the recipient is addressed: by user name or display name */
export interface Recipient {
  site: EmailSite
  name: string
}

/** @property url the link with its token */
export interface RecipientWithLink extends Recipient {
  url: string
}

export function renderVerifyEmail({ site, name, url }: RecipientWithLink): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `Is this your address? – ${site.name}`,
    preview: 'One tap says that it is.',
    title: 'Is this your address?',
    body: [
      `Somebody gave this address as theirs at ${site.name}. If that was you, say so here. Then we can help you back in should you ever forget your password.`,
      { button: 'Yes, it is mine', url },
    ],
    closing: 'Was it not you? Then do nothing: an address counts only when it is confirmed.',
  })
}

/** Sent to the new address. */
export function renderChangeAddressEmail({ site, name, url }: RecipientWithLink): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `Your new address at ${site.name}`,
    preview: 'One tap, and it takes the place of the old one.',
    title: 'Your new address',
    body: [
      `You asked us to reach you here from now on. Open the link, and this address takes the place of the one you had at ${site.name}. Until then nothing changes.`,
      { button: 'Use this address', url },
    ],
    closing: 'Was it not you? Then do nothing, and everything stays as it is.',
  })
}

/** Valid for 3 days (mission §9). */
export function renderResetEmail({ site, name, url }: RecipientWithLink): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `A new password for ${site.name}`,
    preview: 'The link to choose one is good for 3 days.',
    title: 'Choose a new password',
    body: [
      `Here is the link you asked for, to choose a new password at ${site.name}. It works once and is good for 3 days. When you choose one, your other devices are signed out.`,
      { button: 'Choose a new password', url },
    ],
    closing: 'You did not ask? Then do nothing: your password stays as it is.',
  })
}

/** Valid for 30 days (mission §9). */
export function renderEnrollEmail({ site, name, username, url }: RecipientWithLink & { username: string }): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `Your account at ${site.name}`,
    preview: 'Choose a password, and you are in.',
    title: 'Your account is waiting',
    body: [
      `An administrator has made you an account at ${site.name}. Choose a password, and you are in.`,
      { fact: 'Your user name', value: username },
      { button: 'Choose a password', url },
    ],
    closing: 'The link works once and is good for 30 days. Not for you? Then do nothing: without a password nobody can sign in.',
  })
}

export function renderPasswordChangedEmail({ site, name }: Recipient): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `Your password at ${site.name} was changed`,
    preview: 'If that was you, all is well.',
    title: 'Your password was changed',
    body: [
      `The password of your account at ${site.name} was changed. If that was you, all is well, and there is nothing to do.`,
      'If it was not, choose a new one now. That signs out everybody who uses your account.',
      { button: 'Choose a new password', url: `${site.url}/forgot-password` },
    ],
    closing: 'We write this every time a password changes, so that it never happens behind your back.',
  })
}

/** Sent to the owner of an address that somebody, perhaps the owner, tried to use again. */
export function renderAddressTakenEmail({ site, name }: Recipient): EmailContent {
  return renderEmail({
    site,
    name,
    subject: `You have an account at ${site.name} already`,
    preview: 'Somebody tried to use your address again. Nothing was changed.',
    title: 'You have an account already',
    body: [
      `Somebody tried to use this address at ${site.name}, for a new account or for one of their own. It belongs to your account, so nothing was changed.`,
      'If that was you, just sign in.',
      { button: 'Sign in', url: `${site.url}/sign-in` },
      { link: 'Forgot your password?', url: `${site.url}/forgot-password` },
    ],
    closing: 'Was it not you? Then there is nothing to do.',
  })
}
