import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresModerate } from '#scores/contract/moderation.ts'
import { ReasonDialog } from '#scores/ui/ReasonDialog.tsx'
import { ModerationQueueCard } from './ModerationQueueCard.tsx'
import styles from './moderation.module.css'
import { moderationStep, type PendingScore } from './pending-score.ts'

const FIELDS = 'dialog, input, textarea, select'

/** The list of waiting scores. It can be used with the mouse, and with shortcut keys while the focus is in the list. */
export function ModerationQueueList({ items }: { items: readonly PendingScore[] }) {
  const moderate = useMethod(scoresModerate)
  const cards = useRef(new Map<string, HTMLElement>())
  /** the card that had the focus last; null: none, or the focus moved out of the list */
  const lastFocus = useRef<{ scoreId: string; index: number } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ scoreId: string; message: string } | null>(null)
  const [rejecting, setRejecting] = useState<PendingScore | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const status = useRef<HTMLParagraphElement>(null)

  const indexOf = (element: Element): number => items.findIndex(({ score }) => cards.current.get(score._id)?.contains(element))
  const focus = (index: number): void => {
    const card = cards.current.get(items[index]?.score._id ?? '')
    if (card === undefined) return status.current?.focus()
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
  }
  const count = items.length
  // If the card that had the focus has been moderated and disappeared, the next card gets the focus.
  useEffect(() => {
    const last = lastFocus.current
    if (last === null || rejecting !== null || document.activeElement !== document.body) return
    if (items.some(({ score }) => score._id === last.scoreId)) return
    lastFocus.current = null
    focus(Math.min(last.index, count - 1))
  })

  const moderateScore = async ({ score }: PendingScore, status: 'verified' | 'rejected', reason?: string): Promise<void> => {
    const { _id: scoreId, version, value, machineName } = score
    setProblem(null)
    await moderate({ scoreId, version, status, reason }).catch((error: unknown) => {
      const changed = error instanceof DdpError && error.error === 409
      throw changed ? new DdpError(409, m.scores_waiting_changed()) : error
    })
    const names = { value: plainNumber(value), machine: machineName }
    setAnnouncement(status === 'verified' ? m.scores_waiting_verified(names) : m.scores_waiting_rejected(names))
  }
  const verify = async (item: PendingScore): Promise<void> => {
    setBusy(item.score._id)
    await moderateScore(item, 'verified').catch((error: unknown) => setProblem({ scoreId: item.score._id, message: errorMessage(error) }))
    setBusy(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(FIELDS) !== null) return
    const index = indexOf(target)
    const item = items[index]
    if (item === undefined) return
    const next = moderationStep(event.key, index, count)
    if (next !== null) focus(next)
    else if (event.key === 'v' && busy === null) void verify(item)
    else if (event.key === 'r') setRejecting(item)
    else return
    event.preventDefault()
  }
  return (
    <>
      <p className={cx(layout.quiet, styles.keys)}>{renderMessage(m.scores_waiting_keys(), { key: text => <kbd>{text}</kbd> })}</p>
      <p ref={status} className={styles.done} role="status" tabIndex={-1}>
        {announcement}
      </p>
      <div
        className={layout.stack5}
        role="feed"
        aria-label={m.scores_waiting_feed()}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const index = indexOf(target)
          lastFocus.current = index < 0 ? null : { scoreId: items[index]!.score._id, index }
        }}
        onBlur={event => {
          if (
            event.relatedTarget !== null &&
            !event.currentTarget.contains(event.relatedTarget) &&
            event.relatedTarget.closest('dialog') === null
          )
            lastFocus.current = null
        }}
      >
        {items.map((item, index) => (
          <ModerationQueueCard
            key={item.score._id}
            item={item}
            place={index + 1}
            count={count}
            busy={busy === item.score._id}
            error={problem?.scoreId === item.score._id ? problem.message : null}
            card={element => {
              if (element === null) cards.current.delete(item.score._id)
              else cards.current.set(item.score._id, element)
            }}
            onVerify={() => void verify(item)}
            onReject={() => setRejecting(item)}
          />
        ))}
      </div>
      {rejecting !== null && (
        <ReasonDialog
          title={m.scores_waiting_reject_ask({ value: plainNumber(rejecting.score.value) })}
          label={m.ui_reason()}
          action={m.scores_reject()}
          danger
          send={reason => moderateScore(rejecting, 'rejected', reason)}
          onClose={() => setRejecting(null)}
        >
          <p>{m.scores_reject_note()}</p>
        </ReasonDialog>
      )}
    </>
  )
}
