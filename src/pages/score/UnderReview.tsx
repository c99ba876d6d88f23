import { useState } from 'react'
import { isSignedIn, useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresConfirm } from '#scores/contract/moderation.ts'
import { CONFIRMATIONS_NEEDED } from '#scores/rules.ts'
import styles from './score-social.module.css'

/** Says that a score is under review, and lets other players confirm it. */
export function UnderReview({ scoreId, isOwn }: { scoreId: string; isOwn: boolean }) {
  const account = useAccount()
  const confirm = useMethod(scoresConfirm)
  /** the number of players who confirm the score, once this user does; null: this user has not confirmed it here */
  const [confirmations, setConfirmations] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isConfirmed = confirmations !== null
  const toggle = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const answer = await confirm({ scoreId, confirm: !isConfirmed })
      setConfirmations(isConfirmed ? null : answer.confirmations)
    } catch (problem) {
      setError(errorMessage(problem))
    }
    setBusy(false)
  }
  return (
    <section className={cx(layout.stack4, styles.section)} aria-label={m.scores_review_title()}>
      <p>
        <strong>{m.scores_review_title()}</strong>
      </p>
      <p>{m.scores_review_why()}</p>
      {isSignedIn(account) && !isOwn && (
        <>
          <div className={layout.row3}>
            <Button busy={busy} aria-pressed={isConfirmed} onClick={() => void toggle()}>
              {m.scores_review_confirm()}
            </Button>
          </div>
          {isConfirmed && (
            <p role="status">{m.scores_review_confirmed({ n: plainNumber(confirmations), needed: plainNumber(CONFIRMATIONS_NEEDED) })}</p>
          )}
          <FormError message={error} />
        </>
      )}
    </section>
  )
}
