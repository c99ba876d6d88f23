import * as m from '#messages'
import { useAccount } from '../../features/accounts/ui/use-account.ts'
import { EventHeader } from '../../features/events/ui/EventHeader.tsx'
import { eventTabs } from '../../features/events/ui/event-tabs.ts'
import { eventHref, readEventId, readRound, readShownTab, type Show } from '../../features/events/ui/event-url.ts'
import { DirectLater } from '../../features/events/ui/LazyDirectorTools.tsx'
import { useEventNames } from '../../features/events/ui/labels/event-names.ts'
import { MachineBoards } from '../../features/events/ui/machines/MachineBoards.tsx'
import { Players } from '../../features/events/ui/Players.tsx'
import { RoundsPanel } from '../../features/events/ui/rounds/RoundsPanel.tsx'
import { Standings } from '../../features/events/ui/standings/Standings.tsx'
import { type Machine, type ShownEvent, useEvent } from '../../features/events/ui/use-event.ts'
import { scoresRecent } from '../../features/scores/contract.ts'
import { ScoreList } from '../../features/scores/ui/cards/ScoreList.tsx'
import { machineFacts, type Score, useFresh, useScores } from '../../features/scores/ui/cards/use-scores.ts'
import { EVENT_LATEST, eventScoresInput } from '../../features/scores/ui/query-params.ts'
import styles from '../../features/scores/ui/score-pages.module.css'
import { errorMessage, useSubscription } from '../../platform/live/hooks.ts'
import { Missing } from '../../platform/live/not-found-context.tsx'
import type { RouteMatch } from '../../platform/live/route.ts'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { PageTabs } from '../../platform/ui/controls/PageTabs.tsx'
import { ShareLinks } from '../../platform/ui/controls/ShareLinks.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'

const HIDDEN: readonly unknown[] = [401, 403, 404]

/** One event, with tabs for standings, rounds, machines, latest scores, players, and director tools. */
export function EventPage({ params, query }: RouteMatch) {
  const eventId = params.eventId!
  const { state: account } = useAccount()
  const { live, event, machines, directs } = useEvent(eventId)
  if (live.state === 'failed' && HIDDEN.includes(live.error.error)) return <Missing />
  const wanted = readShownTab(query)
  const parts = event === undefined ? [] : eventTabs(event, directs)
  const isWaiting = wanted === 'direct' && !directs && (account === 'unknown' || account === 'busy')
  const show = wanted !== null && parts.includes(wanted) ? wanted : parts[0]
  return (
    <AppShell current="events" width="board">
      {event === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_event_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {event !== undefined && show !== undefined && live.state !== 'failed' && (
        <div className={styles.stack}>
          <EventHeader event={event} />
          <PageTabs
            label={m.scores_event_parts()}
            tabs={parts.map(part => ({
              text: m.scores_event_part({ part }),
              href: part === parts[0] ? eventHref(eventId) : eventHref(eventId, { show: part }),
              current: part === show,
            }))}
          />
          {isWaiting ? (
            <Skeleton kind="form" count={3} />
          ) : (
            <Part event={event} machines={machines} show={show} machineId={readEventId(query.machine)} round={readRound(query)} />
          )}
          <section aria-label={m.scores_share()}>
            <ShareLinks title={event.name} path={eventHref(eventId)} />
          </section>
        </div>
      )}
    </AppShell>
  )
}

interface PartProps {
  event: ShownEvent
  machines: readonly Machine[]
  show: Show
  machineId: string | null
  round: number | null
}

function Part({ event, machines, show, machineId, round }: PartProps) {
  switch (show) {
    case 'standings':
      return <Standings event={event} machines={machines} />
    case 'rounds':
      return <RoundsPanel event={event} asked={round} />
    case 'machines':
      return <MachineBoards event={event} machines={machines} machineId={machineId} />
    case 'scores':
      return <LatestScores event={event} />
    case 'players':
      return <Players eventId={event._id} />
    case 'direct':
      return <DirectLater event={event} />
  }
}

/**
 * True if a score belongs to the event. Scores of an event that is not visible to everybody carry no event id, so for events of a group a
 * matching machine and time are enough.
 */
const belongs = ({ eventId, machineId, achievedAt }: Score, event: ShownEvent): boolean =>
  eventId === event._id ||
  (eventId === undefined &&
    event.groupId !== undefined &&
    event.machineIds.includes(machineId) &&
    achievedAt >= event.startsAt &&
    achievedAt < event.endsAt)

function LatestScores({ event }: { event: ShownEvent }) {
  const live = useSubscription(scoresRecent, eventScoresInput(event._id))
  const scores = useScores(EVENT_LATEST, score => belongs(score, event), [event])
  const fresh = useFresh(scores, live.state === 'ready')
  const eventNames = useEventNames()
  return (
    <section className={styles.section} aria-label={m.scores_latest()}>
      {live.state === 'pending' && scores.length === 0 && <Skeleton kind="score-card" count={4} />}
      {live.state === 'failed' && <ErrorState title={m.scores_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && scores.length === 0 && (
        <EmptyState
          title={event.state === 'live' || event.state === 'upcoming' ? m.scores_none_yet() : m.scores_event_none()}
          action={
            event.state === 'live' ? (
              <ButtonLink kind="primary" href={`/submit?event=${event._id}`}>
                {m.scores_add()}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      {scores.length > 0 && (
        <ScoreList
          label={m.scores_latest_in({ name: event.name })}
          scores={scores}
          fresh={fresh}
          machines={machineFacts(scores)}
          eventNames={eventNames}
        />
      )}
    </section>
  )
}
