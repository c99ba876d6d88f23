import { useState } from 'react'
import { DdpError } from '../../../ddp/wire/error.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../platform/ui/ButtonLink.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PasswordField } from '../../../platform/ui/PasswordField.tsx'
import { ENROLL_DAYS, RESET_DAYS } from '../rules.ts'
import { useSession } from './parts/account.ts'
import { FormBody } from './parts/FormBody.tsx'
import { Outcome } from './parts/Outcome.tsx'
import { NEW_PASSWORD_HINT, newPasswordProblem, newPasswordRefusal } from './parts/password-problems.ts'
import { SimpleShell } from './parts/shells.tsx'
import { useForm } from './parts/use-form.ts'
import { TypedPassword } from './password.ts'

/**
 * A password by the link of a mail; then one is signed in, and the page comes.
 * @param fresh it is the account's first
 */
export function ChoosePassword({ token, fresh, onDone }: { token: string; fresh: boolean; onDone: () => void }) {
  const { session } = useSession()
  const [expired, setExpired] = useState(false)
  const title = fresh ? 'Choose a password for your new account' : 'Choose a new password'
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: newPasswordProblem(password) }),
    send: async ({ password }) => {
      await session?.resetPassword(token, new TypedPassword(password))
      onDone()
    },
    place: error => {
      const password = newPasswordRefusal(error)
      if (password !== null) return { password }
      if (error instanceof DdpError && error.error === 403) setExpired(true)
      return null
    },
  })
  if (expired) {
    return (
      <SimpleShell pageTitle="This link no longer works · Skillshot">
        <Outcome>
          <ErrorState
            page
            title="This link no longer works."
            action={
              <>
                {fresh ? (
                  <ButtonLink kind="primary" href="/sign-in">
                    Sign in
                  </ButtonLink>
                ) : (
                  <ButtonLink kind="primary" href="/forgot-password">
                    Ask for a new link
                  </ButtonLink>
                )}
                <Button onClick={onDone}>Go on without</Button>
              </>
            }
          >
            {fresh
              ? `It is good for ${ENROLL_DAYS} days and for one time. If you have not chosen a password yet, ask whoever made your account for a new link.`
              : `It is good for ${RESET_DAYS} days and for one time, and a newer one takes its place.`}
          </ErrorState>
        </Outcome>
      </SimpleShell>
    )
  }
  return (
    <SimpleShell title={title} pageTitle={`${title} · Skillshot`}>
      <FormBody form={form} action="Save password and sign in" wide>
        <PasswordField
          label={fresh ? 'Password' : 'New password'}
          hint={NEW_PASSWORD_HINT}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </FormBody>
      <Button kind="plain" onClick={onDone}>
        Not now
      </Button>
    </SimpleShell>
  )
}
