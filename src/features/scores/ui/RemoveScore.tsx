import { useState } from 'react'
import { sentenceOf, useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { useAccount } from '../../accounts/ui/parts/account.ts'
import { scoresRemove } from '../contract.ts'
import styles from './pages/pages.module.css'

/** One's own score can be taken off every board. Asks once. */
export function RemoveScore({ score }: { score: { _id: string; userId: string } }) {
  const { userId } = useAccount()
  const remove = useCall(scoresRemove)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (userId !== score.userId) return null
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await remove({ scoreId: score._id })
    } catch (problem) {
      setError(sentenceOf(problem))
      setBusy(false)
    }
  }
  return (
    <section className={styles.section} aria-label="Your score">
      {asking ? (
        <div className={styles.pager}>
          <Button kind="danger" busy={busy} onClick={() => void confirm()}>
            Yes, take it off every board
          </Button>
          <Button onClick={() => setAsking(false)}>Keep it</Button>
        </div>
      ) : (
        <div>
          <Button onClick={() => setAsking(true)}>Remove this score</Button>
        </div>
      )}
      <FormError message={error} />
    </section>
  )
}
