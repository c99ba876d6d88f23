import type { ReactNode } from 'react'
import * as m from '#messages'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'

/** Says that a link comes by e-mail, or, on a site that sends none, who has it instead. It does not tell whether there is an account. */
export function MailNotice({ children }: { children: ReactNode }) {
  const { noMail } = useSiteSettings()
  if (noMail === null)
    return (
      <Notice kind="success" title={m.accounts_look_into_mail()}>
        {children}
      </Notice>
    )
  const { contact } = noMail
  return (
    <Notice kind="warn" title={m.accounts_no_mail()}>
      {m.accounts_no_mail_help()}{' '}
      {contact !== null && (
        <a href={contact.startsWith('https:') ? contact : `mailto:${contact}`} dir="ltr">
          {contact}
        </a>
      )}
    </Notice>
  )
}
