import * as m from '#messages'
import { DdpError } from '../../ddp/wire/error.ts'
import styles from '../../features/accounts/ui/account-forms.module.css'
import { PlainPassword } from '../../features/accounts/ui/password.ts'
import { withReturnPath } from '../../features/accounts/ui/return-path.ts'
import { useSession } from '../../features/accounts/ui/use-account.ts'
import { useRedirectAfterLogin } from '../../features/accounts/ui/use-redirect-after-login.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { FormBody } from '../../platform/ui/form/FormBody.tsx'
import { NoScriptNotice } from '../../platform/ui/form/NoScriptNotice.tsx'
import { PasswordField } from '../../platform/ui/form/PasswordField.tsx'
import { TextField } from '../../platform/ui/form/TextField.tsx'
import { useForm } from '../../platform/ui/form/use-form.ts'
import { renderMessage } from '../../platform/ui/format/rich-message.tsx'
import { SimpleShell } from '../../platform/ui/layouts/shells.tsx'

/** Signs in by user name or e-mail, then goes back to where the user came from. */
export function SignInPage({ query }: RouteMatch) {
  const next = useRedirectAfterLogin(query)
  const { session } = useSession()
  const form = useForm({
    initial: { name: '', password: '' },
    check: ({ name }) => (name.trim() === '' ? { name: m.accounts_in_name_missing() } : {}),
    send: async ({ name, password }) => session?.logIn(name, new PlainPassword(password)),
    place: error => (error instanceof DdpError && error.reason === m.accounts_password_empty() ? { password: error.reason } : null),
  })
  return (
    <SimpleShell title={m.accounts_sign_in()}>
      <NoScriptNotice purpose={m.accounts_in_needs()} />
      <FormBody form={form} action={m.accounts_sign_in()} wide>
        <TextField label={m.accounts_in_name()} autoComplete="username" autoCapitalize="none" {...form.field('name')} />
        <PasswordField label={m.accounts_password()} autoComplete="current-password" {...form.field('password')} />
        <Link className={styles.forgotten} href="/forgot-password">
          {m.accounts_forgotten()}
        </Link>
      </FormBody>
      <p className={styles.other}>
        {renderMessage(m.accounts_in_new(), { create: text => <Link href={withReturnPath('/sign-up', next)}>{text}</Link> })}
      </p>
    </SimpleShell>
  )
}
