import { useState } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import notice from '#platform/ui/states/Notice.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { useObjectUrl } from '#uploads/ui/use-object-url.ts'
import styles from './QueueList.module.css'
import { type QueueContextFacts, queueStateLabel } from './queue-labels.ts'
import { isUnsent, type QueuedScore } from './queued-score.ts'

export interface QueuedRowProps {
  item: QueuedScore
  context: QueueContextFacts
  /** upload progress of its picture, 0 to 1; null: it is not being uploaded */
  progress: number | null
  onSend: () => void
  onEdit: () => void
  onWithoutPicture: () => void
  onRemove: () => void
}

/** One queued score: what was typed, its state, and the possible actions. */
export function QueuedRow({ item, context, progress, ...on }: QueuedRowProps) {
  const { state, picture, machineId, machineName, value, typedAt, about, userId } = item
  const { icon, text } = queueStateLabel(item, context)
  const isSendable = context.ready && (state === 'waiting' || state === 'editing')
  return (
    <li className={cx(notice.notice, styles[state])}>
      {picture !== undefined && <Preview key={`${item.id}/${picture.size}`} picture={picture} />}
      <div className={styles.what}>
        <Link href={`/machines/${machineId}`}>{machineName}</Link>
        <ScoreValue value={value} size="row" />
      </div>
      <p className={cx(layout.quiet, layout.anywhere, styles.state)}>
        <Icon name={icon} />
        <span>
          <span role="status">{text}</span>
          {progress !== null && <span aria-hidden="true"> {m.scores_queued_percent({ n: Math.floor(progress * 100) })}</span>}{' '}
          <span className={layout.muted}>
            {item.venue !== undefined && <>{item.venue.name} · </>}
            <TimeAgo at={typedAt} />
          </span>
        </span>
      </p>
      {isUnsent(item) && (
        <div className={cx(layout.row, styles.acts)}>
          {isSendable && <Button onClick={on.onSend}>{userId === null ? m.scores_queued_send_own() : m.scores_queued_send()}</Button>}
          {picture !== undefined && (about === 'picture' || (state === 'waiting' && item.reason !== undefined)) && (
            <Button onClick={on.onWithoutPicture}>{m.scores_submit_without_picture()}</Button>
          )}
          <Button kind="plain" onClick={on.onEdit}>
            {m.scores_queued_mend()}
          </Button>
          <Button kind="plain" onClick={on.onRemove}>
            {m.ui_remove()}
          </Button>
        </div>
      )}
      {(state === 'accepted' || about === 'id') && (
        <div className={cx(layout.row, styles.acts)}>
          <Link href={`/scores/${item.id}`}>{m.scores_view()}</Link>
          {item.event !== undefined && <Link href={`/events/${item.event.eventId}`}>{m.ui_view_event()}</Link>}
        </div>
      )}
    </li>
  )
}

/** Shows the picture. It keeps the first Blob, because every read of the database returns a new Blob of the same picture. */
function Preview({ picture }: { picture: Blob }) {
  const [first] = useState(picture)
  const url = useObjectUrl(first)
  return (
    <span className={styles.preview}>
      {url !== null && <img className={layout.image} src={url} alt={m.ui_your_photo()} width={72} height={54} />}
    </span>
  )
}
