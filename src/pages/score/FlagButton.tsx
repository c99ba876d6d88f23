import { useState } from 'react'
import * as m from '#messages'
import { withReturnPath } from '../../features/accounts/ui/session/return-path.ts'
import { isSignedIn, useAccount } from '../../features/accounts/ui/session/use-account.ts'
import { scoresFlag } from '../../features/scores/contract/scores.ts'
import { useMethod } from '../../platform/live/hooks.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { lazyComponent } from '../../platform/ui/lazy-component.tsx'
import { ButtonLink } from '../../platform/ui/navigation/ButtonLink.tsx'
import styles from './score-social.module.css'

const ReasonDialog = lazyComponent(async () => (await import('../../features/scores/ui/ReasonDialog.tsx')).ReasonDialog)

/** A button for disputing another player's score. Users who are not signed in get a link to the sign-in page instead. */
export function FlagButton({ scoreId }: { scoreId: string }) {
  const account = useAccount()
  const flag = useMethod(scoresFlag)
  const [isOpen, setIsOpen] = useState(false)
  if (!isSignedIn(account)) {
    return (
      <ButtonLink kind="plain" className={styles.small} href={withReturnPath('/sign-in', `/scores/${scoreId}`)}>
        {m.scores_dispute()}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button kind="plain" className={styles.small} onClick={() => setIsOpen(true)}>
        {m.scores_dispute()}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={m.scores_dispute()}
          label={m.scores_dispute_why()}
          action={m.scores_dispute_yes()}
          send={async reason => {
            await flag({ scoreId, reason })
          }}
          onClose={() => setIsOpen(false)}
        >
          <p>{m.scores_dispute_note()}</p>
        </ReasonDialog>
      )}
    </>
  )
}
