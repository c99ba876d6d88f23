import { useState } from 'react'
import { accountBeginPasskeySignIn } from '#accounts/contract/passkeys.ts'
import { logInBy } from '#accounts/ui/session/account-calls.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHydrated } from '#platform/ui/use-hydrated.ts'
import { useSession } from '../session/use-account.ts'

/** The button that signs in with a passkey. What it needs for that is fetched when it is pressed. */
export function PasskeyButton() {
  const { session } = useSession()
  const begin = useMethod(accountBeginPasskeySignIn)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const signIn = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const { passkeyObstacle, passkeyErrorMessage, answerWithPasskey } = await import('./ceremony.ts')
      const obstacle = passkeyObstacle()
      if (obstacle !== null) return setProblem(obstacle)
      try {
        const passkey = await answerWithPasskey(await begin({}))
        if (session !== null) await logInBy(session, { passkey })
      } catch (error) {
        setProblem(passkeyErrorMessage(error))
      }
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={layout.stack2}>
      <Button wide busy={busy || !hydrated} onClick={() => void signIn()}>
        {m.accounts_passkeys_in()}
      </Button>
      <FormError message={problem} />
    </div>
  )
}
