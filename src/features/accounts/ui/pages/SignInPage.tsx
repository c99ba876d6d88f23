import { type FormEvent, use, useEffect, useState } from 'react'
import { sentenceOf } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { NavigateContext } from '../../../../platform/ui/navigate.ts'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { useSession } from '../parts/account.ts'
import { pathAfter, withNext } from '../parts/next.ts'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import styles from './forms.module.css'

/** Signs in by user name or e-mail, and goes where the reader came from. */
export function SignInPage({ query }: At) {
  const next = pathAfter(query)
  const { session, state } = useSession()
  const navigate = use(NavigateContext)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const signedIn = state.userId !== null && !busy

  useEffect(() => {
    if (signedIn) navigate?.(next)
  }, [signedIn, navigate, next])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setError('Type your user name or e-mail address.')
    setBusy(true)
    setError(null)
    try {
      await session?.logIn(name, password)
    } catch (problem) {
      setError(sentenceOf(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <SimpleShell title="Sign in">
      <ScriptNeeded what="Signing in" />
      <form className={styles.form} onSubmit={event => void submit(event)} noValidate>
        <TextField
          label="User name or e-mail"
          autoComplete="username"
          autoCapitalize="none"
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <FormError message={error} />
        <Button kind="primary" type="submit" wide busy={busy}>
          Sign in
        </Button>
      </form>
      <p className={styles.other}>
        New here? <Link href={withNext('/sign-up', next)}>Create an account</Link>
      </p>
    </SimpleShell>
  )
}
