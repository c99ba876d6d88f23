import { useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { isSignedIn, useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { scoresFlag } from '#scores/contract/scores.ts'
import styles from './score-social.module.css'

const ReasonDialog = lazyComponent(async () => (await import('#scores/ui/ReasonDialog.tsx')).ReasonDialog)

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
