import { useState } from 'react'
import { eventsDraw } from '#events/contract/rounds.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import { joinNames } from '#events/ui/rounds/result-entry.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
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
  gone: m.events_presence_gone,
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
}

/** The draw of the next round: who plays in it, what is in its way besides the groups that are playing, and the ways to draw it. */
export function NextRound({ event, state }: NextRoundProps) {
  const { number, playing, allPlayed, notDrawn, stillPlaying, obstacles, mayDrawAnyway } = state
  const isReady = stillPlaying === null && obstacles.length === 0
  const draw = useMethod(eventsDraw)
  // One id for each round, however it is drawn.
  const requestId = useRequestId()
  const announce = useAnnounce()
  const [asks, setAsks] = useState<'anyway' | 'later' | null>(null)
  const request = async (how: DrawTerms = {}): Promise<void> => {
    await draw({ _id: requestId(number), eventId: event._id, ...how })
  }
  const requestInDialog = async (how: DrawTerms): Promise<void> => {
    await request(how)
    announce(m.events_draw_done({ n: number }))
  }
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const byReason = (['expected', 'paused', 'gone', 'out'] as const).flatMap(reason => {
    const names = notDrawn.filter(each => each.reason === reason).map(({ entrant }) => entrant.displayName)
    return names.length === 0 ? [] : [{ reason, names }]
  })
  // The status above says already that the event is finished.
  if (event.state === 'finished') return null
  return (
    <section className={cx(layout.card, layout.stack3, styles.next)} aria-label={m.events_draw_next()}>
      <div role="status">
        {/* The heading of the round says already how many groups are playing. */}
        {obstacles.map(obstacle => (
          <p key={obstacle} className={layout.strong}>
            {obstacle}
          </p>
        ))}
        {isReady && <p className={layout.strong}>{times(playing.length, m.events_draw_playing)}</p>}
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
          disabled={!isReady}
          doneMessage={m.events_draw_done({ n: number })}
          action={() => request()}
        >
          {m.events_draw({ n: number })}
        </ActionButton>
      )}
      {!isOver && !allPlayed && isReady && (
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
