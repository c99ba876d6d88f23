import * as m from '#messages'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Link } from '../../../../platform/ui/Link.tsx'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { said } from '../../../../platform/ui/said.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { emailProblem, usernameProblem } from '../../rules.ts'
import { useSession } from '../parts/account.ts'
import { FormBody } from '../parts/FormBody.tsx'
import { withNext } from '../parts/next.ts'
import { newPasswordHint, newPasswordProblem, newPasswordRefusal } from '../parts/password-problems.ts'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import { useEntry } from '../parts/use-entry.ts'
import { type Problems, useForm } from '../parts/use-form.ts'
import { TypedPassword } from '../password.ts'
import styles from './pages.module.css'

type Values = { username: string; email: string; password: string }

const check = ({ username, email, password }: Values): Problems<Values> => ({
  username: usernameProblem(username.trim()) ?? undefined,
  email: email.trim() === '' ? undefined : (emailProblem(email.trim()) ?? undefined),
  password: newPasswordProblem(password),
})

function place(error: unknown): Problems<Values> | null {
  if (error instanceof DdpError && error.reason === 'Username already exists.') return { username: m.accounts_up_name_taken() }
  const password = newPasswordRefusal(error)
  return password === null ? null : { password }
}

/** Creates an account, signs in with it, and goes where the reader came from. */
export function SignUpPage({ query }: At) {
  const next = useEntry(query)
  const { session } = useSession()
  const form = useForm<Values>({
    initial: { username: '', email: '', password: '' },
    check,
    send: async values => session?.signUp({ ...values, password: new TypedPassword(values.password) }),
    place,
  })
  return (
    <SimpleShell title={m.accounts_up_title()}>
      <ScriptNeeded what={m.accounts_up_needs()} />
      <FormBody form={form} action={m.accounts_up_send()} wide>
        <TextField
          label={m.accounts_up_name()}
          hint={m.accounts_up_name_hint()}
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('username')}
        />
        <TextField
          label={m.accounts_up_email()}
          hint={m.accounts_up_email_hint()}
          type="email"
          dir="ltr"
          autoComplete="email"
          {...form.field('email')}
        />
        <PasswordField label={m.accounts_password()} hint={newPasswordHint()} autoComplete="new-password" {...form.field('password')} />
      </FormBody>
      <p className={styles.other}>{said(m.accounts_up_known(), { in: text => <Link href={withNext('/sign-in', next)}>{text}</Link> })}</p>
    </SimpleShell>
  )
}
