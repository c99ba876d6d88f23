import { use, useEffect, useState } from 'react'
import * as m from '#messages'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '../controls/Button.tsx'
import { FormError } from '../form/FormError.tsx'
import { AccountContext } from '../layouts/context/account-context.ts'
import { SimpleShell } from '../layouts/SimpleShell.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { setKiosk } from './kiosk-lock.ts'

/**
 * Asks before a device becomes a kiosk, since it shows nothing else from then on, and nobody stays signed in on it.
 * @param path of the kiosk's page. @param onOpen opens the link whose token is in the fragment of the page's address; rejects if it is good no longer
 */
export function LockDevice({ path, onOpen }: { path: string; onOpen(token: string): Promise<void> }) {
  const { account, signOut } = use(AccountContext)
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => setToken(window.location.hash.slice(1)), [])
  const { start, busy, error } = useAsyncAction(async () => {
    await onOpen(token!)
    await signOut()
    setKiosk(path)
    window.location.replace(path)
  })
  return (
    <SimpleShell pageTitle={m.ui_kiosk_title()}>
      {token === '' ? (
        <EmptyState page title={m.ui_kiosk_none()}>
          {m.ui_kiosk_none_words()}
        </EmptyState>
      ) : (
        <>
          <h1>{m.ui_kiosk_lock_title()}</h1>
          <p>{m.ui_kiosk_lock_words()}</p>
          {account.state === 'in' && <p>{m.ui_kiosk_lock_signed_in()}</p>}
          <FormError message={error} />
          <Button kind="primary" wide busy={busy || token === null} onClick={start}>
            {m.ui_kiosk_lock()}
          </Button>
        </>
      )}
    </SimpleShell>
  )
}
