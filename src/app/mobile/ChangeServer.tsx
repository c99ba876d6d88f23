import { useState } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { removeStoredServer } from './stored-server.ts'

const hostOf = (origin: string): string => new URL(origin).host

/** A button with which the user switches the app to another server. */
export function ChangeServer({ server }: { server: string }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { session } = useSession()
  return (
    <>
      <Button kind="plain" onClick={() => setDialogOpen(true)}>
        {m.app_server_change()}
      </Button>
      {isDialogOpen && <ServerDialog from={server} to={null} onLeave={() => session?.logOut()} onClose={() => setDialogOpen(false)} />}
    </>
  )
}

/** Asks whether to leave the current server. @param to the server that a link belongs to; null: the user chooses one afterwards */
export function ServerDialog({
  from,
  to,
  onLeave,
  onClose,
}: {
  from: string
  to: string | null
  onLeave?: () => Promise<void> | undefined
  onClose: () => void
}) {
  const change = async (): Promise<void> => {
    // Without a connection the logout never reaches the server; the device forgets the login all the same.
    onLeave?.()?.catch(() => {})
    await removeStoredServer()
    window.location.assign(new URL(to === null ? '/' : `/?${new URLSearchParams({ server: to })}`, window.location.href))
  }
  return (
    <ConfirmDialog
      title={to === null ? m.app_server_other() : m.app_server_foreign()}
      confirmLabel={m.app_server_change()}
      cancelLabel={m.app_server_stay()}
      onConfirm={change}
      onClose={onClose}
    >
      {to !== null && <p>{m.app_server_link_of({ host: hostOf(to) })}</p>}
      <p>{m.app_server_leave({ host: hostOf(from) })}</p>
    </ConfirmDialog>
  )
}
