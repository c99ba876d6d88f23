import { useState } from 'react'
import { wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import styles from '#accounts/ui/account-forms.module.css'
import { PlainPassword } from '#accounts/ui/password.ts'
import { newPasswordHint, newPasswordProblem, newPasswordRefusal } from '#accounts/ui/password-validation.ts'
import { changeOwnPassword } from '#accounts/ui/session/account-calls.ts'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { type FormProblems, useForm } from '#platform/ui/form/use-form.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'

type Values = { old: string; password: string }

function place(error: unknown): FormProblems<Values> | null {
  if (isCallError(error, wrongCredentials)) return { old: m.accounts_password_wrong() }
  const password = newPasswordRefusal(error)
  return password === null ? null : { password }
}

/** Changes the password, which ends the user's sessions on all other devices. */
export function ChangePasswordPage() {
  return (
    <SimpleShell title={m.accounts_change_title()}>
      <NoScriptNotice purpose={m.accounts_change_needs()} />
      <RequireLogin path="/change-password" reason={m.accounts_change_words()}>
        {({ username }) => <ChangeForm username={username} />}
      </RequireLogin>
      <p className={styles.other}>
        <Link href="/forgot-password">{m.accounts_forgotten()}</Link>
      </p>
    </SimpleShell>
  )
}

function ChangeForm({ username }: { username: string }) {
  const { session } = useSession()
  const [changed, setChanged] = useState(false)
  const form = useForm<Values>({
    initial: { old: '', password: '' },
    check: ({ old, password }) => ({
      old: old === '' ? m.accounts_change_old_missing() : undefined,
      password: newPasswordProblem(password),
    }),
    send: async ({ old, password }) => {
      if (session !== null) await changeOwnPassword(session, new PlainPassword(old), new PlainPassword(password))
      setChanged(true)
    },
    place,
  })
  if (changed) {
    return (
      <FormResult>
        <Notice kind="success" title={m.accounts_change_done()}>
          {m.accounts_change_done_note()}
        </Notice>
        <ButtonLink href="/account">{m.accounts_to_account()}</ButtonLink>
      </FormResult>
    )
  }
  return (
    <FormBody form={form} action={m.ui_change_password()} wide>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label={m.accounts_change_old()} autoComplete="current-password" {...form.field('old')} />
      <PasswordField label={m.accounts_password_new()} hint={newPasswordHint()} autoComplete="new-password" {...form.field('password')} />
    </FormBody>
  )
}
