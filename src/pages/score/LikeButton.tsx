import { useState } from 'react'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { isSignedIn, useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { type LikeDoc, scoresLike, scoresLiked } from '#scores/contract/likes-and-comments.ts'
import styles from './score-social.module.css'

/** A like button with the number of likes. Users who are not signed in get a link to the sign-in page instead. */
export function LikeButton({ scoreId, likes }: { scoreId: string; likes: number }) {
  const account = useAccount()
  const { userId } = account
  useSubscription(scoresLiked, isSignedIn(account) ? { scoreId } : null)
  const liked = useDocument<LikeDoc>('likes', userId === null ? null : `${scoreId}/${userId}`) !== undefined
  const setLike = useMethod(scoresLike)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const label = likes === 0 ? m.scores_like() : m.scores_like_count({ count: likes, n: plainNumber(likes) })
  const content = (
    <>
      <Icon name="heart" />
      {likes === 0 ? m.scores_like() : plainNumber(likes)}
    </>
  )
  if (!isSignedIn(account)) {
    return (
      <ButtonLink className={styles.like} href={withReturnPath('/sign-in', `/scores/${scoreId}`)} aria-label={label}>
        {content}
      </ButtonLink>
    )
  }
  const toggle = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await setLike({ scoreId, like: !liked })
    } catch (problem) {
      setError(errorMessage(problem))
    }
    setBusy(false)
  }
  return (
    <>
      <Button className={styles.like} aria-pressed={liked} aria-label={label} busy={busy} onClick={() => void toggle()}>
        {content}
      </Button>
      <FormError message={error} />
    </>
  )
}
