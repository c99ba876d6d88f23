import { useState } from 'react'
import { useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog.tsx'
import { scoresRemove } from '../contract.ts'
import styles from './company.module.css'

/** Takes a score off every board. Asks once. */
export function RemoveScore({ scoreId }: { scoreId: string }) {
  const remove = useCall(scoresRemove)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="plain" className={styles.small} onClick={() => setAsking(true)}>
        Remove this score
      </Button>
      {asking && (
        <ConfirmDialog
          title="Remove this score?"
          yes="Yes, take it off every board"
          no="Keep it"
          run={async () => {
            await remove({ scoreId })
          }}
          onClose={() => setAsking(false)}
        >
          <p>Its comments go with it. It cannot be brought back.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
