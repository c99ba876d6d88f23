import { useState } from 'react'
import { INVALID_SECOND_STEP_CODE, NO_SECOND_STEP_CODE } from '#accounts/contract/accounts.ts'
import { readSuspension } from '#accounts/rules/suspension.ts'
import styles from '#accounts/ui/account-forms.module.css'
import { LoginServiceButtons } from '#accounts/ui/login-services/LoginServiceButtons.tsx'
import { PasskeyButton } from '#accounts/ui/passkeys/PasskeyButton.tsx'
import { PlainPassword } from '#accounts/ui/password.ts'
import { SecondStepCodeField } from '#accounts/ui/second-step/SecondStepCodeField.tsx'
import { logIn } from '#accounts/ui/session/account-calls.ts'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { useRedirectAfterLogin } from '#accounts/ui/session/use-redirect-after-login.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { usePolicy } from '#invitations/ui/use-policy.ts'
import * as m from '#messages'
import type { RouteMatch } from '#platform/live/route.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { SuspendedOptions } from './SuspendedOptions.tsx'

/** Signs in by user name or e-mail, with a code if the account has a second step, then goes back to where the user came from. */
export function SignInPage({ query }: RouteMatch) {
  const next = useRedirectAfterLogin(query)
  const { session } = useSession()
  const signUps = usePolicy()?.signUps ?? 'open'
  /** the name of the account that has a second step */
  const [nameWithCode, setNameWithCode] = useState<string | null>(null)
  const needsCode = (name: string): boolean => name.trim() === nameWithCode
  const [isSuspended, setIsSuspended] = useState(false)
  const form = useForm({
    initial: { name: '', password: '', code: '' },
    check: ({ name, code }) => ({
      name: name.trim() === '' ? m.accounts_in_name_missing() : undefined,
      code: needsCode(name) && code.trim() === '' ? m.accounts_two_code_missing() : undefined,
    }),
    send: async ({ name, password, code }) => {
      if (session !== null) await logIn(session, name, new PlainPassword(password), needsCode(name) ? code : '')
    },
    place: error => {
      if (!(error instanceof DdpError)) return null
      setIsSuspended(readSuspension(error.details) !== null)
      if (error.error === NO_SECOND_STEP_CODE) {
        setNameWithCode(form.values.name.trim())
        return {}
      }
      if (error.error === INVALID_SECOND_STEP_CODE) return { code: m.error_code_wrong() }
      return error.reason === m.accounts_password_empty() ? { password: error.reason } : null
    },
  })
  return (
    <SimpleShell title={m.ui_sign_in()}>
      <NoScriptNotice purpose={m.accounts_in_needs()} />
      <FormBody form={form} action={m.ui_sign_in()} wide>
        <TextField label={m.accounts_in_name()} autoComplete="username" autoCapitalize="none" {...form.field('name')} />
        <PasswordField label={m.ui_password()} autoComplete="current-password" {...form.field('password')} />
        {needsCode(form.values.name) && <SecondStepCodeField autoFocus {...form.field('code')} />}
        <Link className={styles.forgotten} href="/forgot-password">
          {m.accounts_forgotten()}
        </Link>
      </FormBody>
      {isSuspended && <SuspendedOptions proof={form.values} />}
      <PasskeyButton />
      <LoginServiceButtons next={next} />
      <p className={styles.other}>
        {signUps === 'open'
          ? renderMessage(m.accounts_in_new(), { create: text => <Link href={withReturnPath('/sign-up', next)}>{text}</Link> })
          : signUps === 'invite'
            ? m.accounts_in_invited()
            : m.ui_sign_up_closed()}
      </p>
    </SimpleShell>
  )
}
