import { eventHref } from '#events/ui/event-url.ts'
import { formatEventDay } from '#events/ui/labels/format-day.ts'
import * as m from '#messages'
import { errorMessage, type useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { ShownNight } from './use-series.ts'

const STATE_LABELS: Readonly<Record<ShownNight['state'], () => string>> = {
  upcoming: m.events_state_upcoming,
  live: m.ui_live,
  finished: m.events_state_finished,
  cancelled: m.events_state_cancelled,
}

/** The nights of a season, in their order, with what is special about each. */
export function SeriesNights({ live, nights }: { live: ReturnType<typeof useSubscription>; nights: readonly ShownNight[] }) {
  if (live.state === 'failed') return <p className={layout.muted}>{errorMessage(live.error)}</p>
  if (nights.length === 0)
    return live.state === 'ready' ? <p className={layout.muted}>{m.series_nights_none()}</p> : <Skeleton kind="board-row" count={2} />
  return (
    <List ordered className={layout.stack}>
      {nights.map(night => (
        <li key={night._id} className={layout.facts}>
          <Link className={cx(layout.touch, layout.anywhere)} href={eventHref(night.eventId)}>
            {night.name}
          </Link>
          <span className={cx(layout.quiet, night.state === 'live' && layout.live)}> {STATE_LABELS[night.state]()}</span>
          <time className={layout.quiet} dateTime={night.startsAt.toISOString()}>
            {formatEventDay(night)}
          </time>
          {night.players > 0 && (
            <span className={layout.quiet}>{m.ui_count_players({ count: night.players, n: plainNumber(night.players) })}</span>
          )}
          {night.held && <span className={layout.quiet}>{m.series_held()}</span>}
          {night.byPlace && <span className={layout.quiet}>{m.series_by_place()}</span>}
        </li>
      ))}
    </List>
  )
}
