import { useEffect, useRef, useState } from 'react'
import { sentenceOf, useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { Panel } from '../../../platform/ui/Panel.tsx'
import { type ScoreDoc, type Status, scoresModerate } from '../contract.ts'
import styles from './company.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'

const stands: Record<Status, string> = {
  unverified: 'Nobody has looked at this score yet.',
  disputed: 'Somebody doubts this score.',
  verified: 'This score is verified.',
  rejected: 'This score is rejected: it counts on no board.',
}

/** What moderators decide about a score. */
export function ModeratorBar({
  score: { _id: scoreId, version, status },
}: {
  score: Pick<ScoreDoc, 'version' | 'status'> & { _id: string }
}) {
  const moderate = useCall(scoresModerate)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** the version that was looked at when the reason was asked for */
  const [rejecting, setRejecting] = useState<number | null>(null)
  const standing = useRef<HTMLParagraphElement>(null)
  /** how it stood before the reader's last verdict, whose button goes when it has come through */
  const [decidedOn, setDecidedOn] = useState<Status | null>(null)
  useEffect(() => {
    if (decidedOn === null || decidedOn === status || rejecting !== null) return
    if (document.activeElement === document.body) standing.current?.focus()
    setDecidedOn(null)
  }, [decidedOn, status, rejecting])
  const decide = async (verdict: 'verified' | 'unverified'): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await moderate({ scoreId, version, status: verdict })
      setDecidedOn(status)
    } catch (problem) {
      setError(sentenceOf(problem))
    }
    setBusy(false)
  }
  return (
    <Panel title="Moderation">
      <p ref={standing} className={styles.standing} tabIndex={-1}>
        {stands[status]}
      </p>
      <div>
        <div className={styles.verdicts}>
          {status !== 'verified' && (
            <Button busy={busy} onClick={() => void decide('verified')}>
              Verify
            </Button>
          )}
          {status !== 'rejected' && (
            <Button kind="danger" busy={busy} onClick={() => setRejecting(version)}>
              Reject
            </Button>
          )}
          {status !== 'unverified' && (
            <Button busy={busy} onClick={() => void decide('unverified')}>
              Back to unverified
            </Button>
          )}
        </div>
        <FormError message={error} />
      </div>
      {rejecting !== null && (
        <ReasonDialog
          title="Reject this score"
          label="Why?"
          action="Reject it"
          send={async reason => {
            await moderate({ scoreId, version: rejecting, status: 'rejected', reason })
            setDecidedOn(status)
          }}
          onClose={() => setRejecting(null)}
        >
          <p>It leaves every board. Everybody can read your words in its history.</p>
        </ReasonDialog>
      )}
    </Panel>
  )
}
