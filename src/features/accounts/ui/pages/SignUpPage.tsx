import { type FormEvent, use, useEffect, useState } from 'react'
import { sentenceOf } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { NavigateContext } from '../../../../platform/ui/navigate.ts'
import { PasswordField } from '../../../../platform/ui/PasswordField.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { emailProblem, MIN_PASSWORD, usernameProblem } from '../../rules.ts'
import { useSession } from '../parts/account.ts'
import { pathAfter, withNext } from '../parts/next.ts'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import styles from './forms.module.css'

interface Problems {
  username?: string | undefined
  email?: string | undefined
  password?: string | undefined
}

function problemsOf(username: string, email: string, password: string): Problems | null {
  const problems: Problems = {
    username: usernameProblem(username.trim()) ?? undefined,
    email: email.trim() === '' ? undefined : (emailProblem(email.trim()) ?? undefined),
    password: [...password].length < MIN_PASSWORD ? `At least ${MIN_PASSWORD} characters, please.` : undefined,
  }
  return Object.values(problems).some(Boolean) ? problems : null
}

/** Creates an account, signs in with it, and goes where the reader came from. */
export function SignUpPage({ query }: At) {
  const next = pathAfter(query)
  const { session, state } = useSession()
  const navigate = use(NavigateContext)
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const signedIn = state.userId !== null && !busy

  useEffect(() => {
    if (signedIn) navigate?.(next)
  }, [signedIn, navigate, next])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = problemsOf(username, email, password)
    setProblems(found ?? {})
    setError(null)
    if (found !== null) return
    setBusy(true)
    try {
      await session?.signUp({ username, email, password })
    } catch (problem) {
      setError(sentenceOf(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <SimpleShell title="Create an account">
      <ScriptNeeded what="Signing up" />
      <form className={styles.form} onSubmit={event => void submit(event)} noValidate>
        <TextField
          label="User name"
          hint="Everybody sees it beside your scores."
          autoComplete="username"
          autoCapitalize="none"
          value={username}
          error={problems.username}
          onChange={event => setUsername(event.target.value)}
        />
        <TextField
          label="E-mail (optional)"
          hint="Only for you: to get back in when you forget your password."
          type="email"
          autoComplete="email"
          value={email}
          error={problems.email}
          onChange={event => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          hint={`At least ${MIN_PASSWORD} characters.`}
          autoComplete="new-password"
          value={password}
          error={problems.password}
          onChange={event => setPassword(event.target.value)}
        />
        <FormError message={error} />
        <Button kind="primary" type="submit" wide busy={busy}>
          Create account
        </Button>
      </form>
      <p className={styles.other}>
        Already have one? <Link href={withNext('/sign-in', next)}>Sign in</Link>
      </p>
    </SimpleShell>
  )
}
