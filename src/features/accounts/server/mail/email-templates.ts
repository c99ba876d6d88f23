import * as m from '#messages'
import type { EmailSite } from '#platform/mail/email-site.ts'
import { type EmailContent, type EmailTemplateContent, renderEmail } from '#platform/mail/email-template.ts'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'

/**
 * @property name how the recipient is addressed: by user name or display name
 * @property locale the language of the e-mail
 */
export interface Recipient {
  site: EmailSite
  name: string
  locale: Locale
}

/** @property url the link with its token */
export interface RecipientWithLink extends Recipient {
  url: string
}

/** @param words the texts; it is called with the messages in the recipient's language */
const render = ({ site, name, locale }: Recipient, words: () => Omit<EmailTemplateContent, 'site' | 'name' | 'locale'>): EmailContent =>
  inLocale(locale, () => renderEmail({ site, name, locale, ...words() }))

export function renderVerifyEmail(to: RecipientWithLink): EmailContent {
  const site = to.site.name
  return render(to, () => ({
    subject: m.accounts_mail_verify_subject({ site }),
    preview: m.accounts_mail_verify_preview(),
    title: m.accounts_mail_verify_title(),
    body: [m.accounts_mail_verify_body({ site }), { button: m.accounts_mail_confirm(), url: to.url }],
    closing: m.accounts_mail_ignore(),
  }))
}

/** Sent to the new address. */
export function renderChangeAddressEmail(to: RecipientWithLink): EmailContent {
  return render(to, () => ({
    subject: m.accounts_mail_change_subject({ site: to.site.name }),
    preview: m.accounts_mail_verify_preview(),
    title: m.accounts_mail_change_title(),
    body: [m.accounts_mail_change_body(), { button: m.accounts_mail_confirm(), url: to.url }],
    closing: m.accounts_mail_ignore(),
  }))
}

/** Valid for 3 days (mission §9). */
export function renderResetEmail(to: RecipientWithLink): EmailContent {
  return render(to, () => ({
    subject: m.accounts_mail_reset_subject({ site: to.site.name }),
    preview: m.accounts_mail_reset_preview(),
    title: m.accounts_choose_title(),
    body: [m.accounts_mail_reset_body(), { button: m.accounts_mail_reset_button(), url: to.url }],
    closing: m.accounts_mail_reset_closing(),
  }))
}

/** Valid for 30 days (mission §9). */
export function renderEnrollEmail(to: RecipientWithLink & { username: string }): EmailContent {
  const site = to.site.name
  return render(to, () => ({
    subject: m.accounts_mail_enroll_subject({ site }),
    preview: m.accounts_mail_enroll_preview(),
    title: m.accounts_mail_enroll_title(),
    body: [
      m.accounts_mail_enroll_body({ site }),
      { fact: m.accounts_mail_enroll_name(), value: to.username },
      { button: m.accounts_mail_enroll_button(), url: to.url },
    ],
    closing: m.accounts_mail_enroll_closing(),
  }))
}

export function renderPasswordChangedEmail(to: Recipient): EmailContent {
  return render(to, () => ({
    subject: m.accounts_mail_changed_subject(),
    preview: m.accounts_mail_changed_preview(),
    title: m.accounts_mail_changed_subject(),
    body: [
      m.accounts_mail_changed_body({ site: to.site.name }),
      m.accounts_mail_alarm(),
      { button: m.accounts_mail_reset_button(), url: `${to.site.url}/forgot-password` },
    ],
    closing: m.accounts_mail_changed_closing(),
  }))
}

/** Sent after the second step was turned on or off. */
export function renderSecondStepEmail(to: Recipient & { on: boolean }): EmailContent {
  const subject = (): string => (to.on ? m.accounts_mail_second_step_on() : m.accounts_mail_second_step_off())
  return render(to, () => ({
    subject: subject(),
    preview: m.accounts_mail_changed_preview(),
    title: subject(),
    body: [
      to.on ? m.accounts_mail_second_step_on_body({ site: to.site.name }) : m.accounts_mail_second_step_off_body({ site: to.site.name }),
      m.accounts_mail_alarm(),
      { button: m.accounts_mail_reset_button(), url: `${to.site.url}/forgot-password` },
    ],
    closing: m.accounts_mail_second_step_closing(),
  }))
}

/** Sent after a passkey was added or removed. */
export function renderPasskeyEmail(to: Recipient & { added: boolean }): EmailContent {
  const site = to.site.name
  const subject = (): string => (to.added ? m.accounts_mail_passkey_added() : m.accounts_mail_passkey_removed())
  return render(to, () => ({
    subject: subject(),
    preview: m.accounts_mail_changed_preview(),
    title: subject(),
    body: [
      to.added ? m.accounts_mail_passkey_added_body({ site }) : m.accounts_mail_passkey_removed_body({ site }),
      to.added ? m.accounts_mail_passkey_added_alarm() : m.accounts_mail_alarm(),
      to.added
        ? { button: m.accounts_to_account(), url: `${to.site.url}/account` }
        : { button: m.accounts_mail_reset_button(), url: `${to.site.url}/forgot-password` },
    ],
    closing: m.accounts_mail_passkey_closing(),
  }))
}

/** Sent after a login service was linked or unlinked. */
export function renderLoginServiceEmail(to: Recipient & { linked: boolean }): EmailContent {
  const subject = (): string => (to.linked ? m.accounts_mail_service_linked() : m.accounts_mail_service_unlinked())
  const site = to.site.name
  return render(to, () => ({
    subject: subject(),
    preview: m.accounts_mail_changed_preview(),
    title: subject(),
    body: [
      to.linked ? m.accounts_mail_service_linked_body({ site }) : m.accounts_mail_service_unlinked_body({ site }),
      m.accounts_mail_alarm(),
      { button: m.accounts_mail_reset_button(), url: `${to.site.url}/forgot-password` },
    ],
    closing: m.accounts_mail_service_closing(),
  }))
}

/** Sent to the owner of an address that somebody, perhaps the owner, tried to use again. */
export function renderAddressTakenEmail(to: Recipient): EmailContent {
  const site = to.site.name
  return render(to, () => ({
    subject: m.accounts_mail_taken_subject({ site }),
    preview: m.accounts_mail_taken_preview(),
    title: m.accounts_mail_taken_title(),
    body: [
      m.accounts_mail_taken_body({ site }),
      m.accounts_mail_taken_sign_in(),
      { button: m.ui_sign_in(), url: `${to.site.url}/sign-in` },
      { link: m.accounts_forgotten(), url: `${to.site.url}/forgot-password` },
    ],
    closing: m.accounts_mail_taken_closing(),
  }))
}
