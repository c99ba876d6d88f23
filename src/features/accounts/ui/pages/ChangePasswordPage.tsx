import { useState } from 'react'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Notice } from '../../../../platform/ui/Notice.tsx'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { CHECK_CREDENTIALS } from '../../contract.ts'
import { useSession } from '../parts/account.ts'
import { FormBody } from '../parts/FormBody.tsx'
import { Outcome } from '../parts/Outcome.tsx'
import { NEW_PASSWORD_HINT, newPasswordProblem, newPasswordRefusal } from '../parts/password-problems.ts'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SignedIn } from '../parts/SignedIn.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import { type Problems, useForm } from '../parts/use-form.ts'
import { TypedPassword } from '../password.ts'
import styles from './pages.module.css'

type Values = { old: string; password: string }

function place(error: unknown): Problems<Values> | null {
  if (error instanceof DdpError && error.reason === CHECK_CREDENTIALS) return { old: 'That is not your password.' }
  const password = newPasswordRefusal(error)
  return password === null ? null : { password }
}

/** Another password; whoever else was signed in with the old one no longer is. */
export function ChangePasswordPage() {
  return (
    <SimpleShell title="Change your password">
      <ScriptNeeded what="Changing your password" />
      <SignedIn path="/change-password" words="Then you can choose another password here.">
        {({ username }) => <ChangeForm username={username} />}
      </SignedIn>
      <p className={styles.other}>
        <Link href="/forgot-password">Forgot your password?</Link>
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
      old: old === '' ? 'Type the password that you have now.' : undefined,
      password: newPasswordProblem(password),
    }),
    send: async ({ old, password }) => {
      await session?.changePassword(new TypedPassword(old), new TypedPassword(password))
      setChanged(true)
    },
    place,
  })
  if (changed) {
    return (
      <Outcome>
        <Notice kind="success" title="Your password is changed.">
          Whoever was signed in as you elsewhere is signed out.
        </Notice>
        <ButtonLink href="/account">To your account</ButtonLink>
      </Outcome>
    )
  }
  return (
    <FormBody form={form} action="Change password" wide>
      {/* For password keepers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...form.field('old')} />
      <PasswordField label="New password" hint={NEW_PASSWORD_HINT} autoComplete="new-password" {...form.field('password')} />
    </FormBody>
  )
}
