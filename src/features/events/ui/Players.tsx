import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { eventsEntrants } from '../contract/entrants.ts'
import type { Presence } from '../rules/presence.ts'
import { EntrantName } from './EntrantName.tsx'
import { EventLog } from './EventLog.tsx'
import styles from './event.module.css'
import { commas } from './labels/list-labels.ts'
import { nthPlace } from './labels/number-labels.ts'
import type { ShownEvent } from './types.ts'
import { type Entrant, useEntrants } from './use-event.ts'

/** Says who is not here. Nobody is known to be missing before the first player has checked in, or once the event is over. */
const absenceLabels: Readonly<Record<Presence, () => string | null>> = {
  expected: m.events_players_expected,
  here: () => null,
  paused: m.events_players_paused,
  gone: m.events_presence_gone,
}

/** Puts those who wait for a place last, in the order of their turn. */
const byWaiting = (entrants: readonly Entrant[]): Entrant[] => [...entrants].sort((a, b) => (a.waiting ?? 0) - (b.waiting ?? 0))

/** An event's entrants and its log. */
export function Players({ event: { _id: eventId, state } }: { event: ShownEvent }) {
  const live = useSubscription(eventsEntrants, { eventId })
  const entrants = useEntrants(eventId)
  const isCheckingIn = (state === 'upcoming' || state === 'live') && entrants.some(({ presence }) => presence !== 'expected')
  return (
    <>
      <section className={layout.stack4} aria-labelledby="players">
        <h2 id="players" className={styles.unseen}>
          <VisuallyHidden>{m.ui_players()}</VisuallyHidden>
        </h2>
        {live.state === 'pending' && entrants.length === 0 && <Skeleton kind="board-row" count={4} />}
        {live.state === 'failed' && <ErrorState title={m.events_players_failed()}>{errorMessage(live.error)}</ErrorState>}
        {live.state === 'ready' && entrants.length === 0 && <EmptyState title={m.events_players_nobody()} />}
        {entrants.length > 0 && (
          <List className={styles.people}>
            {byWaiting(entrants).map(entrant => (
              <li key={entrant._id} className={cx(layout.line3, styles.person)}>
                <Avatar name={entrant.displayName} picture={entrant.avatar} />
                <EntrantName entrant={entrant} />
                <span className={cx(layout.small, styles.presence)}>
                  {commas([
                    entrant.userId === undefined && m.events_guest(),
                    entrant.waiting === undefined
                      ? isCheckingIn && absenceLabels[entrant.presence]()
                      : m.events_waiting(nthPlace(entrant.waiting)),
                  ])}
                </span>
              </li>
            ))}
          </List>
        )}
      </section>
      <EventLog eventId={eventId} />
    </>
  )
}
