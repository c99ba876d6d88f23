import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import { eventsDraw } from '#events/contract/rounds.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionButton, ActionError, useAnnounce } from '../action-area.tsx'
import styles from '../director.module.css'
import { DrawAnyway } from './DrawAnyway.tsx'
import { DrawLater } from './DrawLater.tsx'
import type { DrawReadiness } from './draw-readiness.ts'

const REASON_LABELS: Record<DrawReadiness['notDrawn'][number]['reason'], () => string> = {
  expected: m.events_presence_expected,
  paused: m.events_presence_paused,
  out: m.events_presence_out,
}

/** What is unusual about a draw. */
interface DrawTerms {
  leavesOpen?: true
  held?: true
  startsAt?: Date
}

interface NextRoundProps {
  event: ShownEvent
  state: DrawReadiness
  /** an obstacle that the page says already; left out: none */
  saidAbove?: string | null
}

/** The draw of the next round: who plays in it, what is in its way, and the ways to draw it. */
export function NextRound({ event, state, saidAbove = null }: NextRoundProps) {
  const { number, playing, allPlayed, notDrawn, obstacles, mayDrawAnyway } = state
  const draw = useMethod(eventsDraw)
  /** The id of the last draw requested. Requesting the same round again reuses it. */
  const lastRequest = useRef<{ id: string; number: number } | null>(null)
  const announce = useAnnounce()
  const [asks, setAsks] = useState<'anyway' | 'later' | null>(null)
  const request = async (how: DrawTerms = {}): Promise<void> => {
    if (lastRequest.current?.number !== number) lastRequest.current = { id: v7(), number }
    await draw({ _id: lastRequest.current.id, eventId: event._id, ...how })
  }
  const requestInDialog = async (how: DrawTerms): Promise<void> => {
    await request(how)
    announce(m.events_draw_done({ n: number }))
  }
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const byReason = (['expected', 'paused', 'out'] as const).flatMap(reason => {
    const names = notDrawn.filter(each => each.reason === reason).map(({ entrant }) => entrant.displayName)
    return names.length === 0 ? [] : [{ reason, names }]
  })
  // The status above says already that the event is finished.
  if (event.state === 'finished') return null
  return (
    <section className={cx(layout.card, layout.stack3, styles.next)} aria-label={m.events_draw_next()}>
      <div role="status">
        {obstacles.length > 0 ? (
          obstacles
            .filter(obstacle => obstacle !== saidAbove)
            .map(obstacle => (
              <p key={obstacle} className={layout.strong}>
                {obstacle}
              </p>
            ))
        ) : (
          <p className={layout.strong}>{times(playing.length, m.events_draw_playing)}</p>
        )}
      </div>
      {!isOver && !allPlayed && (
        <dl className={cx(layout.stack1, styles.without)}>
          {byReason.map(({ reason, names }) => (
            <div key={reason}>
              <dt>{REASON_LABELS[reason]()}</dt>
              <dd>{joinNames(names)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isOver && !allPlayed && (
        <ActionButton
          subjectId="draw"
          kind="primary"
          disabled={obstacles.length > 0}
          doneMessage={m.events_draw_done({ n: number })}
          action={() => request()}
        >
          {m.events_draw({ n: number })}
        </ActionButton>
      )}
      {!isOver && !allPlayed && obstacles.length === 0 && (
        <Button kind="plain" onClick={() => setAsks('later')}>
          {m.events_draw_later()}
        </Button>
      )}
      {asks === 'later' && <DrawLater event={event} number={number} onDraw={requestInDialog} onClose={() => setAsks(null)} />}
      {mayDrawAnyway && (
        <Button kind="plain" onClick={() => setAsks('anyway')}>
          {m.events_draw_anyway()}
        </Button>
      )}
      {asks === 'anyway' && (
        <DrawAnyway event={event} number={number} onDraw={() => requestInDialog({ leavesOpen: true })} onClose={() => setAsks(null)} />
      )}
      <ActionError subjectId="draw" />
    </section>
  )
}
