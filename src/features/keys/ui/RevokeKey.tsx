import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { keysRevoke } from '../contract.ts'

/** A button that revokes a key, once its user has confirmed that. */
export function RevokeKey({ keyId, name, onRevoked }: { keyId: string; name: string; onRevoked: () => Promise<void> | void }) {
  const revoke = useMethod(keysRevoke)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button aria-label={m.keys_revoke_one({ name })} onClick={() => setIsAsking(true)}>
        {m.keys_revoke()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.keys_revoke_title()}
          confirmLabel={m.keys_revoke()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await revoke({ keyId })
            await onRevoked()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.keys_revoke_text({ name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
