import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '../../../platform/live/hooks.ts'
import { plainDateTime } from '../../../platform/ui/format/ssr-format.ts'
import { dateTimeFormat, useLocale } from '../../../platform/ui/format/user-format.ts'
import { TimeAgo } from '../../../platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '../../players/ui/PlayerLink.tsx'
import type { EventLogDoc } from '../contract/documents.ts'
import { eventsLog } from '../contract/publications.ts'
import styles from './event.module.css'
import { logEntryLabel } from './labels/log-labels.ts'

type Entry = EventLogDoc & { _id: string }

/** An event's log, newest first: everything that was done in it except playing. Everybody who sees the event may read it. */
export function EventLog({ eventId }: { eventId: string }) {
  const live = useSubscription(eventsLog, { eventId })
  const locale = useLocale()
  const entries = useDocuments<EventLogDoc, Entry[]>(
    'eventLog',
    documents =>
      documents.filter(each => each.eventId === eventId).sort((a, b) => b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : -1)),
    [eventId],
  )
  const time = locale === null ? plainDateTime : (at: Date): string => dateTimeFormat(locale).format(at)
  return (
    <section className={styles.section} aria-labelledby="log">
      <h2 id="log">{m.events_log()}</h2>
      {live.state === 'failed' && <p className={styles.quiet}>{`${m.events_log_failed()} ${errorMessage(live.error)}`}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ol className={styles.log} role="list">
        {entries.map(entry => (
          <li key={entry._id} className={styles.entry}>
            <p>
              <PlayerLink username={entry.by?.username ?? ''}>{entry.by?.username ?? m.events_log_somebody()}</PlayerLink>{' '}
              {logEntryLabel(entry, time)}
              {entry.undone && <span className={styles.undone}> {m.events_log_is_undone()}</span>}
            </p>
            <TimeAgo at={entry.at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
