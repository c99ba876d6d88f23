import { useState } from 'react'
import { eventsStart } from '#events/contract/admin.ts'
import { formatRules } from '#events/formats/registry.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { CreateFinals } from '../stages/CreateFinals.tsx'
import type { ShownEvent } from '../types.ts'
import { useRunningOver } from '../use-running-over.ts'
import { ActionButton, ActionError } from './action-area.tsx'
import styles from './director.module.css'
import { EndEvent } from './end/EndEvent.tsx'
import { NextEventLink } from './end/NextEventLink.tsx'
import { ReopenEvent } from './end/ReopenEvent.tsx'

/** What the event does next by itself, and the button that starts, ends or reopens it. It is shown above all parts of the tools. */
export function EventStatus({ event }: { event: ShownEvent }) {
  const { _id: eventId, state, format } = event
  const start = useMethod(eventsStart)
  const [ending, setEnding] = useState(false)
  const [creates, setCreates] = useState(false)
  const plannedEnd = useRunningOver(event)
  const { endsByClock } = formatRules(format)
  if (state === 'cancelled') return null
  return (
    <section className={styles.status} aria-label={m.events_state_label()}>
      {state === 'upcoming' && (
        <>
          <p>{endsByClock ? m.events_state_begins() : m.events_state_begins_rounds()}</p>
          <ActionButton subjectId="state" doneMessage={m.events_state_started()} action={() => start({ eventId })}>
            {m.events_state_start()}
          </ActionButton>
          <ActionError subjectId="state" />
        </>
      )}
      {state === 'live' && (
        <>
          <p>
            {plannedEnd !== null && <strong className={styles.over}>{m.events_state_over()}</strong>}
            <span>{endsByClock ? m.events_state_ends() : m.events_state_ends_rounds()}</span>
          </p>
          <Button className={styles.statusAction} onClick={() => setEnding(true)}>
            {m.events_state_end()}
          </Button>
        </>
      )}
      {state === 'finished' && (
        <>
          <ReopenEvent event={event} />
          <Button onClick={() => setCreates(true)}>{m.events_finals_create()}</Button>
          <NextEventLink eventId={eventId} primary />
        </>
      )}
      {creates && <CreateFinals event={event} onClose={() => setCreates(false)} />}
      {ending && <EndEvent event={event} onClose={() => setEnding(false)} />}
    </section>
  )
}
