import { useState } from 'react'
import { CreateAccountLink } from '#accounts/ui/CreateAccountLink.tsx'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { QueuedRow } from './QueuedRow.tsx'
import styles from './QueueList.module.css'
import type { QueueView, ScoreQueue } from './queue.ts'
import { othersLabel } from './queue-labels.ts'
import type { QueuedScore } from './queued-score.ts'

export interface QueueListProps {
  queue: ScoreQueue
  view: QueueView
  /** the signed-in user's id; null: not signed in; undefined: not known yet */
  userId: string | null | undefined
  /** the signed-in user's name; undefined: not known yet, or nobody is signed in */
  username: string | undefined
  /** id of the score that the form shows */
  inForm: string | null
  onEdit: (item: QueuedScore) => void
}

/** The scores on this device that are not on the board yet or have just been accepted. Renders nothing if there are none. */
export function QueueList({ queue, view, userId, username, inForm, onEdit }: QueueListProps) {
  const [removing, setRemoving] = useState<readonly QueuedScore[] | null>(null)
  const shown = view.items.filter(item => item.id !== inForm && (item.userId === null || item.userId === userId))
  const othersItems = view.items.filter(item => item.userId !== null && item.userId !== userId && item.state !== 'accepted')
  if (shown.length === 0 && othersItems.length === 0) return null
  const sent = shown.filter(({ state }) => state === 'accepted')
  const unsent = shown.filter(({ state }) => state !== 'accepted')
  const renderRow = (item: QueuedScore) => (
    <QueuedRow
      key={item.id}
      item={item}
      context={{ userId, username, ready: view.ready }}
      progress={view.picture?.id === item.id ? view.picture.progress : null}
      onSend={() => void queue.retry(item.id)}
      onEdit={() => onEdit(item)}
      onWithoutPicture={() => void queue.withoutPicture(item.id)}
      onRemove={() => setRemoving([item])}
    />
  )
  return (
    <section className={layout.stack3} aria-label={m.scores_queued_region()}>
      <span role="status">
        <VisuallyHidden>{sent.length > 0 ? m.scores_queued_sent_title() : ''}</VisuallyHidden>
      </span>
      {/* A score is in one list or the other, so that none that was sent stands under "On this device". */}
      {sent.length > 0 && (
        <>
          <h2>{m.scores_queued_sent_title()}</h2>
          <List className={cx(layout.stack3, styles.list)}>{sent.map(renderRow)}</List>
        </>
      )}
      {(unsent.length > 0 || othersItems.length > 0) && <h2>{m.scores_queued_title()}</h2>}
      <List className={cx(layout.stack3, styles.list)}>{unsent.map(renderRow)}</List>
      {othersItems.length > 0 && (
        <p className={cx(layout.between, layout.muted, styles.others)}>
          <span>{othersLabel(othersItems.length, userId)}</span>
          {userId === null && (
            <>
              <ButtonLink kind="plain" href={withReturnPath('/sign-in', '/submit')}>
                {m.ui_sign_in()}
              </ButtonLink>
              <CreateAccountLink kind="plain" path="/submit" />
            </>
          )}
          {typeof userId === 'string' && (
            <Button kind="plain" onClick={() => setRemoving(othersItems)}>
              {m.ui_remove()}
            </Button>
          )}
        </p>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={m.scores_queued_remove_ask({ count: removing.length, n: removing.length })}
          confirmLabel={m.ui_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            for (const { id } of removing) await queue.removeUnsent(id)
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{m.scores_queued_remove_note()}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
