import { type Ref, useId } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { PictureViewer } from '#platform/ui/pictures/PictureViewer.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import type { PendingScoreDoc } from '#scores/contract/moderation.ts'
import styles from './moderation.module.css'
import { type PendingScore, unusualValueWarning } from './pending-score.ts'

export interface ModerationQueueCardProps {
  item: PendingScore
  /** position in the list, starting at 1 */
  place: number
  count: number
  busy: boolean
  error: string | null
  card: Ref<HTMLElement>
  onVerify: () => void
  onReject: () => void
}

/** A score that waits for a moderator: its photo, the submitted value, and the machine's values to compare it with. */
export function ModerationQueueCard({
  item: { score, waiting },
  place,
  count,
  busy,
  error,
  card,
  onVerify,
  onReject,
}: ModerationQueueCardProps) {
  const id = useId()
  const warning = unusualValueWarning(score.value, waiting)
  return (
    <article
      ref={card}
      className={cx(layout.stack5, layout.card, styles.card)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: ARIA's pattern of a feed has its articles take the focus
      tabIndex={0}
      aria-labelledby={id}
      aria-posinset={place}
      aria-setsize={count}
    >
      {score.picture !== undefined && (
        <div className={styles.evidence}>
          <PictureViewer
            picture={score.picture}
            alt={m.scores_picture_alt({ name: score.displayName, machine: score.machineName })}
            sizes="(min-width: 60rem) 30rem, 100vw"
          />
        </div>
      )}
      <div className={cx(layout.stack4, styles.facts)}>
        <header className={layout.stack1}>
          <h2 id={id} className={styles.value}>
            <ScoreValue value={score.value} />
          </h2>
          <p className={styles.what}>
            <Link href={`/machines/${score.machineId}`}>{score.machineName}</Link>
          </p>
          <p className={cx(layout.quiet, layout.row, styles.who)}>
            <Avatar name={score.displayName} picture={score.avatar} size="s" />
            <PlayerLink username={score.username}>{score.displayName}</PlayerLink>
            <TimeAgo at={score.createdAt} />
            <StatusMark status={score.status} />
          </p>
          {score.picture === undefined && <p className={layout.quiet}>{m.scores_waiting_no_picture()}</p>}
        </header>
        <ValueComparison value={score.value} waiting={waiting} />
        {warning !== null && <p className={styles.odd}>{warning}</p>}
        {score.comment !== undefined && (
          <p className={styles.comment} dir="auto">
            {score.comment}
          </p>
        )}
        {waiting.flags.map(({ at, by, reason }) => (
          <p key={by.userId} className={styles.flag}>
            <q dir="auto">{reason}</q>
            <span className={layout.quiet}>
              <PlayerLink username={by.username}>{by.username}</PlayerLink> <TimeAgo at={at} />
            </span>
          </p>
        ))}
        <div className={cx(layout.row, styles.actions)}>
          <Button kind="primary" busy={busy} onClick={onVerify}>
            {m.scores_verify()}
          </Button>
          <Button busy={busy} onClick={onReject}>
            {m.scores_reject()}
          </Button>
          <Link href={`/scores/${score._id}`}>{m.scores_history_title()}</Link>
        </div>
        <FormError message={error} />
      </div>
    </article>
  )
}

/** Shows the values below each other, so that a superfluous digit is easy to see. */
function ValueComparison({ value, waiting: { record, typical } }: { value: number; waiting: PendingScoreDoc }) {
  return (
    <dl className={styles.beside}>
      <dt>{m.scores_waiting_this()}</dt>
      <dd>
        <ScoreValue value={value} size="row" />
      </dd>
      <dt>{m.scores_waiting_record()}</dt>
      <dd>
        {record === null ? (
          <span className={layout.quiet}>{m.scores_waiting_record_none()}</span>
        ) : (
          <ScoreValue value={record} size="row" />
        )}
      </dd>
      {typical !== null && (
        <>
          <dt>{m.scores_waiting_more()}</dt>
          <dd>
            <ScoreValue value={typical.to} size="row" />
          </dd>
          <dt>{m.scores_waiting_less()}</dt>
          <dd>
            <ScoreValue value={typical.from} size="row" />
          </dd>
        </>
      )}
    </dl>
  )
}
