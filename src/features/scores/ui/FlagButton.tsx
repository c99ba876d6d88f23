import { useState } from 'react'
import { useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../platform/ui/ButtonLink.tsx'
import { later } from '../../../platform/ui/later.tsx'
import { useAccount } from '../../accounts/ui/parts/account.ts'
import { withNext } from '../../accounts/ui/parts/next.ts'
import { scoresFlag } from '../contract.ts'
import styles from './company.module.css'

const ReasonDialog = later(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)

/** Says that one does not believe somebody's score. Visitors are led to sign in first. */
export function FlagButton({ scoreId }: { scoreId: string }) {
  const { state } = useAccount()
  const flag = useCall(scoresFlag)
  const [asking, setAsking] = useState(false)
  if (state !== 'in') {
    return (
      <ButtonLink kind="plain" className={styles.small} href={withNext('/sign-in', `/scores/${scoreId}`)}>
        Dispute this score
      </ButtonLink>
    )
  }
  return (
    <>
      <Button kind="plain" className={styles.small} onClick={() => setAsking(true)}>
        Dispute this score
      </Button>
      {asking && (
        <ReasonDialog
          title="Dispute this score"
          label="Why do you doubt it?"
          action="Dispute it"
          send={async reason => {
            await flag({ scoreId, reason })
          }}
          onClose={() => setAsking(false)}
        >
          <p>Everybody can read your words in the score’s history, but not that they are yours. A moderator will decide.</p>
        </ReasonDialog>
      )}
    </>
  )
}
