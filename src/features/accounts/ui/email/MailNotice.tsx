import { type ReactNode, use } from 'react'
import * as m from '#messages'
import { NoMailContext } from '#platform/ui/layouts/context/no-mail-context.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'

/** Says that a link comes by e-mail, or, on a site that sends none, who has it instead. It does not tell whether there is an account. */
export function MailNotice({ children }: { children: ReactNode }) {
  const noMail = use(NoMailContext)
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
