import { DdpError } from '../../../../ddp/wire/error.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Link } from '../../../../platform/ui/Link.tsx'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { emailProblem, usernameProblem } from '../../rules.ts'
import { useSession } from '../parts/account.ts'
import { FormBody } from '../parts/FormBody.tsx'
import { withNext } from '../parts/next.ts'
import { NEW_PASSWORD_HINT, newPasswordProblem, newPasswordRefusal } from '../parts/password-problems.ts'
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
  if (error instanceof DdpError && error.reason === 'Username already exists.') return { username: 'Somebody has this user name already.' }
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
    <SimpleShell title="Create an account">
      <ScriptNeeded what="Signing up" />
      <FormBody form={form} action="Create account" wide>
        <TextField
          label="User name"
          hint="Everybody sees it beside your scores."
          autoComplete="username"
          autoCapitalize="none"
          {...form.field('username')}
        />
        <TextField
          label="E-mail (optional)"
          hint="Only for you: to get back in when you forget your password."
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <PasswordField label="Password" hint={NEW_PASSWORD_HINT} autoComplete="new-password" {...form.field('password')} />
      </FormBody>
      <p className={styles.other}>
        Already have one? <Link href={withNext('/sign-in', next)}>Sign in</Link>
      </p>
    </SimpleShell>
  )
}
