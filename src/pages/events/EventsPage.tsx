import type { EventDoc } from '#events/contract/documents.ts'
import { eventsList } from '#events/contract/publications.ts'
import type { EventState } from '#events/rules/event-state.ts'
import { EventCard } from '#events/ui/EventCard.tsx'
import {
  EVENTS_PER_PAGE,
  EVENTS_PER_STATE,
  eventStateParam,
  overviewInput,
  pageInput,
  STATES,
  selectEvents,
} from '#events/ui/event-list-query.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { PageTabs } from '#platform/ui/navigation/PageTabs.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { Seasons } from '#series/ui/Seasons.tsx'
import styles from './events.module.css'

const stateLabels: Readonly<Record<EventState, { tab: () => string; title: () => string; none: () => string }>> = {
  live: { tab: m.ui_live, title: m.events_page_live, none: m.events_page_no_live },
  upcoming: { tab: m.events_state_upcoming, title: m.events_page_upcoming, none: m.events_page_no_upcoming },
  finished: { tab: m.events_state_finished, title: m.events_page_finished, none: m.events_page_no_finished },
  cancelled: { tab: m.events_state_cancelled, title: m.events_page_cancelled, none: m.events_page_no_cancelled },
}

const useEventsOfState = (state: EventState, limit: number, after?: string): ShownEvent[] =>
  useDocuments<EventDoc, ShownEvent[]>('events', documents => selectEvents(documents, state, limit, after), [state, limit, after])

/** Events by state: a few of each state, or all events of one state page by page. */
export function EventsPage({ query }: RouteMatch) {
  const state = eventStateParam(query)
  const mayAdd = useHasRole(['admin', 'event-director'])
  return (
    <AppShell current="events" width="board">
      <div className={cx(layout.between, styles.head)}>
        <h1>{m.ui_events()}</h1>
        {mayAdd && (
          <ButtonLink kind="primary" href="/admin/events/new">
            {m.ui_add_event()}
          </ButtonLink>
        )}
      </div>
      <PageTabs
        label={m.events_page_tabs()}
        tabs={[
          { text: m.events_page_all(), href: '/events', current: state === null },
          ...STATES.map(each => ({ text: stateLabels[each].tab(), href: `/events?state=${each}`, current: state === each })),
        ]}
      />
      {state === null && <Seasons groupId={null} mayAdd={mayAdd} />}
      {state === null ? <Overview /> : <OneState key={state} state={state} query={query} />}
    </AppShell>
  )
}

function Overview() {
  const subscriptions = [
    useSubscription(eventsList, overviewInput('live')),
    useSubscription(eventsList, overviewInput('upcoming')),
    useSubscription(eventsList, overviewInput('finished')),
  ]
  const live = useEventsOfState('live', EVENTS_PER_STATE.live)
  const upcoming = useEventsOfState('upcoming', EVENTS_PER_STATE.upcoming)
  const finished = useEventsOfState('finished', EVENTS_PER_STATE.finished)
  const failed = subscriptions.find(each => each.state === 'failed')
  const count = live.length + upcoming.length + finished.length
  if (failed?.state === 'failed') return <ErrorState title={m.events_page_failed()}>{errorMessage(failed.error)}</ErrorState>
  if (count === 0 && subscriptions.some(each => each.state === 'pending')) return <Skeleton kind="score-card" count={4} />
  if (count === 0) return <EmptyState title={m.events_page_none()}>{m.events_page_none_words()}</EmptyState>
  return (
    <>
      <Section state="live" events={live} />
      <Section state="upcoming" events={upcoming} />
      <Section state="finished" events={finished} />
    </>
  )
}

function Section({ state, events }: { state: EventState; events: readonly ShownEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className={layout.stack3} aria-labelledby={state}>
      <h2 id={state}>{stateLabels[state].title()}</h2>
      <Cards events={events} level={3} />
      {events.length === EVENTS_PER_STATE[state] && (
        <p>
          <Link className={layout.touch} href={`/events?state=${state}`}>
            {m.events_page_all_of({ state })}
          </Link>
        </p>
      )}
    </section>
  )
}

function OneState({ state, query }: { state: EventState; query: RouteMatch['query'] }) {
  const { before } = query
  const live = useSubscription(eventsList, pageInput(state, query))
  const events = useEventsOfState(state, EVENTS_PER_PAGE, before)
  return (
    <>
      {live.state === 'pending' && events.length === 0 && <Skeleton kind="score-card" count={4} />}
      {live.state === 'failed' && <ErrorState title={m.events_page_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && events.length === 0 && (
        <EmptyState title={before === undefined ? stateLabels[state].none() : m.ui_list_end()} />
      )}
      <Cards events={events} level={2} />
      <nav className={layout.links} aria-label={m.events_page_pager()}>
        {before !== undefined && <Link href={`/events?state=${state}`}>{m.events_page_first()}</Link>}
        {events.length === EVENTS_PER_PAGE && <Link href={`/events?state=${state}&before=${events.at(-1)!._id}`}>{m.ui_more()}</Link>}
      </nav>
    </>
  )
}

function Cards({ events, level }: { events: readonly ShownEvent[]; level: 2 | 3 }) {
  return (
    <List className={layout.stack3}>
      {events.map(event => (
        <li key={event._id}>
          <EventCard event={event} level={level} grouped />
        </li>
      ))}
    </List>
  )
}
