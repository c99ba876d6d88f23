import { useState } from 'react'
import { useSession } from '../../features/accounts/ui/parts/account.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog.tsx'
import { forgetServer } from './remembered.ts'

const hostOf = (origin: string): string => new URL(origin).host

/** Which server the pages come from, and the way to another one. */
export function ChangeServer({ server }: { server: string }) {
  const [asking, setAsking] = useState(false)
  const { session } = useSession()
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Change server
      </Button>
      {asking && <ServerDialog from={server} to={null} leave={() => session?.logOut()} onClose={() => setAsking(false)} />}
    </>
  )
}

/** @param to the server that a link asks for; null: any */
export function ServerDialog({
  from,
  to,
  leave,
  onClose,
}: {
  from: string
  to: string | null
  leave?: () => Promise<void> | undefined
  onClose: () => void
}) {
  const change = async (): Promise<void> => {
    // Without a connection the server hears of it never, and this device forgets all the same.
    leave?.()?.catch(() => {})
    await forgetServer()
    window.location.assign(new URL(to === null ? '/' : `/?${new URLSearchParams({ server: to })}`, window.location.href))
  }
  return (
    <ConfirmDialog
      title={to === null ? 'Use another server?' : 'This link belongs to another server'}
      yes="Change server"
      no="Stay"
      run={change}
      onClose={onClose}
    >
      {to !== null && <p>The link is one of {hostOf(to)}.</p>}
      <p>
        This app now shows {hostOf(from)}. If you change, you are signed out of it, and scores that still wait to be sent are thrown away.
      </p>
    </ConfirmDialog>
  )
}
