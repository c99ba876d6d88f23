import { useState } from 'react'
import { CreateFinals } from '#events/ui/stages/CreateFinals.tsx'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ActionArea } from '../action-area.tsx'
import styles from '../director.module.css'
import { NextEventLink } from './NextEventLink.tsx'
import { ReopenEvent } from './ReopenEvent.tsx'

/** The notice above the log of a finished event, with which its director can reopen it. */
export function FinishedNotice({ event }: { event: ShownEvent }) {
  const [creates, setCreates] = useState(false)
  return (
    <ActionArea label={m.events_state_label()}>
      <div className={styles.status}>
        <ReopenEvent event={event} />
        <NextEventLink eventId={event._id} />
        <Button onClick={() => setCreates(true)}>{m.events_finals_create()}</Button>
      </div>
      {creates && <CreateFinals event={event} onClose={() => setCreates(false)} />}
    </ActionArea>
  )
}
