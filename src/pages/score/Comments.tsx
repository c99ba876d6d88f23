import { useEffect, useRef, useState } from 'react'
import { CreateAccountLink } from '#accounts/ui/CreateAccountLink.tsx'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { isSignedIn, useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useDocuments, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import { type CommentDoc, scoresRemoveComment } from '#scores/contract/likes-and-comments.ts'
import { CommentForm } from './CommentForm.tsx'
import styles from './score-social.module.css'

const ConfirmDialog = lazyComponent(async () => (await import('#platform/ui/controls/ConfirmDialog.tsx')).ConfirmDialog)

type Comment = CommentDoc & { _id: string }

/** Of more comments than this, the earlier ones are folded. */
const SHOWN = 20

/**
 * The comments on a score, oldest first, and a form for a new one. Of many comments the earlier ones are folded, also without a script.
 * @param count number of all comments
 * @param moderator whether the user is a moderator
 */
export function Comments({ scoreId, count, moderator }: { scoreId: string; count: number; moderator: boolean }) {
  const account = useAccount()
  const { userId } = account
  const heading = useRef<HTMLHeadingElement>(null)
  const comments = useDocuments<CommentDoc, Comment[]>(
    'comments',
    documents =>
      documents
        .filter(each => each.scoreId === scoreId)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a._id < b._id ? -1 : 1)),
    [scoreId],
  )
  /** id of the comment that the user removed; its button had the focus and disappears with it */
  const [removed, setRemoved] = useState<string | null>(null)
  useEffect(() => {
    if (removed === null || comments.some(each => each._id === removed)) return
    if (document.activeElement === document.body) heading.current?.focus()
    setRemoved(null)
  }, [removed, comments])
  const path = `/scores/${scoreId}`
  const [earlier, latest] = [comments.slice(0, -SHOWN), comments.slice(-SHOWN)]
  const list = (shown: readonly Comment[]) => (
    <List ordered className={layout.stack4}>
      {shown.map(comment => (
        <li key={comment._id} className={styles.comment}>
          <Avatar name={comment.displayName} picture={comment.avatar} size="s" />
          <div className={layout.stack1}>
            <p className={cx(layout.facts, layout.quiet)}>
              <PlayerLink className={cx(layout.link, layout.anywhere, layout.strong, styles.author)} username={comment.username}>
                {comment.displayName}
              </PlayerLink>
              <TimeAgo at={comment.createdAt} />
            </p>
            <p className={styles.words} dir="auto">
              {comment.text}
            </p>
            <div className={styles.acts}>
              {comment.userId !== userId && (
                <ReportButton
                  kind="comment"
                  subjectId={comment._id}
                  subjectLabel={m.scores_report_comment({ name: comment.displayName })}
                  path={path}
                />
              )}
              {(comment.userId === userId || moderator) && (
                <RemoveComment comment={comment} isOwn={comment.userId === userId} onRemoved={() => setRemoved(comment._id)} />
              )}
            </div>
          </div>
        </li>
      ))}
    </List>
  )
  return (
    <section className={cx(layout.stack4, styles.section)} aria-labelledby="comments">
      <h2 id="comments" ref={heading} tabIndex={-1}>
        {m.scores_comments_title()} {count > 0 && <span className={styles.count}>{plainNumber(count)}</span>}
      </h2>
      {comments.length === 0 && <p className={layout.muted}>{m.scores_comments_none()}</p>}
      {earlier.length > 0 && (
        <details>
          <summary className={layout.summary}>{m.scores_comments_earlier({ n: plainNumber(earlier.length) })}</summary>
          {list(earlier)}
        </details>
      )}
      {latest.length > 0 && list(latest)}
      {isSignedIn(account) ? (
        <CommentForm scoreId={scoreId} />
      ) : (
        <div className={cx(layout.row2, styles.signIn)}>
          <ButtonLink href={withReturnPath('/sign-in', path)}>{m.scores_comments_sign_in()}</ButtonLink>
          {account.state === 'out' && <CreateAccountLink path={path} />}
        </div>
      )}
    </section>
  )
}

function RemoveComment({ comment, isOwn, onRemoved }: { comment: Comment; isOwn: boolean; onRemoved: () => void }) {
  const remove = useMethod(scoresRemoveComment)
  const [isConfirming, setIsConfirming] = useState(false)
  const name = comment.displayName
  return (
    <>
      <Button
        kind="plain"
        className={styles.small}
        aria-label={isOwn ? m.scores_comments_remove_own() : m.scores_comments_remove_by({ name })}
        onClick={() => setIsConfirming(true)}
      >
        {m.ui_delete()}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={isOwn ? m.scores_comments_remove_own_ask() : m.scores_comments_remove_by_ask({ name })}
          confirmLabel={m.scores_comments_remove_yes()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await remove({ commentId: comment._id })
            onRemoved()
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p className={styles.words} dir="auto">
            {comment.text}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
