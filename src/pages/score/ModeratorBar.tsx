import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresModerate } from '#scores/contract/moderation.ts'
import type { ScoreDoc, ScoreStatus } from '#scores/contract/scores.ts'
import { ReasonDialog } from '#scores/ui/ReasonDialog.tsx'

/** The buttons with which moderators set a score's status. */
export function ModeratorBar({
  score: { _id: scoreId, version, status, underReview },
}: {
  score: Pick<ScoreDoc, 'version' | 'status' | 'underReview'> & { _id: string }
}) {
  const moderate = useMethod(scoresModerate)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** the version of the score that was shown when the reason dialog was opened; null: the dialog is closed */
  const [rejectedVersion, setRejectedVersion] = useState<number | null>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)
  /** the status before the user's last decision; once the new status arrives, the button that had the focus disappears */
  const [previousStatus, setPreviousStatus] = useState<ScoreStatus | null>(null)
  useEffect(() => {
    if (previousStatus === null || previousStatus === status || rejectedVersion !== null) return
    if (document.activeElement === document.body) statusLine.current?.focus()
    setPreviousStatus(null)
  }, [previousStatus, status, rejectedVersion])
  const decide = async (newStatus: 'verified' | 'unverified'): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await moderate({ scoreId, version, status: newStatus })
      setPreviousStatus(status)
    } catch (problem) {
      setError(errorMessage(problem))
    }
    setBusy(false)
  }
  return (
    <Panel title={m.ui_moderation()}>
      <p ref={statusLine} tabIndex={-1}>
        {m.scores_moderation_stands({ status })}
      </p>
      <div>
        <div className={layout.row3}>
          {status !== 'verified' && (
            <Button busy={busy} onClick={() => void decide('verified')}>
              {m.scores_verify()}
            </Button>
          )}
          {status !== 'rejected' && (
            <Button busy={busy} onClick={() => setRejectedVersion(version)}>
              {m.scores_reject()}
            </Button>
          )}
          {(status !== 'unverified' || underReview === true) && (
            <Button busy={busy} onClick={() => void decide('unverified')}>
              {underReview ? m.scores_moderation_release() : m.scores_moderation_back()}
            </Button>
          )}
        </div>
        <FormError message={error} />
      </div>
      {rejectedVersion !== null && (
        <ReasonDialog
          title={m.scores_reject()}
          label={m.ui_reason()}
          action={m.scores_reject()}
          danger
          send={async reason => {
            await moderate({ scoreId, version: rejectedVersion, status: 'rejected', reason })
            setPreviousStatus(status)
          }}
          onClose={() => setRejectedVersion(null)}
        >
          <p>{m.scores_reject_note()}</p>
        </ReasonDialog>
      )}
    </Panel>
  )
}
