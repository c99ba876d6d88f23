import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import * as m from '#messages'
import { useDocuments } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { nextEventHref } from '../event-url.ts'
import { formatEventDay } from '../labels/format-day.ts'
import type { ShownEvent } from '../types.ts'
import styles from './event-form.module.css'

const SHOWN = 3

/** The subscription to the events that the links are chosen from. */
export const EARLIER_EVENTS = { state: 'finished', limit: 100 } as const

/**
 * Links that begin the form with one of the user's latest events, those of groups that the user runs included. The form that shows them
 * subscribes to `EARLIER_EVENTS`.
 */
export function EarlierEventLinks({ groupIds }: { groupIds: readonly string[] }) {
  const userId = useUserId()
  const events = useDocuments<EventDoc, ShownEvent[]>(
    'events',
    documents =>
      documents
        .filter(({ state }) => state === 'finished')
        .filter(each => each.directorId === userId || (each.groupId !== undefined && groupIds.includes(each.groupId)))
        .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime() || (a._id < b._id ? 1 : -1))
        .slice(0, SHOWN),
    [userId, groupIds.join(' ')],
  )
  if (events.length === 0) return null
  return (
    <nav className={layout.stack2} aria-labelledby="earlier-events">
      <h2 id="earlier-events" className={cx(layout.legend, styles.legend)}>
        {m.events_next_earlier()}
      </h2>
      <List className={cx(layout.row2, styles.earlierList)}>
        {events.map(({ _id, name, startsAt, startsOffset }) => (
          <li key={_id}>
            <ButtonLink className={styles.earlierEvent} href={nextEventHref(_id)}>
              <span className={cx(layout.oneLine, styles.earlierName)}>{name}</span>{' '}
              <time dateTime={startsAt.toISOString()}>{formatEventDay({ startsAt, startsOffset })}</time>
            </ButtonLink>
          </li>
        ))}
      </List>
    </nav>
  )
}
