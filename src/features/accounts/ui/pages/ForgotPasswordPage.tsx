import { useState } from 'react'
import { Button } from '../../../../platform/ui/Button.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Notice } from '../../../../platform/ui/Notice.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { emailProblem } from '../../rules.ts'
import { useSession } from '../parts/account.ts'
import { FormBody } from '../parts/FormBody.tsx'
import { Outcome } from '../parts/Outcome.tsx'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import { useForm } from '../parts/use-form.ts'
import styles from './pages.module.css'

/** Asks for a mail with a link to choose a new password. Nobody learns from it who has an account. */
export function ForgotPasswordPage() {
  const { session } = useSession()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({
      email: email.trim() === '' ? 'Type your e-mail address.' : (emailProblem(email.trim()) ?? undefined),
    }),
    send: async ({ email }) => {
      await session?.forgotPassword(email)
      setSent(true)
    },
  })
  return (
    <SimpleShell title="Forgot your password?">
      <ScriptNeeded what="Choosing a new password" />
      {sent ? (
        <Outcome>
          <Notice kind="success" title="Look into your mail.">
            If an account has the address {form.values.email.trim()}, a link to choose a new password is on its way. It is good for three
            days. If nothing comes, look among the spam too.
          </Notice>
          <Button onClick={() => setSent(false)}>Try another address</Button>
        </Outcome>
      ) : (
        <>
          <p className={styles.quiet}>Type the address that your account has, and we send a link to choose a new one.</p>
          <FormBody form={form} action="Send the link" wide>
            <TextField label="E-mail" type="email" autoComplete="email" {...form.field('email')} />
          </FormBody>
        </>
      )}
      <p className={styles.other}>
        <Link href="/sign-in">Back to signing in</Link>
      </p>
    </SimpleShell>
  )
}
