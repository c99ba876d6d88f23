import * as m from '#messages'
import { DdpError } from '../../ddp/wire/error.ts'
import styles from '../../features/accounts/ui/account-forms.module.css'
import { FormBody } from '../../features/accounts/ui/parts/FormBody.tsx'
import { NoScriptNotice } from '../../features/accounts/ui/parts/NoScriptNotice.tsx'
import { withNext } from '../../features/accounts/ui/parts/return-path.ts'
import { SimpleShell } from '../../features/accounts/ui/parts/shells.tsx'
import { useSession } from '../../features/accounts/ui/parts/use-account.ts'
import { useForm } from '../../features/accounts/ui/parts/use-form.ts'
import { useEntry } from '../../features/accounts/ui/parts/use-redirect-after-login.ts'
import { TypedPassword } from '../../features/accounts/ui/password.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Link } from '../../platform/ui/Link.tsx'
import { PasswordField } from '../../platform/ui/PasswordField.tsx'
import { renderMessage } from '../../platform/ui/rich-message.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'

/** Signs in by user name or e-mail, then goes back to where the user came from. */
export function SignInPage({ query }: RouteMatch) {
  const next = useEntry(query)
  const { session } = useSession()
  const form = useForm({
    initial: { name: '', password: '' },
    check: ({ name }) => (name.trim() === '' ? { name: m.accounts_in_name_missing() } : {}),
    send: async ({ name, password }) => session?.logIn(name, new TypedPassword(password)),
    place: error => (error instanceof DdpError && error.reason === m.accounts_password_empty() ? { password: error.reason } : null),
  })
  return (
    <SimpleShell title={m.accounts_sign_in()}>
      <NoScriptNotice what={m.accounts_in_needs()} />
      <FormBody form={form} action={m.accounts_sign_in()} wide>
        <TextField label={m.accounts_in_name()} autoComplete="username" autoCapitalize="none" {...form.field('name')} />
        <PasswordField label={m.accounts_password()} autoComplete="current-password" {...form.field('password')} />
        <Link className={styles.forgotten} href="/forgot-password">
          {m.accounts_forgotten()}
        </Link>
      </FormBody>
      <p className={styles.other}>
        {renderMessage(m.accounts_in_new(), { create: text => <Link href={withNext('/sign-up', next)}>{text}</Link> })}
      </p>
    </SimpleShell>
  )
}
