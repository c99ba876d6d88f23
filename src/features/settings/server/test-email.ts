import * as m from '#messages'
import type { EmailSite } from '#platform/mail/email-site.ts'
import { type EmailContent, renderEmail } from '#platform/mail/email-template.ts'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'

/** The message by which administrators find out whether mails arrive. */
export const renderTestEmail = ({ site, name, locale }: { site: EmailSite; name: string; locale: Locale }): EmailContent =>
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
