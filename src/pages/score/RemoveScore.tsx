import { useState } from 'react'
import * as m from '#messages'
import { scoresRemove } from '../../features/scores/contract.ts'
import { useMethod } from '../../platform/live/hooks.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '../../platform/ui/controls/ConfirmDialog.tsx'
import styles from './score-social.module.css'

/** A button that removes a score after a confirmation. */
export function RemoveScore({ scoreId }: { scoreId: string }) {
  const remove = useMethod(scoresRemove)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="plain" className={styles.small} onClick={() => setAsking(true)}>
        {m.scores_remove()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.scores_remove_ask()}
          yes={m.scores_remove_yes()}
          no={m.scores_remove_no()}
          run={async () => {
            await remove({ scoreId })
          }}
          onClose={() => setAsking(false)}
        >
          <p>{m.scores_remove_note()}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
