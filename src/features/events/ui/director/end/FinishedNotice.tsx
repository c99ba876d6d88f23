import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { ActionArea } from '../action-area.tsx'
import styles from '../director.module.css'
import { NextEventLink } from './NextEventLink.tsx'
import { ReopenEvent } from './ReopenEvent.tsx'

/** The notice above the log of a finished event, with which its director can reopen it. */
export function FinishedNotice({ event }: { event: ShownEvent }) {
  return (
    <ActionArea label={m.events_state_label()}>
      <div className={styles.status}>
        <ReopenEvent event={event} />
        <NextEventLink eventId={event._id} />
      </div>
    </ActionArea>
  )
}
