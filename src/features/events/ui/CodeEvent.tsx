import * as m from '#messages'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import type { EventOfCode } from '../contract/entrants.ts'
import styles from './code-event.module.css'

/** The event that a check-in or claim code is for. Its height is reserved, because the server does not look codes up for a page. */
export function CodeEvent({ event }: { event: EventOfCode | null }) {
  return (
    <div className={styles.event}>
      {event !== null && (
        <>
          <p className={styles.name} dir="auto">
            {event.name}
          </p>
          <p className={styles.more}>
            {event.guest === null ? <bdi>{event.venue}</bdi> : renderMessage(m.events_claim_as(), { name: () => <bdi>{event.guest}</bdi> })}
          </p>
        </>
      )}
    </div>
  )
}
