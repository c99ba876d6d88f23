import { useState } from 'react'
import { resetPasswordByToken } from '#accounts/ui/session/account-calls.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { SECOND_STEP_ON } from '../contract/accounts.ts'
import { ENROLL_DAYS, RESET_DAYS } from '../rules.ts'
import { PlainPassword } from './password.ts'
import { newPasswordHint, newPasswordProblem, newPasswordRefusal } from './password-validation.ts'
import { useSession } from './session/use-account.ts'

/**
 * Sets a password through the link of an e-mail. That signs the user in, and then the page is shown. A user with a second step signs in
 * afterwards.
 * @param fresh true for the first password of an account
 */
export function SetPassword({ token, fresh, onDone }: { token: string; fresh: boolean; onDone: () => void }) {
  const { session } = useSession()
  const [expired, setExpired] = useState(false)
  const [changed, setChanged] = useState(false)
  const title = fresh ? m.accounts_choose_title_fresh() : m.accounts_choose_title()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    send: async ({ password }) => {
      if (session !== null) await resetPasswordByToken(session, token, new PlainPassword(password))
      onDone()
    },
    place: error => {
      const password = newPasswordRefusal(error)
      if (password !== null) return { password }
      if (error instanceof DdpError && error.error === SECOND_STEP_ON) setChanged(true)
      if (error instanceof DdpError && error.error === 403) setExpired(true)
      return null
    },
  })
  if (changed) {
    return (
      <SimpleShell pageTitle={m.accounts_two_reset_done_title()}>
        <FormResult>
          <EmptyState
            page
            title={m.accounts_two_reset_done_title()}
            action={
              <ButtonLink kind="primary" href="/sign-in">
                {m.ui_sign_in()}
              </ButtonLink>
            }
          >
            {m.accounts_two_reset_done()}
          </EmptyState>
        </FormResult>
      </SimpleShell>
    )
  }
  if (expired) {
    return (
      <SimpleShell pageTitle={m.accounts_link_expired_head()}>
        <FormResult>
          <ErrorState
            page
            title={m.accounts_link_expired()}
            action={
              <>
                {fresh ? (
                  <ButtonLink kind="primary" href="/sign-in">
                    {m.ui_sign_in()}
                  </ButtonLink>
                ) : (
                  <ButtonLink kind="primary" href="/forgot-password">
                    {m.accounts_choose_ask_again()}
                  </ButtonLink>
                )}
                <Button onClick={onDone}>{m.accounts_choose_without()}</Button>
              </>
            }
          >
            {fresh ? m.accounts_choose_expired_fresh({ days: ENROLL_DAYS }) : m.accounts_choose_expired({ days: RESET_DAYS })}
          </ErrorState>
        </FormResult>
      </SimpleShell>
    )
  }
  return (
    <SimpleShell title={title} pageTitle={`${title} · Skillshot`}>
      <FormBody form={form} action={m.accounts_choose_send()} wide>
        <PasswordField
          label={fresh ? m.ui_password() : m.accounts_password_new()}
          hint={newPasswordHint()}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </FormBody>
      <Button kind="plain" onClick={onDone}>
        {m.accounts_choose_not_now()}
      </Button>
    </SimpleShell>
  )
}
