import { useState } from 'react'
import styles from '#accounts/ui/account-forms.module.css'
import { MailNotice } from '#accounts/ui/email/MailNotice.tsx'
import { emailFieldProblem } from '#accounts/ui/name-validation.ts'
import { askForPasswordReset } from '#accounts/ui/session/account-calls.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'

/** Requests an e-mail with a link to choose a new password. The page does not reveal who has an account. */
export function ForgotPasswordPage() {
  const { session } = useSession()
  const { noMail } = useSiteSettings()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({
      email: email.trim() === '' ? m.accounts_forgot_missing() : emailFieldProblem(email),
    }),
    send: async ({ email }) => {
      if (session !== null) await askForPasswordReset(session, email)
      setSent(true)
    },
  })
  return (
    <SimpleShell title={m.accounts_forgotten()}>
      <NoScriptNotice purpose={m.accounts_forgot_needs()} />
      {sent ? (
        <FormResult>
          <MailNotice>{m.accounts_forgot_sent({ address: form.values.email.trim() })}</MailNotice>
          <Button onClick={() => setSent(false)}>{m.accounts_forgot_again()}</Button>
        </FormResult>
      ) : (
        <>
          <p className={layout.muted}>{noMail === null ? m.accounts_forgot_ask() : m.accounts_forgot_ask_no_mail()}</p>
          <FormBody form={form} action={m.accounts_send_link()} wide>
            <TextField label={m.ui_email()} type="email" dir="ltr" autoComplete="email" {...form.field('email')} />
          </FormBody>
        </>
      )}
      <p className={styles.other}>
        <Link href="/sign-in">{m.accounts_forgot_back()}</Link>
      </p>
    </SimpleShell>
  )
}
