import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { scoresRemove } from '#scores/contract/scores.ts'
import styles from './score-social.module.css'

/** A button that removes a score after a confirmation. */
export function RemoveScore({ scoreId }: { scoreId: string }) {
  const remove = useMethod(scoresRemove)
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button kind="plain" className={styles.small} onClick={() => setIsConfirming(true)}>
        {m.scores_remove()}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={m.scores_remove_ask()}
          confirmLabel={m.scores_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await remove({ scoreId })
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p>{m.scores_remove_note()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
