import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { EventOfCode } from '../contract/entrants.ts'
import styles from './code-event.module.css'

/** The event that a check-in or claim code is for. Its height is reserved, because the server does not look codes up for a page. */
export function CodeEvent({ event }: { event: EventOfCode | null }) {
  return (
    <div className={cx(layout.stack1, styles.event)}>
      {event !== null && (
        <>
          <p className={cx(layout.anywhere, layout.strong, styles.name)} dir="auto">
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
