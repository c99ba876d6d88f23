import { DdpError } from '../../../../ddp/wire/error.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Link } from '../../../../platform/ui/Link.tsx'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { useSession } from '../parts/account.ts'
import { FormBody } from '../parts/FormBody.tsx'
import { withNext } from '../parts/next.ts'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import { useEntry } from '../parts/use-entry.ts'
import { useForm } from '../parts/use-form.ts'
import { TypedPassword } from '../password.ts'
import styles from './pages.module.css'

/** Signs in by user name or e-mail, and goes where the reader came from. */
export function SignInPage({ query }: At) {
  const next = useEntry(query)
  const { session } = useSession()
  const form = useForm({
    initial: { name: '', password: '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Type your user name or e-mail address.' } : {}),
    send: async ({ name, password }) => session?.logIn(name, new TypedPassword(password)),
    place: error => (error instanceof DdpError && error.reason === 'Password may not be empty' ? { password: error.reason } : null),
  })
  return (
    <SimpleShell title="Sign in">
      <ScriptNeeded what="Signing in" />
      <FormBody form={form} action="Sign in" wide>
        <TextField label="User name or e-mail" autoComplete="username" autoCapitalize="none" {...form.field('name')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <Link className={styles.forgotten} href="/forgot-password">
          Forgot your password?
        </Link>
      </FormBody>
      <p className={styles.other}>
        New here? <Link href={withNext('/sign-up', next)}>Create an account</Link>
      </p>
    </SimpleShell>
  )
}
