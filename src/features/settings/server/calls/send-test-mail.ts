import * as m from '#messages'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { describeSite, type EmailSite } from '#platform/mail/email-site.ts'
import { type EmailContent, renderEmail } from '#platform/mail/email-template.ts'
import { MailError } from '#platform/mail/mail-error.ts'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import { isAddress } from '#platform/text/mail-address.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { settingsSendTestMail, testMailRefused } from '#settings/contract.ts'
import type { SettingsServices } from '../services.ts'

export const sendTestMail = handle(settingsSendTestMail, async (call, services: SettingsServices) => {
  const { accounts, requireAdmin, settings, logo, address, mailer } = services
  const userId = await requireAdmin(call)
  const to = call.input.to.trim()
  if (!isAddress(to)) throw fieldError('to', 'is not an e-mail address')
  const person = await accounts.getUser(userId)
  const content = renderTestEmail({
    site: describeSite(settings, logo, address()),
    name: person?.displayName ?? '',
    locale: (await accounts.getLocale(userId)) ?? LOCALES[0],
  })
  try {
    await mailer.send({ to, ...content })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw testMailRefused({ answer: error.message })
  }
  return { by: settings.current().mailUrl === null ? 'file' : 'smtp' }
})

/** The message by which administrators find out whether mails arrive. */
const renderTestEmail = ({ site, name, locale }: { site: EmailSite; name: string; locale: Locale }): EmailContent =>
  inLocale(locale, () =>
    renderEmail({
      subject: m.settings_mail_subject({ site: site.name }),
      preview: m.settings_mail_body(),
      title: m.settings_mail_title(),
      body: [m.settings_mail_body(), { link: m.settings_mail_link(), url: `${site.url}/admin/settings` }],
      closing: m.settings_mail_closing(),
      site,
      name,
      locale,
    }),
  )
